"""`unitdoku verify`: are certificates valid?"""

from __future__ import annotations

import sys
from collections import Counter

import click

from unitdoku.command.options import jobs_option, seconds_option
from unitdoku.command.terminal import as_shown, progress_bar, say
from unitdoku.encoders.certificates.verify_file import verify_file
from unitdoku.reference.contract.errors import InvalidCertificate


@click.command("verify")
@click.argument("files", metavar="[FILE | -]...", nargs=-1, required=True, type=click.Path())
@seconds_option(None, "Wall-clock limit on each certificate; inf for none.")
@jobs_option(1)
def command(files: tuple[str, ...], seconds: float | None, jobs: int) -> None:
    """Check certificates, as `unitdoku certify` writes them.

    A file holds one certificate a line, as text or packed by gzip; - is standard input. For each certificate the
    clauses are derived from the rules of its puzzle, and every step of its proof is checked. No solver takes part.

    Each certificate that is not valid is listed with its line and the reason. Ctrl-C prints the counts so far.

    Exit status: 0 when all are valid, 1 when one is not, 2 for a file that cannot be read or holds no certificate, 3
    when the time of one was over.

    \b
    Examples:
      unitdoku verify unique.jsonl
      unitdoku verify 17clue.jsonl.gz --jobs 2
      unitdoku certify puzzles.txt | unitdoku verify -
    """
    found: Counter[str] = Counter()
    try:
        for name in files:
            _verify(name, seconds, jobs, found)
    finally:  # also after Ctrl-C
        _sum_up(found)
    sys.exit(2 if found["unreadable"] else 1 if found["invalid"] else 3 if found["late"] else 0)


def _verify(name: str, seconds: float | None, jobs: int, found: Counter[str]) -> None:
    """Checks the certificates of a file, prints what is wrong, and counts what came of them."""
    place = "standard input" if name == "-" else name
    with progress_bar(lambda: (0, 0), "certificates") as bar:
        try:
            for each in verify_file(sys.stdin.buffer if name == "-" else name, seconds, jobs):
                bar.step()
                if each.claim is not None:
                    found[each.claim] += 1
                    continue
                found["invalid" if each.in_time else "late"] += 1
                said = "invalid" if each.in_time else "open"
                click.echo(as_shown(f"{place}: line {each.line}: {said}: {each.reason}"))
        except (OSError, InvalidCertificate) as error:
            found["unreadable"] += 1
            say(f"error: {place}: {getattr(error, 'strerror', None) or error}")


def _sum_up(found: Counter[str]) -> None:
    valid = [f"{found[claim]:,} {words}" for claim, words in _CLAIMS.items() if found[claim]]
    count = sum(found[claim] for claim in _CLAIMS)
    click.echo(f"{count:,} valid{': ' if valid else ''}{', '.join(valid)}; {found['invalid']:,} invalid", nl=False)
    click.echo(f"; {found['late']:,} open" if found["late"] else "")


_CLAIMS = {"one": "with exactly one solution", "none": "without solution", "several": "with several solutions"}
