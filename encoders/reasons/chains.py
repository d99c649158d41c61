"""Chains and trials: what follows from either of two candidates, or from one that leads to a contradiction.

If the first is wrong, another is right, as a cell has no third candidate or a value no third place in a complete unit.
That excludes others, so yet another is right, and so on to the second. XY-wings, X-chains and skyscrapers are short
chains. The shortest one is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import Unit
from ...reference.search.board import board_map
from ...reference.search.search import apply_rules
from .sets_and_fish import contradiction, hidden_single, naked_single
from .step import Known, Step, Technique, follow, needed, values_text
from .sums_and_pairs import kept, pairs, sums

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
    rules: list[Unit] = []

    def exclude(one: _Candidate, other: _Candidate) -> str:
        """Adds the unit by which two candidates exclude each other; returns its name, if they are in two cells."""
        if one.cell == other.cell:
            return ""
        both = (unit for unit in layout.units_of[one.cell] if other.cell in unit.cells)
        rules.append(next(unit for unit in both if one.value not in unit.repeatable))
        return f" ({rules[-1].name})"

    def said(candidate: _Candidate, word: str) -> str:
        return f"{layout.labels[candidate.cell]} is {word}{layout.number(candidate.value)}"

    words = []
    for number, (wrong, right, unit) in enumerate(path):
        excluded = exclude(path[number - 1].right, wrong) if number else ""
        if unit is None:
            lost = {wrong.cell: layout.all_values & ~known.left[wrong.cell]}
        else:
            lost = dict.fromkeys({*unit.cells} - {wrong.cell, right.cell}, 1 << wrong.value - 1)
            rules.append(unit)
        found = known.ruled_out(lost, unit)
        facts |= found.facts
        rules += found.units
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


# Trials: a candidate with which singles, sums and pairs lead to a contradiction is ruled out, a *failed literal*.
#
# Of the candidates that fail, those whose contradiction needs the fewest placed cells are followed step by step, and
# the one with the shortest derivation is taken. After Freeman, "Improvements to propositional satisfiability search
# algorithms" (1995).

_FOLLOWED = 4
"""Candidates that fail after the fewest placed cells: so many are followed."""

_LONGEST_TRIAL = 200
"""Steps of a trial, at most."""

SIMPLE = (
    Technique("contradiction", 1, contradiction),
    Technique("hidden single", 1, hidden_single),
    Technique("naked single", 1, naked_single),
    Technique("pair rule", 1, partial(kept, pairs)),
    Technique("sum", 1, partial(kept, sums)),
)
"""The rules of a trial."""


def trial(known: Known, deadline: Deadline) -> Step | None:
    """Returns the candidate that is ruled out by the shortest trial; None where no trial fails, or time is over."""
    layout = known.layout
    table = board_map(layout)
    board = apply_rules(table.board(Puzzle(layout, tuple(known.candidates))), [], table)
    if board is None:
        return None
    failed: list[tuple[int, int, int]] = []
    for cell, mask in enumerate(known.left):
        for value in values_in(mask) if mask & (mask - 1) else ():
            if deadline.expired:
                return None
            placed: list[int] = []
            after = board & table.after[cell * layout.size + value - 1]
            is_left = board >> cell * table.width + value - 1 & 1
            if is_left and apply_rules(after, placed, table) is None:
                failed.append((len(placed), cell, value))
    steps = (_followed(known, cell, 1 << value - 1, deadline) for _, cell, value in sorted(failed)[:_FOLLOWED])
    return min((step for step in steps if step is not None), key=lambda step: len(step.inner), default=None)


def _followed(known: Known, cell: int, bit: int, deadline: Deadline) -> Step | None:
    """Returns the step that rules out a candidate by the steps to a contradiction; None where there is none."""
    layout, candidates = known.layout, known.candidates
    supposed = Known(layout, (*candidates[:cell], bit, *candidates[cell + 1 :]))
    steps = list(islice(follow(supposed, SIMPLE, deadline), _LONGEST_TRIAL))
    if not steps or not steps[-1].contradiction:
        return None
    inner = needed(steps, {len(steps) - 1: ()})
    used = {each for step in inner for each in step.facts if each != cell and candidates[each] != layout.all_values}
    facts = {each: candidates[each] for each in sorted(used)}
    rules = tuple(rule for step in inner for rule in step.rules)
    why = f"suppose it is {values_text(bit, layout)}; these steps end in a contradiction"
    return Step(layout, {cell: layout.all_values & ~bit}, facts, rules, why, inner)
