"""A plugin for pytest: `check_solver` and `check_backend` as fixtures.

    def test_mine(check_solver):
        check_solver(my_solve, takes="text")

The options `--unitdoku-solver`, `--unitdoku-examples` and `--unitdoku-seed` set the defaults of these calls. Loading
the plugin loads nothing else of the package until a test uses a fixture.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from .report import CheckReport


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("unitdoku", "checks of puzzle solvers")
    solver = "the solver of check_solver(), a function that is imported"
    group.addoption("--unitdoku-solver", metavar="MODULE:FUNCTION", help=solver)
    examples = "the number of puzzles that checks start from (default: as many as the time allows)"
    group.addoption("--unitdoku-examples", type=int, metavar="N", help=examples)
    seed = "the seed of these puzzles: same seed, same puzzles (default: 0)"
    group.addoption("--unitdoku-seed", type=int, metavar="SEED", help=seed)


@pytest.fixture
def check_solver(request: pytest.FixtureRequest) -> Callable[..., CheckReport]:
    """`unitdoku.check.check_solver`, with defaults from the command line; arguments of the call override them.

    The solver may be left out where `--unitdoku-solver` names it.
    """
    from .check import check_solver as check

    def call(solve: Callable[[Any], object] | str | None = None, *arguments: Any, **options: Any) -> CheckReport:
        __tracebackhide__ = True
        solve = request.config.getoption("--unitdoku-solver") if solve is None else solve
        if solve is None:
            raise TypeError("check_solver needs a solver: its first argument, or --unitdoku-solver MODULE:FUNCTION")
        return check(solve, *arguments, **{**_options(request.config), **options})

    return call


@pytest.fixture
def check_backend(request: pytest.FixtureRequest) -> Callable[..., CheckReport]:
    """`check_backend` with examples and seed from the command line; arguments of the call override them."""
    from .check import check_backend as check

    return partial(check, **_options(request.config))


def _options(config: pytest.Config) -> dict[str, Any]:
    values = {name: config.getoption(f"--unitdoku-{name}") for name in ("examples", "seed")}
    return {name: value for name, value in values.items() if value is not None}
