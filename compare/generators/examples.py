"""What Hypothesis knows of puzzles and layouts: strategies for their types, and how examples are printed.

It is the entry point `hypothesis` of the package, so every import of Hypothesis runs `register`. That is why it imports
nothing but these types; all else waits for the first example.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from ...reference.contract.result import Result
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle


def register() -> None:
    """Registers `puzzles()` and `layouts()` for `st.from_type`, and prints examples as code for `import unitdoku`."""
    st.register_type_strategy(Puzzle, lambda _: import_module("..strategies", __name__).puzzles())
    st.register_type_strategy(Layout, lambda _: import_module("..strategies", __name__).layouts())
    for (module, name), write in _WRITERS.items():
        for_type_by_name(f"{__package__.removesuffix('.compare.generators')}.{module}", name, _printer(write))


def _printer(write: Callable[[Any], str]) -> Callable[[Any, RepresentationPrinter, bool], None]:
    def show(value: Any, printer: RepresentationPrinter, _: bool) -> None:
        first, *others = write(value).split("\n")
        printer.text(first)
        with printer.indent(4):
            for line in others:
                printer.break_()
                printer.text(line)

    return show


def _puzzle(puzzle: Puzzle) -> str:
    """Returns a call that parses a line with the layout of a name, or a line of JSON that holds the rules."""
    from ...puzzles.text.json_lines import write_json_line, written_layout
    from ...puzzles.text.write import write_line

    if isinstance(written_layout(puzzle.layout), str):
        return f"unitdoku.parse_puzzle({write_line(puzzle)!r}, {_layout(puzzle.layout)})"
    return f"next(unitdoku.read_puzzles([{write_json_line(puzzle)!r}])).puzzle"


def _layout(layout: Layout) -> str:
    from ...puzzles.text.json_lines import written_layout

    name = written_layout(layout)
    if isinstance(name, str):
        return f"unitdoku.layouts.layout_named({name!r})"
    return f"{_puzzle(Puzzle.empty(layout))}.layout"


def _result(result: Result) -> str:
    return f"unitdoku.Result({result.solutions!r}, exhausted={result.exhausted}, backend={result.backend!r})"


def _drawn(drawn: Any) -> str:
    kind = f"unitdoku.strategies.Kind.{drawn.kind.name}"
    return f"unitdoku.strategies.Drawn(\n{_puzzle(drawn.puzzle)},\n{kind},\n{_result(drawn.truth)},\n{drawn.how!r})"


_WRITERS: dict[tuple[str, str], Callable[[Any], str]] = {
    ("reference.model.puzzle", "Puzzle"): _puzzle,
    ("reference.model.layout", "Layout"): _layout,
    ("reference.contract.result", "Result"): _result,
    ("compare.generators.kinds", "Drawn"): _drawn,
}
"""Module and name of a type to what writes a value of it as code."""
