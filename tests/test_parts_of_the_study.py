"""Parts of the study: growth of times with size, on simulated times and beside SciPy; archives of its runs."""

from __future__ import annotations

from collections import Counter
from math import exp, log
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
for package in ("matplotlib", "jinja2", "pandas"):
    pytest.importorskip(package)

from archive import opened, write_archive  # noqa: E402
from growth import growth, growths  # noqa: E402
from raced import run_of, small  # noqa: E402

from unitdoku.compare.corpora.corpus import Corpus, Provenance  # noqa: E402
from unitdoku.compare.corpora.generated import pattern_puzzle  # noqa: E402
from unitdoku.compare.races.columns import RaceResult  # noqa: E402
from unitdoku.compare.races.plan import UNIQUE, RaceEntry, RacePlan  # noqa: E402
from unitdoku.compare.races.reading import ResultsFile  # noqa: E402
from unitdoku.compare.races.summary import Summary  # noqa: E402
from unitdoku.compare.races.tables import Contest  # noqa: E402


def test_growth_with_censored_times() -> None:
    rng = np.random.default_rng(4)
    sizes = np.repeat([2.0, 3.0, 4.0, 5.0, 6.0], 12)
    laws, held = Counter[str](), 0
    for _ in range(200):
        times = 0.001 * np.exp(0.9 * sizes + rng.normal(0, 0.5, len(sizes)))
        found = growth(sizes, np.minimum(times, 0.1), times > 0.1)
        laws[found.law] += 1
        held += found.exponential.low <= exp(0.9) <= found.exponential.high
    assert 0.9 <= held / 200 <= 0.99
    assert laws["power"] < 10 < laws["exponential"]
    power = growth(sizes, 0.01 * sizes**3 * np.exp(rng.normal(0, 0.1, len(sizes))), np.zeros(len(sizes), bool))
    assert power.law == "power"
    assert power.power.low < 3 < power.power.high


def test_growth_without_censored_times_beside_scipy() -> None:
    rng = np.random.default_rng(5)
    sizes = np.repeat([2.0, 4.0, 6.0, 8.0], 20)
    times = np.exp(0.5 * sizes + rng.normal(0, 0.4, len(sizes)))
    expected = stats.linregress(sizes, np.log(times))
    found = growth(sizes, times, np.zeros(len(sizes), bool)).exponential
    assert log(found.mean) == pytest.approx(expected.slope, rel=1e-3)
    assert log(found.high / found.low) / 2 / 1.96 == pytest.approx(expected.stderr, rel=0.1)


def test_growth_of_a_contest_is_that_of_its_times() -> None:
    sides = [side for side in (2, 3, 4) for _ in range(3)]
    puzzles = tuple(pattern_puzzle(side, 0.6, 100 * side + number) for number, side in enumerate(sides))
    entry = RaceEntry(0, Corpus("growing", puzzles, Provenance("made here")), UNIQUE, "warm", "native")
    walls = [round(1e4 * side**6 * (1 + number % 3 / 10)) for number, side in enumerate(sides)]
    results = [RaceResult(number, found=1, exhausted=True, wall=wall) for number, wall in enumerate(walls)]
    found = growths(Contest([Summary(entry, 1.0, results)]))["native"]
    assert found.fit is not None
    assert found.fit.law == "power"
    assert found.fit.power.mean == pytest.approx(3, rel=1e-3)
    assert dict(found.medians) == pytest.approx({side**2: 1.1e-5 * side**6 for side in (2, 3, 4)})


def test_an_archive_has_one_run_and_is_the_same_each_time(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    for name in ("first", "second", "third"):
        run_of(path, RacePlan((small(name),), ("reference", "reference:twins"), (UNIQUE,)))
    with ResultsFile(path) as results:
        first, again = (write_archive(results, results.run(2), tmp_path / name) for name in ("a.zip", "b.zip"))
    assert first.read_bytes() == again.read_bytes()
    with opened(first) as results:
        assert [one.id for one in results.runs()] == [2]
        assert [corpus.name for corpus in results.run().corpora] == ["second"]
        assert results.row("SELECT count(*) FROM corpus")[0] == 1
        assert results.row("SELECT count(DISTINCT run) FROM result")[0] == 1
