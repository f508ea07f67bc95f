"""Brackets: two trees over the same words, bracket by bracket, as evalb and its relatives see them.

Words are deleted by their part of speech, brackets without words vanish, labels are cut at their functions, brackets
with deleted labels vanish too (Sekine and Collins 1997; spec of the project, constituency section 1, gives the order).
What is left are brackets (sentence, start, end, label) in the coordinates of the kept words, and sets of words where
there are gaps. They are matched as multisets; all sentences at once, by sorting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tertium.brackets import find_classes
from tertium.errors import UsageError
from tertium.tasks.pairing import pair_in_order, pair_spans
from tertium.tasks.yields import cross_sets, find_gappy_sentences, find_keys, measure_nodes, take_gaps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tertium._typing import Codes, Mask, Offsets
    from tertium.brackets import BracketRules
    from tertium.corpus import Corpus, Vocab
    from tertium.nodes import Nodes
    from tertium.tasks.yields import Gaps

VALID, IN_ERROR, SKIPPED, ZEROED, ABSENT = range(5)
"""What evalb says of a sentence: compared; words differ; the parse has no words.

SPMRL's evalb gives a sentence of another length a row of zeros that counts as right (zeroed); a sentence that one file
does not have at all gets no row (absent), nor, where no scorer is imitated, does one that the gold has no words of (an
empty line too many).
"""

_STRETCH: Final = 1 << 17
"""About so many brackets are matched at a time."""

_QUOTES: Final = ("'", '"', "/")


@dataclass(frozen=True, eq=False)
class Side:
    """One file's words and brackets, after everything was deleted that does not count."""

    kept: Mask  # (n_words,)
    n_words: Offsets  # (n_sents,)  kept words
    node: Offsets  # (n_brackets,)  the phrase behind each bracket
    sentence: Codes  # (n_brackets,)
    start: Codes  # (n_brackets,)  in kept words of the sentence
    end: Codes  # (n_brackets,)
    label: Codes  # (n_brackets,)  cut
    gaps: Gaps | None = None  # the words of brackets that are discontinuous; None: none is
    unclosed: Mask | None = (
        None  # (n_brackets,)  never closed: its end is one that no other has, and it crosses nothing
    )

    @cached_property
    def n_brackets(self) -> Offsets:
        """(n_sents,) brackets of each sentence."""
        return np.bincount(self.sentence, minlength=len(self.n_words))


@dataclass(frozen=True, eq=False)
class Bracketing:
    """Gold and system, sentence by sentence."""

    rules: BracketRules
    gold: Side
    system: Side
    status: Codes  # (n_sents,)
    zero_row: Codes  # (n_sents,)  status of a row of zeros, of the sentence itself or before its own row; -1: none
    compared: Mask  # (n_sents,)  brackets are set against each other, whether that counts or not
    length: Offsets  # (n_sents,)  gold words as evalb's length column counts them
    partner: Offsets  # (n_system_brackets,)  the gold bracket that each takes; -1: none
    crossing: Mask  # (n_system_brackets,)  crosses some gold bracket
    tags_right: Offsets  # (n_sents,)
    complaints: tuple[tuple[int, str], ...]  # (sentence, why) for those in error, as often as evalb would say it

    @property
    def n_sents(self) -> int:
        """How many sentences there are."""
        return len(self.status)

    @property
    def valid(self) -> Mask:
        """(n_sents,) which sentences are compared."""
        found: Mask = self.status == VALID
        return found

    @property
    def zeroed(self) -> Mask:
        """(n_sents,) which sentences have a row of zeros that counts as right."""
        found: Mask = self.zero_row == VALID
        return found

    @cached_property
    def matched(self) -> Offsets:
        """(n_sents,) brackets that match."""
        return np.bincount(self.system.sentence[self.partner >= 0], minlength=self.n_sents)

    @cached_property
    def crossed(self) -> Offsets:
        """(n_sents,) system brackets that cross a gold bracket."""
        return np.bincount(self.system.sentence[self.crossing], minlength=self.n_sents)


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """The words that count, on either side."""

    keep: list[Mask]  # gold, system: (n_words,)
    sizes: list[Offsets]  # gold, system: (n_sents,)  kept words
    status: Codes  # (n_sents,)
    compared: Mask  # (n_sents,)  whose brackets are matched
    zero_row: Codes  # (n_sents,)  as in `Bracketing`
    complaints: tuple[tuple[int, str], ...]  # (sentence, why) for those in error


