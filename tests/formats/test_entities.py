"""CorefUD: heads, discontinuous mentions, empty nodes, documents."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.conventions import Conventions
from tertium.corpus import Corpus, Vocab
from tertium.errors import FormatError
from tertium.formats.conllu import read
from tertium.formats.request import Request
from tertium.formats.sources import Text
from tertium.mentionrules import COREFUD, DEFAULT_MENTIONS, MentionRules
from tertium.mentions import Mentions, join_mentions
from tertium.tasks.mention_spans import span_codes


def conllu(*rows: str) -> str:
    """Rows `id MISC`; comments and empty lines stay."""
    lines = []
    for row in rows:
        if not row or row.startswith("#"):
            lines.append(row)
        else:
            number, _, misc = row.partition(" ")
            lines.append("\t".join([number, f"w{number}", *"______", "_", misc or "_"]))
    return "\n".join([*lines, "", ""])


def read_text(text: str, mentions: MentionRules = DEFAULT_MENTIONS) -> Corpus:
    wanted, rules = frozenset({"form", "misc"}), Conventions(task="coreference", mentions=mentions)
    ask = Request(vocab=Vocab(), name="x", wanted=wanted, conventions=rules)
    return read(Text(text.encode(), "x.conllu"), ask)


def mentions_of(text: str) -> Mentions:
    found = read_text(text).mentions
    assert found is not None
    return found


def test_entities__spans_and_heads() -> None:
    found = mentions_of(
        conllu(
            "1 Entity=(e1-person-2-", "2 SpaceAfter=No|Entity=(e2-x-1-)", "3 Entity=e1)", "", "1 Entity=(e1-person-1-)"
        )
    )
    assert (found.first.tolist(), found.last.tolist()) == ([0, 3, 1], [2, 3, 1])
    assert found.heads().tolist() == [1, 3, 1]
    assert found.chain.tolist() == [0, 0, 1]


def test_entities__closing_and_opening_on_one_word_from_left_to_right() -> None:
    found = mentions_of(conllu("1 Entity=(e1-x-1-", "2 Entity=e1)(e1-x-1-", "3 Entity=e1)"))
    assert sorted(zip(found.first.tolist(), found.last.tolist(), strict=True)) == [(0, 1), (1, 2)]


def test_entities__fields_as_the_comment_says() -> None:
    head = "# global.Entity = GRP-etype-infstat-minspan-link-identity"
    found = mentions_of(conllu(head, "1 Entity=(1-person-new-2,3-coref-", "2", "3 Entity=1)"))
    assert found.heads().tolist() == [1]


@pytest.mark.parametrize("closing", ["1)", "person-1)"])
def test_entities__the_chain_need_not_come_first(closing: str) -> None:
    """GUM 2.9 has the type before the chain, and 2.8 has it in closing brackets, too."""
    head = "# global.Entity = entity-GRP-infstat-minspan-link"
    found = mentions_of(
        conllu(head, "1 Entity=(person-1-new-2-coref", "2 Entity=(person-2-giv-1-coref)", f"3 Entity={closing}")
    )
    assert sorted(zip(found.first.tolist(), found.last.tolist(), strict=True)) == [(0, 2), (1, 1)]
    assert found.chain.tolist() == [0, 1]
    assert found.heads().tolist() == [1, 1]


def test_entities__of_several_comments_the_last_counts() -> None:
    """For the whole file, as in udapi; and it is said."""
    rows = ["1 Entity=(e1-x-2", "2 Entity=e1)", "", "# global.Entity = eid-etype-head", "1"]
    found = read_text(conllu("# global.Entity = eid-head", *rows))
    assert found.mentions is not None
    assert found.mentions.heads().tolist() == [1]
    (odd,) = found.irregularities
    assert str(odd).startswith("x.conllu: 1 comment global.Entity unlike the last one")
    assert odd.line == 1


@pytest.mark.parametrize(
    ("head", "misc", "line", "what"),
    [
        ("etype-head", "_", 1, "no field for the chain"),
        ("etype-eid", "Entity=(e1)", 2, "names no chain in field 2"),
        ("eid-etype", "Entity=(-x)", 2, "names no chain in field 1"),
        ("eid-etype", "Entity=(e1)())", 2, "names no chain in field 1"),
        ("eid-etype", "Entity=(e1))", 2, "closes no chain that it names"),
    ],
)
def test_entities__brackets_without_a_chain_are_refused(head: str, misc: str, line: int, what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_text(conllu(f"# global.Entity = {head}", f"1 {misc}"))
    assert caught.value.line == line
    assert caught.value.hint


def test_entities__what_is_no_bracket_is_passed_over() -> None:
    found = read_text(conllu("1 Entity=e1(e2-x-1-)", "2 Entity=_", "3 Entity="))
    assert found.mentions is not None
    assert found.mentions.n == 1
    assert [str(odd) for odd in found.irregularities] == [
        "x.conllu: 1 word with more than brackets in Entity=, passed over (at line 1)"
    ]


def test_entities__discontinuous() -> None:
    found = mentions_of(
        conllu("1 Entity=(e1[1/2]-x-3-", "2 Entity=e1[1/2])", "3", "4 Entity=(e1[2/2]-x-3-)", "5 Entity=(e1-x-1-)")
    )
    start, place = found.all_places()
    assert [place[start[row] : start[row + 1]].tolist() for row in range(found.n)] == [[0, 1, 3], [4]]
    assert found.heads().tolist() == [3, 4]


def test_entities__empty_nodes_are_places() -> None:
    found = mentions_of(
        conllu("0.1 Entity=(e1-x-1-)", "1 Entity=(e1-x-1-", "1.1", "2 Entity=e1)", "", "1 Entity=(e1-x-1-)")
    )
    assert found.places is not None
    assert found.first.tolist() == [0, 1, 4]
    assert found.last.tolist() == [0, 3, 4]
    keys = found.key_of(found.first).tolist()
    assert len(set(keys)) == 3


def test_entities__names_hold_for_a_document() -> None:
    text = conllu("# newdoc id = a", "1 Entity=(e1-x-1-)", "", "# newdoc id = b", "1 Entity=(e1-x-1-)")
    found = mentions_of(text)
    assert found.chain.tolist() == [0, 1]
    assert found.doc_start.tolist() == [0, 1, 2]


def test_entities__chains_as_they_were_before_1_0_are_refused() -> None:
    """They would be no mentions at all, and every score 0."""
    with pytest.raises(FormatError, match="ClusterId= of CorefUD before") as caught:
        read_text(conllu("1", "2 ClusterId=c1|MentionSpan=1-2"))
    assert caught.value.line == 2


def test_entities__two_documents_of_one_name_are_one_for_the_scorer_of_corefud() -> None:
    """A chain e1 of both would be one; other readers may have two."""
    rows = ["# newdoc id = a", "1", "", "# newdoc", "1", "", "# newdoc", "1", "", "# newdoc id = a", "1"]
    with pytest.raises(FormatError, match="two documents named 'a'; the words of the first begin at line 2") as caught:
        read_text(conllu(*rows), COREFUD)
    assert caught.value.line == 11
    assert read_text(conllu(*rows)).n_docs == 4
    rows[-2] = "# newdoc id = b"
    assert read_text(conllu(*rows), COREFUD).n_docs == 4


@pytest.mark.parametrize(
    ("misc", "what"),
    [
        ("Entity=(e1-x-1-", "never closed"),
        ("Entity=e1)", "never opened"),
        ("Entity=(e1[1/2]-x-1-)", "not all of its parts"),
        ("Entity=(e1[2/2]-x-1-)", "not all of its parts"),
        ("Entity=(e1[a/2]-x-1-)", r"'e1\[a/2\]', not of the form"),
        ("Entity=(e1[1]-x-1-)", r"'e1\[1\]', not of the form"),
        ("Entity=(e1[[1/2]-x-1-)(e1[[2/2]-x-1-)", r"'e1\[\[1/2\]', not of the form"),
    ],
)
@pytest.mark.parametrize("place", ["2", "1.1"])
def test_entities__wrong_brackets_are_refused(misc: str, what: str, place: str) -> None:
    """With the line and the sentence, though it be the last line of it that is no word."""
    with pytest.raises(FormatError, match=what) as caught:
        read_text(conllu("# sent_id = s", "1", f"{place} {misc}", "", "# sent_id = t", "1"))
    assert (caught.value.line, caught.value.sentence) == (3, "s")
    assert caught.value.hint


def test_entities__on_multiword_tokens_are_counted() -> None:
    """Mentions are of words, as in CorefUD; whoever writes their brackets elsewhere is told."""
    corpus = read_text(conllu("1-2 Entity=(e1-x-1-)", "1", "2", "3 Entity=(e1-x-1-)"))
    assert corpus.mentions is not None
    assert corpus.mentions.n == 1
    assert [str(fault) for fault in corpus.irregularities if "multiword" in str(fault)]
    plain = read_text(conllu("1-2 SpaceAfter=No", "1 Entity=(e1-x-1-)", "2", "3"))
    assert not any("multiword" in str(fault) for fault in plain.irregularities)


def test_entities__parts_go_together_in_the_order_in_which_they_open() -> None:
    """Two mentions of one chain: the second part of the first one closes after that of the other (as in udapi)."""
    found = mentions_of(
        conllu(
            "1 Entity=(e1[1/2]-x-1-)", "2 Entity=(e1[1/2]-x-1-)", "3", "4 Entity=(e1[2/2]-x-1-",
            "5 Entity=(e1[2/2]-x-1-)e1[2/2])",
        )
    )  # fmt: skip
    start, place = found.all_places()
    assert [place[start[row] : start[row + 1]].tolist() for row in range(2)] == [[0, 3, 4], [1, 4]]


def places_of(text: str, mentions: MentionRules = DEFAULT_MENTIONS) -> list[list[int]]:
    """The places of each mention."""
    found = read_text(text, mentions).mentions
    assert found is not None
    start, place = found.all_places()
    return [place[start[row] : start[row + 1]].tolist() for row in range(found.n)]


def test_entities__parts_of_a_mention_inside_of_another_one_of_its_chain() -> None:
    """While a part is open the next one cannot begin: 3 belongs to what was opened last (as udapi writes them)."""
    found = places_of(
        conllu(
            "1 Entity=(e1[1/2]-x-5-(e1[1/2]-x-2-)", "2", "3 Entity=(e1[2/2]-x-2-)", "4 Entity=e1[1/2])", "5",
            "6 Entity=(e1[2/2]-x-5-)",
        )
    )  # fmt: skip
    assert found == [[0, 1, 2, 3, 5], [0, 2]]


def test_entities__parts_that_take_turns() -> None:
    """What was opened last must be complete first in CorefUD's scorer, which stops otherwise."""
    text = conllu("1 Entity=(e1[1/2])", "2 Entity=(e1[1/2])", "3 Entity=(e1[2/2])", "4 Entity=(e1[2/2])")
    assert places_of(text) == [[0, 2], [1, 3]]
    with pytest.raises(FormatError, match="before a later one of its chain") as caught:
        read_text(text, COREFUD)
    assert caught.value.line == 3


