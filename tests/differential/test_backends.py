"""Every backend of the registry against exhaustive enumeration, known counts, and the reference."""

from __future__ import annotations

from itertools import product

import pytest
from corpora import CLASSIC, bundled, seventeen_clue, twenty_five, unsolvable_jigsaws
from hard_puzzles import hard_and_easy
from hypothesis import given, settings
from pace import fewer, is_slow
from puzzle_strategies import puzzles, unit_systems

from unitdoku import (
    Backend,
    Layout,
    Puzzle,
    Verdict,
    classic,
    cross_check,
    diagonal,
    find_backend,
    from_units,
    installed_backends,
    is_solution,
    jigsaw,
    latin,
    parse_puzzle,
    samurai,
)

NAMES = installed_backends()
every_backend = pytest.mark.parametrize("backend", [find_backend(name) for name in NAMES], ids=NAMES)


def assert_count(backend: Backend, puzzle: Puzzle, expected: int) -> None:
    """All solutions are found, each once, and that there are no more is proven; of many, slow backends find some."""
    limit = fewer(backend.name, expected + 1, 60)
    with backend.open(puzzle.layout) as session:
        result = session.solve(puzzle, limit)
    assert len(result.solutions) == len(set(result.solutions)) == min(expected, limit)
    assert result.exhausted == (limit > expected)
    assert all(is_solution(grid, puzzle) for grid in result.solutions)


