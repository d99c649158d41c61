"""The promises of a backend about its answers: right, as many as asked for, and the same whatever was asked before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from ...reference.contract import Backend
from ...reference.finding import FindingKind
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from . import backend_questions as questions
from .backend_promises import Answered, Asked, Terms, answered, broken, held_against, in_full
from .check_report import Flaw


def limits(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """As many solutions as asked for, all distinct, and "these are all" only where they are."""
    for question in _counted(terms):
        with backend.open(question.puzzle.layout) as session:
            near = {max(1, question.solutions - 1), max(1, question.solutions)}
            for limit in sorted({1, 2, 7, *(min(limit, terms.solutions) for limit in near)}):
                answer = answered(session, question.puzzle, limit, terms.seconds)
                yield _count_asked(question, answer, limit, terms.seconds)


def counts(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """All solutions of puzzles whose number is known, and that they are all."""
    for question in _counted(terms):
        limit = min(question.solutions + 1, terms.solutions)
        with backend.open(question.puzzle.layout) as session:
            answer = answered(session, question.puzzle, limit, terms.seconds)
        yield _count_asked(question, answer, limit, terms.seconds)


def unit_systems(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """The solutions that trying every grid finds, on any units: incomplete, overlapping, the same twice, none."""
    for puzzle, grids in [] if terms.own else questions.small_unit_systems(terms.examples, terms.random()):
        limit = min(len(grids) + 1, terms.solutions)
        with backend.open(puzzle.layout) as session:
            answer = answered(session, puzzle, limit, terms.seconds)
        truth = Result(tuple(grids), exhausted=True, backend="every grid")
        yield in_full(puzzle, answer, truth, limit, terms.seconds)


def known_answers(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """What is known of puzzles from how they were made: solvable, unique, several solutions, none."""
    for drawn in questions.drawn_puzzles(terms.layouts, terms.examples, terms.random()):
        with backend.open(drawn.puzzle.layout) as session:
            answer = answered(session, drawn.puzzle, 2, terms.seconds)
        yield in_full(drawn.puzzle, answer, drawn.truth, 2, terms.seconds)


def sessions(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """A session keeps nothing of a puzzle, of its solutions, nor of a search that was cut short; nor do two mix."""
    rng = terms.random()
    for layout in terms.layouts[:3]:
        drawn = list(questions.drawn_puzzles([layout], 5, rng))
        with backend.open(layout) as session, backend.open(layout) as other:
            for turn in range(3):
                for each in drawn if turn % 2 else reversed(drawn):
                    answered(session, Puzzle.empty(layout), 1, 0)
                    for asked, limit in ((session, 2), (other, 5)):
                        answer = answered(asked, each.puzzle, limit, terms.seconds)
                        yield in_full(each.puzzle, answer, each.truth, limit, terms.seconds)


def repetition(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """The same question to a new session gets the same answer."""
    for layout in terms.layouts:
        puzzle = Puzzle.empty(layout)
        answers = []
        for _ in range(3):
            with backend.open(layout) as session:
                answers.append(answered(session, puzzle, 3, terms.seconds).result)
        settled = all(len(answer.solutions) == 3 or answer.exhausted for answer in answers)
        same = len({answer.solutions for answer in answers}) == 1 or not settled
        yield Asked(puzzle, None if same else broken("another answer", "gives other solutions when it is asked again"))


def streams(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """`solve_many` answers in order, and lazily: an endless stream of puzzles is answered one by one."""
    layout = terms.layouts[0]
    drawn = list(questions.drawn_puzzles([layout], 6, terms.random()))
    if not drawn:
        return
    expected = islice(cycle(drawn), 2 * len(drawn))
    with backend.open(layout) as session:
        results = session.solve_many((each.puzzle for each in cycle(drawn)), 2, terms.seconds)
        for each in expected:
            result = next(results, None)
            if result is None:
                yield Asked(each.puzzle, broken("ended", "ends solve_many before the puzzles do"))
                return
            yield held_against(each.puzzle, result, each.truth, 2)


def told_solutions(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """`on_solution` gets each solution of the result, once."""
    for layout in terms.layouts:
        puzzle = Puzzle.empty(layout)
        heard: list[Grid] = []
        with backend.open(layout) as session:
            result = answered(session, puzzle, 3, terms.seconds, heard.append).result
        fits = sorted(heard) == sorted(result.solutions)
        text = f"tells on_solution of {len(heard)} solutions, but returns {len(result.solutions)}, or others"
        yield Asked(puzzle, None if fits else broken("on_solution", text))


def _counted(terms: Terms) -> list[questions.Counted]:
    known = questions.counted()
    return [each for each in known if each.puzzle.layout in terms.layouts] if terms.own else known


def _count_asked(question: questions.Counted, answer: Answered, limit: int, seconds: float) -> Asked:
    """Whether this may come of a puzzle with a known number of solutions."""
    asked = in_full(question.puzzle, answer, None, limit, seconds)
    found, expected = len(answer.result.solutions), question.solutions
    if asked.flaw is not None or not answer.result.exhausted or found == expected:
        return asked
    text = f"claims with limit={limit} that its {found} solutions are all, but there are {expected}"
    return Asked(question.puzzle, Flaw(FindingKind.WRONG, "count", text))
