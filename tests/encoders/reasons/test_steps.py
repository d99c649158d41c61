"""Steps of a person: each is checked by itself, the easiest rule comes first, and each rule is met."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from checked_steps import check_step
from commands import run
from corpora import DATA, HARD, puzzles_in, seventeen_clue

from unitdoku import Grid, OptionError, Puzzle, Unsupported, classic, latin, solve, steps
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.reasons.derivation import RULES, derive
from unitdoku.encoders.reasons.step import Known
from unitdoku.layouts import killer
from unitdoku.proofs import Step
from unitdoku.reference.contract.deadline import Deadline

NAMES = [rule.name for rule in RULES]
WITHOUT_TRIALS = NAMES[: NAMES.index("trial")]


def checked(puzzle: Puzzle, grid: Grid) -> Counter[str]:
    """Checks all steps; returns how many there are by each rule, and whether they end at the solution."""
    found = steps(puzzle, WITHOUT_TRIALS)
    known = list(puzzle.candidates)
    for number, step in enumerate(found.steps):
        # The opposites of a single are many, and alike.
        check_step(step, known, puzzle.layout.rules, "single" not in step.technique or number % 10 == 0)
        assert all(known)
    assert all(mask >> value - 1 & 1 for mask, value in zip(known, grid, strict=True))
    assert found.complete == (known == [1 << value - 1 for value in grid])
    return Counter(step.technique for step in found.steps) + Counter({"complete": int(found.complete)})


def with_solutions(names: Iterable[str], count: int) -> Iterator[tuple[Puzzle, Grid]]:
    for name in names:
        for puzzle in puzzles_of(name)[:count]:
            result = solve(puzzle, limit=2, seconds=20)
            if result.unique:
                yield puzzle, result.solutions[0]


TEN = (
    *("easy50.txt", "17clue.txt", "top95.txt", "killers.jsonl", "futoshiki.jsonl", "kakuro.jsonl"),
    *("thermometers.jsonl", "windoku.jsonl", "diagonal.jsonl", "16x16.jsonl", "jigsaw-solvable.jsonl"),
)


def samurai(count: int) -> list[tuple[Puzzle, Grid]]:
    pytest.importorskip("numpy")
    pytest.importorskip("igraph")
    from unitdoku.data import generate

    made = generate("samurai", count, seed=1)
    return [(entry.puzzle, entry.solution) for entry in made if entry.puzzle and entry.solution]


@pytest.mark.parametrize(
    ("count", "samurais", "complete", "not_met"),
    [
        (5, 2, 25, {"innies and outies", "hidden triple", "swordfish", "hidden quad", "contradiction"}),
        pytest.param(60, 20, 300, {"contradiction", "hidden quad"}, marks=pytest.mark.long),
    ],
)
def test_each_step_follows_from_the_board_before_it(
    count: int, samurais: int, complete: int, not_met: set[str]
) -> None:
    """By every rule of the table but trials and searches, which have tests of their own."""
    met = Counter[str]()
    for puzzle, grid in [*with_solutions(TEN, count), *samurai(samurais)]:
        met += checked(puzzle, grid)
    assert met["complete"] > complete
    assert {*WITHOUT_TRIALS} - {*met} <= not_met


def found_by(name: str, puzzle: Puzzle) -> Step:
    """The step that a rule finds on a puzzle; it is right."""
    (rule,) = (rule for rule in RULES if rule.name == name)
    step = rule.find(Known(puzzle.layout, puzzle.candidates), Deadline(None))
    assert step is not None
    known = list(puzzle.candidates)
    check_step(step, known, puzzle.layout.rules)
    assert all(known)
    return step


def board(**values: str) -> Puzzle:
    """A classic puzzle: each cell has these candidates, the others all."""
    return Puzzle.from_values({label: {*map(int, digits)} for label, digits in values.items()}, classic())


WITHOUT_1 = "23456789"
ROWS_1_AND_5 = {f"{row}{column}": WITHOUT_1 for row in "AE" for column in range(1, 10) if column not in (2, 7)}


@pytest.mark.parametrize(
    ("name", "puzzle", "said"),
    [
        (
            "naked pair",
            board(A1="12", A5="12"),
            "not 1 or 2: A1 and A5 can only be 1 or 2, so they use these",
        ),
        (
            "naked triple",
            board(A1="12", A4="23", A7="13"),
            "A1, A4 and A7 can only be 1, 2 or 3, so they use",
        ),
        (
            "hidden pair",
            board(**{f"A{column}": "3456789" for column in range(3, 10)}),
            "A1 and A2 can only be 1 or 2: row A has 1 and 2 only in A1 and A2, so these take nothing else",
        ),
        (
            "X-wing",
            board(**ROWS_1_AND_5),
            "row E has its 1 in E2 or E7, all in column 2 or column 7, which have no other 1",
        ),
        # An XY-wing.
        (
            "chain",
            board(A1="12", A9="13", E1="23"),
            "E9 is not 3: A9 is 3 or E1 is 3, and both exclude that: if A9 is not 3, then A9 is 1; so A1 is not 1 (row"
            " A), and A1 is 2; so E1 is not 2 (column 1), and E1 is 3",
        ),
    ],
)
def test_what_a_rule_says(name: str, puzzle: Puzzle, said: str) -> None:
    assert said in found_by(name, puzzle).text


def test_innies_and_outies() -> None:
    """Cages of row A leave its last cell; those around row I leave the cell outside it."""
    innie = found_by("innies and outies", Puzzle.empty(killer({"A1 A2 A3 A4": 10, "A5 A6 A7 A8": 26})))
    assert innie.text.startswith("A9 is 9: A9 = 9, as row A makes 45 and the sums inside it make 36")
    outie = found_by("innies and outies", Puzzle.empty(killer({"I1 I2 I3 I4 H4": 16, "I5 I6 I7 I8 I9 H9": 39})))
    assert outie.text.startswith("H4 and H9 are not 5: H4 + H9 = 10, as row I makes 45 and the sums that touch it")


def test_shares_of_published_puzzles() -> None:
    """Those that singles solve, and locked candidates with them, are the levels 1 and 2 of `rate`."""
    sample = puzzles_in((DATA / "sudoku10k.txt").read_text(), classic())[:100]
    pytest.importorskip("numpy")
    from unitdoku.data import rate

    for puzzle in [*seventeen_clue(60), *sample[:60]]:
        levels = [steps(puzzle, NAMES[: NAMES.index(last) + 1]).complete for last in ("sum", "locked candidates")]
        assert levels == [rate(puzzle).level <= level for level in (1, 2)]


def test_the_easiest_rule_that_applies_comes_first() -> None:
    puzzle = puzzles_of("top95.txt")[0]
    known = list(puzzle.candidates)
    for step in derive(puzzle).steps[:30]:
        easier = RULES[: NAMES.index(step.technique)]
        assert not derive(Puzzle(puzzle.layout, tuple(known)), techniques=easier).steps
        for cell, mask in step.left.items():
            known[cell] &= mask


def test_rules_are_chosen_by_name() -> None:
    line = puzzles_of("17clue.txt")[0]
    found = steps(line, rules=("naked single", "hidden single"))
    assert {step.technique for step in found.steps} <= {"naked single", "hidden single"}
    assert found.hardest in ("naked single", "hidden single")
    for wrong, said in ((["swordfsh"], "swordfish"), ("chain", "list of names")):
        with pytest.raises(OptionError, match=said):
            steps(line, rules=wrong)
    with pytest.raises(Unsupported):
        steps(Puzzle.empty(replace(latin(3), shown=(0,))))


def test_puzzles_with_several_solutions_and_with_none() -> None:
    several = steps("1" + "." * 15)
    assert (several.complete, several.contradiction) == (False, False)
    none = steps("1...1...........")
    assert (none.complete, none.contradiction, none.steps[-1].technique) == (True, True, "contradiction")
    assert steps("1234341221434321").hardest is None


def test_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("......4..3..1..2\n1" + "." * 15 + "\n11" + "." * 14 + "\n")
    found = [
        json.loads(line) for line in run("explain", str(path), "--layout", "classic:4", "--json").stdout.splitlines()
    ]
    assert [one["claim"] for one in found] == ["one", "several", "none"]
    first = found[0]
    assert (first["puzzle"], first["hardest"], len(first["steps"])) == ("......4..3..1..2", "hidden single", 12)
    step = first["steps"][0]
    assert (step["rule"], step["left"], step["by"]) == ("hidden single", {"D3": [3]}, ["row D", "block 3"])
    assert (step["removed"], first["layout"]) == ({"D3": [1, 2, 4]}, "classic:4")
    assert step["facts"] == {"C2": [3], "D4": [2]}
    path.write_text(path.read_text() + "xyz\n")
    assert run("explain", str(path), "--layout", "classic:4", "--json").exit_code == 2


def test_steps_are_the_same_again() -> None:
    assert str(steps(HARD)) == str(steps(HARD))
