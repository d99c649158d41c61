"""Sets any parameter of CP-SAT by its name, with its value as text."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from ...reference.contract.errors import OptionError
from ...reference.layouts.names import rules_in_python

KEPT = frozenset(
    {
        "enumerate_all_solutions",
        "max_time_in_seconds",
        "catch_sigint_signal",
        "num_workers",
        "num_search_workers",
        "interleave_search",
        "random_seed",
    }
)
"""Parameters that a session sets itself, or that have an option of the backend."""


def set_parameter(parameters: Any, name: str, text: str) -> None:
    """Sets the parameter, `-` or `_` in its name; raises `OptionError` for an unknown name or a value of another kind.

    `parameters` is a `SatParameters` of CP-SAT. It reports errors on standard error only, so the name is checked first.
    """
    field = name.replace("-", "_")
    if field in KEPT:
        raise OptionError(f"cpsat: {field} is set by the session; see the options workers and seed")
    known = [word.removeprefix("clear_") for word in dir(parameters) if word.startswith("clear_")]
    if field not in known:
        near = get_close_matches(field, known, n=8) or sorted(known)
        raise OptionError(
            f"cpsat has no option {name!r};{rules_in_python(name)} known: workers, seed and the {len(known)} "
            f"parameters of CP-SAT, such as {', '.join(near)}"
        )
    try:
        setattr(parameters, field, _value(text, getattr(parameters, field)))
    except (ValueError, TypeError, KeyError) as error:
        kind = _kind(getattr(parameters, field))
        raise OptionError(f"cpsat: {text!r} is no value for {field}, which is {kind}") from error


def _value(text: str, example: object) -> object:
    """Returns the text as a value of the kind of the example; raises ValueError, TypeError or KeyError."""
    if isinstance(example, bool):
        return {"true": True, "1": True, "false": False, "0": False}[text.lower()]
    if isinstance(example, (int, float, str)):
        return type(example)(text)
    return type(example).__members__[text.upper()]  # type: ignore[attr-defined]  # an enumeration of CP-SAT


def _kind(example: object) -> str:
    members = getattr(type(example), "__members__", None)
    if members is not None:
        return "one of " + ", ".join(members)
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return kinds.get(type(example), "a list and cannot be set by name")
