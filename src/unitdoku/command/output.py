"""Writes the output of commands to standard output, or to a file that appears only when it is complete.

One rule holds for the names of files: an ending that names a form which the command writes chooses it, one that names
another form is refused, and any other name is a text file.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from errno import EPIPE
from io import BufferedRandom
from pathlib import Path
from typing import BinaryIO, NamedTuple, NoReturn, cast

import click

from unitdoku.command.terminal import as_shown, say
from unitdoku.puzzles.text.part_file import complete_file, finish_part, is_replaced, open_part, part_path, remove_part
from unitdoku.reference.contract.errors import UnitdokuError

_OTHER_FORM = re.compile(
    r"\.(png|jpe?g|svg|pdf|html?|xml|tex|md|ya?ml|jsonl?|ndjson|[ct]sv|xlsx|parquet|sqlite3?|db|npy|pkl"
    r"|gz|bz2|xz|zst|zip|cnf|opb|lp|mps|mzn|drup)"
)
"""Endings that promise a form: text under such a name would mislead other programs."""


def form_named(
    path: str | Path | None, endings: Mapping[str, str], chosen: str | None = None, option: str = "--output"
) -> str | None:
    """Returns the form of an output: the chosen one, or the one that its ending names, or None where that names none.

    `endings` are those of the command, each with its dot. Any other ending of a known form is bad usage, and so is one
    that names another form than the chosen one.
    """
    ending = os.path.splitext(path or "")[1].lower()
    if path is None or str(path).startswith("/dev/"):
        return chosen
    if ending in endings:
        if chosen not in (None, endings[ending]):
            said = f"the ending {ending} names {endings[ending]}, but {chosen} is asked for: choose one of them"
            raise click.BadParameter(said, param_hint=option)
        return endings[ending]
    if _OTHER_FORM.fullmatch(ending):
        known = f"{', '.join(endings)}, and other names" if endings else "a name without such an ending"
        said = f"{os.path.basename(path)!r} would not be a {ending} file: this command takes {known}"
        raise click.BadParameter(said, param_hint=option)
    return chosen


def write_lines(lines: Iterable[str], path: str | None, *, at_once: bool = False) -> None:
    """Writes lines, each with its newline, to a file; to standard output if the path is None.

    With `at_once` standard output is flushed after each line. A file appears, or changes, when all is written, and
    stays as it is where there is no content. It is packed where its name ends in `.gz`. If writing to it fails, the
    command prints the reason and ends with status 2; for standard output see `standard_output_fails`.
    """
    if path is not None:
        has_content = False
        with failures_end(path), complete_file(path, lambda: has_content) as file, _packing(file, path) as to:
            for line in lines:
                to.write(line.encode("utf-8", "backslashreplace"))
                has_content = has_content or bool(line)
        return
    for line in lines:
        sys.stdout.write(line)
        if at_once:
            sys.stdout.flush()


class Written(NamedTuple):
    """What `write_answers` writes next: the text of one or more answers, empty for a puzzle without one."""

    text: str
    puzzles: int = 1
    final: bool = True
    """False for an answer that an interrupted search may have left: it is finished when another one follows."""


def write_answers(answers: Iterable[Written], path: str | None, skipped: int) -> None:
    """Writes the answers to the puzzles behind the `skipped` ones to a file; to standard output if the path is None.

    Each is written when the next one is asked for. A file appears, or changes, when all is written and not empty. After
    Ctrl-C or an error the finished answers stay in FILE.part, and standard error gets the `--from` that goes on. With
    the ending `.gz` each answer is packed for itself, so that such files can be joined. A left-over part file is
    written anew, but for a command that goes on: it may hold the answers before these. Otherwise as `write_lines`.
    """
    if path is None or not is_replaced(path):
        write_lines((answer.text for answer in answers), path, at_once=True)
        return
    if skipped and os.path.exists(part_path(path)):
        said = f"{path}.part may hold the answers to the skipped puzzles: name another file for the others"
        raise click.BadParameter(said, param_hint="--output")
    with failures_end(path):
        puzzles, size = finished = (0, 0)
        file = open_part(path)
        try:
            for answer in answers:
                finished = puzzles, size
                file.write(_bytes(answer.text, path))
                file.flush()
                puzzles, size = puzzles + answer.puzzles, file.tell()
                # Not an `if`: at the end of a loop Python 3.13.0 leaves its jump, where Ctrl-C comes, out of the `try`.
                finished = (puzzles, size) if answer.final else finished
            finished = puzzles, size
            (finish_part if size else remove_part)(file, path)
        except BaseException:
            _keep(file, path, *finished, skipped)
            raise


def _keep(file: BinaryIO, path: str, puzzles: int, size: int, skipped: int) -> None:
    """Leaves the part file with the answers that are finished; without any, removes it."""
    if not size or not os.path.exists(part_path(path)):  # it may have its final name already
        remove_part(file, path)
        return
    # The buffer, which may hold an unfinished answer, must not be written any more.
    raw = cast("BufferedRandom", file).raw
    raw.truncate(size)
    raw.close()
    kept = f"{puzzles:,} puzzle{' is' if puzzles == 1 else 's are'} finished in {path}.part"
    say(f"\n{kept}; go on with --from {skipped + puzzles} and another --output")


def _bytes(text: str, path: str) -> bytes:
    data = text.encode("utf-8", "backslashreplace")
    if not data or not path.lower().endswith(".gz"):
        return data
    import gzip

    return gzip.compress(data, mtime=0)


def _packing(file: BinaryIO, path: str) -> AbstractContextManager[BinaryIO]:
    """Returns the file, or one that packs by gzip what it is given, and writes it there."""
    if not path.lower().endswith(".gz"):
        return nullcontext(file)
    import gzip

    return cast("AbstractContextManager[BinaryIO]", gzip.GzipFile("", "wb", fileobj=file, mtime=0))


@contextmanager
def standard_output_fails() -> Iterator[None]:
    """Ends the command with status 2 and a sentence where standard output cannot be written, as on a full disk.

    Control characters in a message about bad usage are escaped, as names of files may have some.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except click.ClickException as error:
        error.message = as_shown(error.message)  # type: ignore[misc]  # nothing else has to know it as it was
        raise
    except OSError as error:
        if error.errno == EPIPE or isinstance(error, UnitdokuError):
            raise  # click handles it
        with suppress(OSError, ValueError):  # the buffered rest would fail once more when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        fail(error, "standard output")


