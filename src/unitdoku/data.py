"""Sets of puzzles as data: make them, judge what others published, score answers. Needs the extra `data`.

make           generate: puzzles with solutions, by the million
judge          audit returns an Audit of files; split makes parts without equivalents across them
same puzzle?   canonical, equivalent: up to symmetry of the layout and names of values
how hard?      rate returns a Rating
score          score_answer returns the Score of one text; score_solver and score_answers a SolverScore: a Rate each
a step         is_open: is it legal, and the puzzle still solvable?
prompts        describe: the rules of a layout as sentences
"""

from unitdoku.compare.data.audit import Audit, audit
from unitdoku.compare.data.canonical import canonical, equivalent, split
from unitdoku.compare.data.describe import describe
from unitdoku.compare.data.generate import generate
from unitdoku.compare.data.rate import Rating, rate
from unitdoku.compare.data.score import Rate, Score, SolverScore, is_open, score_answer, score_answers, score_solver

__all__ = [
    "Audit",
    "Rate",
    "Rating",
    "Score",
    "SolverScore",
    "audit",
    "canonical",
    "describe",
    "equivalent",
    "generate",
    "is_open",
    "rate",
    "score_answer",
    "score_answers",
    "score_solver",
    "split",
]