def pair_words(gold: Corpus, system: Corpus, rules: BracketRules) -> Words:
    """Delete words, and see which sentences still have the same on both sides."""
    keep = _keep_words(gold, system, rules)
    sizes = [_sum(k, corpus) for k, corpus in zip(keep, (gold, system), strict=True)]
    empty, doubled = sizes[1] == 0, np.zeros(len(sizes[0]), dtype=np.bool_)
    if rules.dialect in ("default", "discodop"):  # where all words are left out, there is nothing to get wrong
        empty &= (sizes[0] > 0) | (system.sent_len == 0)
    if rules.quote_label:
        keep, sizes, doubled = _restore_quotes(gold, system, keep, sizes, rules)
    status, compared, zero_row, complaints = _judge_lengths(gold, system, sizes, (empty, doubled & ~empty), rules)
    complaints += _check_words(gold, system, keep, sizes, compared, rules)
    failed = np.array([sentence for sentence, _ in complaints if status[sentence] == VALID], dtype=np.int64)
    status[failed] = IN_ERROR
    said = tuple(sorted(complaints, key=lambda complaint: complaint[0]))
    return Words(keep, sizes, status, compared, zero_row, said)


def compare_brackets(gold: Corpus, system: Corpus, rules: BracketRules) -> Bracketing:
    """Delete, cut and match.

    Raises:
        UsageError: A file has no trees.
    """
    words = pair_words(gold, system, rules)
    keep, sizes, compared = words.keep, words.sizes, words.compared
    length = _sum(~_has_tag(gold, rules.delete_label_for_length, rules), gold)
    beyond = 1 + np.maximum(*sizes)
    ours = _take_side(gold, keep[0], (sizes[0], beyond), rules)
    theirs = _take_side(system, keep[1], (sizes[1], beyond), rules)
    partner = match_brackets(ours, theirs, compared, gold.vocab, rules)
    return Bracketing(
        rules,
        ours,
        theirs,
        words.status,
        words.zero_row,
        compared,
        length,
        partner,
        find_crossing(ours, theirs, compared, partner < 0),
        _count_tags(gold, system, keep, sizes, compared, rules),
        words.complaints,
    )


def _judge_lengths(
    gold: Corpus, system: Corpus, sizes: list[Offsets], flaws: tuple[Mask, Mask], rules: BracketRules
) -> tuple[Codes, Mask, Codes, list[tuple[int, str]]]:
    """Each sentence's status, whether its brackets are compared, its row of zeros if it has one, and complaints."""
    empty, doubled = flaws
    n = len(empty)
    faults = [fault for corpus in (gold, system) if corpus.nodes for fault in corpus.nodes.faults]
    complaints = [(fault.sentence, message) for fault in faults for message in fault.messages]
    broken, gone = np.zeros(n, dtype=np.bool_), np.arange(n) >= _count_given(system, n)
    broken[[fault.sentence for fault in faults]] = True
    hopeless = np.zeros(n, dtype=np.bool_)
    hopeless[[fault.sentence for fault in faults if fault.fatal]] = True
    differ = (sizes[0] != sizes[1]) & ~empty & ~hopeless & ~gone
    zero_row = np.full(n, -1, dtype=np.int32)
    compared = ~(empty | hopeless | gone | doubled | differ)
    if rules.dialect == "spmrl":
        zero_row[differ] = np.where(broken[differ], IN_ERROR, VALID)
        compared |= differ & (sizes[0] <= 1) & ~doubled
    status = np.where(compared & ~broken, VALID, IN_ERROR).astype(np.int32)
    status[~compared & (zero_row >= 0)] = ZEROED
    status[empty & ~hopeless] = SKIPPED
    status[gone] = ABSENT
    if rules.counts_failures:
        status[gold.sent_len == 0] = ABSENT
    other = np.flatnonzero(differ & ~compared)
    complaints += [(s, f"Length unmatch ({sizes[0][s]}|{sizes[1][s]})") for s in other.tolist()]
    complaints += [
        (s, "Quotes restored twice, which is not reproduced") for s in np.flatnonzero(doubled & ~differ).tolist()
    ]
    return status, compared, zero_row, complaints


