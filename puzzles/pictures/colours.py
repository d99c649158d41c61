"""The colours of pictures: style sheets for SVG, by the class of a shape, and escape sequences for terminals."""

from __future__ import annotations

from collections.abc import Iterable

from ...reference.contract.errors import OptionError

THEMES = ("auto", "light", "dark")
"""`auto` follows the page, where that says whether it is light or dark, else the preference of the viewer."""

_LIGHT_AND_DARK = {
    "paper": ("#ffffff", "#14181c"),
    "line": ("#9aa3ad", "#57616b"),
    "border": ("#1d2329", "#d7dde3"),
    "given": ("#11161b", "#f2f5f7"),
    "found": ("#1659b8", "#7fb4ff"),
    "small": ("#4b5661", "#a8b3bd"),
    "cage": ("#6b4a12", "#e3bd7c"),
    "black": ("#39424c", "#4a545e"),
    "clue": ("#f4f6f8", "#f4f6f8"),
    "mark": ("#8b5fbf", "#c3a1ec"),
    "extra": ("#e08a00", "#ffb445"),
    "marked": ("#d6336c", "#ff7aa8"),
}
_LIGHT_PAGES = '[data-jp-theme-light="true"],.vscode-light,[data-theme="light"]'
_DARK_PAGES = '[data-jp-theme-light="false"],.vscode-dark,[data-theme="dark"]'


def style(theme: str) -> str:
    """Returns the rules of a style sheet; raises `OptionError` for an unknown theme.

    They hold inside elements of the class `unitdoku-` and the theme: a page may have pictures of several themes. Each
    colour is written out, as programs other than browsers do not read variables.
    """
    if theme not in THEMES:
        raise OptionError(f"{theme!r} is no theme; known: {', '.join(THEMES)}")
    picture = f".unitdoku-{theme}"
    rules = _rules(picture, theme == "dark")
    if theme == "auto":
        rules += f"@media (prefers-color-scheme: dark){{{_rules(picture, True)}}}"
        rules += _rules(f":is({_LIGHT_PAGES}) {picture}", False) + _rules(f":is({_DARK_PAGES}) {picture}", True)
    return rules


def _rules(picture: str, is_dark: bool) -> str:
    colours = [(name, tones[is_dark]) for name, tones in _LIGHT_AND_DARK.items()]
    return "".join(
        f"{picture} .{name}{{fill:{colour}}}{picture} .{name}-stroke{{stroke:{colour};fill:none}}"
        for name, colour in colours
    )


# Tones in the middle of the palette of 256 colours are readable on a light and on a dark background. Givens are bold as
# well, so that no picture needs its colours. Shaded cells have a light background, and dark characters.
_PLAIN_AND_SHADED = {
    "": ("", "38;5;16"),
    "given": ("1", "1;38;5;16"),
    "found": ("38;5;32", "38;5;25"),
    "open": ("38;5;244", "38;5;240"),
    "small": ("38;5;244", "38;5;240"),
    "cage": ("38;5;136", "38;5;94"),
    "sign": ("1;38;5;133", "1;38;5;90"),
    "black": ("38;5;240;48;5;240", ""),
    "clue": ("48;5;240;38;5;255", ""),
}
SHADES = (223, 153, 157, 225, 229, 159, 189, 224, 194, 195, 218, 187)
"""The colours behind the cells of extra units and lines."""

MARKED = 210
"""The colour behind marked cells, red."""

Part = tuple[str, str, int | None]
"""A character, the name of its style, and the colour behind it."""


def plain(parts: Iterable[Part]) -> str:
    """Returns a line of text without styles, and without blanks at its end."""
    return "".join([text for text, _, _ in parts]).rstrip()


def coloured(parts: Iterable[Part]) -> str:
    """Returns a line of text with the escape sequences of its styles and shades."""
    line = before = ""
    for text, kind, shade in parts:
        plain, shaded = _PLAIN_AND_SHADED[kind]
        code = plain
        if shade is not None and shaded:
            code = f"48;5;{shade};{shaded}"
        if code != before:
            line += ("\x1b[0m" if before else "") + (f"\x1b[{code}m" if code else "")
        line, before = line + text, code
    return line + ("\x1b[0m" if before else "")
