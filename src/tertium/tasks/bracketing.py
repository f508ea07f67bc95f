"""Brackets: two trees over the same words, bracket by bracket, as evalb and its relatives see them.

Words are deleted by their part of speech, brackets without words vanish, labels are cut at their functions, brackets
with deleted labels vanish too (Sekine and Collins 1997; spec of the project, constituency section 1, gives the order).
What is left are brackets (sentence, start, end, label) in the coordinates of the kept words. They are matched as
multisets; all sentences at once, by sorting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tertium.errors import UsageError

if TYPE_CHECKING:
    from tertium._typing import Codes, Mask, Offsets
    from tertium.brackets import BracketRules
    from tertium.corpus import Corpus, Vocab

VALID, IN_ERROR, SKIPPED = range(3)
"""What evalb says of a sentence: compared; words differ; the parse has no words."""

_QUOTES: Final = ("'", '"', "/")


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """One file's words and brackets, after everything was deleted that does not count."""

    kept: Mask  # (n_words,)
    n_words: Offsets  # (n_sents,)  kept words
    node: Offsets  # (n_brackets,)  the phrase behind each bracket
    sentence: Codes  # (n_brackets,)
    start: Codes  # (n_brackets,)  in kept words of the sentence
    end: Codes  # (n_brackets,)
    label: Codes  # (n_brackets,)  cut

    def count(self, n_sents: int, chosen: Mask | None = None) -> Offsets:
        """(n_sents,) brackets of each sentence."""
        sentence = self.sentence if chosen is None else self.sentence[chosen]
        return np.bincount(sentence, minlength=n_sents)


@dataclass(frozen=True, eq=False, slots=True)
class Bracketing:
    """Gold and system, sentence by sentence."""

    rules: BracketRules
    gold: Side
    system: Side
    status: Codes  # (n_sents,)
    length: Offsets  # (n_sents,)  gold words as evalb's length column counts them
    partner: Offsets  # (n_system_brackets,)  the gold bracket that each takes; -1: none
    crossing: Mask  # (n_system_brackets,)  crosses some gold bracket
    tags_right: Offsets  # (n_sents,)
    words_differ: tuple[tuple[int, str], ...]  # (sentence, why) for those in error

    @property
    def n_sents(self) -> int:
        """How many sentences there are."""
        return len(self.status)

    @property
    def valid(self) -> Mask:
        """(n_sents,) which sentences are compared."""
        found: Mask = self.status == VALID
        return found

    def matched(self) -> Offsets:
        """(n_sents,) brackets that match."""
        return np.bincount(self.system.sentence[self.partner >= 0], minlength=self.n_sents)

    def crossed(self) -> Offsets:
        """(n_sents,) system brackets that cross a gold bracket."""
        return np.bincount(self.system.sentence[self.crossing], minlength=self.n_sents)


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """The words that count, on either side."""

    keep: list[Mask]  # gold, system: (n_words,)
    sizes: list[Offsets]  # gold, system: (n_sents,)  kept words
    status: Codes  # (n_sents,)
    differ: tuple[tuple[int, str], ...]  # (sentence, why) for those in error


def pair_words(gold: Corpus, system: Corpus, rules: BracketRules) -> Words:
    """Delete words, and see which sentences still have the same on both sides."""
    keep = _keep_words(gold, system, rules)
    sizes = [_sum(k, corpus) for k, corpus in zip(keep, (gold, system), strict=True)]
    if rules.quote_label:
        keep = _restore_quotes(gold, system, keep, sizes, rules)
        sizes = [_sum(k, corpus) for k, corpus in zip(keep, (gold, system), strict=True)]
    status = np.where(sizes[1] == 0, SKIPPED, np.where(sizes[0] != sizes[1], IN_ERROR, VALID)).astype(np.int32)
    why = [
        (int(s), f"Length unmatch ({sizes[0][s]}|{sizes[1][s]})") for s in np.flatnonzero(status == IN_ERROR).tolist()
    ]
    why += _check_words(gold, system, keep, status, rules)
    return Words(keep, sizes, status, tuple(sorted(why)))


def compare_brackets(gold: Corpus, system: Corpus, rules: BracketRules) -> Bracketing:
    """Delete, cut and match.

    Raises:
        UsageError: A file has no trees.
    """
    words = pair_words(gold, system, rules)
    keep, sizes, status = words.keep, words.sizes, words.status
    length = _sum(~gold.vocab.flag(gold.columns["tag"], frozenset(rules.delete_label_for_length).__contains__), gold)
    ours = _take_side(gold, keep[0], sizes[0], rules)
    theirs = _take_side(system, keep[1], sizes[1], rules)
    partner = match_brackets(ours, theirs, status == VALID, gold.vocab, rules)
    return Bracketing(
        rules,
        ours,
        theirs,
        status,
        length,
        partner,
        find_crossing(ours, theirs, status == VALID),
        _count_tags(gold, system, keep, status, rules),
        words.differ,
    )


