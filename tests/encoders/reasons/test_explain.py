"""Explanations: what is to blame, what would settle it, and steps that can each be checked."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from checked_steps import check_step
from commands import run
from corpora import DIAGONAL, FOUR, HARD

import unitdoku
from unitdoku import (
    Pair,
    Puzzle,
    Unsupported,
    Verdict,
    certify,
    classic,
    explain,
    from_units,
    latin,
    parse_puzzle,
    solve,
    verify,
)
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.naming.families import is_installed
from unitdoku.encoders.reasons.derivation import RULES, derive
from unitdoku.encoders.reasons.explain import Settling, parts_of, puzzle_of
from unitdoku.encoders.reasons.small_sets import minimal
from unitdoku.encoders.reasons.step import Known, Technique, needed
from unitdoku.layouts import futoshiki, killer, layout_named, thermometer
from unitdoku.proofs import NoSolution, OneSolution, SeveralSolutions, Step
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.model.puzzle import reason_against

pytest.importorskip("pysat")


def none(puzzle: object, **options: object) -> NoSolution:
    found = explain(puzzle, **options)  # type: ignore[arg-type]
    assert isinstance(found, NoSolution)
    return found


def check_minimal(found: NoSolution) -> None:
    """Holds the parts against another backend: together they have no solution, without any of them they have one."""
    reduced = found.reduced
    assert solve(reduced, "reference", seconds=20).verdict is Verdict.UNSAT
    parts = parts_of(reduced)
    for part in parts:
        rest = puzzle_of([other for other in parts if other != part], reduced)
        assert solve(rest, "cpsat" if is_installed("cpsat") else "reference").verdict is Verdict.SAT, part


def check_steps(steps: tuple[Step, ...], puzzle: Puzzle, every: int = 1) -> list[int]:
    """Returns the candidates that are left in the end; the opposite of every so many steps is asked."""
    known = list(puzzle.candidates)
    for number, step in enumerate(steps):
        check_step(step, known, puzzle.layout.rules, number % every == 0)
    return known


def test_layouts_without_anything_to_explain() -> None:
    one = explain(Puzzle.empty(latin(1)))
    assert isinstance(one, OneSolution)
    assert (one.grid, one.redundant, one.needed, one.derivation.steps) == ((1,), (), (), ())
    assert str(one) == "One solution.\n\n+---+\n| 1 |\n+---+"
    several = explain(Puzzle.empty(from_units(2, [], (1, 1))))
    assert isinstance(several, SeveralSolutions)
    assert (several.differing, dict(several.settling)) == ((0,), {0: several.grids[0][0]})


def test_two_equal_givens_in_a_unit() -> None:
    found = none("11......" + "." * 8)
    assert (found.givens, [rule.name for rule in found.rules]) == ((0, 1), ["row A"])
    assert str(found).splitlines()[-1] == "  1. A1 and A2 are both 1, and both in row A"
    assert found.claim == "none"


def test_rules_alone_that_cannot_hold() -> None:
    """Pigeons: three cells, each two of which differ, and two values."""
    found = none(from_units(2, [[0, 1], [1, 2], [0, 2]], (1, 3)))
    assert found.givens == ()
    assert [rule.name for rule in found.rules] == ["unit 1", "unit 2", "unit 3"]
    check_minimal(found)
    assert "No solution: 3 units cannot hold together: unit 1, unit 2 and unit 3." in " ".join(str(found).split())


@cache
def wrong_puzzles() -> list[Puzzle]:
    """Returns puzzles with one wrong given that no unit shows at once."""
    rng = random.Random(1)
    found: list[Puzzle] = []
    lines = [puzzle for name in ("top95", "17clue", "easy50") for puzzle in puzzles_of(f"{name}.txt")[:40]]
    while len(found) < 6:
        puzzle = rng.choice(lines)
        wrong = Puzzle.from_givens({**puzzle.givens, rng.choice([*puzzle.givens]): rng.randint(1, 9)}, puzzle.layout)
        if reason_against(wrong) is None and solve(wrong).verdict is Verdict.UNSAT:
            found.append(wrong)
    return found


@pytest.mark.parametrize("number", range(3))
def test_a_wrong_given_is_explained_by_a_minimal_set(number: int) -> None:
    found = none(wrong_puzzles()[number])
    check_minimal(found)
    assert found.derivation.contradiction
    check_steps(found.derivation.steps, found.reduced)
    steps = found.derivation.steps
    for number, step in enumerate(steps[:-1]):
        for cell in step.left:
            assert any(cell in later.facts for later in steps[number + 1 :]), step.text
    assert needed(steps, {len(steps) - 1: ()}) == steps
    assert all(len(line) <= 80 for line in str(found).splitlines())


def test_minimal_sets_against_all_sets() -> None:
    """Each set that contains one of some sets suffices: the result does, and does not without any of its items."""
    rng = random.Random(5)
    for _ in range(200):
        items = list(range(rng.randrange(9)))
        enough = [{*rng.sample(items, rng.randrange(len(items) + 1))} for _ in range(3)]
        found = minimal(items, lambda some, enough=enough: any(each <= {*some} for each in enough))  # type: ignore[misc]
        assert {*found} in enough
        assert not any(each < {*found} for each in enough)


def test_the_smallest_of_several_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the parts that steps name and of all parts; the first alone, and nothing, where time is over."""
    right = puzzles_of("kakuro.jsonl")[0]
    puzzle = right.restricted(right.layout.labels.index("F7"), 1)
    assert len(parts_of(none(puzzle).reduced)) == 2
    calls: list[object] = []

    def late_again(items: list[Any], suffice: Any) -> list[Any]:
        calls.append(items)
        if len(calls) == 2:
            raise TimeoutError
        return minimal(items, suffice)

    monkeypatch.setattr("unitdoku.encoders.reasons.explain.minimal", late_again)
    larger = none(puzzle)
    assert len(parts_of(larger.reduced)) > 2
    check_minimal(larger)
    monkeypatch.setattr("unitdoku.encoders.reasons.explain.solve", lambda *_, **__: unitdoku.Result((), False))
    assert explain(puzzle) is None


