"""Races of backends over corpora of puzzles.

the plan       RacePlan, with RaceSettings (time limits, seed); Question: how many solutions are asked for
the puzzles    Corpus, with its Provenance; bundled_puzzles returns those of the package
the race       bench runs a plan, or resumes it, and keeps every result in a file
the choice     recommend says which backend to take for some puzzles: Recommendation
"""

from unitdoku.compare.corpora.corpus import Corpus, Provenance, bundled_puzzles
from unitdoku.compare.races.plan import Question, RacePlan, RaceSettings
from unitdoku.compare.races.race import bench
from unitdoku.compare.races.recommend import Recommendation, recommend

__all__ = [
    "Corpus",
    "Provenance",
    "Question",
    "RacePlan",
    "RaceSettings",
    "Recommendation",
    "bench",
    "bundled_puzzles",
    "recommend",
]
