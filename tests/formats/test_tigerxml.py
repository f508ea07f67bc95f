"""TigerXML: the same tree as in the export format, and files that mean harm."""

from __future__ import annotations

import pytest

from tertium.errors import FormatError
from tests.formats.test_export import FOUR
from tests.packed_trees import read_as, unpack

XML = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE corpus SYSTEM "tiger.dtd">
<corpus id="c"><head><meta><name>c</name></meta></head><body>
<s id="s7"><graph root="s7_502"><terminals>
<t id="s7_1" word="Darüber" lemma="darüber" pos="PROAV" morph="--"/>
<t id="s7_2" word="muß" lemma="müssen" pos="VMFIN" morph="3.Sg"><secedge label="SB" idref="s7_500"/></t>
<t id="s7_3" word="nachgedacht" lemma="denken" pos="VVPP" morph="--"/>
<t id="s7_4" word="werden" lemma="werden" pos="VAINF" morph="--"/>
<t id="s7_5" word="." lemma="--" pos="$." morph="--"/>
</terminals><nonterminals>
<nt id="s7_500" cat="VP"><edge label="MO" idref="s7_1"/><edge label="HD" idref="s7_3"/></nt>
<nt id="s7_502" cat="S"><edge label="OC" idref="s7_501"/><edge label="HD" idref="s7_2"/></nt>
<nt id="s7_501" cat="VP"><edge label="OC" idref="s7_500"/><edge label="HD" idref="s7_4"/></nt>
</nonterminals></graph></s>
<s id="s8"/>
</body></corpus>
"""


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_read__as_the_export_format(encoding: str) -> None:
    """A declared encoding is believed unless the text is UTF-8 (--encoding has been there first)."""
    corpus, twin = read_as("tigerxml", XML.encode(encoding)), read_as("export", FOUR)
    assert unpack(corpus) == unpack(twin)
    for name in ("form", "tag", "lemma", "feats", "function"):
        assert corpus.vocab.decode(corpus.columns[name]) == twin.vocab.decode(twin.columns[name])
    assert corpus.nodes is not None
    assert corpus.nodes.function is not None
    assert corpus.vocab.decode(corpus.nodes.function) == ["", "", "OC", "OC"]
    assert [corpus.sentence_name(s) for s in range(2)] == ["s7", "s8"]
    assert corpus.line.tolist() == [5, 6, 7, 8, 9]


def test_read__one_root_needs_no_other() -> None:
    text = XML.replace(
        '<edge label="HD" idref="s7_2"/>', '<edge label="HD" idref="s7_2"/><edge label="--" idref="s7_5"/>'
    )
    rows, _ = unpack(read_as("tigerxml", text))[0]
    assert [label for label, _, _ in rows] == ["S", "VP", "VP"]


BOMB = '<!DOCTYPE corpus [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
FILE = '<!DOCTYPE corpus [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence", "what"),
    [
        ("</graph>", "", 14, "s7", "cannot be read"),
        ('idref="s7_4"', 'idref="s7_9"', 13, "s7", "'s7_9', which is not there"),
        ('idref="s7_501"', 'idref="s7_500"', 13, "s7", "below two phrases"),
        ('idref="s7_501"', 'idref="s7_502"', 12, "s7", "above itself"),
        ('id="s7_3" word', 'id="s7_2" word', 7, "s7", "twice"),
        ('word="werden" ', "", 8, "s7", "no word"),
        ('<!DOCTYPE corpus SYSTEM "tiger.dtd">', BOMB, 2, None, "entities"),
        ('<!DOCTYPE corpus SYSTEM "tiger.dtd">', FILE, 2, None, "entities"),
    ],
    ids=["bad XML", "unknown", "two parents", "circle", "id twice", "no word", "entities", "external entity"],
)
def test_read__malformed(old: str, new: str, line: int, sentence: str | None, what: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        read_as("tigerxml", XML.replace(old, new, 1))
    assert (caught.value.path, caught.value.line, caught.value.sentence) == ("x.txt", line, sentence)
