"""The study: its pages say what its rows say, and its own puzzles are what its plan says."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")
pytest.importorskip("scipy")

from study import BEGIN, END, texts
from study_rows import Rows
from study_runs import RUNS, STUDY, corpus_of


@pytest.mark.long
@pytest.mark.skipif(not (STUDY / "large.zip").exists(), reason="the archives are in the repository, not in the sdist")
def test_its_pages_are_made_from_the_rows_that_are_kept() -> None:
    second = Rows(STUDY / "second")
    for page, text in texts(Rows(STUDY), second):
        kept = (STUDY.parent.parent / page).read_text(encoding="utf-8")
        assert kept == text or kept.partition(BEGIN)[2].partition(END)[0] == text
    page, text = next(texts(second, None, "../"))
    assert (STUDY / "second" / Path(page).name).read_text(encoding="utf-8") == text


def test_its_25x25_puzzles_have_no_clash() -> None:
    puzzles = corpus_of("25x25, clean").puzzles
    assert len(puzzles) == 42
    for puzzle in puzzles:
        for unit in puzzle.layout.units:
            givens = [puzzle.values[cell] for cell in unit.cells if puzzle.values[cell]]
            assert len(set(givens)) == len(givens)


@pytest.mark.long
def test_its_corpora_have_the_puzzles_that_the_plan_asks() -> None:
    for run in RUNS:
        for name, most in run.corpora.items():
            assert len(corpus_of(name).sample(most).puzzles) == most, name
