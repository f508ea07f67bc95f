"""NLTK: trees as bracketed text, dependency graphs and the tagged sentences of its corpora as words."""

from __future__ import annotations

from typing import Any, Final

from tertium.formats.adapters.adapted import Adapted, Words, first, singles
from tertium.formats.sources import Text

_ESCAPES: Final = str.maketrans({"(": "-LRB-", ")": "-RRB-", " ": "_"})


def takes(content: Any) -> bool:
    """Trees have leaves, dependency graphs nodes by address; views of corpora come from the package itself."""
    one = _open(content)
    return one is not None and (_is_tree(first(one)) or _is_graph(first(one)) or one is not content)


def adapt(content: Any, name: str) -> Adapted:
    """Trees as a file of brackets; else words."""
    one = _open(content)
    if _is_tree(first(one)):
        text = "".join(f"{_write(tree)}\n" for tree in singles(one))
        return Adapted(text=Text(text.encode("utf-8"), name), format="penn")
    words = Words()
    for number, sentence in enumerate(singles(one)):
        if _is_graph(sentence):
            _add_graph(words, sentence, number)
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


def _add_graph(words: Words, graph: Any, number: int) -> None:
    for address in sorted(address for address in graph.nodes if address):
        node = graph.nodes[address]
        tags = {"lemma": node["lemma"], "upos": node["ctag"], "xpos": node["tag"], "deprel": node["rel"]}
        values: dict[str, Any] = {layer: value for layer, value in tags.items() if value}
        if node["head"] is not None:
            values["head"] = int(node["head"])
        words.add(form=node["word"], sentence=number, **values)
