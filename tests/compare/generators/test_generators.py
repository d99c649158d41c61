from __future__ import annotations

import random
from contextlib import suppress
from itertools import count, product

import pytest
from commands import printed_by
from drawn_truths import check_drawn

from unitdoku import (
    BackendUnavailable,
    Layout,
    Puzzle,
    PuzzleError,
    Verdict,
    classic,
    diagonal,
    from_units,
    is_solution,
    latin,
    solve,
)
from unitdoku.compare.corpora.corpus import built_in
from unitdoku.compare.generators import proven as hardest_module
from unitdoku.compare.generators.constructions import open_mask, renamed, swapped_grids, unique
from unitdoku.compare.generators.grids import propagated, random_grid
from unitdoku.compare.generators.kinds import Drawn, Kind, Unlucky
from unitdoku.compare.generators.layouts import LAYOUT_RECIPES, draw_layout, draw_regions
from unitdoku.compare.generators.proven import (
    CoreForm,
    core_forms,
    find_core,
    hardest,
    is_beyond_the_rules,
    minimal,
    proof,
    search_only,
)
from unitdoku.compare.generators.puzzles import draw_puzzle, puzzles_of_all_kinds
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.encoders.naming.families import is_installed
from unitdoku.layouts import anti_king, overlapping, windoku
from unitdoku.reference.contract import deadline
from unitdoku.reference.layouts.cell_lists import is_connected
from unitdoku.reference.search.board import board_map, place_singles

KNOWN = [kind for kind in Kind if kind is not Kind.UNKNOWN]
FIXED = [
    classic(4),
    classic(6),
    classic(9),
    latin(5),
    diagonal(classic(6)),
    windoku(classic(4)),
    overlapping([(0, 0), (2, 2)], classic(4)),
    from_units(3, [(0, 1, 2), (2, 3), (2, 3)], (1, 6)),
]
each_kind = pytest.mark.parametrize("kind", KNOWN)


