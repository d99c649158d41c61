"""JSON as files of units and lines of puzzles hold it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..errors import shown


def read_json(text: str) -> Any:
    """Returns what the text holds; raises ValueError where it is no JSON, also for a key that an object has twice.

    Python's reader alone would take the last value of such a key.
    """
    import json  # here, as most programs that import this package read none

    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {shown(twice)} is there twice in an object")
    return content
