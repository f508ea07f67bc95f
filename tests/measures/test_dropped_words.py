"""Dropped words and their antecedents, as CorefUD's scorer asks for them."""

from __future__ import annotations

from pathlib import Path

import tertium
from tests.chains import corefud, score_corefud

GOLDEN = Path(__file__).parents[1] / "golden" / "corefud-scorer-4fd7b0e"

KEY = """\
# global.Entity = eid-etype-head-other
# newdoc id = d
# sent_id = 1
1\ta\t_\tNOUN\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)
1.1\t_\t_\t_\t_\t_\t_\t_\t1:nsubj\tEntity=(e2-x-1-)
2\tb\t_\tNOUN\t_\t_\t1\tdep\t_\tEntity=(e2-x-1-)
2.1\t_\t_\t_\t_\t_\t_\t_\t2:nsubj\tEntity=(e1-x-1-)

"""


def score(tmp_path: Path, response: str) -> tuple[float, int, int]:
    key, other = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(KEY, encoding="utf-8")
    other.write_text(response, encoding="utf-8")
    row = tertium.score(key, [other], like="corefud", measures=["Zeros"]).tables.score("Zeros", 0)
    return row.correct, row.gold, row.proposed


def test_zeros__the_first_of_a_chain_is_not_asked(tmp_path: Path) -> None:
    """Two words are dropped, but only the last has something before it to be resolved to."""
    assert score(tmp_path, KEY) == (1, 1, 1)


def test_zeros__resolved_to_another_chain(tmp_path: Path) -> None:
    """wl counts on both sides: the dropped word is in the chain of `b`, which is no antecedent in the key."""
    wrong = KEY.replace("2:nsubj\tEntity=(e1-x-1-)", "2:nsubj\tEntity=(e2-x-1-)").replace("(e1-", "(e9-")
    assert score(tmp_path, wrong) == (0, 1, 1)


def test_zeros__the_first_of_a_chain_in_the_response(tmp_path: Path) -> None:
    """fn: the response has the dropped word, but nothing before it. That of `b` is an fp: it leads in the key alone."""
    late = KEY.replace("1:nsubj\tEntity=(e2-x-1-)", "1:nsubj\tEntity=(e1-x-1-)")
    late = late.replace("2:nsubj\tEntity=(e1-x-1-)", "2:nsubj\t_")
    assert score(tmp_path, late) == (0, 1, 1)


def test_zeros__of_two_mentions_of_the_same_words_the_first_opened_leads(tmp_path: Path) -> None:
    """They differ in their heads only; the other one, which is closed before it, is asked for, and spurious."""
    key = corefud("1 _ Entity=(e1-x-1-)", "2", "2.1 2:nsubj Entity=(e1-x-1-)")
    response = corefud("1 _ Entity=(e1-x-1-(e1-x-2-", "1.1 1:obj Entity=e1)e1)", "2", "2.1 1:nsubj Entity=(e1-x-1-)")
    row = score_corefud(tmp_path, key, response, measures=["Zeros"]).tables.score("Zeros", 0)
    assert (row.correct, row.gold, row.proposed) == (1, 1, 2)


def test_zeros__are_asked_for_by_name() -> None:
    """They are no part of the scorer's numbers of a whole file, unless its report is printed."""
    paths = GOLDEN / "key.conllu", [GOLDEN / "response.conllu"]
    assert "Zeros" not in tertium.score(*paths, like="corefud").tables.measures
