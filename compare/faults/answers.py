"""Do backends answer drawn puzzles truly?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

from ...reference.judgement import settled
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..cross_check.agreement import Answer, findings
from ..cross_check.cross_check import TRUTH
from ..cross_check.in_process import InProcess
from .material import Findings, Material, is_slow
from .questions import Question

_MOST_SLOWLY = 130
"""Variables of the largest puzzle for a slow backend."""


def cross_check(material: Material) -> Findings:
    """For each question what is wrong with the answers of the backends, beside what is certain of the puzzle."""
    with ExitStack() as open_:
        asking: dict[tuple[object, ...], InProcess] = {}
        for question in material.questions():
            terms = question.limit, question.seconds
            asked = tuple(name for name in material.backends if _fits(question, name))
            if not asked:
                continue
            if (asked, terms) not in asking:
                asking[asked, terms] = open_.enter_context(closing(InProcess(asked, *terms)))
            answers = next(asking[asked, terms].replies([question.puzzle])).answers
            yield next(_wrong(question, answers), None)


def _fits(question: Question, backend: str) -> bool:
    """Whether the backend can be asked: slow ones for few solutions of small puzzles."""
    layout = question.puzzle.layout
    return not is_slow(backend) or (question.limit <= 2 and layout.cell_count * layout.size <= _MOST_SLOWLY)


def _wrong(question: Question, answers: dict[str, Answer]) -> Iterator[str]:
    truth = Result(question.known, question.complete)
    for finding in findings(question.puzzle, {**answers, TRUTH: truth}, question.limit):
        yield _told(question, str(finding))
    for name, answer in answers.items():
        if not isinstance(answer, Result):
            continue
        if question.seconds is None and not settled(answer, question.limit):
            # It had all the time that it wanted.
            yield _told(
                question, f"{name} gave {len(answer.solutions)} solutions, and leaves open whether these are all"
            )
        if answer.unique and question.several:
            yield _told(question, f"{name} calls unique what has several solutions")


def _told(question: Question, said: str) -> str:
    puzzle: Puzzle = question.puzzle
    time = "" if question.seconds is None else f" in {question.seconds:g} s"
    return f"{puzzle.layout.name}, up to {question.limit} solutions{time}: {said}"