def test_entities__to_the_scorer_of_corefud_any_mention_that_waits_will_do() -> None:
    """2 is a part of the mention of three parts, but what was opened first gets it."""
    rows = [
        "1 Entity=(e1[1/2])(e1[1/3])",
        "2 Entity=(e1[2/3])",
        "3 Entity=(e1[3/3]",
        "4 Entity=(e1[2/2])",
        "5 Entity=e1[3/3])",
    ]
    assert places_of(conllu(*rows)) == [[0, 3], [0, 1, 2, 3, 4]]
    assert places_of(conllu(*rows), COREFUD) == [[0, 1, 2, 3, 4], [0, 3]]


def test_entities__to_the_scorer_of_corefud_the_closing_bracket_says_what_is_complete() -> None:
    """4 closes the part 2/2 and calls it 2/3, so that its mention waits for 5, which comes last in it."""
    rows = [
        "1 Entity=(e1[1/3])(e1[1/2])",
        "2 Entity=(e1[2/3]",
        "3 Entity=(e1[2/2]",
        "4 Entity=e1[2/3])",
        "5 Entity=(e1[3/3])",
        "6 Entity=e1[2/2])",
    ]
    assert places_of(conllu(*rows), COREFUD) == [[0, 1, 2, 3, 4, 5], [0, 2, 3, 4]]


