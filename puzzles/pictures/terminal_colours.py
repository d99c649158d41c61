"""The colours of pictures in terminals, as escape sequences: readable on a light and on a dark background.

Givens are bold as well, so that no picture needs its colours. Tones are in the middle of the palette of 256 colours;
shaded cells have a light background, and dark characters.
"""

from __future__ import annotations

from collections.abc import Iterable

_PLAIN = {
    "given": "1",
    "found": "38;5;32",
    "open": "38;5;244",
    "cage": "38;5;136",
    "total": "38;5;136",
    "small": "38;5;244",
    "sign": "1;38;5;133",
}
_PLAIN |= {"black": "38;5;240;48;5;240", "clue": "48;5;240;38;5;255"}
_SHADED = {"": "38;5;16", "given": "1;38;5;16", "found": "38;5;25", "open": "38;5;240", "cage": "38;5;94"}
_SHADED |= {"total": "38;5;94", "small": "38;5;240"}
_SHADED |= {"sign": "1;38;5;90"}
_SHADES = (223, 153, 157, 225, 229, 159, 189, 224, 194, 195, 218, 187)
MARKED = -1
"""The number of the shade of marked cells, red."""
_MARKED_SHADE = 210


def coloured(parts: Iterable[tuple[str, str, int | None]]) -> str:
    """Returns the texts of a line in the colours of their styles; a number is that of the shade behind them."""
    line = ""
    before = None
    for text, style, shade in parts:
        code = _code(style, shade)
        if code != before:
            line += ("\x1b[0m" if before else "") + (f"\x1b[{code}m" if code else "")
        line, before = line + text, code
    return line + ("\x1b[0m" if before else "")


def _code(style: str, shade: int | None) -> str:
    if shade is None or style in ("black", "clue"):
        return _PLAIN.get(style, "")
    tone = _MARKED_SHADE if shade == MARKED else _SHADES[shade % len(_SHADES)]
    return f"48;5;{tone};{_SHADED.get(style, _SHADED[''])}"