def keep_input(source: str | None, output: str | None) -> None:
    """Refuses an output that is the file of the puzzles: answers would take their place.

    Lines that are no puzzles, which are to be mended, would be lost as well. Raises `click.UsageError`.
    """
    with suppress(OSError):  # one of them is no file
        if source is not None and output is not None and os.path.samefile(source, output) and os.path.isfile(output):
            raise click.UsageError(f"{output} is the file of the puzzles: choose another output")


@contextmanager
def failures_end(
    path: str | Path | None = None,
    status: int = 2,
    errors: type[Exception] | tuple[type[Exception], ...] = (UnitdokuError, OSError),
) -> Iterator[None]:
    """Ends the command with this status and a sentence after an error: by default one in files or of this package."""
    try:
        yield
    except errors as error:
        if isinstance(error, OSError) and error.errno == EPIPE:
            raise  # click handles it
        fail(error, path, status)


def fail(error: Exception, path: str | Path | None = None, status: int = 2) -> NoReturn:
    """Prints an error, with the name of the file as far as it is known, and ends the command."""
    said = str(error)
    if isinstance(error, OSError) and error.strerror:
        name = error.filename or path
        said = error.strerror if name is None else f"{name}: {error.strerror}"
    say(f"error: {said}")
    sys.exit(status)