@each_kind
@pytest.mark.parametrize("layout", FIXED, ids=lambda layout: layout.name)
def test_the_number_of_givens_is_exact(kind: Kind, layout: Layout) -> None:
    met = 0
    for givens in {0, 1, 2, 5, layout.cell_count // 4, layout.cell_count // 2, layout.cell_count}:
        try:
            drawn = draw_puzzle(kind, layout, random.Random(givens), givens)
        except PuzzleError:
            continue
        met += 1
        assert len(drawn.puzzle.givens) == givens
        result = solve(drawn.puzzle, "reference", 3)
        check_drawn(drawn, result.solutions, result.exhausted)
    assert met > 0 or kind is Kind.SEARCH


@pytest.mark.parametrize("kind", Kind)
def test_the_same_seed_gives_the_same_puzzle(kind: Kind) -> None:
    layout = diagonal(classic(6))
    puzzles = [draw_puzzle(kind, layout, random.Random(seed)) for seed in (1, 1, 2, 3, 4)]
    assert puzzles[0] == puzzles[1]
    assert len({drawn.puzzle for drawn in puzzles}) > 2
    assert (puzzles[0].truth.verdict is Verdict.UNKNOWN) == (kind is Kind.UNKNOWN)


@pytest.mark.parametrize(
    ("kind", "layout", "givens", "reason"),
    [
        (Kind.SEVERAL, classic(4), 17, "17 givens of the kind several on classic:2x2 .* only 16 cells"),
        (Kind.SEVERAL, classic(4), 15, r"no two agree.*\(3 times over\)"),
        (Kind.SEVERAL, latin(1), None, r"no two agree.*\(3 times over\)"),
        (Kind.UNIQUE, classic(4), 0, r"ended with 1 givens \(3 times over\)"),
        # The construction keeps a given in each part that is connected by units.
        (Kind.UNIQUE, from_units(2, [(0, 1)], (1, 4)), 2, r"ended with 3 givens \(3 times over\)"),
        (Kind.SATISFIABLE, classic(4), -1, "from 0 up"),
        (Kind.SATISFIABLE, classic(4), True, "from 0 up"),
        (Kind.SATISFIABLE, latin(1), 0, r"ended with 1 givens \(3 times over\)"),
        (Kind.SATISFIABLE, diagonal(latin(2)), None, "no grid at all"),
        (Kind.CLASH, latin(2), 1, "takes two givens"),
        (Kind.CLASH, from_units(3, [(0,)], (1, 2)), None, "no unit has two cells"),
        (Kind.SEARCH, latin(3), None, "no odd ring"),
        (Kind.SEARCH, classic(4), 8, r"ended with . givens \(3 times over\)"),
    ],
)
def test_impossible_requests_say_why(kind: Kind, layout: Layout, givens: int | None, reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason) as caught:
        draw_puzzle(kind, layout, random.Random(1), givens, tries=3)
    # Bad luck is distinct from what is impossible.
    assert isinstance(caught.value, Unlucky) == (" times over)" in str(caught.value))


@pytest.mark.parametrize("name", LAYOUT_RECIPES)
def test_most_layouts_have_a_grid(name: str) -> None:
    found = []
    for seed in range(60):
        with suppress(PuzzleError):
            found.append(random_grid(draw_layout(name, random.Random(seed), 6), random.Random(seed)))
    assert len(found) > 35


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 12])
def test_regions_are_connected_and_of_one_size(size: int) -> None:
    drawn = set()
    for seed in range(15):
        regions = draw_regions(size, 12 * size, random.Random(seed))
        drawn.add(tuple(regions))
        for region in range(size):
            cells = [cell for cell, of in enumerate(regions) if of == region]
            assert len(cells) == size
            assert is_connected(cells, latin(size))
    assert len(drawn) > min(size - 1, 10)
    rows = [cell // size for cell in range(size * size)]
    assert draw_regions(size, 0, random.Random(1)) == rows


@pytest.mark.parametrize("layout", [*FIXED, classic(block=(2, 5)), classic(16), latin(12)], ids=lambda each: each.name)
def test_grids_are_solutions_and_vary(layout: Layout) -> None:
    grids = [random_grid(layout, random.Random(seed)) for seed in range(6)]
    assert all(is_solution(grid, Puzzle.empty(layout)) for grid in grids)
    assert len(set(grids)) > 3
    assert random_grid(layout, random.Random(0)) == grids[0]


def test_no_grid_is_distinct_from_none_found() -> None:
    for layout in (diagonal(latin(3)), anti_king(classic(4))):
        with pytest.raises(PuzzleError, match="at all"):
            random_grid(layout, random.Random(1))
    with pytest.raises(PuzzleError, match="was found"):
        random_grid(built_in("jigsaw-unsolvable").puzzles[0].layout, random.Random(1))


def test_propagation_agrees_with_the_rules_of_the_reference_solver() -> None:
    for name, layout_seed in product(LAYOUT_RECIPES, range(30)):
        layout = draw_layout(name, random.Random(layout_seed), 6)
        for seed in range(4):
            givens = layout.cell_count // 3 if seed and layout.size > 1 else None
            drawn = draw_puzzle(Kind.UNKNOWN, layout, random.Random(seed), givens)
            table = board_map(layout)
            board = place_singles(table.board(drawn.puzzle), [], table)
            masks = propagated(layout, drawn.puzzle.candidates)
            assert (board is None) == (masks is None)
            if masks is not None and board is not None:
                assert any(mask & (mask - 1) for mask in masks) == bool(board)


def test_two_values_with_one_place_are_a_contradiction() -> None:
    # 1 and 4 can only stand in the last cell, whose candidates are just these two.
    row = from_units(4, [(0, 1, 2, 3)], (1, 4))
    assert propagated(row, [0b0110, 0b0110, 0b0110, 0b1001]) is None
    assert propagated(row, [0b0110, 0b0110, 0b1111, 0b1111]) == [0b0110, 0b0110, 0b1111, 0b1111]
    assert propagated(row, [0b0001, 0b0011, 0b0110, 0b1111]) == [1, 2, 4, 8]


def test_chains_of_two_values_swap_into_other_grids() -> None:
    for layout in FIXED:
        grid = random_grid(layout, random.Random(3))
        others = list(swapped_grids(layout, grid))
        assert others
        assert len({grid, *others}) == len(others) + 1 or layout.size == 2
        assert all(is_solution(other, Puzzle.empty(layout)) for other in others)


def test_unique_by_hand() -> None:
    row = from_units(3, [(0, 1, 2)], (1, 3))
    assert unique(row, (1, 2, 3), [0, 1, 2], {}).puzzle.candidates == (0b111, 0b010, 0b100)
    # The third cell may not be 1, nor may the second, so the first one is forced though both 2 and 3 are open to it.
    assert unique(row, (1, 2, 3), [2, 1, 0], {2: 0b001}).puzzle.candidates == (0b111, 0b010, 0b110)
    # Two givens are needed but for candidate sets: the last cell of the order keeps its own, others a pair with it.
    one = unique(row, (1, 2, 3), [2, 1, 0], {}, givens=1).puzzle
    assert one.candidates == (0b001, 0b011, 0b111)


def test_open_cells_have_two_candidates() -> None:
    assert open_mask(latin(3), 0b010, 0b111) == 0b011
    assert open_mask(latin(3), 0, 0b111) == 0b011
    assert open_mask(latin(3), 0b100, 0b001) == 0b110
    assert open_mask(latin(1), 1, 1) == 1


@each_kind
def test_renamed_values_are_those_of_the_solutions(kind: Kind) -> None:
    drawn = draw_puzzle(kind, classic(6), random.Random(2))
    other = renamed(drawn, [2, 3, 1, 6, 5, 4])
    check_drawn(other, other.solutions, exhausted=True)
    swapped = renamed(drawn, [2, 1, 3, 4, 5, 6])
    assert swapped.puzzle != drawn.puzzle
    assert renamed(swapped, [2, 1, 3, 4, 5, 6])[:3] == drawn[:3]


def test_cores() -> None:
    pigeons, ring = core_forms(latin(5))[:2]
    assert (pigeons, ring) == (CoreForm(3, 2, False), CoreForm(5, 2, True))
    assert find_core(latin(5), pigeons, range(25)) == [0, 1, 2]
    # Three cells of a row of four would leave one place to each of the two other values.
    assert find_core(classic(4), pigeons, range(16)) is None
    cells = find_core(classic(4), ring, range(16))
    assert cells is not None
    assert all(cell in classic(4).peers[cells[place - 1]] for place, cell in enumerate(cells))
    assert find_core(latin(4), ring, range(16)) is None  # rows and columns alternate, so such a ring is even
    triangle = from_units(2, [(0, 1), (1, 2), (0, 2)], (1, 3))
    assert find_core(triangle, pigeons, range(3)) == [0, 1, 2]


def test_hints_that_would_lead_to_a_contradiction_are_left_out() -> None:
    core = dict.fromkeys((0, 1, 2), 0b11)
    # A given 1 in their row or in one of their columns leaves them one candidate; a 3 elsewhere is harmless.
    drawn = search_only(latin(7), core, "pigeons", [(3, 1), (42, 1), (45, 0b100)])
    assert drawn.puzzle.givens == {45: 3}


def test_generators_need_no_hypothesis_and_strategies_say_that_they_do() -> None:
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "import unitdoku.compare.generators.puzzles\n"
        "import unitdoku.strategies\n"
        "try:\n    unitdoku.strategies.puzzles()\n"
        "except unitdoku.PackageMissing as error:\n    print(error)\n"
    )
    assert "pip install 'unitdoku[testing]'" in printed_by(code)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("layout", [classic(6), classic(), diagonal(), latin(7)], ids=lambda layout: layout.name)