def _count_given(system: Corpus, n: int) -> int:
    """How many sentences a system's file has."""
    given = system.nodes.n_given if system.nodes else None
    return n if given is None else given


def _sum(flags: Mask, corpus: Corpus) -> Offsets:
    total = np.concatenate([[0], np.cumsum(flags)])
    summed: Offsets = total[corpus.sent_start[1:]] - total[corpus.sent_start[:-1]]
    return summed


def _has_tag(corpus: Corpus, tags: tuple[str, ...], rules: BracketRules) -> Mask:
    """(n_words,) words with one of some parts of speech; disco-dop cuts them, the others do not."""
    wanted = frozenset(tags)
    if rules.dialect == "discodop":
        return corpus.vocab.flag(corpus.columns["tag"], lambda tag: rules.trim(tag) in wanted)
    return corpus.vocab.flag(corpus.columns["tag"], wanted.__contains__)


def _keep_words(gold: Corpus, system: Corpus, rules: BracketRules) -> list[Mask]:
    """Which words count, on either side."""
    if rules.dialect == "spmrl":
        return [np.ones(corpus.n_words, dtype=np.bool_) for corpus in (gold, system)]
    own = [~_has_tag(corpus, rules.delete_label, rules) for corpus in (gold, system)]
    if rules.dialect == "evalb" or gold.n_words == 0:
        return own
    if rules.delete_root_words and gold.nodes is not None:
        below_root = np.append(gold.nodes.parent, 0)[gold.nodes.of_word] < 0
        own[0] &= ~below_root
    if rules.delete_word:
        gone = frozenset(rules.delete_word)
        own[0] &= ~gold.vocab.flag(gold.columns["form"], gone.__contains__)
    partner = _find_partners(gold, system)  # by the gold's tags, where the words are the same
    theirs = own[1].copy()
    linked = partner >= 0
    theirs[linked] = own[0][partner[linked]]
    if rules.delete_word:
        theirs &= ~system.vocab.flag(system.columns["form"], gone.__contains__)
    return [own[0], theirs]


def _find_partners(gold: Corpus, system: Corpus) -> Offsets:
    """(n_system_words,) the gold word at the same place; -1: none.

    Sentences of other lengths are gone through from the left, gold words that the system lacks (traces, punctuation)
    being passed over, as disco-dop does.
    """
    same = gold.sent_len == system.sent_len
    shift = np.repeat(gold.sent_start[:-1] - system.sent_start[:-1], system.sent_len)
    partner = np.where(np.repeat(same, system.sent_len), np.arange(system.n_words) + shift, -1)
    for sentence in np.flatnonzero(~same & (system.sent_len > 0)).tolist():
        ours, theirs = (slice(*corpus.sent_start[sentence : sentence + 2].tolist()) for corpus in (gold, system))
        rest = enumerate(gold.columns["form"][ours].tolist(), ours.start)
        for word, form in enumerate(system.columns["form"][theirs].tolist(), theirs.start):
            partner[word] = next((at for at, other in rest if other == form), -1)
    return partner


