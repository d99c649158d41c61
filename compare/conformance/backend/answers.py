"""The promises of a backend about its answers: right, as many as asked for, and the same whatever was asked before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from ....reference.contract import Backend, Session
from ....reference.grid import Grid
from ....reference.judgement import settled
from ....reference.layout import Layout
from ....reference.puzzle import Puzzle
from ....reference.result import Result
from ...cross_check.finding import FindingKind
from ...generators.kinds import Drawn
from ..report import Flaw
from . import questions
from .promises import Answered, Asked, Terms, answered, as_result, broken, held_against, in_full, one_by_one


def limits(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """As many solutions as asked for, all distinct, and "these are all" only where they are."""

    def ask(question: questions.Counted) -> Iterator[Asked]:
        with backend.open(question.puzzle.layout) as session:
            near = {max(1, question.solutions - 1), max(1, question.solutions)}
            for limit in sorted(set(map(terms.at_most, {1, 2, 7, *near}))):
                answer = answered(session, question.puzzle, limit, terms.seconds)
                yield _count_asked(question, answer, limit, terms.seconds)

    return one_by_one(_counted(terms), ask)


def counts(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """All solutions of puzzles whose number is known, and that they are all."""

    def ask(question: questions.Counted) -> Iterator[Asked]:
        limit = terms.at_most(question.solutions + 1)
        with backend.open(question.puzzle.layout) as session:
            answer = answered(session, question.puzzle, limit, terms.seconds)
        yield _count_asked(question, answer, limit, terms.seconds)

    return one_by_one(_counted(terms), ask)


def unit_systems(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """The solutions that trying every grid finds, on any units: incomplete, overlapping, the same twice, none."""

    def ask(question: tuple[Puzzle, set[Grid]]) -> Iterator[Asked]:
        puzzle, grids = question
        limit = terms.at_most(len(grids) + 1)
        with backend.open(puzzle.layout) as session:
            answer = answered(session, puzzle, limit, terms.seconds)
        truth = Result(tuple(grids), exhausted=True, backend="every grid")
        yield in_full(puzzle, answer, truth, limit, terms.seconds)

    return one_by_one([] if terms.own else questions.small_unit_systems(terms.examples, terms.random()), ask)


def known_answers(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """What is known of puzzles from how they were made: solvable, unique, several solutions, none."""
    limit = terms.at_most(2)

    def ask(drawn: Drawn) -> Iterator[Asked]:
        with backend.open(drawn.puzzle.layout) as session:
            answer = answered(session, drawn.puzzle, limit, terms.seconds)
        yield in_full(drawn.puzzle, answer, drawn.truth, limit, terms.seconds)

    return one_by_one(questions.drawn_puzzles(terms.layouts, terms.examples, terms.random()), ask)


def sessions(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """A session keeps nothing of a puzzle, of its solutions, nor of a search that was cut short; nor do two mix."""
    rng = terms.random()

    def ask(layout: Layout) -> Iterator[Asked]:
        drawn = list(questions.drawn_puzzles([layout], 5, rng))
        with backend.open(layout) as session, backend.open(layout) as other:

            def ask_one(question: tuple[Drawn, Session, int]) -> Iterator[Asked]:
                each, asked, limit = question
                if asked is session:
                    answered(session, Puzzle.empty(layout), 1, 0)
                answer = answered(asked, each.puzzle, limit, terms.seconds)
                yield in_full(each.puzzle, answer, each.truth, limit, terms.seconds)

            turns = [*reversed(drawn), *drawn, *reversed(drawn)]
            pairs = ((session, terms.at_most(2)), (other, terms.at_most(5)))
            yield from one_by_one(((each, asked, limit) for each in turns for asked, limit in pairs), ask_one)

    return one_by_one(terms.layouts[:3], ask)


def repetition(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """The same question to a new session gets the same answer."""
    limit = terms.at_most(3)

    def ask(layout: Layout) -> Iterator[Asked]:
        puzzle = Puzzle.empty(layout)
        answers = []
        for _ in range(3):
            with backend.open(layout) as session:
                answers.append(answered(session, puzzle, limit, terms.seconds).result)
        same = len({answer.solutions for answer in answers}) == 1
        same |= not all(settled(answer, limit) for answer in answers)
        yield Asked(puzzle, None if same else broken("another answer", "gives other solutions when it is asked again"))

    return one_by_one(terms.layouts, ask)


def streams(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """`solve_many` answers in order, and lazily: an endless stream of puzzles is answered one by one."""
    layout = terms.layouts[0]
    drawn = list(questions.drawn_puzzles([layout], 6, terms.random()))
    if not drawn:
        return
    limit = terms.at_most(2)
    expected = islice(cycle(drawn), 2 * len(drawn))
    with backend.open(layout) as session:
        results: object = session.solve_many((each.puzzle for each in cycle(drawn)), limit, terms.seconds)
        if not isinstance(results, Iterator):
            text = f"solve_many returns a {type(results).__name__}, which is no iterator"
            yield Asked(drawn[0].puzzle, broken("no iterator", text))
            return
        for each in expected:
            try:
                result = next(results)
            except StopIteration:
                yield Asked(each.puzzle, broken("ended", "ends solve_many before the puzzles do"))
                return
            yield held_against(each.puzzle, as_result(result, each.puzzle, "solve_many gives"), each.truth, limit)


def told_solutions(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """`on_solution` gets each solution of the result, once."""

    def ask(layout: Layout) -> Iterator[Asked]:
        puzzle = Puzzle.empty(layout)
        heard: list[Grid] = []
        with backend.open(layout) as session:
            result = answered(session, puzzle, terms.at_most(3), terms.seconds, heard.append).result
        fits = sorted(heard) == sorted(result.solutions)
        text = f"tells on_solution of {len(heard)} solutions, but returns {len(result.solutions)}, or others"
        yield Asked(puzzle, None if fits else broken("on_solution", text))

    return one_by_one(terms.layouts, ask)


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
