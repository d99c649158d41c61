"""Words of explanations: how rules, values and cells are named in sentences, and lines for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from ...reference.contract.errors import joined
from ...reference.layouts.neighbours import comparison_of
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Sum, Unit

WIDTH = 80
"""The columns of a line, where no other number is given."""


def lines_of(text: str, width: int, start: str = "") -> str:
    """Returns the text in lines of up to so many columns; the first begins with `start`, the others are indented."""
    return fill(text, width, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def rule_text(rule: Rule, layout: Layout) -> str:
    """Returns the words by which a step names a rule: `row 2`, `A1 + A2 = 3`, `A1 < A2`, `white dot of A1 and A2`."""
    if isinstance(rule, Unit):
        return rule.name
    if isinstance(rule, Sum):
        return f"{rule.written(layout.labels)} {rule.relation} {rule.total}"
    first, second = (layout.labels[cell] for cell in rule.cells)
    sign = comparison_of(frozenset(pair for pair in rule.allowed if max(pair) <= layout.size), layout.size)
    return f"{first} {sign} {second}" if sign else f"{rule.name} of {first} and {second}"


def values_text(mask: int, layout: Layout, word: str = "and") -> str:
    """Returns the values of a candidate set as the layout counts them: `1, 4 and 7`."""
    return joined([str(layout.number(value)) for value in values_in(mask)], word)


def with_article(number: int) -> str:
    """Returns `a 7`, and `an 8`."""
    return f"{'an' if str(number)[0] == '8' or number in (11, 18) else 'a'} {number}"


def cells_text(cells: Iterable[int], layout: Layout, word: str = "and") -> str:
    """Returns the labels of cells: `A1, A4 and B7`."""
    return joined([layout.labels[cell] for cell in sorted(cells)], word)
