"""What is asked in a race: the first solution, whether it is unique, or how many there are, up to a number."""

from __future__ import annotations

from typing import NamedTuple

from ...reference.contract import check_limit
from ...reference.errors import OptionError

MOST_COUNTED = 1000
"""Solutions that `count` asks for unless told otherwise."""


class Question(NamedTuple):
    """A question: its name as it is typed and stored, and how many solutions are asked for."""

    name: str
    limit: int

    @property
    def title(self) -> str:
        """The question in a heading."""
        titles = {"first": "first solution", "unique": "uniqueness"}
        return titles.get(self.name, f"all solutions up to {self.limit:,}")


FIRST = Question("first", 1)
UNIQUE = Question("unique", 2)


def question_named(name: str) -> Question:
    """The question of this name: `first`, `unique`, `count`, `count:50`; `OptionError` for another one."""
    word, colon, most = name.partition(":")
    if not colon and word in ("first", "unique"):
        return FIRST if word == "first" else UNIQUE
    try:
        limit = int(most) if colon else MOST_COUNTED
        check_limit(limit)
    except ValueError:
        limit = 0
    if word != "count" or not limit:
        raise OptionError(f"{name!r} is no question; known: first, unique, count, count:NUMBER")
    return Question(f"count:{limit}", limit)
