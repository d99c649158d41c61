"""What one sum or one pair rules out, by the rules of the reference solver."""

from __future__ import annotations

from functools import lru_cache

from ...reference.cages import combinations_of
from ...reference.layout import Layout, Rule
from ...reference.search.other_rules import Rule as Keep
from ...reference.search.other_rules import other_rules
from ...reference.sum import Sum
from ...reference.unit import Unit
from .singles import Singles
from .step import Step, listed, only, rule_text, values_text


@lru_cache(maxsize=4)
def _keepers(layout: Layout) -> tuple[tuple[Rule, tuple[Unit, ...], tuple[Keep, ...]], ...]:
    """Returns each sum and pair, the units by which it has combinations, and the rules that work on candidate sets."""
    found: list[tuple[Rule, tuple[Unit, ...], tuple[Keep, ...]]] = []
    values = dict(zip(layout.sums, layout.value_sums, strict=True))
    rules: tuple[Rule, ...] = (*layout.sums, *layout.pairs)
    for rule in rules:
        units: tuple[Unit, ...] = ()
        if isinstance(rule, Sum) and combinations_of(values[rule], layout) is not None:
            inside = (unit for unit in layout.units if set(rule.cells) <= set(unit.cells) and not unit.repeatable)
            units = (next(inside),)
        found.append((rule, units, tuple(other_rules(only(layout, (*units, rule))))))
    return tuple(found)


def next_steps(layout: Layout, known: list[int], singles: Singles) -> list[Step]:
    """Returns what the first sum or pair rules out that rules out anything, a step for each of its cells.

    That is one contradiction where it cannot hold, and an empty list where no sum or pair rules out anything.
    """
    for rule, units, keepers in _keepers(layout):
        masks = list(singles.left)
        holds = all(keep(masks) for keep in keepers)
        changed = [cell for cell in rule.cells if masks[cell] != singles.left[cell]]
        if holds and not changed:
            continue
        facts: dict[int, int] = {}
        by = list(units)
        reasons: list[str] = []
        for cell in rule.cells:
            if known[cell] != layout.all_values:
                facts[cell] = known[cell]
            lost = known[cell] & ~singles.left[cell]
            blockers = singles.blockers(cell, lost)
            for holder, unit in blockers:
                facts[holder] = known[holder]
                by += [unit] if unit not in by else []
            if lost:
                holders = list(dict.fromkeys(unit.name for _, unit in blockers))
                have = f"{listed(holders)} {'has' if len(holders) == 1 else 'have'}"
                reasons.append(f"{layout.labels[cell]} cannot be {values_text(lost, layout, 'or')}, which {have}")
        if not holds or not all(masks[cell] for cell in changed):
            wrong = f"{rule_text(rule, layout)} cannot hold with the candidates that its cells have left"
            return [Step(None, 0, facts, (*by, rule), "; ".join([wrong, *reasons]))]
        why = "; ".join([rule_text(rule, layout), *reasons])
        found: list[Step] = []
        for cell in sorted(changed, key=lambda cell: (masks[cell].bit_count(), cell)):
            kind = "one of " if masks[cell].bit_count() > 1 else ""
            now = f"{kind}{values_text(masks[cell], layout)}: {why}"
            found.append(Step(cell, masks[cell], facts, (*by, rule), f"{layout.labels[cell]} is {now}", lost=now))
        return found
    return []
