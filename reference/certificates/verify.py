"""`verify`: the statement of a certificate, checked within a time."""

from __future__ import annotations

from typing import Protocol

from ..deadline import Deadline
from ..errors import InvalidCertificate, shown
from .checker import check
from .statement import Statement


class HasText(Protocol):
    """What `certify` returns, for one."""

    @property
    def text(self) -> str:
        """A certificate as text."""


def verify(certificate: str | HasText, seconds: float | None = None) -> Statement:
    """Returns the statement of a certificate, whose claim is true; see `Statement`.

    The certificate is a text, or what `certify` returns, of which only the text is read. Everything is derived from the
    rules in it: no solver takes part, and nothing but the standard library is needed. Raises `InvalidCertificate` with
    the place and the reason for a certificate that is malformed or proves nothing, and TimeoutError when the time is
    over.
    """
    text = getattr(certificate, "text", certificate)
    if not isinstance(text, str):
        raise InvalidCertificate(f"a certificate is a text, not a {type(certificate).__name__}")
    if not text.lstrip().startswith("{") and text.strip().endswith((".json", ".jsonl", ".gz")):
        raise InvalidCertificate(f"{shown(text)} is a path: verify_file(path) checks the certificates of a file")
    return check(text, Deadline(seconds).check)