def _restore_quotes(
    gold: Corpus, system: Corpus, keep: list[Mask], sizes: list[Offsets], rules: BracketRules
) -> tuple[list[Mask], list[Offsets], Mask]:
    """A quote that one side deletes and the other does not comes back, where lengths differ (evalb's fix_quote).

    Also gives the new lengths, and the sentences in which a quote came back that was there (SPMRL's evalb deletes no
    words, but restores them all the same).
    """
    keep, sizes = [part.copy() for part in keep], [part.copy() for part in sizes]
    doubled = np.zeros(len(sizes[0]), dtype=np.bool_)
    sides = (gold, system)
    quotes = [_is_quote(corpus, rules) for corpus in sides]
    both = np.minimum(*(_sum(quote, corpus) for quote, corpus in zip(quotes, sides, strict=True))) > 0
    for sentence in np.flatnonzero((sizes[0] != sizes[1]) & both).tolist():
        terms = [_find_quotes(*side, sentence) for side in zip(sides, quotes, keep, strict=True)]
        for side, word in _fix_quotes(terms, frozenset(rules.delete_label)):
            doubled[sentence] |= keep[side][word]
            keep[side][word] = True
            sizes[side][sentence] += 1
    return keep, sizes, doubled


def _is_quote(corpus: Corpus, rules: BracketRules) -> Mask:
    tagged = corpus.vocab.flag(corpus.columns["tag"], frozenset(rules.quote_label).__contains__)
    return tagged & corpus.vocab.flag(corpus.columns["form"], _QUOTES.__contains__)


def _find_quotes(corpus: Corpus, quote: Mask, keep: Mask, sentence: int) -> list[list[Any]]:
    """The quotes of a sentence as [place among the kept words, word, tag]."""
    start, stop = corpus.sent_start[sentence : sentence + 2].tolist()
    before: Offsets = np.cumsum(keep[start:stop]) - keep[start:stop]
    words = np.flatnonzero(quote[start:stop])
    tags = corpus.vocab.decode(corpus.columns["tag"][start + words])
    return [[int(before[word]), start + word, tag] for word, tag in zip(words.tolist(), tags, strict=True)]


def _fix_quotes(terms: list[list[list[Any]]], deleted: frozenset[str]) -> list[tuple[int, int]]:
    """Which words of which side come back, in evalb's order: places move while it looks."""
    back = []
    for number, theirs in enumerate(terms[1]):
        place = theirs[0]
        for other, ours in enumerate(terms[0]):
            if ours[0] != place or ours[2] == theirs[2] or (ours[2] in deleted) == (theirs[2] in deleted):
                continue
            side, word, first = (0, ours[1], other) if ours[2] in deleted else (1, theirs[1], number)
            back.append((side, word))
            for term in terms[side][first:]:
                term[0] += 1
    return back


def _check_words(  # noqa: PLR0917 (both sides of everything)
    gold: Corpus, system: Corpus, keep: list[Mask], sizes: list[Offsets], compared: Mask, rules: BracketRules
) -> list[tuple[int, str]]:
    """Sentences whose words differ, which are no longer compared; the first pair of each tells why."""
    words = _pair_words(gold, system, keep, sizes, compared)
    ours, theirs = gold.columns["form"][words[0]], system.columns["form"][words[1]]
    differ = np.flatnonzero(ours != theirs)
    if rules.eq_word and len(differ):
        differ = differ[~_same_words(gold.vocab, ours[differ], theirs[differ], rules)]
    sentence, first = np.unique(gold.sentence_of_words()[words[0][differ]], return_index=True)
    at = differ[first]
    pairs = zip(sentence.tolist(), gold.vocab.decode(ours[at]), gold.vocab.decode(theirs[at]), strict=True)
    compared[sentence] = False
    return [(place, f"Words unmatch ({one}|{two})") for place, one, two in pairs]


def _same_words(vocab: Vocab, ours: Codes, theirs: Codes, rules: BracketRules) -> Mask:
    """Which pairs of different words are the same by the rules; each distinct pair is looked at once."""
    pairs, place = np.unique(np.stack([ours, theirs]), axis=1, return_inverse=True)
    same = [rules.same_word(*vocab.decode(pair)) for pair in pairs.T]
    return np.array(same, dtype=np.bool_)[place.ravel()]