def test_entities__a_mention_that_crosses_the_last_part_of_another_one_of_its_chain() -> None:
    """What 3 closes is no part of what it completes: CorefUD's scorer stops."""
    text = conllu("1 Entity=(e1[1/2])", "2 Entity=(e1[2/2](e1", "3 Entity=e1[2/2])", "4 Entity=e1)")
    assert places_of(text) == [[0, 1, 2, 3], [1, 2]]
    with pytest.raises(FormatError, match="before a later one of its chain") as caught:
        read_text(text, COREFUD)
    assert caught.value.line == 3


def test_entities__what_was_opened_last_is_closed_first_whatever_part_it_is() -> None:
    """As in udapi: mentions of one chain do not cross, they are nested."""
    found = places_of(
        conllu("1 Entity=(e1[1/2]-x-1-", "2 Entity=(e1-x-1-", "3 Entity=e1[1/2])", "4 Entity=e1)", "5 Entity=(e1[2/2])")
    )
    assert found == [[0, 1, 2, 3, 4], [1, 2]]


@pytest.mark.parametrize(
    ("rows", "places", "what"),
    [
        (("1 Entity=(e1-x-1-", "2 Entity=(e1-x-1-)", "3"), [[1]], "1 word with a bracket that is never closed"),
        (("1 Entity=(e1[1/2]-x-1-", "2 Entity=(e1-x-1-)", "3"), [[1]], "1 word with a bracket that is never closed"),
        (("1 Entity=(e1[1/2])(e1[2/2]-x-1-", "2 Entity=(e1)"), [[1]], "1 word with a bracket that is never closed"),
        (("1 Entity=(e1[1/2]-x-2-", "2 Entity=e1[1/2])", "3"), [[0, 1]], "lacks its last parts"),
        (("1 Entity=(e1-x-1-(e2-x-1-)e1)", "2", "3", "", "1"), [[0, 1, 2], [0]], "ends with its sentence"),
    ],
)
def test_entities__broken_brackets_with_which_the_scorer_of_corefud_goes_on(
    rows: tuple[str, ...], places: list[list[int]], what: str
) -> None:
    text = conllu(*rows)
    assert places_of(text, COREFUD) == places
    (odd,) = read_text(text, COREFUD).irregularities
    assert what in str(odd)
    assert odd.line == 1


