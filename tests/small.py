"""A small gold and two parsers, written for the tests: Portuguese, Hebrew (right to left) and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

GOLD = """\
# newdoc id = cake
# sent_id = pt-1
1\tJoana\tJoana\tPROPN\tPROPN\tNumber=Sing\t2\tnsubj\t_\t_
2\tcomprou\tcomprar\tVERB\tV\tTense=Past\t0\troot\t_\t_
3\tum\tum\tDET\tART\t_\t4\tdet\t_\t_
4\tbolo\tbolo\tNOUN\tN\tNumber=Sing\t2\tobj\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\tPONT\t_\t2\tpunct\t_\t_

# sent_id = pt-2
1\tEla\tela\tPRON\tPRO\t_\t2\tnsubj\t_\t_
2\tcomeu\tcomer\tVERB\tV\tTense=Past\t0\troot\t_\t_
3-4\tno\t_\t_\t_\t_\t_\t_\t_\t_
3\tem\tem\tADP\tP\t_\t5\tcase\t_\t_
4\to\to\tDET\tART\t_\t5\tdet\t_\t_
5\tjardim\tjardim\tNOUN\tN\t_\t2\tobl\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\tPONT\t_\t2\tpunct\t_\t_

# newdoc id = dog
# sent_id = he-1
1\tהכלב\tכלב\tNOUN\tN\t_\t2\tnsubj\t_\t_
2\tאכל\tאכל\tVERB\tV\t_\t0\troot\t_\t_
3\tעוגה\tעוגה\tNOUN\tN\t_\t2\tobj\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\tPONT\t_\t2\tpunct\t_\t_

# sent_id = ja-1
1\t犬\t犬\tNOUN\tN\t_\t3\tnsubj\t_\tSpaceAfter=No
2\tが\tが\tADP\tP\t_\t1\tcase\t_\tSpaceAfter=No
3\t寝る\t寝る\tVERB\tV\t_\t0\troot\t_\t_

"""
"""18 words, 4 sentences, 2 documents."""

OLD = (
    GOLD.replace("2\tobj\t_\tSpaceAfter=No\n5", "2\tnsubj\t_\tSpaceAfter=No\n5")  # bolo: wrong label
    .replace("5\tdet", "2\tdet")  # o: wrong head
    .replace("3\tnsubj\t_\tSpaceAfter=No\n2\tが", "3\tobl\t_\tSpaceAfter=No\n2\tが")  # 犬: wrong label
)
NEW = (
    GOLD.replace(
        "1\tJoana\tJoana\tPROPN\tPROPN\tNumber=Sing\t2\tnsubj", "1\tJoana\tJoana\tPROPN\tPROPN\tNumber=Sing\t2\tobj"
    )
    .replace("3\tnsubj\t_\tSpaceAfter=No\n2\tが", "3\tobj\t_\tSpaceAfter=No\n2\tが")  # 犬: another wrong label
    .replace("2\tobj\t_\tSpaceAfter=No\n4", "2\tobl\t_\tSpaceAfter=No\n4")  # עוגה: wrong label
)
"""OLD has 15 right, NEW 15: two corrections (bolo, o), two new errors (Joana, עוגה), one changed error (犬)."""


def write(folder: Path) -> tuple[Path, Path, Path]:
    """The three files in a folder."""
    paths = folder / "gold.conllu", folder / "old.conllu", folder / "new.conllu"
    for path, text in zip(paths, (GOLD, OLD, NEW), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
