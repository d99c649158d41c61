"""The solvers written here: `reference`, `reference:twins`, which also uses naked twins, and the compiled `native`.

Each is imported when it is asked for.
"""

from __future__ import annotations

from ...reference.contract.session import Backend
from ..naming.families import Family, Options


def _reference(variant: str, _: Options) -> Backend | None:
    from ...reference.search.search import ReferenceBackend

    if variant not in ("", "twins"):
        return None
    return ReferenceBackend("reference:twins", twins=True) if variant else ReferenceBackend()


def _native(variant: str, options: Options) -> Backend | None:
    from ...reference.native.backend import MOST_LANES, NativeBackend

    if variant:
        return None
    threads, lanes = options.whole("threads", 1, 1, 1024), options.whole("lanes", MOST_LANES, 1, MOST_LANES)
    return NativeBackend(f"native{options.suffix}", threads=threads, lanes=lanes)


REFERENCE = Family(_reference)
NATIVE = Family(_native)
