"""Settings for all tests."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from environments import alone, shared, testing, user, wheel  # noqa: F401 - fixtures of `installed/`
from hypothesis import HealthCheck, settings

from unitdoku.backend import close_sessions
from unitdoku.encoders.naming.families import has_module
from unitdoku.reference.native.loading import available_levels

# The first import of a solver alone takes longer than the default deadline; timings belong to the benchmark.
# `make test` draws the same 30 examples for each property. `make test-long` takes the profile `explore`: 200 examples,
# drawn by a seed that it prints. How long a draw takes depends on what else the machine does, so no test fails by
# `too_slow`. `print_blob` is set, as Hypothesis has another default where the variable CI is set.
fixed = settings(
    deadline=None,
    derandomize=True,
    max_examples=30,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("fixed", fixed)
settings.register_profile("explore", fixed, derandomize=False, max_examples=200, print_blob=True)
settings.load_profile("fixed")

# Tables are as wide as this says: tests of widths set it. GNU readline, which pytest loads, sets it for child processes
# alone, so that it is not in os.environ.
os.environ.pop("COLUMNS", None)
os.unsetenv("COLUMNS")

# A shell starts background commands with Ctrl-C ignored, and their child processes inherit that: tests would not end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Windows has no fork, no signals to other processes and no links in a checkout: there these tests are left out.
NEED_UNIX = {
    "reference/native": "kernel_alone native_answers native_rules",
    "puzzles/text": "part_file plain_lines",
    "encoders": "many stream",
    "encoders/backends": "dimacs example_programs program program_stream pysat_table",
    "encoders/certificates": "in_processes",
    "encoders/workers": "forks supervisor worker",
    "compare/cross_check": "bundle isolated",
    "compare/races": "damaged_results race_executors races recording to_best",
    "compare/report": "report",
    "command": "bench_command command kept_output mistakes start terminal",
    "truths": "backends drawn_puzzles interruption proof_checkers sums_and_pairs truths truths_of_sums",
    "installed": "packaging",
    ".": "architecture site",
}
if os.name != "posix":
    collect_ignore = [f"{folder}/test_{name}.py" for folder, names in NEED_UNIX.items() for name in names.split()]
    collect_ignore_glob = ["mutation/*"]

LONGEST = ("installed/", "test_report.py", "test_identifiers.py", "test_check_solver.py")


COLLECTED = pytest.StashKey[list[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests that take longest go first: at the end other processes would wait for them."""
    items.sort(key=lambda item: not any(name in item.nodeid for name in LONGEST))
    config.stash[COLLECTED] = [item.nodeid for item in items]


def pytest_collection_finish() -> None:
    """What all tests are made of stays until the end: a search for garbage need not look at it each time."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Returns a short name for a parameter that is bytes or a long text; pytest numbers names that occur twice.

    Bytes may hold the second in which they were made. Processes that run tests side by side must agree on the names.
    """
    if isinstance(val, bytes):
        return argname
    return ascii(val)[1:-1][:40] if isinstance(val, str) else None


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> list[str]:
    """The identifiers of all tests in the files of this run, the long ones too, in order."""
    return request.config.stash[COLLECTED]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of a test: a new folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


STATUS = Path("/proc/self/status")


@pytest.fixture(autouse=True)
def sessions_are_closed() -> Iterator[None]:
    """A session that is left open would hide from the next test what that one changes; so would what is cached."""
    has_module.cache_clear()
    available_levels.cache_clear()
    yield
    close_sessions()


@pytest.fixture(autouse=True)
def ctrl_c_is_still_caught() -> Iterator[None]:
    """Solvers replace the handler, and some remove it: then Ctrl-C in a later test would end the whole run."""
    before = catches_ctrl_c()
    yield
    assert catches_ctrl_c() == before, "this test lost Python's handler of SIGINT"


def catches_ctrl_c() -> bool:
    """Whether the process has a handler, by the system: Python does not see what the C code of solvers does."""
    if not STATUS.exists():
        return True
    caught = next(line.split()[1] for line in STATUS.read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> 1 & 1)
