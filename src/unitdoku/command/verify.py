"""`unitdoku verify`: are certificates valid?"""

from __future__ import annotations

import os
import sys
from collections import Counter

import click

from unitdoku.command.numbers import WholeNumber
from unitdoku.command.options import MOST_JOBS, seconds_option
from unitdoku.command.progress import progress_bar
from unitdoku.reference.certificates.verifying import verify_file

HELP = """Check certificates, as `unitdoku certify` writes them.

    A file holds one certificate a line, as text or packed by gzip. For each of them the clauses are derived from the
    rules of its puzzle, and every step of its proof is checked. No solver takes part.

    Each certificate that is not valid is listed with its line and the reason.

    Exit status: 0 when all are valid and there is one, 1 when one is not, 2 for a file that cannot be read, 3 when the
    time of one was over.

    \b
    Examples:
      unitdoku verify unique.jsonl
      unitdoku verify 17clue.jsonl.gz --jobs 2
"""


@click.command("verify", help=HELP)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@seconds_option(None, "Wall-clock limit on each certificate; inf for none.")
@click.option(
    "--jobs", type=WholeNumber(most=MOST_JOBS), default=1, metavar="N", help="Processes that check; default: 1."
)
def command(files: tuple[str, ...], seconds: float | None, jobs: int) -> None:
    """Checks every certificate of the files."""
    found: Counter[str] = Counter()
    unreadable = False
    for name in files:
        with progress_bar(lambda: (0, 0), "certificates") as bar:
            try:
                for each in verify_file(name, seconds, jobs):
                    bar.step()
                    if each.claim is not None:
                        found[each.claim] += 1
                        continue
                    found["invalid" if each.in_time else "late"] += 1
                    click.echo(f"{name}: line {each.line}: {'invalid' if each.in_time else 'open'}: {each.reason}")
            except OSError as error:
                unreadable = True
                click.echo(f"error: {os.path.basename(name)}: {error.strerror or error}", err=True)
    valid = [f"{found[claim]:,} {words}" for claim, words in _CLAIMS.items() if found[claim]]
    count = sum(found[claim] for claim in _CLAIMS)
    click.echo(f"{count:,} valid{': ' if valid else ''}{', '.join(valid)}; {found['invalid']:,} invalid", nl=False)
    click.echo(f"; {found['late']:,} open" if found["late"] else "")
    sys.exit(2 if unreadable else 1 if found["invalid"] or not (count or found["late"]) else 3 if found["late"] else 0)


_CLAIMS = {"one": "with exactly one solution", "none": "without solution", "several": "with several solutions"}
