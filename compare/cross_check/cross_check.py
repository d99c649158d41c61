"""Every backend answers every puzzle, and all answers must agree: the check, its report and its default questions."""

from __future__ import annotations

import random
import re
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ...encoders.answering.pool import Pool
from ...encoders.naming.listing import Listing, backends, installed_backends, versions_of
from ...encoders.naming.sessions import by_name
from ...encoders.workers.limits import MEMORY, SETUP_SECONDS
from ...puzzles.text.any_puzzle import any_layout, any_puzzle, list_of_puzzles
from ...reference.contract.deadline import Deadline
from ...reference.contract.judgement import check_limit
from ...reference.contract.result import Result, Verdict, as_printed
from ...reference.contract.session import AnyBackend, Backend
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..corpora.corpus import bundled_puzzles
from ..generators.kinds import CONSTRUCTION, NOTHING_KNOWN, Drawn
from ..generators.puzzles import puzzles_of_all_kinds
from .asking import CERTIFICATE, CheckLimits, InProcess, certified_answer, in_workers
from .bundle import try_folder, write_bundle
from .finding import Answer, Disagreement, Finding, FindingKind, Tally, counted, findings
from .shrink import shrink_finding

# What a cross-check asks where its caller does not say: backends, and puzzles for programs and functions.

_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(:\w[\w-]*=.*)?")
"""`mymodule:solve`, perhaps with options behind it."""


def default_backends(solvers: Sequence[str] = ()) -> list[str]:
    """Returns the names of all installed backends but `auto`, which is one of the others.

    With `solvers`, as `solver_name` reads them, returns their names after `reference` and `sat`, the latter if it is
    installed.
    """
    installed = [name for name in installed_backends() if name != "auto"]
    if not solvers:
        return installed
    ours = ["reference", *(["sat"] if any(name.startswith("sat:") for name in installed) else [])]
    return [*ours, *map(solver_name, solvers)]


def solver_name(solver: str) -> str:
    """Returns the name of a solver that is given by a command, or by `module:function`.

    It is a function where the words look like one, and no program has the name before the first colon. Everything else
    is a command.
    """
    if solver.startswith(("program:", "python:")):
        return solver
    program = solver.partition(":")[0]
    is_function = _FUNCTION.fullmatch(solver) and not solver.endswith(":stream") and shutil.which(program) is None
    return f"python:{solver}" if is_function else f"program:{solver}"


def puzzles_for_programs(layout: Layout, seed: int = 0, count: int = 100) -> Iterator[tuple[str, Puzzle | Drawn]]:
    """Yields puzzles with their places, for programs that take puzzles of one layout as a line of characters.

    First the package's puzzles on the layout, then `count` drawn ones, most of them with a known answer. In all of them
    every cell is given or open.
    """
    for file, entry in bundled_puzzles():
        if entry.puzzle is not None and entry.puzzle.layout == layout and entry.puzzle.is_plain:
            yield f"{file}: line {entry.line}", entry.puzzle
    rng = random.Random(seed)
    for number, drawn in enumerate(puzzles_of_all_kinds(layout, rng, count, givens_only=True), start=1):
        yield f"drawn puzzle {number} of seed {seed}: {drawn.how}", drawn


MOST_BEFORE = 64
"""Puzzles before a finding that are kept."""

MOST_KEPT = 1000
"""Disagreements that a report keeps, so that a backend that always fails does not fill the memory."""


