"""Races of backends over corpora of puzzles.

the plan       RacePlan, with RaceSettings (time limits, seed); Question: how many solutions are asked for
the puzzles    Corpus, with its Provenance; bundled_puzzles returns those of the package
the race       bench runs a plan, or resumes it, and keeps every result in a file
the choice     recommend says which backend to take for some puzzles: Recommendation
"""

from typing import TYPE_CHECKING

from unitdoku.compare.corpora.built_in import bundled_puzzles
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.races.plan import Question, RacePlan, RaceSettings
from unitdoku.compare.races.race import bench

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    """Imports what needs more packages at its first use."""
    if name not in ("Recommendation", "recommend"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from unitdoku.compare.races import recommend as module
    except ModuleNotFoundError as error:
        if error.name not in ("numpy", "scipy"):
            raise
        raise ImportError(f"{name} needs {error.name}: pip install 'unitdoku[statistics]'") from error
    return getattr(module, name)