def test_givens_only_leaves_every_other_cell_open(kind: Kind, layout: Layout) -> None:
    drawn = draw_puzzle(kind, layout, random.Random(1), givens_only=True)
    assert (drawn.puzzle.is_plain, drawn.kind) == (True, kind)
    if kind is Kind.SEARCH:
        assert is_beyond_the_rules(drawn.puzzle)
        assert solve(drawn.puzzle, "reference").verdict is Verdict.UNSAT


@pytest.mark.parametrize(("kind", "givens"), [(Kind.UNIQUE, 10), (Kind.SEARCH, None)])
def test_givens_only_refuses_what_takes_candidate_sets(kind: Kind, givens: int | None) -> None:
    assert draw_puzzle(kind, latin(5), random.Random(1), givens and 5)
    with pytest.raises(PuzzleError, match="was not found"):
        draw_puzzle(kind, classic(4) if givens is None else classic(), random.Random(1), givens, givens_only=True)


@pytest.mark.parametrize("layout", [classic(4), classic(), latin(5)], ids=lambda layout: layout.name)
def test_puzzles_of_givens_are_of_all_kinds(layout: Layout) -> None:
    drawn, again = ([*puzzles_of_all_kinds(layout, random.Random(1), 30, givens_only=True)] for _ in range(2))
    assert drawn == again
    assert all(each.puzzle.is_plain for each in drawn)
    truths = {(len(each.truth.solutions), each.truth.exhausted) for each in drawn}
    assert truths == {(1, False), (1, True), (2, False), (0, True), (0, False)}
    assert {each.kind for each in drawn} == {*Kind} - ({Kind.SEARCH} if layout == classic(4) else set())


@pytest.mark.parametrize("layout", [classic(), classic(4), from_units(3, [[0, 1], [1, 2]], (1, 4))], ids=str)
def test_the_hardest_puzzle_has_one_solution(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, again = (hardest(layout, random.Random(3), guesses=20) for _ in range(2))
    easier = minimal(layout, random.Random(3))
    assert drawn == again
    assert drawn.kind is Kind.UNIQUE
    assert solve(drawn.puzzle, "reference", 2).solutions == drawn.truth.solutions
    if layout == classic() and is_installed("native"):
        hard, easy = (solve(one, "native", 2).statistics["guesses"] for one in (drawn.puzzle, easier.puzzle))
        assert hard >= 10 > easy

    def missing() -> None:
        raise BackendUnavailable("native is not compiled")

    monkeypatch.setattr(hardest_module, "NativeBackend", missing)
    assert hardest(layout, random.Random(3)) == easier


def test_the_clock_does_not_change_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> list[Drawn]:
        rng = random.Random(5)
        ruled = [draw_rule_puzzle(rules, Kind.UNIQUE, rng, 5) for rules in RULE_RECIPES]
        plain = puzzles_of_all_kinds(classic(6), rng, 6, givens_only=True)
        return [*ruled, *plain, minimal(diagonal(), rng), hardest(classic(), rng, guesses=20)]

    before = drawn()
    hours = count(step=3600)
    monkeypatch.setattr(deadline, "perf_counter", lambda: next(hours))
    assert drawn() == before


def test_a_proof_ends_after_a_number_of_steps_and_then_knows_less() -> None:
    pigeons = Puzzle.empty(from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12)))
    assert not proof(pigeons, 1).exhausted