def _same_pairs(vocab: Vocab, ours: Codes, theirs: Codes, same: tuple[tuple[str, str], ...]) -> Mask:
    """Which pairs of different strings are the same by a list of pairs."""
    codes = [vocab.encode(names) for names in zip(*same, strict=True)]
    size = len(vocab) + 1
    known = np.concatenate([codes[0].astype(np.int64) * size + codes[1], codes[1].astype(np.int64) * size + codes[0]])
    return np.isin(ours.astype(np.int64) * size + theirs, known)


def _pair_words(
    gold: Corpus, system: Corpus, keep: list[Mask], sizes: list[Offsets], compared: Mask
) -> tuple[Offsets, Offsets]:
    """The kept words of compared sentences, pair by pair; of a longer side only as many as the gold has."""
    rows = [
        np.flatnonzero(k & np.repeat(compared, corpus.sent_len)) for k, corpus in zip(keep, (gold, system), strict=True)
    ]
    if len(rows[0]) != len(rows[1]) or not np.array_equal(sizes[0][compared], sizes[1][compared]):
        ours, theirs = sizes[0][compared], sizes[1][compared]
        most = np.repeat(np.minimum(ours, theirs), theirs)
        rank = np.arange(len(rows[1])) - np.repeat(np.cumsum(theirs) - theirs, theirs)
        rows[1] = rows[1][rank < most]
    return rows[0], rows[1]


def _take_side(corpus: Corpus, keep: Mask, ends: tuple[Offsets, Offsets], rules: BracketRules) -> Side:
    """One file's brackets; `ends` are where its sentences end, and where no bracket of either file does."""
    sizes, beyond = ends
    nodes = corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees", hint="give files of bracketed trees")
    extent = measure_nodes(nodes, keep)
    label = corpus.vocab.rewrite(nodes.label, rules.trim)
    if rules.dialect == "discodop" and rules.eq_label:  # labels by their class, but not those of roots
        lead = find_classes(rules.eq_label)
        label = np.where(nodes.parent < 0, label, corpus.vocab.rewrite(label, lambda text: lead.get(text, text)))
    deleted = [rules.trim(text) if rules.dialect == "spmrl" else text for text in rules.delete_label]

    def goes(text: str) -> bool:
        return any(rules.same(text, gone) for gone in deleted)

    unclosed = _find_unclosed(nodes)
    wide = extent.end > extent.start
    if unclosed is not None:
        wide[unclosed] = True
    chosen = wide & ~corpus.vocab.flag(label, goes)
    if rules.disc_only:
        chosen &= np.zeros(nodes.n_nodes, dtype=np.bool_) if extent.gappy is None else extent.gappy
    stays = np.flatnonzero(chosen)
    sentence = nodes.sentence()[stays]
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)[sentence]
    end, never = extent.end[stays] - first, None
    if unclosed is not None:
        never = np.isin(stays, unclosed)
        end[never] = beyond[sentence[never]]
    gaps = take_gaps(extent, stays, first)
    return Side(keep, sizes, stays, sentence, extent.start[stays] - first, end, label[stays], gaps, never)


def _find_unclosed(nodes: Nodes) -> Offsets | None:
    """The phrases that are never closed; None where all are."""
    found = [nodes.sent_start[fault.sentence] + place for fault in nodes.faults for place in fault.unclosed]
    return np.array(found, dtype=np.int64) if found else None


def count_same_spans(found: Bracketing) -> Offsets:
    """(n_sents,) brackets that match, labels aside: those that match, and what is left of equal spans."""
    left = np.ones(len(found.gold.sentence), dtype=np.bool_)
    left[found.partner[found.partner >= 0]] = False
    pairs = zip((found.gold, found.system), (left, found.partner < 0), strict=True)
    rows = [np.flatnonzero(free & found.valid[side.sentence]) for side, free in pairs]
    keys = find_keys([found.gold, found.system])
    _, theirs = pair_in_order(*(key[row] for key, row in zip(keys, rows, strict=True)))
    return found.matched + np.bincount(found.system.sentence[rows[1][theirs]], minlength=found.n_sents)


