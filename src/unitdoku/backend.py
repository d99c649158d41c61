"""Backends: to list and open them, and to write one.

by name        backends (all that are known), find_backend
from Python    as_backend makes one of a function or an object
to write one   Backend, Session, Capabilities, Ended, Deadline
sessions       close_sessions ends those that solve keeps; BulkAnswers is what a session of native gives for many
"""

from unitdoku.encoders.naming.find import find_backend
from unitdoku.encoders.naming.listing import backends
from unitdoku.encoders.naming.sessions import as_backend, close_sessions
from unitdoku.reference.contract.capabilities import Capabilities
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.contract.session import Backend, Ended, Session
from unitdoku.reference.native.bulk import BulkAnswers

__all__ = [
    "Backend",
    "BulkAnswers",
    "Capabilities",
    "Deadline",
    "Ended",
    "Session",
    "as_backend",
    "backends",
    "close_sessions",
    "find_backend",
]