def test_sums_and_pairs_are_to_blame() -> None:
    cages = none(killer([(["A1", "A2"], 17), (["B1", "B2"], 17)]))
    assert [str(rule) for rule in cages.rules if not hasattr(rule, "repeatable")] == ["sum 'cage A1'", "sum 'cage B1'"]
    assert "1 unit and 2 sums cannot hold together" in str(cages)
    for found in (cages, none(futoshiki("1 < . < .\n. . .\n. . .").restricted(2, 0b011))):
        check_minimal(found)
        check_steps(found.derivation.steps, found.reduced)


@pytest.mark.parametrize("line", [HARD, DIAGONAL])
def test_steps_of_the_puzzles_of_the_readme_have_certificates(line: str) -> None:
    puzzle = parse_puzzle(line, layout_named("classic" if line == HARD else "diagonal"))
    derivation = derive(puzzle)
    assert derivation.complete
    known = check_steps(derivation.steps, puzzle)
    assert tuple(mask.bit_length() for mask in known) == solve(puzzle).solution
    for step in derivation.steps[::8]:
        for opposite in step.refuted_puzzles():
            certificate = certify(opposite)
            assert certificate is not None
            assert verify(certificate.text).claim == "none"


COMPLETE = {"killers.jsonl", "futoshiki.jsonl", "pencil-mark.jsonl"}
"""Corpora whose first puzzle the steps solve."""


@pytest.mark.parametrize("file", sorted(COMPLETE | {f"{name}.jsonl" for name in ("kakuro", "thermometers", "windoku")}))
def test_steps_of_other_puzzles(file: str) -> None:
    """Those of a complete derivation fill the grid, also where they rule out one of two candidates."""
    puzzle = puzzles_of(file)[0]
    derivation = derive(puzzle, Deadline(None if file in COMPLETE else 20))
    assert derivation.steps
    known = check_steps(derivation.steps, puzzle, 6 if file in COMPLETE else 1)
    assert derivation.complete >= (file in COMPLETE)
    assert derivation.complete <= (tuple(known) == tuple(1 << value - 1 for value in solve(puzzle).solution or ()))