def match_brackets(gold: Side, system: Side, valid: Mask, vocab: Vocab, rules: BracketRules) -> Offsets:
    """(n_system_brackets,) the gold bracket that each system bracket takes, -1 for none.

    Brackets of one span and label are taken in their order, each once. Labels that are the same by the rules but form
    no equivalence are matched one gold bracket after the other, as evalb does.
    """
    ours, theirs = find_keys([gold, system])
    partner = np.full(len(theirs), -1, dtype=np.int64)
    labels = [side.label for side in (gold, system)]
    if not rules.labeled:
        labels = [np.zeros_like(column) for column in labels]
    classes, loose = _label_classes(vocab, labels, rules) if rules.labeled else (labels, None)
    used = vocab.used(np.concatenate(classes))
    table = np.zeros(len(vocab) + 1, dtype=np.int32)
    table[used] = np.arange(len(used))
    use = [valid[side.sentence] for side in (gold, system)]
    if loose is not None:
        spans = np.unique(np.concatenate([ours[loose[0]], theirs[loose[1]]]))
        slow = [np.isin(key, spans) for key in (ours, theirs)]
        _match_slowly(
            gold, system, (ours, theirs), [u & s for u, s in zip(use, slow, strict=True)], partner, vocab, rules
        )
        use = [u & ~s for u, s in zip(use, slow, strict=True)]
    for one, two in _cut_stretches(gold, system):
        rows = one.start + np.flatnonzero(use[0][one]), two.start + np.flatnonzero(use[1][two])
        at_ours, at_theirs = pair_spans(
            (ours[rows[0]], table[classes[0][rows[0]]]), (theirs[rows[1]], table[classes[1][rows[1]]]), len(used) + 1
        )
        partner[rows[1][at_theirs]] = rows[0][at_ours]
    return partner


