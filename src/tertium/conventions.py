"""Conventions: everything that decides what a number means, and the presets that imitate the official scorers.

One output has four LAS values under four scorers (spec of the project, section 6), so a score without its
conventions is no score. `Conventions` holds all of them, `PRESETS` the official combinations, and `signature`
writes them beside every result, as sacreBLEU does. Nothing heavy is imported here: `--help` reads this module.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from tertium.brackets import DEFAULT, DISCODOP, EVALB, SPMRL, BracketRules
from tertium.mentionrules import CONLL2012, COREFUD, COVAL, DEFAULT_MENTIONS, MentionRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.headrules import HeadRules
    from tertium.mentionrules import TagTable

Punctuation = Literal["yes", "form", "relation"]
Tokens = Literal["auto", "same", "characters", "position"]
Scorer = Literal["f1", "accuracy"]
Reading = Literal["tolerant", "ud", "eval07", "malteval", "compareval", "evalb", "conlleval", "conll2012"]
SentenceRule = Literal["all", "scored", "bordered"]
LineageCosts = Literal["simple", "nle2003", "parseval2002"]
TreeEdits = Literal["anchored", "free"]
Scheme = Literal["auto", "iob1", "iob2", "ioe1", "ioe2", "bioes", "bilou", "bmewo"]
Repair = Literal["lenient", "seqeval", "conlleval", "strict"]

TOKENS: Final[tuple[Tokens, ...]] = get_args(Tokens)
LINEAGE_COSTS: Final[tuple[LineageCosts, ...]] = get_args(LineageCosts)
TREE_EDITS: Final[tuple[TreeEdits, ...]] = get_args(TreeEdits)
SCHEMES: Final[tuple[Scheme, ...]] = get_args(Scheme)
SCHEME_ALIASES: Final[dict[str, Scheme]] = {
    "bio": "iob2",
    "bio2": "iob2",
    "bio1": "iob1",
    "iob": "iob1",
    "iobes": "bioes",
}
"""Other names of schemes."""
REPAIRS: Final[tuple[Repair, ...]] = get_args(Repair)

PUNCTUATION: Final[dict[str, Punctuation]] = {
    **dict.fromkeys(("yes", "scored", "keep"), "yes"),
    **dict.fromkeys(("form", "unicode", "no"), "form"),
    **dict.fromkeys(("relation", "deprel", "punct"), "relation"),
}
"""What people write for each way to treat punctuation, on the command line and in Python."""

YES_NO: Final = {"yes": True, "keep": True, "true": True, "no": False, "strip": False, "false": False}

CONLLU_MEASURES: Final = (
    *("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
    *("UAS", "LS", "LAS", "CLAS", "MLAS", "BLEX", "ELAS", "EULAS"),
)
ATTACHMENT_MEASURES: Final = ("UAS", "LS", "LAS")
MALTEVAL_MEASURES: Final = (*ATTACHMENT_MEASURES, "AnyRight", "BothWrong")
TAGGING_MEASURES: Final = ("Accuracy", "Sentences")
EVALB_MEASURES: Final = ("F1", "UF1", "Exact", "Crossing", "NoCrossing", "FewCrossing", "TagAccuracy")
BRACKET_MEASURES: Final = (
    "F1",
    "UF1",
    "Exact",
    "Crossing",
    "NoCrossing",
    "TagAccuracy",
    "LA",
    "LA-sentence",
    "Triples",
    "TED",
)

CHAIN_MEASURES: Final = (
    *("Mentions", "MUC", "B3", "CEAFm", "CEAFe", "BLANC", "LEA", "CoNLL"),
    *("ARCS-any", "ARCS-nom"),
)
NERVALUATE_MEASURES: Final = ("strict", "exact", "partial", "type")
SPAN_MEASURES: Final = ("F1", "UF1", "TokenAccuracy", *NERVALUATE_MEASURES)
ROLE_MEASURES: Final = ("F1", "UF1", "Senses", "Predicates", "Perfect")

LAYER_MEASURE: Final = {"upos": "UPOS", "xpos": "XPOS", "ufeats": "UFeats", "lemma": "Lemmas"}
"""Layers that have a measure of their own in the UD evaluation."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """One label that is read as another before anything is compared (`--map xpos:PROP=PROAV`)."""

    old: str
    new: str
    layer: str | None = None  # None: the layer that the task compares
    who: str | None = None  # None: gold and all systems; else "gold" or a system's name

    def __str__(self) -> str:
        """As it is given on the command line."""
        who = f"{self.who}/" if self.who else ""
        layer = f"{self.layer}:" if self.layer else ""
        return f"{who}{layer}{self.old}={self.new}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """What is read, what is compared, what counts as the same, and what is left out."""

    task: str = "dependency"  # one of `tertium.kinds`
    like: str = "default"
    reason: str = ""  # why the defaults are what they are, for the signature
    layer: str = "deprel"
    measures: tuple[str, ...] = CONLLU_MEASURES
    headline: str = "LAS"
    reading: Reading = "tolerant"
    tokens: Tokens = "auto"
    score: Scorer = "f1"
    punctuation: Punctuation = "yes"
    subtypes: bool = False  # relation subtypes (nsubj:pass) are kept
    text_heads: bool = False  # HEAD is compared as it is written, not as a place in the tree
    lower_labels: bool = False  # relations are put into lower case (ASCII only, as Python 2 did)
    fold_case: bool = False
    multiple_roots_okay: bool = False
    free_lemmas: bool = True  # a gold lemma `_` accepts any lemma; not where there is no gold
    edge_pairs: bool = False  # ELAS counts every matching pair of edges, duplicates and all, as the UD evaluation does
    sentences: SentenceRule = "all"
    ties_fall: bool = False  # transitions of equal count in reverse alphabetical order, as ComparEval prints them
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    renamings: tuple[Renaming, ...] = ()
    negative: tuple[str, ...] = ()  # labels of rows that say nothing (`no_relation`): F1 is about all others
    brackets: BracketRules = DEFAULT  # what of a tree counts
    heads: HeadRules | None = None  # how trees become dependencies; None: no measure asks
    la_costs: LineageCosts = "simple"  # what replacing a label costs in Leaf-Ancestor
    ted: TreeEdits = "anchored"  # whether words stay words in the tree edit distance
    mentions: MentionRules = DEFAULT_MENTIONS  # which mentions count, and which are the same
    mention_table: TagTable | None = None  # what mentions of one word are, by their tags
    scheme: Scheme = "auto"  # of tags that stand for spans; auto: what the gold's look like
    repair: Repair = "lenient"  # what sequences of tags mean that break their scheme
    only_bio: bool = False  # tags of other schemes are refused
    tags_as_written: bool = False  # TokenAccuracy compares the tags of the files, whatever their schemes
    join_pieces: bool = False  # C-A1 is a piece of A1; else an argument of its own
    gold_predicates: bool = False  # arguments of predicates that the gold does not have are skipped
    no_arguments: tuple[str, ...] = ()  # labels that are no arguments (the predicate itself)

    def signature(
        self,
        *,
        tokens: str,
        left_out: int,
        version: str,
        own: Sequence[str] = (),
        certainty: str = "block:sentence",
    ) -> str:
        """Everything that decides what the numbers mean, on one line; `own` are the parts that only the task has.

        >>> Conventions().signature(tokens="same", left_out=0, version="0.1.0", own=["punct:yes"])
        'task:dependency|like:default|measure:LAS|punct:yes|tokens:same|left-out:0|block:sentence|v:0.1.0'
        """
        like = f"{self.like}({self.reason})" if self.reason else self.like
        parts = [f"task:{self.task}", f"like:{like}", f"measure:{self.headline}", *own]
        if self.lower_labels:
            parts.append("labels:lower")
        if self.fold_case:
            parts.append("case:folded")
        if self.multiple_roots_okay:
            parts.append("multiple-roots:okay")
        if self.include:
            parts.append(f"include:{','.join(self.include)}")
        if self.exclude:
            parts.append(f"exclude:{','.join(self.exclude)}")
        if self.renamings:
            parts.append(f"map:{','.join(str(renaming) for renaming in self.renamings)}")
        parts += [f"tokens:{tokens}", f"left-out:{left_out}", certainty, f"v:{version}"]
        return "|".join(parts)


_LINES: Final = Conventions(
    measures=ATTACHMENT_MEASURES, tokens="position", score="accuracy", text_heads=True, subtypes=True
)


class Preset(NamedTuple):
    """A scorer that `--like` imitates."""

    title: str
    rules: Conventions
    tasks: tuple[str, ...] = ("dependency",)
    reads: str | None = None  # the format that it takes every file for, whatever it looks like


_CHAINS: Final = Conventions(
    task="coreference", layer="tag", measures=CHAIN_MEASURES, headline="CoNLL", reading="conll2012", tokens="position"
)
_PARSERS_OR_TAGGERS: Final = ("dependency", "tagging")
_TREES: Final = ("constituency",)
_RESOLVERS: Final = ("coreference",)
_OF_SPANS: Final = Conventions(
    task="spans",
    layer="span",
    measures=("F1", "UF1", "TokenAccuracy"),
    headline="F1",
    tokens="same",
    tags_as_written=True,
)
ROLES: Final = Conventions(task="roles", layer="role", measures=ROLE_MEASURES, headline="F1", no_arguments=("V",))

PRESETS: Final[dict[str, Preset]] = {
    "ud": Preset(
        "the UD evaluation (CoNLL 2018, IWPT 2020; udtools)",
        Conventions(reading="ud", tokens="characters", edge_pairs=True),
        tasks=_PARSERS_OR_TAGGERS,
        reads="conllu",
    ),
    "eval07": Preset(
        "eval07.pl of CoNLL-X and CoNLL 2007, punctuation scored",
        replace(_LINES, reading="eval07"),
    ),
    "eval07-p": Preset(
        "eval07.pl -p: words made of punctuation characters are left out",
        replace(_LINES, reading="eval07", punctuation="form"),
    ),
    "malteval": Preset(
        "MaltEval (Nilsson & Nivre 2008), punctuation scored",
        replace(_LINES, measures=MALTEVAL_MEASURES, reading="malteval", tokens="same", sentences="scored"),
    ),
    "compareval": Preset(
        "ComparEval (Tuggener 2017); parsers: the relation punct is left out, labels in lower case; ARCS as released",
        replace(
            _LINES,
            reading="compareval",
            punctuation="relation",
            lower_labels=True,
            sentences="bordered",
            ties_fall=True,
        ),
        tasks=(*_PARSERS_OR_TAGGERS, "coreference"),
    ),
    "evalb": Preset(
        "evalb (Sekine & Collins), with --prm FILE or without",
        Conventions(measures=EVALB_MEASURES, headline="F1", reading="evalb", brackets=EVALB, task="constituency"),
        tasks=_TREES,
        reads="penn",
    ),
    "spmrl": Preset(
        "evalb of the SPMRL shared tasks, with --prm FILE or without",
        Conventions(measures=EVALB_MEASURES, headline="F1", reading="evalb", brackets=SPMRL, task="constituency"),
        tasks=_TREES,
        reads="penn",
    ),
    "discodop": Preset(
        "disco-dop's evaluation of discontinuous trees, with --prm FILE or without",
        Conventions(
            measures=BRACKET_MEASURES,
            headline="F1",
            reading="evalb",
            brackets=DISCODOP,
            task="constituency",
            ted="free",
        ),
        tasks=_TREES,
    ),
    "conll2012": Preset(
        "the reference scorer v8.01 of coreference (Pradhan et al. 2014), LEA by its own Perl scorer",
        replace(_CHAINS, mentions=CONLL2012),
        tasks=_RESOLVERS,
    ),
    "coval": Preset(
        "coval (Moosavi & Strube 2016)",
        replace(_CHAINS, mentions=COVAL),
        tasks=_RESOLVERS,
    ),
    "corefud": Preset(
        "the CorefUD scorer (Zabokrtsky et al. 2022): heads matched, singletons left out",
        replace(_CHAINS, measures=(*CHAIN_MEASURES, "MOR"), tokens="same", mentions=COREFUD),
        tasks=_RESOLVERS,
    ),
    "conlleval": Preset(
        "conlleval.pl of CoNLL-2000 to 2003",
        replace(_OF_SPANS, reading="conlleval", repair="conlleval"),
        tasks=("spans",),
    ),
    "seqeval": Preset(
        "seqeval, its default mode",
        replace(_OF_SPANS, repair="seqeval"),
        tasks=("spans",),
    ),
    "seqeval-strict": Preset(
        "seqeval with mode='strict' and a --scheme (or the one that the gold's tags look like)",
        replace(_OF_SPANS, repair="strict"),
        tasks=("spans",),
    ),
    "nervaluate": Preset(
        "nervaluate 1.2: strict, exact, partial and type as in SemEval 2013",
        replace(_OF_SPANS, only_bio=True, measures=NERVALUATE_MEASURES, headline="strict"),
        tasks=("spans",),
    ),
    "srl-eval": Preset(
        "srl-eval.pl of CoNLL-2005",
        replace(
            ROLES,
            measures=("F1", "Perfect"),
            tokens="position",
            join_pieces=True,
            gold_predicates=True,
        ),
        tasks=("roles",),
    ),
}
"""What `--like` can imitate."""

EVALBS: Final = ("evalb", "spmrl")
"""Presets that read a tree a line, whatever the line holds."""
