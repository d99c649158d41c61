"""The colours of pictures, by the class of what they fill or stroke."""

from __future__ import annotations

from ...reference.errors import OptionError

THEMES = ("auto", "light", "dark")
"""`auto` follows the page or the viewer: light, or dark where that is preferred."""

_LIGHT = {
    "paper": "#ffffff",
    "line": "#9aa3ad",
    "border": "#1d2329",
    "given": "#11161b",
    "found": "#1659b8",
    "small": "#4b5661",
    "cage": "#6b4a12",
    "black": "#39424c",
    "clue": "#f4f6f8",
    "mark": "#8b5fbf",
    "extra": "#e08a00",
    "marked": "#d6336c",
}
_DARK = {
    "paper": "#14181c",
    "line": "#57616b",
    "border": "#d7dde3",
    "given": "#f2f5f7",
    "found": "#7fb4ff",
    "small": "#a8b3bd",
    "cage": "#e3bd7c",
    "black": "#4a545e",
    "clue": "#f4f6f8",
    "mark": "#c3a1ec",
    "extra": "#ffb445",
    "marked": "#ff7aa8",
}


PAGE = "page"
"""The theme of notebooks: that of the page where it says which one it has, else as `auto`."""

_LIGHT_PAGES = ('[data-jp-theme-light="true"]', ".vscode-light", '[data-theme="light"]')
_DARK_PAGES = ('[data-jp-theme-light="false"]', ".vscode-dark", '[data-theme="dark"]')


def style(theme: str) -> str:
    """Returns the rules of a style sheet; raises `OptionError` for an unknown theme.

    They hold inside elements of the class `unitdoku-` and the theme: a page may have pictures of several themes.
    """
    if theme not in (*THEMES, PAGE):
        raise OptionError(f"{theme!r} is no theme; known: {', '.join(THEMES)}")
    inside = f".unitdoku-{theme} "
    if theme == PAGE:
        return _page_style(f".unitdoku-{theme}")
    if theme == "auto":
        return f"{_rules(_LIGHT, inside)}@media (prefers-color-scheme: dark){{{_rules(_DARK, inside)}}}"
    return _rules(_DARK if theme == "dark" else _LIGHT, inside)


def _page_style(picture: str) -> str:
    """Returns rules with a variable for each colour; programs other than browsers do not read these."""
    light, dark = (";".join(f"--unitdoku-{name}:{colour}" for name, colour in all_.items()) for all_ in (_LIGHT, _DARK))
    return (
        f"{picture}{{{light}}}@media (prefers-color-scheme: dark){{{picture}{{{dark}}}}}"
        f"{','.join(f'{page} {picture}' for page in _LIGHT_PAGES)}{{{light}}}"
        f"{','.join(f'{page} {picture}' for page in _DARK_PAGES)}{{{dark}}}"
        + _rules({name: f"var(--unitdoku-{name})" for name in _LIGHT}, f"{picture} ")
    )


def _rules(colours: dict[str, str], inside: str) -> str:
    fills = "".join(f"{inside}.{name}{{fill:{colour}}}" for name, colour in colours.items())
    return fills + "".join(f"{inside}.{name}-stroke{{stroke:{colour};fill:none}}" for name, colour in colours.items())