def test_a_cell_that_is_left_with_one_candidate_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def ruled_out(known: Known, _: Deadline) -> Step | None:
        mask, layout = known.candidates[0], known.layout
        left = {0: layout.all_values & ~(mask & -mask)}
        return Step(layout, left, {}, (), "") if mask & (mask - 1) else None

    monkeypatch.setattr("unitdoku.encoders.reasons.derivation.RULES", [Technique("search", 5, ruled_out)])
    derivation = derive(Puzzle.empty(from_units(3, [], (1, 1))))
    assert derivation.complete
    assert [step.left for step in derivation.steps] == [{0: 0b110}, {0: 0b101}]


def test_steps_come_when_they_are_needed() -> None:
    """What a sum rules out stands before the value that it leads to, not all of it first, and one sum is one line.

    It names the units by which its cells lost values.
    """
    derivation = derive(puzzles_of("killers.jsonl")[0])
    one = {1 << value for value in range(9)}
    placing = [number for number, step in enumerate(derivation.steps) if one.intersection(step.left.values())]
    assert max(after - before for before, after in pairwise(placing)) < 10
    assert "A2, B2 and B3 are not 1 or 4: A2 + B2 + B3 = 14; A2, B2 and B3 could be 1, 3, 4, 5 or 6" in " ".join(
        str(derivation).split()
    )
    step = next(step for step in derivation.steps if "A2 + B2 + B3 = 14" in step.text)
    assert "block 1" in {rule.name for rule in step.rules}


def test_steps_that_end_before_the_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.encoders.reasons.derivation.RULES", RULES[:3])
    said = []
    for puzzle in wrong_puzzles():
        found = none(puzzle)
        said.append("The steps end before the contradiction" in str(found))
        assert said[-1] is not found.derivation.contradiction
        assert found.derivation.complete is found.derivation.contradiction
    assert any(said)


def test_givens_that_are_not_needed() -> None:
    full = solve(parse_puzzle(FOUR)).solution
    assert full is not None
    found = explain(Puzzle.from_values(full, classic(4)))
    assert isinstance(found, OneSolution)
    assert found.redundant == tuple(range(16))
    for left_out in (None, *found.needed):
        kept = {cell: full[cell] for cell in found.needed if cell != left_out}
        assert solve(Puzzle.from_givens(kept, classic(4)), limit=2).unique == (left_out is None)
    assert "Each of these givens alone could be open:" in str(found)


def test_no_given_or_one_is_needed() -> None:
    assert "No given is needed." in str(explain(futoshiki(". < .   .\n    ^\n.   . > .\n\n.   1   .")))
    one_needed = explain(parse_puzzle("12", from_units(2, [(0, 1)], (1, 2))))
    assert isinstance(one_needed, OneSolution)
    (cell,) = one_needed.needed
    assert f"The given in A{cell + 1} suffices." in str(one_needed)


def settled(puzzle: Puzzle, found: SeveralSolutions, *, without: int | None = None) -> Puzzle:
    """The puzzle with the givens that settle it, but for one of them."""
    for cell, value in found.settling.items():
        puzzle = puzzle if cell == without else puzzle.restricted(cell, 1 << value - 1)
    return puzzle


def test_givens_that_settle() -> None:
    """None of them can be left out."""
    rng = random.Random(5)
    grid = solve(parse_puzzle(FOUR)).solution
    assert grid is not None
    compared = 0
    for _ in range(20):
        puzzle = Puzzle.from_givens({cell: grid[cell] for cell in rng.sample(range(16), 2)}, classic(4))
        found = explain(puzzle)
        assert isinstance(found, SeveralSolutions)
        assert all(found.grids[0][cell] != found.grids[1][cell] for cell in found.differing)
        result = solve(settled(puzzle, found), limit=2)
        assert (result.solutions, result.unique) == ((found.grids[0],), True)
        for left_out in found.settling:
            assert not solve(settled(puzzle, found, without=left_out), limit=2).unique
            compared += 1
    assert compared > 40


