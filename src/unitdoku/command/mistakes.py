"""Options and commands that do not exist: the message names those that were probably meant."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from unitdoku.reference.spelling import did_you_mean

_MEANT = {
    "--seconds": "--timeout --time --time-limit --timelimit --max-time --limit-seconds --deadline -t",
    "--backend": "--solver --backends --engine --algorithm --method --with --use -b -s",
    "--backends": "--solver --solvers --backend --engine --engines --algorithm --with --use -b -s",
    "--limit": "--count --solutions --max-solutions --max --number --unique --all -n",
    "--layout": "--size --variant --rules --type --kind --units --puzzle-type --diagonal -l",
    "--jobs": "--threads --processes --workers --parallel --cores --cpus -j",
    "--memory": "--mem --max-memory --memory-limit -m",
    "--output": "--out --output-file --outfile --file --to-file --write --save",
    "--to": "--format --as --type",
    "--format": "--to --as --type",
    "--json": "--format --jsonl --ndjson --output-format",
    "--picture": "--pretty --draw --grid --show",
    "--color": "--colour --colors --colours",
    "--candidates": "--pencil --pencil-marks --pencilmarks --marks --notes",
    "--db": "--database --file --results",
    "--minutes": "--time --timeout --hours --seconds --duration",
    "--puzzles": "--sample --count --max --limit --number -n",
    "--for": "--puzzle --of",
    "--symbols": "--alphabet --characters --letters",
}
"""Option to what other programs call it; only the options of the command at hand are proposed."""


_ARGUMENTS = dict.fromkeys(
    ("solve", "encode", "certify"),
    "takes one puzzle or file: put quotes around a puzzle with blanks, and several puzzles into a file",
)
"""What commands take, in words, where there were more arguments."""


@contextmanager
def explained() -> Iterator[None]:
    """Names options and words that were probably meant, and what to do about too many arguments."""
    try:
        yield
    except click.NoSuchOption as error:
        from difflib import get_close_matches

        known = (
            [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts]
            if error.ctx
            else []
        )
        options = [name for name in known if name.startswith("--")]
        meant = [name for name in options if error.option_name in _MEANT.get(name, "").split()]
        close = meant or get_close_matches(error.option_name, options, n=2, cutoff=0.75)
        said = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(options)}"
        raise click.UsageError(f"no option {error.option_name}: {said}", error.ctx) from error
    except click.BadParameter as error:
        word, _, rest = error.message.partition(" is not one of ")
        if not rest or error.param is None or not isinstance(error.param.type, click.Choice):
            raise
        likely = did_you_mean(word.strip("'"), map(str, error.param.type.choices))
        if not likely:
            raise
        said = f"{error.message.rstrip('.')};{likely}"
        raise click.BadParameter(said, error.ctx, error.param, error.param_hint) from error
    except click.UsageError as error:
        what = _ARGUMENTS.get(error.ctx.info_name or "") if error.ctx is not None else None
        if error.ctx is None or what is None or not error.message.startswith("Got unexpected extra argument"):
            raise
        raise click.UsageError(f"{error.message}; {error.ctx.command_path} {what}", error.ctx) from error


def shortened(text: str) -> str:
    """Returns a text with at most 40 characters."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def unknown_command(name: str, known: Sequence[str], of: str) -> str:
    """Returns a sentence about a command that does not exist; a puzzle or a file is for `solve`."""
    if name in ("help", "version"):
        return f"no command {name!r}: it is {of} --{name}"
    meant = did_you_mean(name, known, most=2)
    if meant:
        return f"no command {name!r}:{meant}"
    if "solve" in known and (os.path.exists(name) or sum(one in ".0123456789" for one in name) >= 4):
        shown = shortened(name)
        return f"no command {shown!r}: for a puzzle or a file, it is {of} solve {shown}"
    return f"no command {name!r}: there are {', '.join(known)}"
