"""NLTK: trees as bracketed text, dependency graphs and the tagged sentences of its corpora as words.

Trees whose leaves are words with their tags are chunks, as are sentences of (word, tag, BIO tag).
"""

from __future__ import annotations

from typing import Any, Final

from tertium.formats.adapters.adapted import ENTITY, Adapted, Words, first, singles
from tertium.formats.bio import TAG
from tertium.formats.sources import Text

_TRIPLE: Final = 3  # word, tag, tag of its chunk
_ESCAPES: Final = str.maketrans({"(": "-LRB-", ")": "-RRB-", " ": "_"})


def takes(content: Any) -> bool:
    """Trees have leaves, dependency graphs nodes by address; views of corpora come from the package itself."""
    one = _open(content)
    if one is None:
        return False
    return _is_tree(first(one)) or _is_graph(first(one)) or one is not content or _is_tagged(first(one))


def adapt(content: Any, name: str) -> Adapted:
    """Trees as a file of brackets; else words."""
    one = _open(content)
    if _is_tree(first(one)) and not any(_is_chunked(tree) for tree in singles(one)):
        text = "".join(f"{_write(tree)}\n" for tree in singles(one))
        return Adapted(text=Text(text.encode("utf-8"), name), format="penn")
    words = Words()
    for number, sentence in enumerate(singles(one)):
        if _is_graph(sentence):
            _add_graph(words, sentence, number)
        elif _is_tree(sentence):
            _add_chunks(words, sentence, number)
        elif _is_tagged(sentence):
            for form, tag, chunk in sentence:
                words.add(form=form, xpos=tag or "_", sentence=number, **{ENTITY: chunk})
        else:
            for form, tag in sentence:
                words.add(form=form, tag=tag or "_", sentence=number)
    return Adapted(words=words.frame())


def _open(content: Any) -> Any:
    """A view of a corpus as a list; anything else as it is, None if it is nothing of ours."""
    from_here = type(content).__module__.partition(".")[0] == "nltk"
    if from_here and hasattr(content, "__getitem__") and not _is_tree(content) and not _is_graph(content):
        return list(content)
    return content


def _is_tree(value: Any) -> bool:
    return hasattr(value, "leaves") and hasattr(value, "pformat") and hasattr(value, "label")


def _is_chunked(tree: Any) -> bool:
    """Whether the leaves are pairs of a word and its tag."""
    return _is_tree(tree) and any(isinstance(leaf, tuple) for leaf in tree.leaves()[:1])


def _is_tagged(value: Any) -> bool:
    """A sentence of (word, tag, BIO tag)."""
    if type(value) not in (list, tuple) or not value or not isinstance(value[0], tuple):
        return False
    return all(len(word) == _TRIPLE and TAG.fullmatch(str(word[-1])) for word in value if isinstance(word, tuple))


def _is_graph(value: Any) -> bool:
    return hasattr(value, "nodes") and hasattr(value, "to_conll") and hasattr(value, "get_by_address")


def _write(tree: Any) -> str:
    """A tree on one line; deep trees need no recursion."""
    parts: list[str] = []
    rest: list[Any] = [tree]
    while rest:
        one = rest.pop()
        if one is None:
            parts.append(")")
        elif _is_tree(one):
            parts.append(f"({str(one.label()).translate(_ESCAPES)}")
            rest.append(None)
            rest.extend(reversed(list(one)))
        else:
            parts.append(str(one).translate(_ESCAPES))
    return " ".join(parts).replace(" )", ")")


def _add_chunks(words: Words, tree: Any, number: int) -> None:
    """The words of a tree of chunks; what lies right below its top is one chunk."""
    for part in tree:
        if not _is_tree(part):
            words.add(form=part[0], xpos=part[1] or "_", sentence=number, **{ENTITY: "O"})
            continue
        for place, (form, tag) in enumerate(part.leaves()):
            chunk = f"{'I' if place else 'B'}-{part.label()}"
            words.add(form=form, xpos=tag or "_", sentence=number, **{ENTITY: chunk})


def _add_graph(words: Words, graph: Any, number: int) -> None:
    for address in sorted(address for address in graph.nodes if address):
        node = graph.nodes[address]
        tags = {"lemma": node["lemma"], "upos": node["ctag"], "xpos": node["tag"], "deprel": node["rel"]}
        values: dict[str, Any] = {layer: value for layer, value in tags.items() if value}
        if node["head"] is not None:
            values["head"] = int(node["head"])
        words.add(form=node["word"], sentence=number, **values)
