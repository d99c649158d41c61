"""The native solver's names: `reference`, and `reference:twins`, which knows naked twins as well."""

from __future__ import annotations

from ...reference.contract import Backend
from ...reference.search.search import ReferenceBackend
from .options import Options


class ReferenceFamily:
    """Native search in pure Python."""

    def variants(self) -> list[str]:
        """Without and with naked twins."""
        return ["", "twins"]

    def make(self, variant: str, options: Options) -> Backend | None:  # noqa: ARG002 - there are none
        """The backend of the variant."""
        if variant not in self.variants():
            return None
        return ReferenceBackend("reference:twins", twins=True) if variant else ReferenceBackend()


FAMILY = ReferenceFamily()