@dataclass(repr=False)
class CrossCheckReport:
    """What a cross-check found; `tallies` has the backends in the order in which they were named."""

    tallies: dict[str, Tally]
    limits: CheckLimits = field(default_factory=CheckLimits)
    disagreements: list[Disagreement] = field(default_factory=list)
    """The first thousand."""
    disagreeing: int = 0
    """Puzzles on which something was wrong."""
    puzzles: int = 0
    compared: int = 0
    """Puzzles that two or more backends settled, so that answers could be compared."""
    open: int = 0
    """Puzzles that no backend settled."""
    certify: bool = False
    """Whether certificates were asked for."""
    certified: int = 0
    """Puzzles whose number of solutions, none, one or several, was proved by a certificate."""
    bundles: list[tuple[Finding, Path | OSError]] = field(default_factory=list)
    """The result of `write_bundles`, where `cross_check` got a folder."""
    stopped: bool = False
    """Whether the check ended before the last puzzle, after so many findings as were asked for."""
    backends: Mapping[str, str | Backend] = field(default_factory=dict)
    """For each name the same name, or the object of the caller that has it."""
    _before: deque[Puzzle] = field(default_factory=lambda: deque(maxlen=MOST_BEFORE))
    """The latest puzzles: a finding may need those before it to be seen again."""
    _first: dict[object, tuple[Finding, Disagreement, Sequence[Puzzle]]] = field(default_factory=dict)
    """By signature, in which findings that are alike are one, the first finding, with the puzzles before it."""

    @cached_property
    def versions(self) -> dict[str, str]:
        """Package to version for all packages that the backends run on."""
        return versions_of(self.tallies)

    def __repr__(self) -> str:
        return f"<CrossCheckReport: {self.summary}>"

    def __str__(self) -> str:
        """Returns the summary, a line for each backend, and the disagreements that were kept."""
        width = max(map(len, self.tallies))
        lines = [self.summary, *(f"  {name:{width}}  {tally}" for name, tally in self.tallies.items())]
        return "\n".join([*lines, *(f"{each.place}: {each}" for each in self.disagreements)])

    _repr_pretty_ = as_printed

    @property
    def summary(self) -> str:
        """Whether all agree, how much was compared, and what was not settled, in a line."""
        puzzles, tallies = counted(self.puzzles, "puzzle"), self.tallies.values()
        said = "All agree" if self.compared else "Nothing was compared, as no puzzle was settled by two backends"
        if not self.agree:
            wrong = any(tally.failures[FindingKind.WRONG] for tally in tallies)
            what = "THEY DISAGREE" if wrong else "NO ANSWER WAS WRONG, BUT SOME FAILED"
            said = f"{what} on {self.disagreeing:,} of {puzzles}"
        asked = counted(sum(tally.declined < self.puzzles for tally in tallies), "backend")
        left = sum(tally.open for tally in tallies)
        parts = [f"{said}: {counted(self.answers, 'answer')} to {puzzles} by {asked}"]
        parts += [f"{left:,} not settled"] if left else []
        silent = [name for name, tally in self.tallies.items() if tally.open == self.puzzles > 0]
        parts += [f"{' and '.join(silent)} answered nothing in full"] if silent else []
        return "; ".join(parts)

    @property
    def agree(self) -> bool:
        """Whether no backend failed, no answer was wrong and none contradicted another."""
        return not self.disagreeing

    @property
    def kinds(self) -> int:
        """The number of different findings: those of a backend that fails in the same way are alike."""
        return len(self._first)

    @property
    def answers(self) -> int:
        """How many questions were answered in full, over all backends."""
        return sum(sum(tally.settled) for tally in self.tallies.values())

    def add(
        self, puzzle: Puzzle, given: Mapping[str, Answer], truth: Result = NOTHING_KNOWN, place: str = ""
    ) -> Disagreement | None:
        """Counts the answers to one more puzzle, and returns the disagreement if they do not agree.

        `truth` is the known answer, which is compared with them all; `place` is where the puzzle came from.
        """
        certified = truth.backend == CERTIFICATE
        known = {} if truth.verdict is Verdict.UNKNOWN else {CERTIFICATE if certified else CONSTRUCTION: truth}
        answers = {**given, **known}
        found = findings(puzzle, answers, self.limits.limit)
        disagreement = Disagreement(puzzle, answers, found, self.versions, place) if found else None
        kinds = {finding.backend: finding.kind for finding in reversed(found)}
        for name, answer in given.items():
            self.tallies[name].add(answer, self.limits.limit, kinds.get(name))
        self.puzzles += 1
        by = sum(self.tallies[name].settled[-1] for name in given)
        # A certificate is one more answer to compare with.
        self.certified += certified
        self.compared += by + certified > 1
        self.open += by == 0
        if disagreement is not None:
            self.disagreeing += 1
            if len(self.disagreements) < MOST_KEPT:
                self.disagreements.append(disagreement)
            for finding in found:
                self._first.setdefault(finding.signature, (finding, disagreement, list(self._before)))
        self._before.append(puzzle)
        return disagreement

    def write_bundles(self, folder: Path) -> Iterator[tuple[Finding, Path | OSError]]:
        """Shrinks the first finding of each kind, writes it to a new folder in `folder`, and yields it with that path.

        Yields the error instead of the path where nothing could be written. Asks backends, so no others should be at
        work.
        """
        for finding, disagreement, before in self._first.values():
            try:
                shrunk = shrink_finding(finding, disagreement, before, self.backends, self.limits)
                yield finding, write_bundle(shrunk, folder)
            except OSError as error:
                yield finding, error