def _sum(flags: Mask, corpus: Corpus) -> Offsets:
    total = np.concatenate([[0], np.cumsum(flags)])
    summed: Offsets = total[corpus.sent_start[1:]] - total[corpus.sent_start[:-1]]
    return summed


def _keep_words(gold: Corpus, system: Corpus, rules: BracketRules) -> list[Mask]:
    """Which words count, on either side."""
    if rules.dialect == "spmrl":
        return [np.ones(corpus.n_words, dtype=np.bool_) for corpus in (gold, system)]
    deleted = frozenset(rules.delete_label)
    own = [~corpus.vocab.flag(corpus.columns["tag"], deleted.__contains__) for corpus in (gold, system)]
    if rules.dialect == "evalb" or gold.n_words == 0:
        return own
    same = np.diff(gold.sent_start) == np.diff(system.sent_start)  # by the gold's tags, where the words are the same
    alike = np.repeat(same, np.diff(system.sent_start))
    place = np.arange(system.n_words) + np.repeat(gold.sent_start[:-1] - system.sent_start[:-1], system.sent_len)
    theirs = own[1].copy()
    theirs[alike] = own[0][place[alike]]
    return [own[0], theirs]


def _restore_quotes(
    gold: Corpus, system: Corpus, keep: list[Mask], sizes: list[Offsets], rules: BracketRules
) -> list[Mask]:
    """A quote that one side deletes and the other does not comes back, where lengths differ (evalb's fix_quote)."""
    keep = [keep[0].copy(), keep[1].copy()]
    vocab, quote = gold.vocab, frozenset(rules.quote_label)
    for sentence in np.flatnonzero(sizes[0] != sizes[1]).tolist():
        ours, theirs = (slice(*corpus.sent_start[sentence : sentence + 2]) for corpus in (gold, system))
        forms = [vocab.decode(corpus.columns["form"][part]) for corpus, part in ((gold, ours), (system, theirs))]
        tags = [vocab.decode(corpus.columns["tag"][part]) for corpus, part in ((gold, ours), (system, theirs))]
        for place in range(min(len(forms[0]), len(forms[1]))):
            quoted = all(forms[s][place] in _QUOTES and tags[s][place] in quote for s in range(2))
            if quoted and tags[0][place] != tags[1][place]:
                keep[0][ours.start + place] = keep[1][theirs.start + place] = (
                    keep[0][ours.start + place] | keep[1][theirs.start + place]
                )
    return keep


def _check_words(
    gold: Corpus, system: Corpus, keep: list[Mask], status: Codes, rules: BracketRules
) -> list[tuple[int, str]]:
    """Put sentences in error whose words differ; the first pair of each tells why."""
    words = [_kept_of_valid(corpus, k, status) for corpus, k in zip((gold, system), keep, strict=True)]
    ours, theirs = gold.columns["form"][words[0]], system.columns["form"][words[1]]
    differ = np.flatnonzero(ours != theirs)
    if not len(differ):
        return []
    sentence = gold.sentence_of_words()[words[0][differ]]
    vocab, why = gold.vocab, []
    for at, place in zip(differ.tolist(), sentence.tolist(), strict=True):
        if status[place] == VALID:
            one, two = vocab.decode(np.array([ours[at], theirs[at]]))
            if (one, two) not in rules.eq_word and (two, one) not in rules.eq_word:
                status[place] = IN_ERROR
                why.append((place, f"Words unmatch ({one}|{two})"))
    return why


def _kept_of_valid(corpus: Corpus, keep: Mask, status: Codes) -> Offsets:
    return np.flatnonzero(keep & np.repeat(status == VALID, corpus.sent_len))


def _take_side(corpus: Corpus, keep: Mask, sizes: Offsets, rules: BracketRules) -> Side:
    nodes = corpus.nodes
    if nodes is None:
        raise UsageError(f"{corpus.path_of(0)} has no trees", hint="give files of bracketed trees")
    before = np.concatenate([[0], np.cumsum(keep)]).astype(np.int32)
    start, end = before[nodes.start], before[nodes.end]
    label = corpus.vocab.rewrite(nodes.label, rules.trim)
    deleted = [rules.trim(text) if rules.dialect == "spmrl" else text for text in rules.delete_label]

    def goes(text: str) -> bool:
        return any(rules.same(text, gone) for gone in deleted)

    stays = np.flatnonzero((end > start) & ~corpus.vocab.flag(label, goes))
    sentence = nodes.sentence()[stays]
    first = before[corpus.sent_start[:-1]][sentence]
    return Side(keep, sizes, stays, sentence, start[stays] - first, end[stays] - first, label[stays])


