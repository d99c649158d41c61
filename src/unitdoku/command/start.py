"""Where the command `unitdoku` starts: Ctrl-C while it imports ends it without a traceback.

Nothing is imported at the top, so that as little as possible happens before Ctrl-C is caught.
"""

from __future__ import annotations


def run() -> None:
    """Runs the command; returns its exit status to the system, 130 after Ctrl-C."""
    import os
    import signal
    from errno import ENOSPC

    _fill_closed_streams()
    # An exception may come anywhere in an import, and some code there discards it. Nothing has to be cleaned up yet.
    caught = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if caught:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from unitdoku.command.main import main

    if "_UNITDOKU_COMPLETE" in os.environ:
        import unitdoku.command.bash_words  # noqa: F401 - it adds how bash completes

    if caught:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except OSError as error:
        if error.errno != ENOSPC:
            raise
        os._exit(2)  # a full device behind standard error: there is no other place for the error


def _fill_closed_streams() -> None:
    """Opens standard streams that are closed: Python has None for them, and a file of ours would get their numbers.

    The null device stands for them, for the opposite direction where a command cannot do without the stream: to read
    standard input, or to write standard output, is an error then. What goes to standard error is dropped.
    """
    import os
    import sys

    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # it gets the lowest number that is free, this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for the rest of this process
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
