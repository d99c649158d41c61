"""Characters of lines in terminals: which one joins the lines that meet, and what stands for it in ASCII."""

from __future__ import annotations

from enum import IntEnum


class Stroke(IntEnum):
    """How a line between two cells is drawn."""

    NONE = 0
    CAGE = 1
    """Between cells of different cages."""
    REGION = 2
    """Between cells of different regions, and around the cells."""
    INSIDE_CAGE = 3
    """Between cells of different regions that are in one cage."""
    CELL = 4
    """Between cells of one region, where candidates need it."""

    @property
    def weight(self) -> int:
        """0 for no line, 1 for a light one, 2 for a heavy one."""
        return _WEIGHTS[self]

    @property
    def style(self) -> str:
        """The name of its colour."""
        return {Stroke.CAGE: "cage", Stroke.CELL: "small"}.get(self, "")


_WEIGHTS = (0, 1, 2, 2, 1)

# The joint whose arms up, right, down and left have the weights a, b, c and d stands at 27 a + 9 b + 3 c + d.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_ACROSS = " ─━╍┄"
_DOWN = " │┃┇┆"

_ASCII = str.maketrans(
    {"─": "-", "━": "-", "╍": ".", "┄": ".", "│": "|", "┃": "|", "┇": ":", "┆": ":", "·": ".", "░": "#"}
)
_ASCII |= {ord(joint): "+" for joint in _JOINTS if joint not in " ─━│┃"}

DRAWN = "".join(sorted({*_JOINTS, *_ACROSS, *_DOWN, "·", "░"} - {" "}))
"""All characters of pictures that are not in ASCII: an encoding that lacks one of them gets `in_ascii`."""


def joint(up: Stroke, right: Stroke, down: Stroke, left: Stroke) -> str:
    """Returns the character where four lines meet; where only opposite ones do, that of the line."""
    if not up and not down and right == left:
        return _ACROSS[right]
    if not right and not left and up == down:
        return _DOWN[up]
    return _JOINTS[27 * up.weight + 9 * right.weight + 3 * down.weight + left.weight]


def in_ascii(text: str) -> str:
    """Returns a picture in ASCII."""
    return text.translate(_ASCII)