def _cut_stretches(gold: Side, system: Side) -> Iterator[tuple[slice, slice]]:
    """The brackets of some sentences at a time, on both sides: what is alive at one time fits a cache."""
    last = int(max(gold.sentence[-1:].max(initial=-1), system.sentence[-1:].max(initial=-1)))
    step = max(1, _STRETCH * (last + 1) // max(len(gold.sentence), len(system.sentence), 1))
    bounds = np.append(np.arange(0, last + 1, step), last + 1)
    cuts = (np.searchsorted(side.sentence, bounds).tolist() for side in (gold, system))
    for starts, stops in pairwise(zip(*cuts, strict=True)):
        yield slice(starts[0], stops[0]), slice(starts[1], stops[1])


def _label_classes(vocab: Vocab, labels: list[Codes], rules: BracketRules) -> tuple[list[Codes], list[Mask] | None]:
    """Labels as classes of the same; and where labels are the same without forming a class."""
    if not rules.eq_label or rules.dialect == "discodop":  # there the labels are those of classes already
        return labels, None
    lead = find_classes(rules.eq_label)
    groups = {first: [name for name in lead if lead[name] == first] for first in lead.values()}
    open_names = {
        name for group in groups.values() if not all(rules.same(a, b) for a in group for b in group) for name in group
    }
    lead = {name: first for name, first in lead.items() if name not in open_names}
    classes = [vocab.rewrite(column, lambda text: lead.get(text, text)) for column in labels]
    if not open_names:
        return classes, None
    return classes, [vocab.flag(column, open_names.__contains__) for column in labels]


def _match_slowly(  # noqa: PLR0917 (both sides of everything)
    gold: Side,
    system: Side,
    keys: tuple[Offsets, Offsets],
    use: list[Mask],
    partner: Offsets,
    vocab: Vocab,
    rules: BracketRules,
) -> None:
    """Gold brackets in their order, each takes the first system bracket of its span whose label is the same."""
    waiting: dict[int, list[int]] = {}
    for row in np.flatnonzero(use[1]).tolist():
        waiting.setdefault(int(keys[1][row]), []).append(row)
    names = {side: vocab.decode(part.label) for side, part in enumerate((gold, system))}
    for row in np.flatnonzero(use[0]).tolist():
        for other in waiting.get(int(keys[0][row]), []):
            if partner[other] < 0 and rules.same(names[0][row], names[1][other]):
                partner[other] = row
                break


def find_crossing(gold: Side, system: Side, valid: Mask, asked: Mask | None = None) -> Mask:
    """(n_system_brackets,) which brackets of valid sentences cross at least one gold bracket.

    Those that are over the words of a gold bracket cross none, and need not be asked.
    """
    gappy = find_gappy_sentences([gold, system], len(valid))
    crossing = _cross_spans(gold, system, valid & ~gappy, asked)
    if gappy.any():
        crossing[cross_sets(gold, system, valid & gappy)] = True
    return crossing


def _cross_spans(gold: Side, system: Side, valid: Mask, asked: Mask | None) -> Mask:
    """(n_system_brackets,) the same for brackets without gaps.

    A bracket (a, b) is crossed if some gold bracket that starts inside it ends after b, or one that ends inside it
    starts before a: two questions for the extreme of a range, answered from tables of ranges of 2^k places.
    """
    base = np.concatenate([[0], np.cumsum(np.where(valid, np.maximum(gold.n_words, system.n_words) + 1, 0))])
    # a stretch of places for each sentence
    n = int(base[-1]) + 1
    closed = [
        valid[side.sentence] if side.unclosed is None else valid[side.sentence] & ~side.unclosed
        for side in (gold, system)
    ]
    ours, theirs = np.flatnonzero(closed[0]), np.flatnonzero(closed[1] if asked is None else closed[1] & asked)
    crossing = np.zeros(len(system.sentence), dtype=np.bool_)
    if not len(ours) or not len(theirs):
        return crossing
    shift = base[gold.sentence[ours]]
    furthest = np.full(n, -1, dtype=np.int32)
    np.maximum.at(furthest, shift + gold.start[ours], gold.end[ours])
    nearest = np.full(n, np.iinfo(np.int32).max, dtype=np.int32)
    np.minimum.at(nearest, shift + gold.end[ours], gold.start[ours])
    start, end = system.start[theirs], system.end[theirs]
    shift = base[system.sentence[theirs]]
    inner = end - start - 1  # places strictly inside
    wide = inner > 0
    level = np.zeros(len(theirs), dtype=np.int32)
    level[wide] = np.floor(np.log2(inner[wide])).astype(np.int32)
    crosses = np.zeros(len(theirs), dtype=np.bool_)
    high, low, step = furthest, nearest, 1
    for k in range(int(level.max(initial=0)) + 1):
        now = np.flatnonzero(wide & (level == k))
        first = shift[now] + start[now] + 1
        last = shift[now] + end[now] - step
        beyond = np.maximum(high[first], high[last]) > end[now]
        before = np.minimum(low[first], low[last]) < start[now]
        crosses[now] = beyond | before
        high = np.concatenate([np.maximum(high[:-step], high[step:]), high[-step:]])
        low = np.concatenate([np.minimum(low[:-step], low[step:]), low[-step:]])
        step *= 2
    crossing[theirs] = crosses
    return crossing


def _count_tags(  # noqa: PLR0917 (both sides of everything)
    gold: Corpus, system: Corpus, keep: list[Mask], sizes: list[Offsets], compared: Mask, rules: BracketRules
) -> Offsets:
    """(n_sents,) kept words of compared sentences whose parts of speech are the same."""
    words = _pair_words(gold, system, keep, sizes, compared)
    tags = [corpus.columns["tag"][row] for corpus, row in zip((gold, system), words, strict=True)]
    if rules.dialect in ("spmrl", "discodop"):
        tags = [gold.vocab.rewrite(column, rules.trim) for column in tags]
    same = tags[0] == tags[1]
    if rules.eq_label and rules.dialect != "discodop":
        same |= _same_pairs(gold.vocab, tags[0], tags[1], rules.eq_label)
    sentence = gold.sentence_of_words()[words[0]]
    return np.bincount(sentence[same], minlength=len(compared))
