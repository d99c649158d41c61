"""Characters of lines in text: which one joins the lines that meet, and what stands for it in ASCII."""

from __future__ import annotations

from typing import NamedTuple


class Stroke(NamedTuple):
    """How a line between two cells is drawn."""

    weight: int
    """0 for no line, 1 for a light one, 2 for a heavy one."""
    across: str
    down: str
    style: str = ""


NONE = Stroke(0, " ", " ")
CAGE = Stroke(1, "─", "│", "cage")
"""Between cells of different cages."""
REGION = Stroke(2, "━", "┃")
"""Between cells of different regions, and around the cells."""
INSIDE_CAGE = Stroke(2, "╍", "┇")
"""Between cells of different regions that are in one cage."""
CELL = Stroke(1, "┄", "┆", "small")
"""Between cells of one region, where candidates need it."""

# The joint whose arms up, right, down and left have the weights a, b, c and d stands at 27 a + 9 b + 3 c + d.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_ASCII = str.maketrans(dict.fromkeys(_JOINTS[1:], "+") | dict(zip("─━╍┄│┃┇┆·░○●", "--..||::.#o*", strict=True)))

DRAWN = "".join(map(chr, _ASCII))
"""All characters of pictures that are not in ASCII: an encoding that lacks one of them gets `in_ascii`."""


def joint(up: Stroke, right: Stroke, down: Stroke, left: Stroke) -> str:
    """Returns the character where four lines meet; where only opposite ones do, that of the line."""
    if up is down is NONE and right == left:
        return right.across
    if right is left is NONE and up == down:
        return up.down
    return _JOINTS[27 * up.weight + 9 * right.weight + 3 * down.weight + left.weight]


def in_ascii(text: str) -> str:
    """Returns a picture in ASCII."""
    return text.translate(_ASCII)