def match_brackets(gold: Side, system: Side, valid: Mask, vocab: Vocab, rules: BracketRules) -> Offsets:
    """(n_system_brackets,) the gold bracket that each system bracket takes, -1 for none.

    Brackets of one span and label are taken in their order, each once. Labels that are the same by the rules but form
    no equivalence are matched one gold bracket after the other, as evalb does.
    """
    width = int(max(gold.end.max(initial=0), system.end.max(initial=0))) + 1
    ours, theirs = (_span_key(side, width) for side in (gold, system))
    partner = np.full(len(theirs), -1, dtype=np.int64)
    labels = [side.label for side in (gold, system)]
    if not rules.labeled:
        labels = [np.zeros_like(column) for column in labels]
    classes, loose = _label_classes(vocab, labels, rules) if rules.labeled else (labels, None)
    used = vocab.used(np.concatenate(classes))
    table = np.zeros(len(vocab) + 1, dtype=np.int64)
    table[used] = np.arange(len(used))
    size = len(used) + 1
    keys = [key * size + table[column] for key, column in zip((ours, theirs), classes, strict=True)]
    use = [valid[side.sentence] for side in (gold, system)]
    if loose is not None:
        spans = np.unique(np.concatenate([ours[loose[0]], theirs[loose[1]]]))
        slow = [np.isin(key, spans) for key in (ours, theirs)]
        _match_slowly(
            gold, system, (ours, theirs), [u & s for u, s in zip(use, slow, strict=True)], partner, vocab, rules
        )
        use = [u & ~s for u, s in zip(use, slow, strict=True)]
    rows = [np.flatnonzero(u) for u in use]
    ranks = [count_before(key[row]) for key, row in zip(keys, rows, strict=True)]
    most = 1 + int(max(rank.max(initial=0) for rank in ranks))
    ranked = [key[row] * most + rank for key, row, rank in zip(keys, rows, ranks, strict=True)]
    _, at_ours, at_theirs = np.intersect1d(ranked[0], ranked[1], assume_unique=True, return_indices=True)
    partner[rows[1][at_theirs]] = rows[0][at_ours]
    return partner


def _span_key(side: Side, width: int) -> Offsets:
    return (side.sentence.astype(np.int64) * width + side.start) * width + side.end


def count_before(key: Offsets) -> Offsets:
    """(n,) how often each key has come before."""
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    new = np.ones(len(key), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(new, np.arange(len(key)), 0))
    rank = np.empty(len(key), dtype=np.int64)
    rank[order] = np.arange(len(key)) - first
    return rank


def _label_classes(vocab: Vocab, labels: list[Codes], rules: BracketRules) -> tuple[list[Codes], list[Mask] | None]:
    """Labels as classes of the same; and where labels are the same without forming a class."""
    if not rules.eq_label:
        return labels, None
    names = {name for pair in rules.eq_label for name in pair}
    groups: list[set[str]] = []
    for pair in rules.eq_label:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(pair).union(*touching))
    closed = [group for group in groups if all(rules.same(a, b) for a in group for b in group)]
    lead = {name: min(group) for group in closed for name in group}
    open_names = names - set(lead)
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


def find_crossing(gold: Side, system: Side, valid: Mask) -> Mask:
    """(n_system_brackets,) which brackets of valid sentences cross at least one gold bracket.

    A bracket (a, b) is crossed if some gold bracket that starts inside it ends after b, or one that ends inside it
    starts before a: two questions for the extreme of a range, answered from tables of ranges of 2^k places.
    """
    base = np.concatenate([[0], np.cumsum(np.where(valid, gold.n_words + 1, 0))])  # a stretch for each sentence
    n = int(base[-1]) + 1
    ours = np.flatnonzero(valid[gold.sentence])
    theirs = np.flatnonzero(valid[system.sentence])
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


def _count_tags(gold: Corpus, system: Corpus, keep: list[Mask], status: Codes, rules: BracketRules) -> Offsets:
    """(n_sents,) kept words of valid sentences whose parts of speech are the same."""
    words = [_kept_of_valid(corpus, k, status) for corpus, k in zip((gold, system), keep, strict=True)]
    tags = [corpus.columns["tag"][row] for corpus, row in zip((gold, system), words, strict=True)]
    if rules.dialect == "spmrl":
        tags = [gold.vocab.rewrite(column, rules.trim) for column in tags]
    same = tags[0] == tags[1]
    if rules.eq_label:
        pairs, place = np.unique(np.stack(tags), axis=1, return_inverse=True)
        equal = [rules.same(*gold.vocab.decode(pair)) for pair in pairs.T]
        same = np.array(equal, dtype=np.bool_)[place.ravel()]
    sentence = gold.sentence_of_words()[words[0]]
    return np.bincount(sentence[same], minlength=len(status))
