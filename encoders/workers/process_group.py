"""Child processes in a group of their own, ended at once with all that they started."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

from .process_tree import stopped_tree


def start(
    arguments: Sequence[str],
    stdin: int,
    stdout: int,
    stderr: int,
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """A process that Ctrl-C at the terminal does not reach: whoever started it ends it. OSError where it cannot be."""
    return subprocess.Popen(  # noqa: S603 - no shell; what runs is what the caller says
        arguments,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env=environment,
        start_new_session=True,
        pass_fds=pass_fds,
    )


def dying_with_us(arguments: Sequence[str]) -> list[str]:
    """The same command, and where the system offers it, one that the kernel ends when this process is gone."""
    return [*_pdeathsig(), *arguments]


@cache
def _pdeathsig() -> tuple[str, ...]:
    """How to call setpriv of util-linux; nothing where there is none, or another one that lacks the option."""
    command = ("setpriv", "--pdeathsig", "KILL", "--")
    if shutil.which(command[0]) is None:
        return ()
    tried = subprocess.run([*command, "true"], capture_output=True, check=False)  # noqa: S603 - our own
    return command if tried.returncode == 0 else ()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and all that it started, at once, and waits until it is gone.

    Of one that has ended by itself only what stayed in its group is found: what it left behind has another parent by
    then.
    """
    if os.name == "posix":
        started = stopped_tree(process.pid) if process.poll() is None else []
        # The group lives as long as anything in it does, be it that the process itself is gone.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        for pid in started[1:]:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()


def how_it_ended(process: subprocess.Popen[bytes]) -> str:
    """The exit of a process that is gone, in words."""
    code = process.wait()
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
