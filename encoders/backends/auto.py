"""`auto`: for each puzzle the backend that was measured to be best on puzzles like it."""

from __future__ import annotations

from ...reference.contract import Backend, Capabilities, Found, Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendUnavailable, FormulaTooLarge
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .choice import choose, features, question_of
from .options import Options
from .registry import find_backend, is_installed


class AutoBackend:
    """Chooses puzzle by puzzle; `puzzles` is how many are going to be asked, as far as that is known."""

    capabilities = Capabilities(incremental=True, statistics=True)

    def __init__(self, puzzles: int = 1) -> None:
        self.name = "auto" if puzzles == 1 else f"auto:puzzles={puzzles}"
        self.puzzles = puzzles

    def open(self, layout: Layout) -> AutoSession:
        """A session that opens others when it first needs them."""
        return AutoSession(layout, self.name, self.puzzles)


class AutoFamily:
    """`auto`."""

    def variants(self) -> list[str]:
        """The one without a name."""
        return [""]

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend, with the option `puzzles`."""
        return None if variant else AutoBackend(options.whole("puzzles", 1, 1))


FAMILY = AutoFamily()


class AutoSession(Session):
    """Sessions of several backends on one layout, opened when they are chosen."""

    # Each of them checks what it returns, where it needs to.
    checks_solutions = False

    def __init__(self, layout: Layout, backend: str, puzzles: int) -> None:
        super().__init__(layout, backend)
        self._puzzles = puzzles
        self._asked = 0
        self._opened: dict[str, Session] = {}
        self._chosen: dict[tuple[object, ...], list[str]] = {}
        self._session: Session | None = None
        self._skips_checks = False

    def skip_checks(self) -> None:
        """Nor does any of the sessions that answer for this one check anything."""
        super().skip_checks()
        self._skips_checks = True
        for session in self._opened.values():
            session.skip_checks()

    def session_for(self, puzzle: Puzzle, limit: int) -> Session | None:
        """The session that would answer a puzzle."""
        for name in self._choices(puzzle, question_of(limit)):
            try:
                return self._open(name)
            except (BackendUnavailable, FormulaTooLarge):
                # A package that does not load, a layout that is too large: the next best can do it.
                continue
        return None

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        self._asked += 1
        self._session = self.session_for(puzzle, limit)

    def _open(self, name: str) -> Session:
        if name not in self._opened:
            with self._preparing():
                self._opened[name] = find_backend(name).open(self.layout)
            self._opened[name].on_preparation = self._report_preparation
            if self._skips_checks:
                self._opened[name].skip_checks()
            for part, seconds in self._opened[name].take_setup_seconds().items():
                self._setup_seconds[part] += seconds
        return self._opened[name]

    def _choices(self, puzzle: Puzzle, question: str) -> list[str]:
        """The backends for a puzzle, best first, looked up again only for one that is unlike those before."""
        own = features(puzzle)
        # Who asked so often asks on: what was asked already is the best guess at how much is to come.
        count = max(self._puzzles, self._asked)
        key = (round(own.open_share, 2), question, count.bit_length(), len(self._opened))
        if key not in self._chosen:
            chosen = choose(own, question, count, self._opened)
            self._chosen[key] = list(dict.fromkeys([chosen.backend, *filter(is_installed, chosen.scores), "reference"]))
        return self._chosen[key]

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        if self._session is None:
            return Found()
        try:
            result = self._session.solve(puzzle, limit, deadline.remaining, self._announce)
        except FormulaTooLarge:
            # Of the encodings that are made for each puzzle, only the puzzle tells how large they are.
            self._session = self._open("reference")
            result = self._session.solve(puzzle, limit, deadline.remaining, self._announce)
        statistics = {word: count for word, count in result.statistics.items() if word != "solve_seconds"}
        return Found(result.solutions, result.exhausted, statistics, result.backend)

    def _recover(self) -> None:
        # A session that failed is as good as new for the next puzzle: that is its own business.
        self._session = None

    def _release(self) -> None:
        for session in self._opened.values():
            session.close()