def cross_check(
    puzzles: Iterable[object],
    backends: AnyBackend | Iterable[AnyBackend] | None = None,
    limit: int = 2,
    seconds: float | None = None,
    after_each: Callable[[CrossCheckReport, Disagreement | None], None] | None = None,
    *,
    isolated: bool = True,
    jobs: int | None = None,
    memory: int | None = MEMORY,
    setup_seconds: float | None = SETUP_SECONDS,
    bundles: Path | str | None = None,
    layout: Layout | str | None = None,
    stop_after: int | None = None,
    certify: bool = False,
) -> CrossCheckReport:
    """Asks each backend for up to `limit` solutions of each puzzle, and compares the answers.

    Verdict, count up to the limit and the set of grids must agree, and each grid must keep the rules; see `findings`.
    The check goes on after a difference: all that is wrong with the answers to one puzzle becomes a `Disagreement` in
    the report. Puzzles have any form that `solve` takes, and may be on different layouts. A puzzle may come as a pair
    with the place where it was found, which findings name; the default is its number. The known answer of a drawn
    puzzle is compared with all answers.

    `backends` are names, functions of a puzzle and backend objects (see `as_backend`), by default
    `default_backends()`. `seconds` is the time limit for each puzzle and backend. `after_each` gets the report so far
    and the disagreement on the latest puzzle, or None. In the end the first finding of each kind is shrunk, and written
    to a new folder in `bundles` if that is given. `stop_after` so many kinds of findings the check ends. `certify`
    proves how many solutions each puzzle has, and compares all answers with that, as one that no other backend
    contradicts can be wrong too; `CrossCheckReport.certified` counts these puzzles.

    Each backend runs in a process of its own, `jobs` of them at a time (default: one for each processor), with `memory`
    bytes and `setup_seconds` for opening a session. One that crashes, hangs or fills the memory is a finding, and the
    answers of the others stay. Up to some hundred puzzles are taken ahead. With `isolated=False` all backends run in
    this process: that starts faster, but a crash ends this process. Functions and objects of a notebook, a script or
    a test are copied to their processes; one that cannot be copied raises `OptionError`.

    Raises `UnknownBackend` or `BackendUnavailable` before the first puzzle, what `as_backend` raises for an object,
    ValueError for no backend, a number below 1 for `limit`, `jobs` or `memory`, and a bad time, and OSError where
    `bundles` cannot be written; `PuzzleError` for an item that is no puzzle, and for one puzzle in place of a list.
    """
    if isinstance(backends, str) or callable(backends) or isinstance(backends, Backend):
        backends = [backends]
    chosen = by_name(default_backends() if backends is None else backends)
    if not chosen:
        raise ValueError("a cross-check needs at least one backend")
    check_limit(limit)
    if stop_after is not None:
        check_limit(stop_after)
    seconds, setup_seconds = (Deadline(time).seconds for time in (seconds, setup_seconds))
    for number, what in ((jobs, "jobs"), (memory, "bytes of memory")):
        if number is not None and number < 1:
            raise ValueError(f"the number of {what} is 1 or more, not {number}")
    if bundles is not None:
        try_folder(Path(bundles))
    rules = any_layout(layout)
    listed = list_of_puzzles(puzzles)
    limits = CheckLimits(limit, seconds, memory, setup_seconds)
    report = CrossCheckReport({name: Tally() for name in chosen}, limits, certify=certify, backends=chosen)
    known: deque[tuple[Result, str]] = deque()

    def taken() -> Iterator[Puzzle]:
        for number, item in enumerate(listed, start=1):
            place, given = f"puzzle {number}", item
            if isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str):
                place, given = item
            puzzle = any_puzzle(given, rules)
            truth = given.truth if isinstance(given, Drawn) else NOTHING_KNOWN
            if certify:
                proved = certified_answer(puzzle, limits.seconds)
                truth = truth if proved is None else proved
            known.append((truth, place))
            yield puzzle

    asking: Pool | InProcess = in_workers(chosen, limits, jobs) if isolated else InProcess(chosen, limits)
    with closing(asking):
        for puzzle, answers in asking.answers(taken()):
            disagreement = report.add(puzzle, dict(zip(chosen, answers, strict=True)), *known.popleft())
            if after_each is not None:
                after_each(report, disagreement)
            if stop_after is not None and report.kinds >= stop_after:
                report.stopped = True
                break
    if bundles is not None:
        report.bundles = list(report.write_bundles(Path(bundles)))
    return report


# Whether what is installed works: one puzzle by every backend.

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""The puzzle that is solved: the first of top95, see `compare/corpora/SOURCES.md`."""


class TriedBackend(NamedTuple):
    """How one backend did with the puzzle; times are None where it is not installed or failed."""

    listing: Listing
    problem: str | None = None
    """What is wrong with it; None where it found that the puzzle has one solution, and where it is not installed."""
    open_seconds: float | None = None
    solve_seconds: float | None = None


def try_backends(seconds: float = 30.0) -> list[TriedBackend]:
    """Returns how each backend does with one puzzle, those that are not installed too.

    Each runs in a process of its own, as in `cross_check`: one that crashes or hangs is reported, and the others go on.
    """
    known = backends()
    report = cross_check([PUZZLE], [listing.name for listing in known if listing.installed], 2, seconds)
    findings = [finding for each in report.disagreements for finding in each.findings]
    problems = {finding.backend: finding.text for finding in reversed(findings)}
    tried = {listing.name: TriedBackend(listing) for listing in known}
    for name, tally in report.tallies.items():
        problem = problems.get(name) or tally.reason or (None if tally.unique else "not settled in time")
        tried[name] = TriedBackend(tried[name].listing, problem, tally.setup_seconds, tally.median_seconds)
    return list(tried.values())
