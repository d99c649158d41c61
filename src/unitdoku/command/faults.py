"""`unitdoku faults`: deliberate faults are planted one by one, and the checks have to catch each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from unitdoku.command.table import add_row, new_table, print_table

if TYPE_CHECKING:
    from unitdoku.compare.faults.fault import Fault
    from unitdoku.compare.faults.hunt import Outcome

HELP = """Plant deliberate faults, and show which check catches each.

    A check that cannot fail is worth nothing. Each fault is a small slip in an encoder, the native solver, a session, a
    decoder, a parser, a layout or the harness itself, planted in a process of its own while the checks run: what is
    certain of drawn puzzles held against all answers, known counts of grids, sizes and texts of formulas, and round
    trips. Some faults change no answer, as clauses are redundant: the sizes and texts have to show them. The code
    without a fault has to pass.

    Exit status: 0 when all are caught and the unchanged code passes, 1 when not, or when no fault could be planted, as
    packages are missing, 2 for bad usage, 130 when it was interrupted and all was well until then.

    \b
    Examples:
      unitdoku faults
      unitdoku faults --only diagonal --seed 3
      unitdoku faults --clean 20
"""


@click.command("faults", help=HELP)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="Of the puzzles.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="Processes at a time."
)
@click.option("--only", metavar="TEXT", help="The faults with this in their name or place.")
@click.option("--list", "listed", is_flag=True, help="Show the faults, and plant none.")
@click.option(
    "--clean", type=click.IntRange(min=1), metavar="N", help="Plant none: the checks on N seeds from --seed on."
)
@click.option("--json", "json_lines", is_flag=True, help="A JSON object a fault, or a run of the unchanged code.")
def command(seed: int, jobs: int, only: str | None, listed: bool, clean: int | None, json_lines: bool) -> None:
    """Plants the faults."""
    from unitdoku.compare.faults.catalogue import FAULTS
    from unitdoku.compare.faults.hunt import hunt, unchanged

    chosen = [fault for fault in FAULTS if only is None or only.lower() in f"{fault.name} {fault.where}".lower()]
    if not chosen:
        raise click.BadParameter(f"no fault has {only!r} in its name or place", param_hint="--only")
    if listed:
        _list(chosen, json_lines)
        return
    if clean is None:
        outcomes, interrupted = _all(hunt(chosen, seed, jobs), json_lines)
    else:
        outcomes, interrupted = _all(unchanged(chosen, range(seed, seed + clean), jobs), json_lines)
    if not json_lines:
        if clean is None:
            _print(outcomes)
        else:
            _print_clean(outcomes, clean)
    if interrupted:
        click.echo("Interrupted.", err=True)
    # Where nothing could be planted, nothing was tried.
    tried = clean is not None or any(outcome.fault is not None and not outcome.missing for outcome in outcomes)
    if not all(outcome.good for outcome in outcomes) or not (tried or interrupted):
        sys.exit(1)
    sys.exit(130 if interrupted else 0)


def _all(coming: Iterator[Outcome], json_lines: bool) -> tuple[list[Outcome], bool]:
    """The outcomes, each shown as it comes if it is shown as JSON, and whether it was interrupted before the last."""
    outcomes = []
    try:
        for outcome in coming:
            outcomes.append(outcome)
            if json_lines:
                click.echo(json.dumps(_as_json(outcome)))
    except KeyboardInterrupt:
        return outcomes, True
    return outcomes, False


def _list(faults: list[Fault], json_lines: bool) -> None:
    if json_lines:
        for fault in faults:
            click.echo(json.dumps({**_fault_as_json(fault), "missing": fault.missing}))
        return
    table = new_table("fault", "where", "change", left=3)
    for fault in faults:
        add_row(table, fault.name, fault.where, fault.change)
    print_table(table)


def _print(outcomes: list[Outcome]) -> None:
    table = new_table("fault", "where", "caught by", "after", "s", left=3)
    planted = [outcome for outcome in outcomes if outcome.fault is not None]
    for outcome in planted:
        caught = "-" if outcome.missing else outcome.caught_by or "NOTHING"
        where = outcome.fault.where if outcome.fault is not None else ""
        name = outcome.fault.name if outcome.fault is not None else ""
        add_row(table, name, where, caught, str(outcome.puzzles), f"{outcome.seconds:.1f}")
    print_table(table)
    for outcome in outcomes:
        if not outcome.good:
            click.echo(f"{'MISSED' if outcome.fault else 'FLAGGED'}: {_told(outcome)}")
        elif outcome.missing:
            click.echo(f"not planted: {outcome.fault.name if outcome.fault else ''} ({outcome.missing})")
    tried = [outcome for outcome in planted if not outcome.missing]
    missed = sum(not outcome.good for outcome in tried)
    if missed:
        first = f"{missed} of {len(tried)} FAULTS MISSED"
    else:
        first = f"All {len(tried)} faults caught" if tried else "Nothing was planted"
    left = len(planted) - len(tried)
    first += f", {left} not planted" if left and tried else ""
    unchanged = [outcome for outcome in outcomes if outcome.fault is None]
    flagged = not all(outcome.good for outcome in unchanged)
    said = "WAS FLAGGED" if flagged else "passed" if unchanged else "was not run"
    click.echo(f"{first}; the unchanged code {said}.")


def _print_clean(outcomes: list[Outcome], seeds: int) -> None:
    bad = [outcome for outcome in outcomes if not outcome.good]
    for outcome in bad:
        click.echo(f"FLAGGED: {_told(outcome)}")
    puzzles = sum(outcome.puzzles for outcome in outcomes)
    said = f"{len(bad)} FALSE ALARMS" if bad else "nothing flagged"
    click.echo(f"The unchanged code on {seeds} seeds: {puzzles} puzzles and texts, {said}.")


def _told(outcome: Outcome) -> str:
    name = outcome.fault.name if outcome.fault is not None else "the unchanged code"
    return f"{name}, seed {outcome.seed}: {outcome.finding or 'no check saw it'}"


def _as_json(outcome: Outcome) -> dict[str, object]:
    return {
        **_fault_as_json(outcome.fault),
        "backends": outcome.backends,
        "seed": outcome.seed,
        "caught_by": outcome.caught_by,
        "puzzles": outcome.puzzles,
        "seconds": outcome.seconds,
        "finding": outcome.finding,
        "missing": outcome.missing,
        "good": outcome.good,
    }


def _fault_as_json(fault: Fault | None) -> dict[str, object]:
    return {
        "fault": fault.name if fault is not None else None,
        "where": fault.where if fault is not None else None,
        "change": fault.change if fault is not None else None,
        "shows_in_answers": fault.shows_in_answers if fault is not None else None,
        "ends_in": (fault.ends_in or None) if fault is not None else None,
    }
