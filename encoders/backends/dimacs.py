"""Any SAT solver that is a program on the PATH as a backend, `dimacs:COMMAND`, with a choice of encoding.

The command may have arguments, as in `dimacs:cadical --sat`; no shell reads it.
"""

from __future__ import annotations

import os
import shutil

from ...reference.contract import Backend, Capabilities
from ...reference.layout import Layout
from ..cnf.at_most_one.names import AT_MOST_ONE
from ..workers.program import split_command
from .cnf_options import CnfOptions, cnf_options
from .dimacs_session import DimacsSession
from .options import Options

PROGRAMS = ("minisat", "cadical", "picosat", "cryptominisat5", "kissat", "glucose", "lingeling")
"""What lists of backends look for; any other program is used all the same when it is named."""


class DimacsBackend:
    """One command, one encoding.

    `BackendUnavailable` where there is no such program, `OptionError` for a command with quotes that do not end.
    """

    # Nothing of a process that ended can be kept.
    capabilities = Capabilities()

    def __init__(self, command: str, cnf: CnfOptions) -> None:
        self.command = command
        self.cnf = cnf
        self.name = f"dimacs:{command}{cnf.suffix}"
        self._arguments = split_command(command, "dimacs")

    def open(self, layout: Layout) -> DimacsSession:
        """A session with the encoding of the layout written; `FormulaTooLarge` where that is too much."""
        return DimacsSession(layout, self.name, self._arguments, self.cnf.encode, one_puzzle=self.cnf.one_puzzle)


class DimacsFamily:
    """Whatever programs there are."""

    def variants(self) -> list[str]:
        """Those of `PROGRAMS` that can be used here."""
        return [program for program in PROGRAMS if os.name == "posix" and shutil.which(program)]

    def origin(self, variant: str) -> str:
        """The program: whose version nobody knows."""
        return f"program {variant}"

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend of a command."""
        if not variant.strip():
            return None
        return DimacsBackend(variant, cnf_options(options, AT_MOST_ONE))


FAMILY = DimacsFamily()
