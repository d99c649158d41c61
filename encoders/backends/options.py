"""What is said about a backend beyond its name: `encoding=minimal`, `workers=4`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...reference.errors import OptionError

MOST = 2**31 - 1
"""What solvers take for a whole number."""


class Options:
    """Options as they were given, strings or values; each is taken once, and `finish` refuses those that nobody took.

    All errors are `OptionError`, and list what is known.
    """

    def __init__(self, backend: str, given: Mapping[str, object]) -> None:
        self._backend = backend
        self._given = {name.replace("_", "-"): value for name, value in given.items()}
        self._known: list[str] = []

    def choice(self, name: str, known: Collection[str], default: str) -> str:
        """One of the known words."""
        value = str(self._take(name, default))
        if value not in known:
            raise OptionError(f"{self._backend}: {name} {value!r} is unknown; known: {', '.join(known)}")
        return value

    def whole(self, name: str, default: int, least: int = 0, most: int = MOST) -> int:
        """A whole number from `least` to `most`."""
        value = self._take(name, default)
        try:
            number = int(str(value))
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise OptionError(f"{self._backend}: {name} is a whole number from {least} to {most}, not {value!r}")
        return number

    def rest(self) -> dict[str, object]:
        """All options that nobody took, now taken."""
        left, self._given = self._given, {}
        return left

    def finish(self) -> None:
        """Raises `OptionError` for what is left."""
        for name in self._given:
            known = ", ".join(self._known) or "none"
            raise OptionError(f"{self._backend} has no option {name!r}; known: {known}")

    def _take(self, name: str, default: object) -> object:
        self._known.append(name)
        return self._given.pop(name, default)
