"""`unitdoku check`: all backends answer, and all answers must agree."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unitdoku.command.check_shown import JsonLines, Text
from unitdoku.command.inputs import Inputs, is_file, note_unread_input
from unitdoku.command.options import (
    FROM_ONE,
    FROM_ZERO,
    LAYOUTS,
    backends_option,
    bad_usage,
    bundles_option,
    from_option,
    jobs_option,
    limit_option,
    memory_option,
    reading_options,
    seconds_option,
)
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import as_shown, progress_bar, say
from unitdoku.encoders.callables.functions import imported_function
from unitdoku.encoders.workers.external_program import split_command
from unitdoku.reference.contract.errors import InvalidCertificate, PuzzleError, WrongAnswer, shown
from unitdoku.reference.layouts.classic import CLASSIC
from unitdoku.reference.model.layout import Layout

if TYPE_CHECKING:
    from unitdoku.compare.cross_check.cross_check import CrossCheckReport
    from unitdoku.compare.cross_check.finding import Disagreement
    from unitdoku.compare.generators.kinds import Drawn
    from unitdoku.reference.model.puzzle import Puzzle


# `unitdoku check --score`: how often a solver that may err is right.


def print_score_of_solver(solver: str, layout: Layout, seed: int, json_lines: bool) -> None:
    """Prints how often a function `MODULE:FUNCTION`, or a program that reads lines, is right on generated puzzles."""
    from unitdoku.compare.cross_check.cross_check import solver_name
    from unitdoku.compare.data.score import score_solver

    kind, _, named = solver_name(solver).partition(":")
    with bad_usage():
        solve = imported_function(named) if kind == "python" else _program(named)
    score = score_solver(solve, layout, seed=seed)  # type: ignore[arg-type]  # what it returns is scored
    click.echo(json.dumps(score.as_json()) if json_lines else as_shown(str(score)))


def print_score_of_answers(inputs: Inputs, files: Sequence[str], answers: str, json_lines: bool) -> None:
    """Prints how often answers in a file are right: a line for each puzzle, as text, JSON, or JSON with `answer`."""
    from unitdoku.compare.data.score import score_answers

    asked = [(puzzle, inputs.place) for puzzle in inputs.puzzles(*files)]
    hint = "; --layout L names another layout than classic" if inputs.options.layout == CLASSIC else ""
    try:
        if inputs.errors:
            raise PuzzleError(f"nothing is scored, as not all puzzles could be read{hint}")
        with open(answers, encoding="utf-8-sig", errors="replace") as file:
            score = score_answers([puzzle for puzzle, _ in asked], map(_text, file))
    except PuzzleError as error:
        inputs.complain(f"{answers}: {error}")
        return
    for number, ((_, place), found) in enumerate(zip(asked, score.scores, strict=True) if json_lines else (), 1):
        click.echo(json.dumps({"number": number, "place": place} | found._asdict()))
    click.echo(json.dumps(score.as_json()) if json_lines else as_shown(str(score)))
    if asked and score.broken["no grid"] == len(asked):
        layout = asked[0][0].layout
        say(f"note: no answer has a grid of the {layout.cell_count} cells of {layout.name}{hint}")


def _text(line: str) -> object:
    """Returns the answer in a line; raises `PuzzleError` for an object without the key `answer`."""
    try:
        found = json.loads(line) if line.lstrip().startswith(("{", '"', "[")) else line
    except (ValueError, RecursionError):
        return line
    if isinstance(found, dict) and "answer" not in found:
        raise PuzzleError(f"no column is named answer: there are {', '.join(map(str, found))}")
    return found["answer"] if isinstance(found, dict) else found


def _program(command: str) -> Callable[[list[str]], Sequence[object]]:
    """Returns what gives a program puzzles, a line each, and reads a line for each."""
    words = split_command(command.removesuffix(":stream"))

    def solve(lines: list[str]) -> Sequence[object]:
        with failures_end(words[0], errors=OSError):  # it does not start, as a script without its interpreter
            done = subprocess.run(  # noqa: S603 - no shell; the user names the program
                words, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=True
            )
        return done.stdout.splitlines()

    return solve


@click.command("check", epilog=LAYOUTS)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path())
@reading_options
@backends_option("Names with commas between; by default all installed ones but auto.")
@click.option(
    "--solver",
    "solvers",
    metavar="COMMAND",
    multiple=True,
    help="A program, or MODULE:FUNCTION, to compare with reference and sat, or with --backends; may be repeated.",
)
@limit_option
@seconds_option(10.0)
@jobs_option(None)
@memory_option
@bundles_option
@click.option("--no-bundles", is_flag=True, help="Neither shrink findings nor write them.")
@click.option("--certify", is_flag=True, help="Prove how many solutions puzzles have; compare the answers with that.")
@click.option("--stop-after", type=FROM_ONE, metavar="N", help="End after so many different findings.")
@click.option("--seed", type=FROM_ZERO, default=0, metavar="S", help="Seed of the drawn puzzles.")
@click.option("--score", is_flag=True, help="Count how often a --solver that may err, as a model does, is right.")
@click.option(
    "--answers",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Score these answers to the puzzles.",
)
@click.option("--random", "drawn", is_flag=True, help="Ask drawn puzzles on layouts of all kinds, without end.")
@from_option
@click.option(
    "--json", "json_lines", is_flag=True, help="A JSON object for each finding, backend or answer, and one for all."
)
def command(
    files: tuple[str, ...],
    inputs: Inputs,
    backends: list[str] | None,
    solvers: tuple[str, ...],
    limit: int,
    seconds: float,
    jobs: int | None,
    memory: int,
    bundles: Path,
    no_bundles: bool,
    certify: bool,
    stop_after: int | None,
    seed: int,
    score: bool,
    answers: str | None,
    drawn: bool,
    skipped: int,
    json_lines: bool,
) -> None:
    """Check that backends agree.

    Every backend answers every puzzle of the files, in a process of its own. Without a file, the puzzles are those of
    the package; - is standard input. Verdicts, counts up to the limit and solutions must be the same, and every
    solution must keep the rules. Anything else is a finding: crashed, timed out, out of memory, invalid (a malformed
    answer) or wrong. An answer that is not settled in time is no finding. The table at the end shows what each backend
    did, and how long it took. Ctrl-C ends the check within a second, with the table so far.

    The first finding of each kind is shown in full, and the others are counted. It is shrunk to a small puzzle, and
    written to a new folder in --bundles, with all answers, the command that shows it again, and a test for pytest.

    With --certify each puzzle gets a certificate that it has no solution, one or several (see `unitdoku certify`). It
    is checked, and all answers are compared with it: a wrong answer is found also where no backend contradicts it.

    --solver compares any program with our backends, on puzzles of --layout. COMMAND gets a puzzle in one line in the
    place of {puzzle}, the path of a file with that line in the place of {file}, or else the line on standard input.
    It prints a grid; or UNSAT in a line; or, after all grids, UNIQUE in a line. Without UNIQUE it stays open whether
    there are other solutions. With :stream after COMMAND, one process gets a puzzle in each line of standard input, and
    answers with one line; with :open=0 open cells are 0 and not a dot. A solver may also be a function of a module in
    the current folder, --solver mymodule:solve (or mymodule:solve:takes=text). Without files, solvers get puzzles of
    the package, and drawn ones with known answers.

    --score counts in place of comparing: how often the solver is right, by kind, layout, open cells and level, and what
    its wrong answers break. The solver gets 64 puzzles at a time: --solver MODULE:FUNCTION a list of lines, for which
    it returns a list of texts; --solver COMMAND lines on standard input, for each of which it prints one. A text may be
    prose around a grid. With --answers FILE the texts are in a file, one for each puzzle of FILE: a line, or JSON in a
    line, a string or an object with `answer`.

    --random asks drawn puzzles without end: many kinds of layouts and puzzles, killers, Kakuro and Futoshiki too, each
    drawn from --seed and its number. Ctrl-C ends it. The last line names the number from which --from goes on.

    Exit status: 0 when all answers agree, 1 on a finding, 2 for bad input (the other puzzles are still checked),
    3 when no backend settled one of the puzzles in time.

    \b
    Examples:
      unitdoku check
      unitdoku check puzzles.txt --backends reference,sat:cadical195,cpsat
      unitdoku check jigsaws.jsonl --limit 5 --seconds 60 --jobs 4
      unitdoku check puzzles.txt --backends sat:cadical195,ilp:scip --certify
      unitdoku check --solver "./mine --quiet {puzzle}"
      unitdoku check --solver "./mine:stream:open=0"
      unitdoku check --solver mymodule:solve:takes=text --stop-after 1
      unitdoku check --score --solver mymodule:answer_all
      unitdoku check --score puzzles.csv --answers answers.jsonl
      unitdoku check --random --backends native,sat:cadical195 --seed 1
    """
    from unitdoku.compare.corpora.corpus import bundled_files
    from unitdoku.compare.cross_check.bundle import try_folder
    from unitdoku.compare.cross_check.cross_check import (
        cross_check,
        default_backends,
        puzzles_for_programs,
        solver_name,
    )
    from unitdoku.compare.cross_check.random_cases import RandomCases

    if score or answers is not None:
        if answers is not None and files and not solvers:
            print_score_of_answers(inputs, files, answers, json_lines)
        elif answers is None and len(solvers) == 1 and not files:
            print_score_of_solver(solvers[0], inputs.options.layout, seed, json_lines)
        else:
            raise click.UsageError("--score takes one --solver, or a FILE of puzzles and their --answers")
        sys.exit(2 if inputs.errors else 0)
    if drawn and (files or solvers or inputs.options.layout != CLASSIC):
        raise click.UsageError(
            "--random draws puzzles on layouts of all kinds: it takes no files, --layout or --solver"
        )
    if skipped and not drawn:
        raise click.UsageError("--from is for --random")

    for name in files:
        if not is_file(name) and sum(one in ".0123456789" for one in name) > len(name) / 2:
            raise click.UsageError(f"{shown(name, 40)} is no file: for one puzzle, pipe it to unitdoku check -")
    if not files and not drawn:
        note_unread_input()
    names = default_backends(solvers) if backends is None else [*backends, *map(solver_name, solvers)]
    if not no_bundles:
        try:
            try_folder(bundles)
        except OSError as error:
            why = f"nothing can be written to {bundles}: {error.strerror or error}; see --no-bundles"
            raise click.BadParameter(why, param_hint="--bundles") from error
    output = JsonLines() if json_lines else Text()
    # Puzzles are taken ahead: the bar shows how far the answers are.
    ahead: deque[tuple[int, int]] = deque()
    done = (0, 0)
    latest: CrossCheckReport | None = None

    def puzzles() -> Iterator[tuple[str, Puzzle | Drawn]]:
        for puzzle in inputs.puzzles(*(files or [Path(str(file)) for file in bundled_files()])):
            ahead.append(inputs.how_far())
            yield inputs.place, puzzle

    def after_each(report: CrossCheckReport, disagreement: Disagreement | None) -> None:
        nonlocal latest, done
        latest = report
        done = ahead.popleft() if ahead else (report.puzzles, 0)
        if cases is not None:
            cases.note_answered(report.puzzles)
        if disagreement is not None:
            output.finding(disagreement)
        bar.step()

    cases = RandomCases(seed, skipped) if drawn else None
    asked = cases or (puzzles_for_programs(inputs.options.layout, seed) if solvers and not files else puzzles())
    interrupted = False
    try:
        refuted = failures_end(status=1, errors=(InvalidCertificate, WrongAnswer))
        with refuted, bad_usage(), progress_bar(lambda: done) as bar:
            report = cross_check(
                asked,
                names,
                limit,
                seconds,
                after_each,
                jobs=jobs,
                memory=memory << 20,
                stop_after=stop_after,
                certify=certify,
            )
    except KeyboardInterrupt:
        if latest is None:
            raise
        report, interrupted = latest, True
    output.end(report, interrupted)
    if cases is not None:
        cases.note_answered(report.puzzles)  # Ctrl-C may have come between the report and `after_each`
        output.cases(cases)
    if interrupted and cases is None:
        raise KeyboardInterrupt
    for finding, path in () if no_bundles else report.write_bundles(bundles):
        if isinstance(path, OSError):
            why = f"not written to {bundles}: {path.strerror or path}"
            say(f"{finding.kind}, {finding.backend}: {why}")
        else:
            output.bundle(finding, path)
    sys.exit(1 if not report.agree else 130 if interrupted else 2 if inputs.errors else 3 if report.open else 0)
