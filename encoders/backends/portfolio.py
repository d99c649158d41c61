"""`portfolio:NAME,NAME,...`: several backends take turns on each puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.contract import Backend
from ...reference.errors import OptionError
from ...reference.layout import Layout
from ..naming.families import Family, is_family
from ..naming.find import find_backend
from ..naming.options import Options
from .turns import Member, TurnsBackend


def _make(variant: str, _: Options) -> Backend | None:
    # Names as the backends write them; an unknown or a missing one is an error here, and not in the middle of a puzzle.
    names = [find_backend(name).name for name in _names(variant)]
    if len(names) < 2:
        raise OptionError("a portfolio names two backends or more, as portfolio:native,sat:minisat22,cpsat")
    if len(set(names)) < len(names) or any(name.partition(":")[0] in ("portfolio", "auto") for name in names):
        raise OptionError("a portfolio names each backend once, and no backend that names others")
    return TurnsBackend(f"portfolio:{','.join(names)}", names[0], lambda layout: _members(names, layout))


def _names(listed: str) -> list[str]:
    """Splits a list of names at its commas, except where a comma belongs to the command of a program."""
    names: list[str] = []
    for part in listed.split(","):
        with_command = names and names[-1].partition(":")[0] in ("dimacs", "program")
        if with_command and not is_family(part.partition(":")[0]):
            names[-1] += f",{part}"
        elif part:
            names.append(part.strip())
    return names


def _members(names: Sequence[str], layout: Layout) -> list[Member]:
    from .switching import member

    return [member(name, layout) for name in names]


FAMILY = Family(_make, lambda: ())