@every_backend
@pytest.mark.parametrize(
    ("layout", "grids"),
    [
        (classic(4), 288),
        (diagonal(classic(4)), 48),
        (latin(4), 576),
        (diagonal(latin(4)), 48),
        (latin(1), 1),
        (diagonal(latin(2)), 0),
        (from_units(3, [[0, 1, 2], [0, 3]], shape=(1, 4)), 6 * 2),
        (Layout(3, (), ((0, 0), (0, 1))), 9),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_counts(backend: Backend, layout: Layout, grids: int) -> None:
    assert_count(backend, Puzzle.empty(layout), grids)


@every_backend
def test_one_diagonal(backend: Backend) -> None:
    one = classic(4) + [diagonal(classic(4)).units[-1]]
    assert_count(backend, Puzzle.empty(one), 48)


@pytest.mark.long
@every_backend
def test_6x6_grids_with_a_fixed_first_row(backend: Backend) -> None:
    assert_count(backend, Puzzle.from_values(classic(6), [1, 2, 3, 4, 5, 6, *[0] * 30]), 39_168)


@pytest.mark.long
@pytest.mark.parametrize("name", ["reference", "cpsat"])
def test_latin_squares_of_5(name: str) -> None:
    assert_count(find_backend(name), Puzzle.empty(latin(5)), 161_280)


@every_backend
def test_6x6_grids_with_both_diagonals(backend: Backend) -> None:
    assert_count(backend, Puzzle.from_values(diagonal(classic(6)), [1, 2, 3, 4, 5, 6, *[0] * 30]), 8_640 // 720)


@every_backend
def test_the_contract_on_limits(backend: Backend) -> None:
    puzzle = Puzzle.empty(classic(4))
    with backend.open(puzzle.layout) as session:
        for limit in (1, 2, 7, fewer(backend.name, 287, 20)):
            result = session.solve(puzzle, limit)
            assert len(result.solutions) == limit
            assert not result.exhausted
        if not is_slow(backend.name):
            # Whether the last solution also proves that there are no others is up to the backend.
            assert len(session.solve(puzzle, 288).solutions) == 288
        assert [len(r.solutions) for r in session.solve_many([puzzle] * 3, 2)] == [2, 2, 2]


@every_backend
def test_a_session_keeps_nothing_of_a_puzzle(backend: Backend) -> None:
    layout = classic(4)
    empty, clash = Puzzle.empty(layout), parse_puzzle("11" + "." * 14, layout)
    full = parse_puzzle("1234341221434321", layout)
    with backend.open(layout) as session:
        for _ in range(2):
            assert session.solve(clash, 2).verdict is Verdict.UNSAT
            assert session.solve(full, 2).unique
            assert session.solve(empty, seconds=0).verdict is Verdict.UNKNOWN
            most = fewer(backend.name, 300, 30)
            assert len(session.solve(empty, most).solutions) == min(288, most)
            assert len(session.solve(empty, 5).solutions) == 5


@every_backend
def test_the_same_question_gets_the_same_answer(backend: Backend) -> None:
    puzzle = Puzzle.empty(classic())
    answers = set()
    for _ in range(2):
        with backend.open(puzzle.layout) as session:
            answers.add(session.solve(puzzle, 3).solutions)
    assert len(answers) == 1


def brute_force(puzzle: Puzzle) -> set[tuple[int, ...]]:
    values = range(1, puzzle.layout.size + 1)
    return {grid for grid in product(values, repeat=puzzle.layout.cell_count) if is_solution(grid, puzzle)}


@pytest.mark.parametrize("name", NAMES)
def test_random_unit_systems_by_brute_force(name: str) -> None:
    backend = find_backend(name)
    limit = fewer(name, 5000, 20)

    @settings(max_examples=fewer(name, 40, 15))
    @given(puzzles(unit_systems().filter(lambda layout: layout.size**layout.cell_count <= 4**6)))
    def check(puzzle: Puzzle) -> None:
        with backend.open(puzzle.layout) as session:
            result = session.solve(puzzle, limit)
        expected = brute_force(puzzle)
        assert set(result.solutions) <= expected
        assert len(result.solutions) == min(len(expected), limit)
        assert result.exhausted or len(expected) >= limit

    check()


@settings(max_examples=60)
@given(puzzles())
def test_backends_agree_on_random_puzzles(puzzle: Puzzle) -> None:
    quick = [name for name in NAMES if not is_slow(name)]
    report = cross_check([puzzle], quick, limit=20)
    assert report.disagreements == []
    assert report.answers == len(quick)


@settings(max_examples=20)
@given(puzzles())
def test_slow_backends_agree_on_random_puzzles(puzzle: Puzzle) -> None:
    slow = [name for name in NAMES if is_slow(name)]
    report = cross_check([puzzle], ["reference", *slow], limit=4)
    assert report.disagreements == []
    assert report.answers == len(slow) + 1


def test_all_backends_agree_on_known_puzzles() -> None:
    known = bundled("documents.jsonl") + seventeen_clue(20) + bundled("top95.txt")[::10]
    report = cross_check(known)
    assert report.disagreements == []
    for tally in report.tallies.values():
        assert tally.unique == len(known)


@every_backend
def test_samurai(backend: Backend) -> None:
    layout = samurai()
    with backend.open(layout) as session:
        (grid,) = session.solve(Puzzle.empty(layout)).solutions
        most = Puzzle.from_values(layout, [value if cell % 4 else 0 for cell, value in enumerate(grid)])
        result = session.solve(most, 1000)
    assert (grid in result.solutions, result.exhausted) == (True, True)


# A layout of 5x5 without any grid, found by drawing regions at random.
NO_GRID = "ABBBCAABBCDAACCDDDCEDEEEE"


@every_backend
def test_jigsaws(backend: Backend) -> None:
    none = jigsaw(NO_GRID)
    with backend.open(none) as session:
        assert session.solve(Puzzle.empty(none)).verdict is Verdict.UNSAT
    blocks = jigsaw([cell // 27 * 3 + cell % 9 // 3 for cell in range(81)])
    hard = bundled("documents.jsonl")[1]
    with backend.open(blocks) as session:
        assert session.solve(Puzzle(blocks, hard.candidates), 2).unique


@every_backend
def test_a_time_limit_is_kept(backend: Backend) -> None:
    """On a question that takes minutes: a backend that ignores the limit would give a verdict, or none for minutes."""
    hard, easy = hard_and_easy(backend.name)
    with backend.open(hard.layout) as session:
        result = session.solve(hard, seconds=0.3)
        assert (result.verdict, result.solutions) == (Verdict.UNKNOWN, ())
        assert session.solve(easy, 2).exhausted


@pytest.mark.long
@pytest.mark.parametrize("name", ["sat:cadical195", "cpsat"])
def test_25x25(name: str) -> None:
    corpus = twenty_five()
    report = cross_check(corpus, [name], limit=1)
    (tally,) = report.tallies.values()
    assert report.disagreements == []
    assert (len(corpus), tally.unsolvable, tally.solved) == (100, 58, 42)


@pytest.mark.long
def test_all_backends_agree_on_classic_and_variants() -> None:
    known = bundled("documents.jsonl") + bundled("top95.txt") + bundled("variants.jsonl") + seventeen_clue(200)
    report = cross_check(known, seconds=20)
    assert report.disagreements == []
    assert report.open == 0
    for name, tally in report.tallies.items():
        # The 16x16 windoku is beyond native search, and now and then another is for a solver.
        assert tally.late <= 3, name
        assert tally.solved == len(known) - tally.late, name


@pytest.mark.long
def test_unsolvable_jigsaws() -> None:
    corpus = [Puzzle.empty(layout) for layout in unsolvable_jigsaws()]
    report = cross_check(corpus, ["sat:cadical195", "cpsat"], limit=1)
    assert report.disagreements == []
    assert [tally.unsolvable for tally in report.tallies.values()] == [108, 108]


@pytest.mark.long
def test_all_17_clue_puzzles() -> None:
    corpus = seventeen_clue()
    report = cross_check(corpus, ["reference", "sat:cadical195"])
    assert report.disagreements == []
    assert [tally.unique for tally in report.tallies.values()] == [49_151, 49_151]


@pytest.mark.long
def test_17_clue_puzzles_by_cpsat() -> None:
    report = cross_check(seventeen_clue(500), ["reference", "cpsat"])
    assert report.disagreements == []
    assert report.tallies["cpsat"].unique == 500


@pytest.mark.long
@pytest.mark.parametrize(("name", "without_guess"), [("reference", 21_905)])
def test_how_far_elimination_and_only_choice_go(name: str, without_guess: int) -> None:
    with find_backend(name).open(CLASSIC) as session:
        results = session.solve_many(seventeen_clue())
        assert sum(result.statistics["guesses"] == 0 for result in results) == without_guess
