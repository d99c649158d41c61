"""`unitdoku completion`: a script with which a shell completes commands, options, layouts, backends and formats.

`start.run` imports this module when a shell asks for completions, too: the shell runs `unitdoku` with a variable set.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class
from click.types import StringParamType

VARIABLE = "_UNITDOKU_COMPLETE"
"""The environment variable of a shell that asks for completions; click derives it from the name of the command."""

_WHERE = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/unitdoku.fish"}

HELP = """Print a script for a shell, which then completes commands, options and names.

    \b
    To install it, run once:
      bash  unitdoku completion bash >> ~/.bashrc
      zsh   unitdoku completion zsh >> ~/.zshrc
      fish  unitdoku completion fish > ~/.config/fish/completions/unitdoku.fish

    In zsh the line `autoload -Uz compinit && compinit` has to stand before it in ~/.zshrc.
    A new shell then completes `unitdoku so<TAB>`, `--layout dia<TAB>`, `--backend sat:cad<TAB>`.

    \b
    Examples:
      unitdoku completion bash
      source <(unitdoku completion zsh)
"""


class _Names(StringParamType):
    """Text, for which a shell proposes names; files too, where it may be one."""

    def __init__(self, known: Callable[[str], Iterable[str]], *, files: bool = False, listed: bool = False) -> None:
        self._known = known
        self._files = files
        self._listed = listed

    def shell_complete(self, _: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns the names that begin so; in a list with commas, the last one is completed."""
        before, comma, last = incomplete.rpartition(",") if self._listed else ("", "", incomplete)
        found = [CompletionItem(before + comma + name) for name in self._known(last) if name.startswith(last)]
        return found or ([CompletionItem(incomplete, "file")] if self._files else [])


def _backends(incomplete: str) -> Iterator[str]:
    from unitdoku.encoders.backends.registry import ROWS

    for row in ROWS:
        # A family is imported to list its solvers: only those that the word may name.
        if row.is_installed and row.name.startswith(incomplete.partition(":")[0]):
            yield from row.names()


def _proofs(incomplete: str) -> Iterator[str]:
    from unitdoku.encoders.backends.registry import find_backend
    from unitdoku.encoders.certificates.certify import WAYS

    yield from WAYS
    if incomplete.startswith("s"):  # a solver of PySAT takes longer to find
        solvers = [name for name in _backends("sat:") if name.startswith("sat:")]
        yield from (name for name in solvers if find_backend(name).capabilities.proof)


def _layouts(incomplete: str) -> list[str]:
    from unitdoku.reference.layouts.names import BASES, EXTRAS

    before, plus, _ = incomplete.rpartition("+")
    return [before + plus + name for name in (EXTRAS if plus else [*BASES, *EXTRAS])]


def _formats(_: str) -> Iterable[str]:
    from unitdoku.reference.text.formats.table import FORMATS

    return FORMATS


def _corpora(_: str) -> Iterable[str]:
    from unitdoku.compare.corpora.built_in import BUILT_IN

    return BUILT_IN


_FILES = _Names(lambda _: (), files=True)
_TYPES = {
    "layout": _Names(_layouts),
    "backend": _Names(_backends),
    "backends": _Names(_backends, listed=True),
    "format": _Names(_formats),
    "proof": _Names(_proofs),
    "corpora": _Names(_corpora, files=True),
    "output": _FILES,
}
"""Name of a parameter to what a shell proposes; all arguments else are files."""


def complete_names(command: click.Command) -> None:
    """Makes the parameters of a command propose names and files."""
    for parameter in command.params:
        found = _TYPES.get(parameter.name or "", _FILES if isinstance(parameter, click.Argument) else None)
        if found is not None and parameter.type is click.STRING:
            parameter.type = found


class _BashWithColons(BashComplete):
    """Completion for bash, which takes a colon for the end of a word: `sat:cad` arrives as three words."""

    source_template = BashComplete.source_template.replace(
        "COMP_CWORD=$COMP_CWORD", 'COMP_LINE="$COMP_LINE" COMP_POINT=$COMP_POINT'
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """Returns the words before the cursor, colons inside them, and the word at the cursor."""
        before = os.environ.get("COMP_LINE", "")[: int(os.environ.get("COMP_POINT", "0") or 0)]
        lexer = shlex.shlex(before, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters = True, ""
        words: list[str] = []
        try:
            words.extend(lexer)
        except ValueError:  # an open quotation mark
            words.append(lexer.token)
        incomplete = "" if not words or before[-1:].isspace() else words.pop()
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Returns a completion, without what stands before the last colon at the cursor: bash keeps that."""
        _, incomplete = self.get_completion_args()
        kept = incomplete.rfind(":") + 1
        return super().format_completion(CompletionItem(item.value[kept:], item.type, item.help))


add_completion_class(_BashWithColons, "bash")


@click.command("completion", help=HELP)
@click.argument("shell", type=click.Choice(tuple(_WHERE)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Prints the script."""
    found = get_completion_class(shell)
    if found is None:
        raise LookupError(shell)
    click.echo(found(ctx.find_root().command, {}, "unitdoku", VARIABLE).source())
