"""Where the command `unitdoku` starts: Ctrl-C while it imports ends it without a traceback.

Nothing is imported at the top, so that as little as possible happens before Ctrl-C is caught.
"""

from __future__ import annotations


def run() -> None:
    """Runs the command; returns its exit status to the system, 130 after Ctrl-C."""
    import os
    import signal

    # An exception may come anywhere in an import, and some code there discards it. Nothing has to be cleaned up yet.
    caught = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if caught:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from unitdoku.command.main import main

    if "_UNITDOKU_COMPLETE" in os.environ:
        import unitdoku.command.completion  # noqa: F401 - it adds how bash completes

    if caught:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
