"""A fault: one deliberate slip, what it changes, and who is asked so that it can show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ...encoders.backends.registry import find_backend
from ...reference.errors import BackendUnavailable
from .patch import Patch

MINIMAL = "sat:minisat22:encoding=minimal"
"""Where faults of formulas are planted: of the other encodings each family of clauses follows from the rest."""

CRASH, TIME = "crash", "time"
"""What a fault may end in, rather than in a wrong answer: the end of its process, or no end at all."""


class Fault(NamedTuple):
    """A slip that somebody could really make. `where` is the code that it breaks, below the package."""

    name: str
    where: str
    change: str
    """What is written instead of what."""
    plant: Callable[[Patch], None]
    asked: tuple[str, ...] = ()
    """Backends that are asked beside the usual ones."""
    shows_in_answers: bool = True
    """False where no answer changes: then counts and texts of formulas are all that can tell."""
    ends_in: str = ""
    """`CRASH` or `TIME`, where that counts as being caught; empty where it does not."""

    @property
    def missing(self) -> str:
        """What to install before the fault can be planted; empty where nothing is missing."""
        try:
            for name in self.asked:
                find_backend(name)
        except BackendUnavailable as error:
            return str(error)
        return ""


def line(
    name: str,
    where: str,
    old: str,
    new: str,
    *asked: str,
    shows_in_answers: bool = True,
    ends_in: str = "",
) -> Fault:
    """A fault in one place of a function: `new` stands where `old` should."""
    change = f"{_shown(old)}  ->  {_shown(new)}"
    return Fault(
        name, where, change, partial(_rewrite, where=where, old=old, new=new), asked, shows_in_answers, ends_in
    )


def value(name: str, where: str, wrong: object, *asked: str) -> Fault:
    """A fault in a value that a module keeps."""
    return Fault(name, where, f"is {wrong!r}", partial(_set, where=where, wrong=wrong), asked)


def entry(
    name: str,
    where: str,
    find: Callable[[], dict[str, Any]],
    key: str,
    wrong: object,
    *asked: str,
    shows_in_answers: bool = True,
) -> Fault:
    """A fault in a row of a table."""
    plant = partial(_enter, find=find, key=key, wrong=wrong)
    return Fault(name, where, f"{key} is another row", plant, asked, shows_in_answers)


def _rewrite(patch: Patch, where: str, old: str, new: str) -> None:
    patch.line(where, old, new)


def _set(patch: Patch, where: str, wrong: object) -> None:
    patch.value(where, wrong)


def _enter(patch: Patch, find: Callable[[], dict[str, Any]], key: str, wrong: object) -> None:
    patch.item(find(), key, wrong)


def _shown(text: str) -> str:
    return " ".join(text.split()) or "nothing"
