"""`native`: the compiled kernel."""

from __future__ import annotations

from ...reference.contract import Backend
from ...reference.native.backend import NativeBackend
from .options import Options


class NativeFamily:
    """Native search, compiled."""

    def variants(self) -> list[str]:
        """The one without a name."""
        return [""]

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend, with the option `threads`."""
        if variant:
            return None
        threads = options.whole("threads", 1, 1, 1024)
        return NativeBackend("native" if threads == 1 else f"native:threads={threads}", threads=threads)


FAMILY = NativeFamily()
