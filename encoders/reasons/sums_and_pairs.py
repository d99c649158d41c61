"""What one sum or one pair rules out, by the rules of the reference solver."""

from __future__ import annotations

from functools import lru_cache

from ...reference.deadline import Deadline
from ...reference.errors import joined
from ...reference.layout import Layout, Rule
from ...reference.search.propagators import Propagator, propagators
from ...reference.sum import Sum
from ...reference.unit import Unit
from ...reference.value_sets import combinations_of
from .known import Known
from .step import Step, only
from .words import rule_text, values_text


@lru_cache(maxsize=4)
def _keepers(layout: Layout) -> list[tuple[Rule, tuple[Unit, ...], list[Propagator]]]:
    """Returns each sum and pair, the unit by which it has combinations, and the rules that work on candidate sets."""
    found: list[tuple[Rule, tuple[Unit, ...], list[Propagator]]] = []
    for rule, values in zip(layout.sums, layout.value_sums, strict=True):
        units: tuple[Unit, ...] = ()
        if combinations_of(values, layout) is not None:
            inside = (unit for unit in layout.units if set(rule.cells) <= set(unit.cells) and not unit.repeatable)
            units = (next(inside),)
        found.append((rule, units, propagators(only(layout, (*units, rule)))))
    return found + [(pair, (), propagators(only(layout, (pair,)))) for pair in layout.pairs]


def sum_or_pair(known: Known, _deadline: Deadline) -> Step | None:
    """Returns what the first sum or pair rules out that rules out anything, or that cannot hold; None without one."""
    for rule, units, keepers in _keepers(known.layout):
        masks = list(known.left)
        holds = all(keep(masks) for keep in keepers)
        left = {cell: masks[cell] for cell in rule.cells if masks[cell] != known.left[cell]}
        if left or not holds:
            return _step(known, rule, units, left if holds and all(left.values()) else {})
    return None


def _step(known: Known, rule: Rule, units: tuple[Unit, ...], left: dict[int, int]) -> Step:
    layout = known.layout
    facts: dict[int, int] = {}
    reasons = [rule_text(rule, layout)]
    if not left:
        reasons[0] += " cannot hold with the candidates that its cells have left"
    for cell in rule.cells:
        found = known.ruled_out({cell: layout.all_values & ~known.left[cell]})
        facts |= found.facts
        if found.units:
            units = tuple(dict.fromkeys((*units, *found.units)))
            lost = values_text(known.candidates[cell] & ~known.left[cell], layout, "or")
            have = f"{joined([unit.name for unit in found.units], 'and')} {'has' if len(found.units) == 1 else 'have'}"
            reasons.append(f"{layout.labels[cell]} cannot be {lost}, which {have}")
    technique = "sum" if isinstance(rule, Sum) else "pair"
    return Step(technique, layout, left, facts, (*units, rule), "; ".join(reasons))
