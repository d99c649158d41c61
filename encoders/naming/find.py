"""From a name to a backend: a built-in one, or one of another package.

Other packages add backends by the entry-point group `unitdoku.backends`: the name of the entry point is the whole name
of the backend, and it loads to a `Backend` or to a callable without arguments that returns one. They are looked up only
for names that are not built in, since finding them means reading the metadata of every installed package.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from inspect import isclass
from typing import TYPE_CHECKING, Any

from ...reference.contract.errors import BackendUnavailable, OptionError, UnknownBackend
from ...reference.contract.session import Backend, Session
from ...reference.model.layout import Layout
from .families import BY_NAME, ROWS, Options

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


_NOT_IN_OPTIONS = frozenset(" \t'\"")
"""These distinguish a command with arguments from the name of an option."""

_OF_PACKAGES = {word: row.shown for row in reversed(ROWS) for word in (row.requires.distribution, row.requires.module)}
"""Names of packages, as they are installed and imported, to a backend of each."""


def find_backend(name: str, **options: object) -> Backend:
    """Returns the backend of this name, its package imported; options as in the name, `encoding="minimal"`.

    Raises `UnknownBackend`, which lists the known names, `BackendUnavailable`, with what to install, and `OptionError`,
    which lists the options or their values.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a backend is text, not {name!r}")
    head, *rest = name.split(":")
    row = BY_NAME.get(head)
    if row is None:
        other = _of_other_package(name)
        # Its options are unknown here, and to drop them would answer another question.
        Options(name, options).finish()
        return other
    in_name, variant = ({}, rest) if row.names_backends else options_in(rest)
    chosen = Options(":".join([head, *variant]), {**in_name, **options})
    backend = row.load().make(":".join(variant), chosen)
    if backend is None:
        raise UnknownBackend(name, row.names() or [row.shown])
    chosen.finish()
    for option, value in options.items():
        if ":" in str(value):
            from ...reference.layouts.names import rules_in_python  # here, as it imports every builder

            # It becomes part of the backend's name, where a colon ends it.
            raise OptionError(f"{name}: {option} cannot be {value!r}:{rules_in_python(option)} no colon in an option")
    return backend


def entry_points() -> dict[str, EntryPoint]:
    """Returns the entry points of other packages by name, sorted; none has the name of a built-in family."""
    from importlib import metadata  # here, as it takes longer to import than all of this package

    found = metadata.entry_points(group="unitdoku.backends")
    return {point.name: point for point in sorted(found, key=lambda point: point.name) if point.name not in BY_NAME}


def _of_other_package(name: str) -> Backend:
    points = entry_points()
    if name not in points:
        built_in = [known for row in ROWS for known in row.all_names() or [row.shown]]
        raise UnknownBackend(name, [*built_in, *points], _OF_PACKAGES)
    return backend_made(points[name].load, f"{name} of another package")


def backend_made(load: Callable[[], Any], name: str) -> Backend:
    """Returns the backend that is loaded, or that the loaded class or function makes without arguments.

    Raises `BackendUnavailable` for another object, and for any error: the message has to name the backend.
    """
    try:
        backend = load()
        if isclass(backend) or not isinstance(backend, Backend):
            backend = backend()
    except Exception as error:
        raise BackendUnavailable(f"backend {name} cannot be made: {error!r}") from error
    if not isinstance(backend, Backend):
        needs = "name, capabilities and open(layout)"
        raise BackendUnavailable(f"backend {name} is a {type(backend).__name__}, and no backend: that has {needs}")
    return backend


def options_in(parts: Iterable[str]) -> tuple[Mapping[str, str], list[str]]:
    """Returns the options at the end of a name, and the parts before them."""
    variant: list[str] = []
    options: dict[str, str] = {}
    for part in parts:
        word, is_option, value = part.partition("=")
        if is_option and word[:1].isalpha() and not set(word) & _NOT_IN_OPTIONS:
            if word in options:
                raise OptionError(f"option {word} is given twice, as {options[word]!r} and {value!r}")
            options[word] = value
        elif options:
            # A value with a colon in it.
            last = next(reversed(options))
            options[last] += f":{part}"
        else:
            variant.append(part)
    return options, variant


# The open sessions of one backend, for callers whose puzzles are on several layouts.


class Sessions:
    """The open sessions of one backend.

    `opens` returns a new session for a layout, or lends one (`lend_session`). They stay open for the `most` layouts
    used last, and not for all, as each may hold a large formula.
    """

    def __init__(self, opens: Callable[[Layout], AbstractContextManager[Session]], most: int = 4) -> None:
        self._opens = opens
        self._most = most
        self._open: OrderedDict[Layout, tuple[Session, AbstractContextManager[Session]]] = OrderedDict()

    def on(self, layout: Layout) -> Session:
        """Returns the session for this layout."""
        if layout not in self._open:
            if len(self._open) == self._most:
                self._give_back(next(iter(self._open)))
            opened = self._opens(layout)
            self._open[layout] = opened.__enter__(), opened
        self._open.move_to_end(layout)
        return self._open[layout][0]

    def drop(self, layout: Layout) -> None:
        """Closes the session for this layout, if there is one, also a lent one; the next puzzle gets a new one.

        An error of closing is dropped too: the session has answered, or failed before, and others are still in use.
        """
        if layout in self._open:
            with suppress(Exception):
                self._open[layout][0].close()
            self._give_back(layout)

    def close(self) -> None:
        """Closes all sessions; those that are lent go back."""
        for layout in list(self._open):
            self._give_back(layout)

    def _give_back(self, layout: Layout) -> None:
        _, opened = self._open.pop(layout)
        with suppress(Exception):
            opened.__exit__(*sys.exc_info())  # after an interruption, say, none is lent again
