"""Names that were probably meant by one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

_NONE: Mapping[str, str] = MappingProxyType({})


def did_you_mean(name: str, known: Iterable[str], most: int = 1, other_words: Mapping[str, str] = _NONE) -> str:
    """Returns `" did you mean A or B?"` with at most this many known names, the closest first; empty if none is close.

    Capitals do not count. A part of a name between colons may stand for the name, with a number at its end
    or without: `cadical` for the first of `sat:cadical195` and `sat:cadical300`.
    `other_words` maps words of other programs, in small letters, to known names.
    """
    from difflib import get_close_matches  # here, as only errors need it

    word = name.strip().lower()
    of_part: dict[str, str] = {}
    for full in known:
        for part in (full, *full.split(":")):
            of_part.setdefault(part.lower(), full)
            of_part.setdefault(part.lower().rstrip("0123456789"), full)
    of_part.pop("", None)
    close = [other_words[word]] if word in other_words else get_close_matches(word, of_part, n=2 * most)
    meant = list(dict.fromkeys(of_part.get(part, part) for part in close))[:most]
    return f" did you mean {' or '.join(meant)}?" if meant else ""