def test_entities__a_head_in_what_lacks_parts_does_not_count() -> None:
    found = read_text(conllu("1 Entity=(e1[1/2]-x-2-", "2 Entity=e1[1/2])"), COREFUD).mentions
    assert found is not None
    assert found.heads().tolist() == [0]


@pytest.mark.parametrize(
    "misc",
    ["Entity=e1)", "Entity=(e1[1/2](e1[2/2])", "Entity=(e1[2/2]-x-1-)", "Entity=(e1[1/2])(e1[2/2])(e1[3/2])"],
)
def test_entities__broken_brackets_that_nobody_reads(misc: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_text(conllu("1", f"2 {misc}"), COREFUD)
    assert caught.value.line == 2


def test_entities__the_last_part_tells_the_head() -> None:
    found = mentions_of(conllu("1 Entity=(e1[1/2]-x-1-)", "2", "3 Entity=(e1[2/2]-x-2-)"))
    assert found.heads().tolist() == [2]


def test_entities__the_scorer_of_corefud_does_not_look_at_minspan() -> None:
    """Without a field `head` the first word is the head, which decides what mentions match."""
    text = conllu("# global.Entity = GRP-etype-minspan", "1 Entity=(1-x-2", "2 Entity=1)")
    found = read_text(text, COREFUD).mentions
    assert found is not None
    assert found.heads().tolist() == [0]
    assert mentions_of(text).heads().tolist() == [1]


@pytest.mark.parametrize(
    ("misc", "what"),
    [
        ("Entity=(e1-x-3-", "the head of a mention is its word 3, but it has 2 words"),
        ("Entity=(e1-x-a-", "'a', no number"),
        ("Entity=(e1-x-1,2-", "'1,2', no number"),
    ],
)
def test_entities__heads_that_are_no_word_of_the_mention_are_refused(misc: str, what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_text(conllu("# sent_id = s", "1", f"2 {misc}", "3 Entity=e1)"))
    assert (caught.value.line, caught.value.sentence) == (3, "s")
    assert caught.value.hint


@pytest.mark.parametrize("misc", ["(e1)", "(e1-x)", "(e1-x--)", "(e1-x-0-)", "(e1-x-7-)"])
def test_entities__heads_that_need_not_be_given(misc: str) -> None:
    assert mentions_of(conllu("1", f"2 Entity={misc}")).heads().tolist() == [1]


def test_entities__of_an_attribute_that_stands_there_twice_the_last_counts() -> None:
    assert places_of(conllu("1 Entity=(e1-x-1-|Entity=(e2-x-1-)", "2")) == [[0]]


def test_entities__numbers_that_no_file_can_mean() -> None:
    with pytest.raises(FormatError, match="not all of its parts"):
        read_text(conllu("1 Entity=(e1[1/99999999999]-x-99999999999-)", "2"))


def test_join_mentions() -> None:
    one = read_text(conllu("1 Entity=(e1-x-1-", "1.1", "2 Entity=e1)"))
    two = read_text(conllu("1 Entity=(e1[1/2]-x-1-)", "2", "3 Entity=(e1[2/2]-x-1-)"))
    assert one.mentions is not None
    assert two.mentions is not None
    found = join_mentions([one.mentions, two.mentions], [2, 3])
    start, place = found.all_places()
    assert [place[start[row] : start[row + 1]].tolist() for row in range(2)] == [[0, 1, 2], [3, 5]]
    assert found.places is not None
    assert found.word_of(place).tolist() == [0, 0, 1, 2, 4]
    assert found.chain.tolist() == [0, 1]


def test_places__rise_with_the_file_and_tell_empty_nodes_apart() -> None:
    """An empty node before the first word of its sentence comes before it, and so do mentions that begin with it."""
    found = mentions_of(
        conllu(
            "0.1 Entity=(e1-x-1-", "1 Entity=e1)", "1.1", "2", "", "0.1 Entity=(e2-x-1-", "1 Entity=e2)", "2",
        )
    )  # fmt: skip
    assert found.places is not None
    keys = found.key_of(np.arange(len(found.places.word), dtype=np.int32))
    assert (np.diff(keys) > 0).all()
    codes = span_codes(found, None)
    assert len(set(codes.tolist())) == 2


def test_places__empty_nodes_are_known_by_their_numbers() -> None:
    """A system that leaves out 1.1 still means 1.2 by 1.2; and where a node stands in the file does not matter."""
    whole = mentions_of(conllu("0.1", "1", "1.1", "1.2 Entity=(e1-x-1-", "2 Entity=e1)", "3", "3.1 Entity=(e2-x-1-)"))
    other = mentions_of(conllu("1", "0.1", "1.2 Entity=(e1-x-1-", "2 Entity=e1)", "3.1 Entity=(e2-x-1-)", "3"))
    assert span_codes(whole, None).tolist() == span_codes(other, None).tolist()
    assert other.places is not None
    assert other.places.word.tolist() == [0, 0, 0, 1, 2, 2]
    assert other.places.number.tolist() == [129, 0, 2, 0, 0, 1]
    assert other.line.tolist() == [3, 5]


def test_places__sentences_of_empty_nodes_and_odd_numbers() -> None:
    found = mentions_of(conllu("1", "", "1.1 Entity=(e1-x-1-)", "", "1", "2.0", "9.1 Entity=(e1-x-1-)", "1.200"))
    assert found.places is not None
    assert np.flatnonzero(found.places.number == 0).tolist() == [0, 2]
    assert len(found.places.number) == 6
    assert found.first.tolist() == [1, 5]


def test_chains__go_by_their_first_mentions() -> None:
    """The longer of two mentions that begin together is the first, however its bracket stands (as in udapi)."""
    found = mentions_of(conllu("1 Entity=(e1-x-1-)(e2-x-1-", "2 Entity=e2)", "3 Entity=(e1-x-1-)"))
    assert found.chain.tolist() == [0, 1, 1]
    assert found.last.tolist() == [1, 0, 2]


@pytest.mark.parametrize(("field", "places"), [("eid", [0, 2, 1]), ("GRP", [0, 1, 2])])
def test_chains__of_one_name_in_two_documents(field: str, places: list[int]) -> None:
    """An eid comes first where an earlier document has it, as in udapi; a GRP is another one in each document."""
    head = f"# global.Entity = {field}"
    found = mentions_of(conllu(head, "# newdoc", "1 Entity=(a)", "", "# newdoc", "1 Entity=(b)", "2 Entity=(a)"))
    assert found.chain.tolist() == [0, 1, 2]
    assert found.first.tolist() == places
