"""Slice features: categories of gold words."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.comparison.builtin_features import BUILTINS
from tertium.comparison.by_option import find_needs
from tertium.comparison.feature_columns import Bins, Labels, Numbers, take_strings
from tertium.comparison.features import Features
from tertium.comparison.joined import read_joined
from tertium.comparison.lexicon import read_lexicon
from tertium.conventions import PRESETS, Conventions
from tertium.corpus import Vocab
from tertium.errors import SourceError, UsageError
from tertium.formats.files import Files, concatenate
from tertium.formats.request import Request
from tertium.formats.sources import find_source
from tertium.loading import load
from tertium.options import Options
from tertium.tasks.view import View
from tests import naive
from tests.conftest import ROOT
from tests.formats.samples import read as read_any
from tests.small import GOLD, write
from tests.strategies import parallel, quick, words

if TYPE_CHECKING:
    from pathlib import Path

RULES = Conventions()
TAGGING = Conventions(task="tagging", layer="tag")


def features(text: str, rules: Conventions = RULES, fmt: str = "conllu") -> Features:
    """The features of a text."""
    corpus = read_any(text, fmt, conventions=rules, comments=True)
    return Features(View(corpus, rules, who="gold"))


def values(found: Features, name: str) -> list[str | None]:
    """The value of each word."""
    feature = found.find(name)
    return [feature.values[code] if code >= 0 else None for code in feature.code.tolist()]


# every feature, word by word, in plain Python


def slow_twin(text: str) -> dict[str, list[str | None]]:
    """Each feature from its definition."""
    found: dict[str, list[str | None]] = {}

    def add(name: str, value: str | None) -> None:
        found.setdefault(name, []).append(value)

    sentences = [[line.split("\t") for line in part.split("\n")] for part in text.strip("\n").split("\n\n")]
    forms = [row[1] for rows in sentences for row in rows]
    for rows in sentences:
        heads, n = [int(row[6]) for row in rows], len(rows)
        good = all(naive.climbs_to_root(word, heads) for word in range(1, n + 1))
        crossing = naive.nonprojective(heads)
        for word, row in enumerate(rows, 1):
            head = heads[word - 1]
            add("length", within(n, (5, 10, 20, 30, 40)))
            place = (word - 1) / max(n - 1, 1)
            middle = "early" if place < 1 / 3 else "middle" if place < 2 / 3 else "late"
            add("position", "first" if word == 1 else "last" if word == n else middle)
            distance = "root" if head == 0 else within(abs(head - word), (1, 2, 6))
            add("distance", None if head == word else distance)
            side = "root" if head == 0 else "head left" if head < word else "head right"
            add("direction", None if head == word else side)
            add("children", within(heads.count(word), (0, 1, 2, 3)))
            add("projectivity", ("non-projective" if crossing[word - 1] else "projective") if good else None)
            depth, node = 0, word
            while good and heads[node - 1]:
                depth, node = depth + 1, heads[node - 1]
            add("depth", within(depth, (0, 1, 2, 3, 4)) if good else None)
            add("head_upos", "root" if head == 0 else rows[head - 1][3])
            add("wordlength", within(len(row[1]), (1, 3, 6, 9)))
            add("frequency", within(forms.count(row[1]), (1, 5, 20, 100)))
            add("label", row[7].split(":")[0])
            add("upos", row[3])
            add("lemma", None if row[2] in ("", "_") else row[2])
            case = [part[5:] for part in row[5].split("|") if part.startswith("Case=")]
            add("Case", case[0] if case else None)
    return found


def within(number: int, highest: tuple[int, ...]) -> str:
    """The bin of a number: bins end at the highest, the last is open."""
    low = 1 if highest[0] else 0
    for high in highest:
        if number <= high:
            return str(low) if low == high else f"{low}-{high}"
        low = high + 1
    return f"{low}+"


@quick
@given(texts=parallel(0, valid=False))
def test_features__agree_with_the_slow_twin(texts: list[str]) -> None:
    found = features(texts[0])
    for name, expected in slow_twin(texts[0]).items():
        if name == "Case" and not any(expected):
            continue
        assert values(found, name) == expected, name


@quick
@given(texts=parallel(0, valid=False))
def test_features__codes_and_values_fit(texts: list[str]) -> None:
    """Every value occurs, every code has its value, and every feature covers every word."""
    found = features(texts[0])
    for name in found.names():
        feature = found.find(name)
        assert feature.name == name
        assert feature.title
        assert feature.code.dtype == np.int32
        assert feature.code.shape == (found.gold.corpus.n_words,)
        assert set(feature.code.tolist()) - {-1} == set(range(len(feature.values)))
        assert len(set(feature.values)) == len(feature.values)


@quick
@given(texts=parallel(0, valid=False), name=st.sampled_from(["length", "position", "document", "label", "upos"]))
def test_features__a_level_means_one_value(texts: list[str], name: str) -> None:
    found = features(texts[0])
    feature, sentence = found.find(name), found.gold.corpus.sentence_of_words()
    if feature.level != "token":
        assert len(set(zip(sentence.tolist(), feature.code.tolist(), strict=True))) == found.gold.corpus.n_sents


# by hand


def test_features__of_the_small_gold() -> None:
    found = features(GOLD)
    assert values(found, "script")[:2] == ["Latin", "Latin"]
    assert values(found, "script")[11:] == ["Hebrew"] * 3 + ["punctuation", "Han", "Kana", "Han and Kana"]
    assert values(found, "case")[:2] == ["Capitalised", "lower"]
    assert values(found, "document") == ["cake"] * 11 + ["dog"] * 7
    assert values(found, "sent_id:^(..)-") == ["pt"] * 11 + ["he"] * 4 + ["ja"] * 3
    assert values(found, "document:c.") == ["ca"] * 11 + [None] * 7
    assert values(found, "direction")[:3] == ["head right", "root", "head right"]


def test_features__values_stand_in_order() -> None:
    found = features(GOLD)
    assert found.find("upos").values == ("NOUN", "VERB", "PUNCT", "ADP", "DET", "PRON", "PROPN")
    assert found.find("length").values == ("1-5", "6-10")
    assert found.find("distance").values == ("root", "1", "2", "3-6")


@pytest.mark.parametrize("heads", [(2, 1, 0), (1, 0, 2), (2, 3, 1)])
def test_features__sentences_with_a_cycle_have_no_depth(heads: tuple[int, ...]) -> None:
    """The others keep theirs."""
    text = words(*(f"{form} _ X _ _ {head} x" for form, head in zip("abc", heads, strict=True))) + words("a", "b")
    found = features(text)
    assert values(found, "depth") == [None] * 3 + ["0", "1"]
    assert values(found, "projectivity") == [None] * 3 + ["projective"] * 2


def test_features__words_without_a_head() -> None:
    """eval07.pl reads on; such words have no arc."""
    text = words("a _ X _ _ _ x", "b _ X _ _ 1 x", "c _ X _ _ 0 root")
    found = features(text, PRESETS["eval07"][1])
    assert values(found, "distance") == [None, "1", "root"]
    assert values(found, "direction") == [None, "head left", "root"]
    assert values(found, "depth") == [None] * 3
    assert values(found, "head_upos") == [None, "X", "root"]
    assert values(found, "children") == ["1", "0", "0"]


def test_features__several_roots_have_a_depth_each() -> None:
    """Treebanks of the CoNLL-X kind have several roots on purpose."""
    found = features(words("a _ X _ _ 0 x", "b _ X _ _ 0 x", "c _ X _ _ 2 x"))
    assert values(found, "depth") == ["0", "0", "1"]
    assert values(found, "projectivity") == ["projective"] * 3


def test_features__labels_beyond_the_most_frequent_are_pooled() -> None:
    text = "".join(words(f"w{number}", f"w{number}") for number in range(55)) + words("w54", "w53")
    feature = features(text).find("form")
    assert feature.values[:2] == ("w53", "w54")
    assert len(feature.values) == 51
    assert feature.values[-1] == "other"
    assert np.bincount(feature.code)[-1] == 5 * 2


def test_features__a_label_called_other_is_not_doubled() -> None:
    names = ("other", *(f"x{number}" for number in range(60)))
    feature_values, code = Labels(names, np.array([0, 0, *range(61)], dtype=np.int32)).cut()
    assert feature_values.count("other") == 1
    assert np.bincount(code)[feature_values.index("other")] == 3 + 11


def test_features__the_gold_label_may_be_blank() -> None:
    """Nothing is an answer too where it is what systems are asked for; elsewhere it is no value."""
    text = words("a _ NOUN _ Case=Nom", "b _ NOUN _ _")
    found = features(text, Conventions(task="tagging", layer="Case"))
    assert values(found, "label") == ["Nom", "_"]
    assert values(found, "Case") == ["Nom", None]


def test_features__layers_follow_the_conventions_and_forms_do_not() -> None:
    rules = Conventions(task="tagging", layer="tag", fold_case=True)
    found = features("A\tN\na\tn\n", rules, "columns")
    assert values(found, "tag") == ["n", "n"]
    assert values(found, "case") == ["Capitalised", "lower"]
    assert values(found, "frequency") == ["1", "1"]


def test_features__of_several_files(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.conllu").write_text(words("x", "y"), encoding="utf-8")
    source = Files(find_source(str(tmp_path)))
    corpus = source.read(Request(vocab=Vocab(), name="gold", wanted=frozenset({"upos"})), "conllu")
    found = Features(View(corpus, Conventions(task="tagging", layer="upos"), who="gold"))
    assert values(found, "file") == ["a", "a", "b", "b"]
    assert values(found, "document") == ["1", "1", "2", "2"]
    assert found.find("file").level == "document"


def test_features__names_are_kept_when_files_are_put_together() -> None:
    parts = [read_any(GOLD), read_any(words("a"))]
    both = concatenate(parts)
    assert both.sentence_names.strings().to_list() == ["pt-1", "pt-2", "he-1", "ja-1", None]
    assert both.sentence_names.or_numbers().to_list()[-1] == "5"
    assert [both.sentence_names.get(place) for place in range(5)] == both.sentence_names.strings().to_list()


def test_features__only_what_the_gold_has_is_listed() -> None:
    assert features("a\tN\nb\tV\n", TAGGING, "columns").names() == [
        *("label", "length", "position", "case", "script", "wordlength", "frequency", "form", "tag")
    ]
    names = features(GOLD + "# genre = news\n" + words("a")).names()
    assert {"distance", "head_upos", "document", "Number", "Tense", "genre"} <= set(names)
    assert not {"file", "unknown", "ambiguity", "misc", "deps", "sent_id"} & set(names)


# lexicons


def test_features__with_a_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("a\tN\t30\na\tV\t1\nb\tN\t1\nc\tA\t1\nc\tB\t1\nc\tC\t0\n", encoding="utf-8")
    gold = features("a\tN\nb\tV\nc\tA\nd\tN\n", TAGGING, "columns").gold
    found = Features(gold, lexicon=read_lexicon(str(path)))
    assert values(found, "frequency") == ["21-100", "1", "2-5", "0"]
    assert values(found, "ambiguity") == ["2", "1", "3+", "unknown"]
    assert values(found, "unknown") == ["known"] * 3 + ["unknown"]
    assert found.find("ambiguity").values == ("unknown", "1", "2", "3+")
    assert found.find("frequency").title == "occurrences of the form in words"
    assert np.bincount(found.expression("ambiguity > 1 AND unknown = 'known'").code).tolist() == [2, 2]


def test_features__a_lexicon_without_counts_tells_no_frequency(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("a\tN\tV\n", encoding="utf-8")
    found = Features(features("a\tN\na\tV\n", TAGGING, "columns").gold, lexicon=read_lexicon(str(path)))
    assert values(found, "frequency") == ["2-5", "2-5"]
    assert found.find("frequency").title == "occurrences of the form in the gold itself"


# columns of the user


def test_features__numbers_of_the_user_are_cut_into_quarters_but_stay_numbers(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("sentence,score\n" + "".join(f"{n},{n}\n" for n in range(1, 17)), encoding="utf-8")
    gold = features("".join(words(*"ab" * (n % 3 + 1)) for n in range(17))).gold
    found = Features(gold, joined=read_joined(str(path), gold.corpus))
    feature = found.find("score")
    assert feature.values == ("1 to 4", "5 to 8", "9 to 12", "13 to 16")
    assert feature.level == "sentence"
    assert feature.code[-1] == -1
    assert np.count_nonzero(found.expression("score > 15").code == 0) == gold.corpus.sent_len[15]


def test_features__a_column_may_not_take_a_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    gold = features("# genre = x\n" + GOLD).gold
    for name in ("length", "upos", "Number", "genre"):
        path.write_text(f"sent_id,{name}\npt-1,1\n", encoding="utf-8")
        with pytest.raises(UsageError, match=f"my_{name}"):
            Features(gold, joined=read_joined(str(path), gold.corpus))


def test_numbers__few_distinct_ones_are_values() -> None:
    numbers = Numbers(np.array([2.5, 10, 1, 1]), np.array([True, True, True, False]))
    assert numbers.cut()[0] == ("1", "2.5", "10")
    assert numbers.cut()[1].tolist() == [1, 2, 0, -1]


def test_numbers__many_equal_ones_make_fewer_quarters() -> None:
    value = np.array([0] * 90 + list(range(1, 20)))
    names, code = Numbers(value, np.ones(len(value), dtype=np.bool_)).cut()
    assert names == ("0 to 0", "1 to 19")
    assert np.bincount(code).tolist() == [90, 19]


def test_numbers__empty_bins_are_left_out() -> None:
    numbers = Numbers(np.array([0, 7]), np.array([True, True]), Bins((0, 1, 5), ("none", "few", "many")))
    assert numbers.cut()[0] == ("none", "many")
    assert numbers.cut()[1].tolist() == [0, 1]


@quick
@given(strings=st.lists(st.one_of(st.none(), st.text(max_size=2)), max_size=8))
def test_take_strings__and_back(strings: list[str | None]) -> None:
    labels = take_strings(pl.Series(strings, dtype=pl.String))
    assert labels.series().to_list() == [string or None for string in strings]


# conditions


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_conditions__every_name_can_be_used(name: str) -> None:
    """Some are words of SQL."""
    found = features(GOLD)
    if name in ("ambiguity", "unknown"):
        with pytest.raises(UsageError, match="lexicon"):
            found.expression(f"{name} IS NULL")
    else:
        feature = found.expression(f"{name} IS NOT NULL OR {name} IS NULL")
        assert feature.values == ("yes",)
        assert feature.level == BUILTINS[name].level


@quick
@given(texts=parallel(0, valid=False), length=st.integers(0, 7))
def test_conditions__agree_with_python(texts: list[str], length: int) -> None:
    found = features(texts[0])
    feature = found.expression(f"length > {length} AND upos = 'VERB' OR distance = 1")
    rows = [row.fields for row in naive.read(texts[0]).words]
    size = np.repeat(found.gold.corpus.sent_len, found.gold.corpus.sent_len)
    expected = [
        (n > length and row[3] == "VERB") or (row[6] != "0" and abs(int(row[6]) - int(row[0])) == 1)
        for n, row in zip(size.tolist(), rows, strict=True)
    ]
    assert [feature.values[code] == "yes" for code in feature.code.tolist()] == expected


def test_conditions__the_finest_level_counts() -> None:
    found = features(GOLD)
    assert found.expression("document = 'cake'").level == "document"
    assert found.expression("document = 'cake' AND length > 5").level == "sentence"
    assert found.expression("document = 'cake' AND length > position").level == "token"
    assert found.expression("ROW_NUMBER() OVER (ORDER BY length) > 4").level == "token"


def test_expressions__give_texts_and_numbers_too() -> None:
    found = features(GOLD)
    words = found.gold.corpus
    first = found.expression("LEFT(upos, 1)")
    upos = words.vocab.decode(words.columns["upos"])
    assert [first.values[place] for place in first.code] == [tag[:1] for tag in upos]
    half = found.expression("length / 2 * 2")
    assert half.level == "sentence"
    assert set(half.values) <= {str(n) for n in range(40)}
    sizes = found.expression("CASE WHEN length > 5 THEN 'long' ELSE 'short' END")
    assert set(sizes.values) <= {"long", "short"}
    assert found.parse("deprel, LEFT(upos, 1)")[1] is first
    with pytest.raises(UsageError, match="neither true or false"):
        found.expression("STRING_TO_ARRAY(upos, 'O')")


def test_expressions__of_polars_are_those_of_sql() -> None:
    found = features(GOLD)
    theirs, ours = found.expression(pl.col("length") > 5), found.expression("length > 5")
    assert np.array_equal(theirs.code, ours.code)
    assert found.parse([pl.col("length") > 5, "upos"])[0] is theirs
    assert found.find_expression(theirs.name) is theirs
    assert found.expression((pl.col("length") > 7).alias("long")).name == "long"
    assert find_needs([pl.col("head_upos") == "VERB"], {"upos", "head"}).columns == {"upos", "head"}
    with pytest.raises(UsageError, match="lenght"):
        found.expression(pl.col("lenght") > 5)


def test_conditions__what_has_no_value_fulfils_none() -> None:
    feature = features(GOLD).expression("Number = 'Sing'")
    assert np.bincount(feature.code).tolist() == [2, 16]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("length >", "cannot be understood"),
        ("length > 'x'", "cannot be understood"),
        ("lenght > 3", "Try: length"),
        ("length > 3; DROP TABLE gold", "cannot be understood"),
        ("SELECT 1 > 0", "cannot be understood"),
        ("read_csv('x') > 0", "cannot be understood"),
        ("(SELECT 1) > 0", "cannot be understood"),
        ("__import__('os') = 1", "cannot be understood"),
        ("upos = 'VERB", "cannot be understood"),
        ("", "cannot be understood"),
    ],
)
def test_conditions__errors_are_messages(text: str, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        features(GOLD).expression(text)


@quick
@given(text=st.text("length>=<'\"()3 ANDORupos*;-,:", max_size=12))
def test_conditions__no_text_breaks_it(text: str) -> None:
    with suppress(UsageError):
        features(words("a", "b")).parse(text)


# names


def test_parse__names_conditions_and_patterns() -> None:
    found = features(GOLD).parse("deprel, upos IN ('NOUN', 'VERB') ,sent_id:^(..),deprel")
    assert [feature.name for feature in found] == ["deprel", "upos IN ('NOUN', 'VERB')", "sent_id:^(..)"]
    assert [feature.level for feature in found] == ["token", "token", "sentence"]


def test_parse__all() -> None:
    gold = features(GOLD)
    assert [feature.name for feature in gold.parse("all")] == gold.names()


def test_find__is_kept() -> None:
    found = features(GOLD)
    assert found.find("length") is found.find("length")
    assert found.expression("length > 3") is found.parse("length > 3")[0]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("lenght", "Try: length"),
        ("number", "Try: Number"),
        ("zzz", "the gold has label, length"),
        ("unknown", "--lexicon"),
        ("tag", "no tag column"),
        ("sent_id:(", "regular expression"),
        ("document:[", "regular expression"),
    ],
)
def test_find__unknown_names(name: str, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        features(GOLD).find(name)


def test_find__what_the_gold_lacks() -> None:
    found = features("a\tN\n", TAGGING, "columns")
    with pytest.raises(UsageError, match="no heads"):
        found.find("depth")
    with pytest.raises(UsageError, match="no sent_id names"):
        found.find("sent_id:x")


# through loading


def test_load__reads_of_the_gold_what_features_need(tmp_path: Path) -> None:
    gold, old, new = write(tmp_path)
    plain = load(gold, [old, new], Options(layer="upos"))
    assert "xpos" not in plain.gold.columns
    loaded = load(gold, [old, new], Options(layer="upos", by=("xpos,depth", "head_upos = 'VERB' AND Number = 'Sing'")))
    assert {"xpos", "feats"} <= set(loaded.gold.columns)
    assert loaded.gold.head is not None
    assert "xpos" not in loaded.systems[0].columns
    assert loaded.systems[0].head is None
    assert len(loaded.features().parse(loaded.options.by)) == 3


def test_load__metadata_only_when_asked_for(tmp_path: Path) -> None:
    gold, old, _ = write(tmp_path)
    gold.write_text(GOLD.replace("# sent_id = pt-1", "# genre = cake\n# sent_id = pt-1"), encoding="utf-8")
    assert load(gold, [old], Options(by=("length",))).gold.comments is None
    loaded = load(gold, [old], Options(by=("genre",)))
    assert values(loaded.features(loaded.matches()[0].gold), "genre") == ["cake"] * 11 + [None] * 7
    assert loaded.systems[0].comments is None


def test_load__tables_lexicons_and_training_files(tmp_path: Path) -> None:
    gold, old, _ = write(tmp_path)
    table, lexicon = tmp_path / "mine.csv", tmp_path / "words.tsv"
    table.write_text("sent_id,day\npt-1,1\nzz-9,2\n", encoding="utf-8")
    lexicon.write_text("Joana\tPROPN\t3\n", encoding="utf-8")
    options = Options(by=("day",), join=str(table), lexicon=str(lexicon), train=str(gold), layer="upos")
    loaded = load(gold, [old], options)
    assert {str(table), str(lexicon), str(gold)} <= set(loaded.input_paths)
    assert any("zz-9" in warning for warning in loaded.warnings)
    found = loaded.features()
    assert values(found, "day")[:6] == ["1"] * 5 + [None]
    assert values(found, "frequency")[0] == "2-5"
    assert values(found, "unknown") == ["known"] * 18
    assert found.find("unknown").title.endswith("words and gold")


def test_load__a_training_file_may_have_another_format(tmp_path: Path) -> None:
    gold, old, _ = write(tmp_path)
    train = tmp_path / "train.tsv"
    train.write_text("Joana\tPROPN\nem\tADP\n\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no upos column"):
        load(gold, [old], Options(layer="upos", train=str(train)))
    for path in (gold, old):
        path.write_text("Joana\tN\ncorre\tV\n\n", encoding="utf-8")
    assert values(load(gold, [old], Options(train=str(train))).features(), "unknown") == ["known", "unknown"]


@pytest.mark.parametrize("option", ["join", "lexicon", "train"])
def test_load__files_that_are_not_there(tmp_path: Path, option: str) -> None:
    gold, old, _ = write(tmp_path)
    with pytest.raises(SourceError, match="no such file"):
        load(gold, [old], Options(**{option: str(tmp_path / "none")}))  # type: ignore[arg-type]


# documentation


def test_documentation__lists_every_feature() -> None:
    page = (ROOT / "docs" / "slices.md").read_text(encoding="utf-8")
    table = page.partition("| --- |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`([a-z_]+)`", "\n".join(row.split("|")[1] for row in table.split("\n")[1:])))
    assert {name for name, feature in BUILTINS.items() if feature.listed} <= named
