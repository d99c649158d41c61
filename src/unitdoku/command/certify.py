"""`unitdoku certify`: how many solutions has a puzzle, with a proof."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import tee

import click

from unitdoku.command.completion import proof_names
from unitdoku.command.inputs import Inputs, is_file
from unitdoku.command.options import (
    LAYOUTS,
    backend_option,
    bad_usage,
    from_option,
    jobs_option,
    output_option,
    reading_options,
    seconds_option,
    source_argument,
)
from unitdoku.command.output import Written, failures_end, form_named, keep_input, write_answers, write_lines
from unitdoku.command.terminal import progress_bar, say
from unitdoku.encoders.certificates.certify import certify_many, check_proof
from unitdoku.puzzles.text.write import write_grid
from unitdoku.reference.contract.errors import BackendError, PuzzleError, UnitdokuError
from unitdoku.reference.model.puzzle import Puzzle

_ENDINGS = dict.fromkeys((".jsonl", ".ndjson", ".json", ".gz"), "json") | dict.fromkeys((".cnf", ".drup"), "proof")


@click.command("certify", epilog=LAYOUTS)
@source_argument
@reading_options
@backend_option("The backend that finds the solutions.")
@click.option(
    "--proof",
    default="auto",
    metavar="P",
    shell_complete=proof_names,
    help="search (by the rules of the reference solver), a solver of PySAT, or auto (search first).",
)
@seconds_option(None, "Wall-clock limit on each puzzle; inf for none.")
@output_option()
@jobs_option(1)
@from_option
def command(
    source: str,
    inputs: Inputs,
    backend: str,
    proof: str,
    seconds: float | None,
    output: str | None,
    jobs: int,
    skipped: int,
) -> None:
    """Say whether puzzles have no solution, one or several, with certificates.

    A certificate is a line of JSON that stands on its own: the puzzle with its rules in full, what is claimed, the
    solution or two of them, and for the absence of (another) one a proof. `unitdoku verify` checks it.

    The argument is a puzzle, a file, or - for standard input, as for `unitdoku solve`. With --output the file appears,
    or changes, when it is complete and holds a certificate; FILE.gz is packed. After Ctrl-C, or an error, the finished
    certificates are in FILE.part. The command says how many puzzles that were: --from with that number and another
    --output makes the others.

    With --output NAME.drup one puzzle gets a proof for drat-trim and other checkers: the formula is written to
    NAME.cnf, and to NAME.drup the proof that it has no solution. A formula for "no other solution" forbids the one.
    --proof names the solver, by default sat, and maybe its encoding. Such proofs also exist for rules that certificates
    do not have: values that may repeat, and sums other than cages.

    Exit status: 0 when all have certificates, 1 when a backend failed or there is nothing to prove for NAME.drup, 2 for
    bad input, 3 when the time of one was over.

    \b
    Examples:
      unitdoku certify 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku certify puzzles.txt -o certificates.jsonl
      unitdoku certify puzzles.txt -o certificates.jsonl.gz --jobs 2
      unitdoku certify puzzle.txt -o unique.drup --proof sat:glucose4:encoding=minimal
    """
    keep_input(source, output)
    if form_named(output, _ENDINGS) == "proof" and output is not None:
        if backend != "auto" or skipped or proof == "search":
            rule = f"{output} is for one puzzle, and a SAT solver that --proof names"
            raise click.UsageError(f"{rule}: leave out --backend, --from and --proof search")
        _write_proof(inputs.one(source), proof, seconds, os.path.splitext(output)[0])
        return
    inputs.skipped = skipped
    with bad_usage():
        check_proof(proof)
    seen: Counter[str] = Counter()

    def certificates() -> Iterator[Written]:
        lines, entries = tee(inputs.entries(source))
        with closing(certify_many(entries, backend, seconds, proof=proof, processes=jobs)) as made:
            for (line, *_), certificate in zip(lines, made, strict=True):
                text = ""
                if isinstance(certificate, UnitdokuError):
                    seen["failed"] += 1
                    say(f"error: line {line}: {certificate}")
                elif certificate is None:
                    seen["unknown"] += 1
                    say(f"line {line}: not settled in time")
                else:
                    text = f"{certificate.text}\n"
                    seen[certificate.claim] += 1
                    seen["steps"] += certificate.steps
                    seen["bytes"] += len(text)
                yield Written(text)
                bar.step()

    with progress_bar(inputs.how_far, wanted=is_file(source) and output is not None) as bar:
        write_answers(certificates(), output, skipped)
    _sum_up(seen)
    sys.exit(1 if seen["failed"] else 2 if inputs.errors else 3 if seen["unknown"] else 0)


def _write_proof(puzzle: Puzzle, solver: str, seconds: float | None, name: str) -> None:
    """Writes a formula and the proof that it has no solution, and prints the solution that the formula forbids."""
    from unitdoku.encoders.certificates.drup import prove  # here, as certificates do without solvers
    from unitdoku.encoders.formats.dimacs import write_dimacs

    with bad_usage(UnitdokuError), failures_end(status=1, errors=(PuzzleError, BackendError)):
        proof = prove(puzzle, "sat" if solver == "auto" else solver, seconds)
    if proof is None:
        say("not settled in time")
        sys.exit(3)
    write_lines(write_dimacs(proof.formula), f"{name}.cnf")
    write_lines((f"{line}\n" for line in proof.lines), f"{name}.drup")
    count = len(proof.lines)
    steps = f"{count:,} line{'s' * (count != 1)} of proof over {len(proof.formula.clauses):,} clauses"
    found = "no solution" if proof.solution is None else f"{write_grid(proof.solution, puzzle.layout)}, no other"
    say(f"# {found}: {steps}")


def _sum_up(seen: Counter[str]) -> None:
    made = seen["none"] + seen["one"] + seen["several"]
    kinds = ", ".join(f"{seen[kind]:,} with {words}" for kind, words in _KINDS.items() if seen[kind])
    steps = seen["steps"]
    proofs = f"{steps:,} step{'s' * (steps != 1)} of proof, {seen['bytes']:,} bytes"
    say(f"# {made:,} certificate{'s' * (made != 1)}: {kinds or 'none'}; {proofs}")


_KINDS = {"one": "one solution", "none": "no solution", "several": "several solutions"}