def test_time_that_is_over_while_cells_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of cells that may leave another solution, or may not be needed."""
    grid = (1, 2, 3, 2, 3, 1, 3, 1, 2)
    answers = iter([unitdoku.Result((grid, grid[::-1]), False), unitdoku.Result((grid,), False)])
    session: Any = SimpleNamespace(solve=lambda *_: next(answers))
    with pytest.raises(TimeoutError):
        Settling(Puzzle.empty(latin(3)), grid, session, Deadline(None)).settling_cells()

    def late(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr("unitdoku.encoders.reasons.explain.Settling.redundant_givens", late)
    assert explain(FOUR, layout="classic:4") is None


def test_a_repeatable_value_and_shown_cells() -> None:
    unit = replace(latin(3).units[0], repeatable=(1,))
    layout = replace(latin(3), units=(unit, *latin(3).units[1:]))
    found = none(Puzzle.from_givens({"A1": 2, "A2": 2}, layout))
    check_minimal(found)
    # Value 1 may stand twice in row A: only its block rules it out beside A1.
    row, *others = classic(4).units
    layout = replace(classic(4), units=(replace(row, repeatable=(1,)), *others))
    known = Known(layout, Puzzle.from_givens({"A1": 1}, layout).candidates)
    assert [unit.name for unit in known.ruled_out({1: 0b0001}).units] == ["block 1"]
    assert known.left[:4] == [0b0001, 0b1110, 0b1111, 0b1111]
    with pytest.raises(Unsupported, match="explain takes no cells that are not shown"):
        explain(Puzzle.empty(replace(latin(3), shown=(0,))))


def test_no_time() -> None:
    assert explain(HARD, seconds=0) is None
    assert explain(wrong_puzzles()[0], seconds=1e-9) is None


def test_without_pysat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.encoders.naming.families.has_module", lambda _: False)
    assert isinstance(explain(FOUR, "reference", layout="classic:4"), OneSolution)
    check_minimal(none("...12.3.....32..", backend="reference"))
    assert isinstance(explain("." * 16, "reference"), SeveralSolutions)


ran = partial(run, "explain")


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text("11......" + "." * 8)
    plain = json.loads(ran(str(file), "--layout", "classic:4", "--json").stdout)
    assert (plain["claim"], plain["givens"], plain["rules"]) == ("none", ["A1", "A2"], ["row A"])
    plain = json.loads(ran("1....4....2....3", "--layout", "classic:4", "--json").stdout)
    assert (plain["claim"], plain["settling"], len(plain["differing"])) == ("several", {"A2": 2}, 12)
    plain = json.loads(ran(FOUR, "--layout", "classic:4", "--json").stdout)
    assert (plain["claim"], plain["complete"], len(plain["steps"])) == ("one", True, 12)
    assert [ran(HARD, "--seconds", "0").exit_code, ran("xyz").exit_code] == [3, 2]


def test_the_command_in_colours() -> None:
    red = "\x1b[48;5;210;1;38;5;16m"
    shown = ran("11......" + "." * 8, "--layout", "classic:4", "--color", "always").stdout
    assert f"{red} 1 1 \x1b[0m" in shown
    assert shown.startswith("No solution: 2 givens and 1 unit cannot hold together")
    assert shown.endswith("A1 and A2 are both 1, and both in row A\n")
    assert "\x1b" not in ran("11......" + "." * 8, "--layout", "classic:4").stdout
    given = "1234341........."
    several = explain(given, layout="classic:4")
    assert isinstance(several, SeveralSolutions)
    shown = ran(given, "--layout", "classic:4", "--color", "always").stdout
    assert shown.count("\x1b[48;5;210;38;5;25m") == 2 * len(several.differing) > 0


def test_rules_are_named_by_their_cells() -> None:
    found = none("8" + "." * 80, layout=thermometer(classic(), "A1 A2 A3"))
    assert found.summary.startswith("No solution: 1 given and 2 pairs cannot hold together: the given in A1; A1 < A2 ")
    assert "A1 < A2" in str(found.derivation)
    base = classic(4) + [Pair("white dot", (0, 1), frozenset({(1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3)}))]
    assert "white dot of A1 and A2" in none("14..............", layout=base).summary


def test_lines_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = ran(FOUR, "--layout", "classic:4").stdout
    assert max(map(len, shown.splitlines())) <= 40
    monkeypatch.setenv("COLUMNS", "200")
    assert ran(FOUR, "--layout", "classic:4").stdout == str(explain(FOUR, layout="classic:4")) + "\n"
