"""What holds for each step of an explanation."""

from __future__ import annotations

from collections.abc import Iterable

from unitdoku import Verdict, solve
from unitdoku.proofs import Step


def check_step(step: Step, known: list[int], layout_rules: Iterable[object], asks: bool = True) -> None:
    """It goes by what is known then, a puzzle that says the opposite has no solution, and it leaves less."""
    assert set(step.rules) <= set(layout_rules)
    assert all(known[cell] & ~mask == 0 for cell, mask in step.facts.items()), step.text
    for opposite in step.refuted_puzzles() if asks else ():
        assert solve(opposite, seconds=20).verdict is Verdict.UNSAT, step.text
    for cell, mask in step.left.items():
        assert known[cell] & ~mask, step.text
        known[cell] &= mask
