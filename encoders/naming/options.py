"""The options of a backend, behind its name or as arguments: `encoding=minimal`, `workers=4`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ...reference.contract.errors import LayoutError, OptionError

if TYPE_CHECKING:
    from ..cnf.encodings import CnfOptions

MOST = 2**31 - 1
"""The largest whole number that solvers accept."""

_OTHERS = "; arguments for all backends: backend, limit, seconds, layout, symbols, and processes of solve_many"
"""The end of the error for an unknown option: other programs have other words for these."""


_Value = TypeVar("_Value")


class Options:
    """Options as they were given, as text or values; each is taken once, and `finish` refuses the rest.

    All errors are `OptionError`, and list what is known. `suffix` is the end of the backend's own name: the options
    that were taken and differ from their defaults, each after a colon, in the order of their taking.
    """

    def __init__(self, backend: str, given: Mapping[str, object]) -> None:
        self._backend = backend
        self._given = {name.replace("_", "-"): value for name, value in given.items()}
        self._written = {name.replace("_", "-"): name for name in given}
        self._known: list[str] = []
        self.suffix = ""

    def choice(self, name: str, known: Collection[str], default: str) -> str:
        """Takes one of the known words."""
        value = str(self._take(name, default))
        if value not in known:
            raise OptionError(f"{self._backend}: {name} {value!r} is unknown; known: {', '.join(known)}")
        return self._noted(name, value, default)

    def text(self, name: str, default: str) -> str:
        """Takes any text."""
        return self._noted(name, str(self._take(name, default)), default)

    def layout(self) -> str:
        """Takes the name of a layout; returns an empty text where none is given."""
        value = self._take("layout", "")
        if value:
            from ...reference.layouts.names import layout_named  # here, since most backends take any layout

            try:
                layout_named(str(value))
            except LayoutError as error:
                raise OptionError(f"{self._backend}: layout: {error}") from error
        return self._noted("layout", str(value), "")

    def whole(self, name: str, default: int, least: int = 0, most: int = MOST) -> int:
        """Takes a whole number from `least` to `most`."""
        value = self._take(name, default)
        try:
            number = int(str(value))
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise OptionError(f"{self._backend}: {name} is a whole number from {least} to {most}, not {value!r}")
        return self._noted(name, number, default)

    def cnf(self) -> CnfOptions:
        """Takes the options of a formula, those of `CnfOptions` but `keep_duplicates`."""
        from ..cnf.encodings import CNF_NAMES, CnfOptions  # here, since most backends have no formulas

        default = CnfOptions()
        chosen: dict[str, Any] = {name: self.text(name.replace("_", "-"), getattr(default, name)) for name in CNF_NAMES}
        cnf = CnfOptions(**chosen, most_clauses=self.whole("most-clauses", default.most_clauses, 1, 10**12))
        cnf.check()
        return cnf

    def rest(self) -> dict[str, object]:
        """Takes all options that were not taken."""
        left, self._given = self._given, {}
        for name, value in left.items():
            self._noted(name, value, None)
        return left

    def finish(self) -> None:
        """Raises `OptionError` for an option that was not taken."""
        for name in self._given:
            from ...reference.layouts.names import rules_in_python  # here, as it imports every builder

            known = f"{rules_in_python(name)} known: {', '.join(self._known) or 'none'}{_OTHERS}"
            raise OptionError(f"{self._backend} has no option {self._written[name]!r};{known}")

    def _noted(self, name: str, value: _Value, default: object) -> _Value:
        if value != default:
            self.suffix += f":{name}={value}"
        return value

    def _take(self, name: str, default: object) -> object:
        self._known.append(name)
        return self._given.pop(name, default)
