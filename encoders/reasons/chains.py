"""Chains: of two candidates one is right, so what both exclude is ruled out.

If the first is wrong, another is right, as a cell has no third candidate or a value no third place in a complete unit.
That excludes others, so yet another is right, and so on to the second. XY-wings, X-chains and skyscrapers are short
chains. The shortest one is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Unit
from .known import Known
from .step import Step

_LONGEST = 8
"""Links of a chain, at most: a reader follows no longer one."""


class _Candidate(NamedTuple):
    cell: int
    value: int


class _Link(NamedTuple):
    """If the first candidate is wrong, the second is right: they are the only ones of a cell, or of a unit."""

    wrong: _Candidate
    right: _Candidate
    unit: Unit | None


def chain(known: Known, _deadline: Deadline) -> Step | None:
    """Returns the step of the shortest chain that rules something out; None where there is none."""
    links: dict[_Candidate, list[_Link]] = {}
    for link in _links(known):
        links.setdefault(link.wrong, []).append(link)
    excluded = cache(partial(_excluded, known))
    best: list[_Link] = []
    for start in links:
        paths: dict[_Candidate, list[_Link]] = {}
        ends = [[link] for link in links[start]]
        while ends and len(ends[0]) < (len(best) or _LONGEST + 1):
            longer = []
            for path in ends:
                end = path[-1].right
                if end not in paths:
                    paths[end] = path
                    if excluded(start) & excluded(end):
                        best = path
                        break
                    longer += [[*path, link] for each in excluded(end) for link in links.get(each, ())]
            ends = longer
    return _step(known, best) if best else None


def _links(known: Known) -> Iterable[_Link]:
    layout = known.layout
    for cell, mask in enumerate(known.left):
        if mask.bit_count() == 2:
            one, other = (_Candidate(cell, value) for value in values_in(mask))
            yield from (_Link(one, other, None), _Link(other, one, None))
    for unit in layout.complete_units:
        for value in values_in(layout.all_values):
            places = [_Candidate(cell, value) for cell in unit.cells if known.left[cell] >> value - 1 & 1]
            if len(places) == 2:
                one, other = places
                yield from (_Link(one, other, unit), _Link(other, one, unit))


def _excluded(known: Known, candidate: _Candidate) -> set[_Candidate]:
    """Returns the candidates that cannot be right where this one is."""
    cell, value = candidate
    rivals = (other for other in known.layout.rivals(cell, value) if known.left[other] >> value - 1 & 1)
    own = (other for other in values_in(known.left[cell]) if other != value)
    return {*(_Candidate(other, value) for other in rivals), *(_Candidate(cell, other) for other in own)}


def _step(known: Known, path: list[_Link]) -> Step:
    layout, start, end = known.layout, path[0].wrong, path[-1].right
    facts: dict[int, int] = {}
    rules: dict[Unit, None] = {}

    def exclude(one: _Candidate, other: _Candidate) -> str:
        """Adds the unit by which two candidates exclude each other; returns its name, if they are in two cells."""
        if one.cell == other.cell:
            return ""
        both = (unit for unit in layout.units_of[one.cell] if other.cell in unit.cells)
        unit = next(unit for unit in both if one.value not in unit.repeatable)
        rules[unit] = None
        return f" ({unit.name})"

    def said(candidate: _Candidate, word: str) -> str:
        return f"{layout.labels[candidate.cell]} is {word}{layout.number(candidate.value)}"

    words = []
    for number, (wrong, right, unit) in enumerate(path):
        excluded = exclude(path[number - 1].right, wrong) if number else ""
        if unit is None:
            lost = {wrong.cell: layout.all_values & ~known.left[wrong.cell]}
        else:
            lost = dict.fromkeys({*unit.cells} - {wrong.cell, right.cell}, 1 << wrong.value - 1)
            rules[unit] = None
        found = known.ruled_out(lost, unit)
        facts |= found.facts
        rules |= dict.fromkeys(found.units)
        by = f" ({unit.name})" if unit else ""
        first, second = ("so", "and") if number else ("if", "then")
        words.append(f"{first} {said(wrong, 'not ')}{excluded}, {second} {said(right, '')}{by}")
    left: dict[int, int] = {}
    for candidate in sorted(_excluded(known, start) & _excluded(known, end)):
        exclude(candidate, start)
        exclude(candidate, end)
        left[candidate.cell] = left.get(candidate.cell, layout.all_values) & ~(1 << candidate.value - 1)
    why = f"{said(start, '')} or {said(end, '')}, and both exclude that: {'; '.join(words)}"
    return Step(layout, left, facts, tuple(rules), why)
