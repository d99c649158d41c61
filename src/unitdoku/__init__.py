"""Puzzles made of units: one definition, solved by many backends that are checked against each other.

The glossary (docs/glossary.md) has the words: cell, unit, given, verdict, backend, session.

The names that most programs need are here; each module has the rest of its subject:

    unitdoku.layouts      builders of layouts, and rules to add to them
    unitdoku.io           text, files, pictures, formulas and files for other solvers
    unitdoku.check        checks of solvers and backends
    unitdoku.data         sets of puzzles: made, judged, rated; scores of answers
    unitdoku.strategies   puzzles for tests with Hypothesis
    unitdoku.races        races of backends over corpora
    unitdoku.proofs       reasons, certificates, proofs
    unitdoku.backend      to list, open and write backends
    unitdoku.course       the solver of a course, to teach
"""

from importlib import import_module as _import_module

PUBLIC_NAMES = {
    "encoders.certificates.certify": "certify",
    "encoders.many": "solve_many",
    "encoders.naming.find": "find_backend",
    "encoders.naming.listing": "backends",
    "encoders.reasons.derivation": "steps",
    "encoders.reasons.explain": "candidates explain",
    "encoders.reasons.replay": "replay",
    "encoders.solve": "count solve",
    "puzzles.formats.reading": "read_puzzles write_puzzles",
    "puzzles.pictures.draw": "draw",
    "puzzles.text.any_puzzle": "is_solution violations",
    "puzzles.text.parse": "parse_puzzle",
    "reference.certificates.checker": "verify",
    "reference.contract.errors": "BackendCrashed BackendError BackendOutOfMemory BackendTimedOut BackendUnavailable "
    "FormulaTooLarge InvalidAnswer InvalidCertificate LayoutError OptionError PackageMissing PuzzleError "
    "UnitdokuError UnknownBackend Unsupported WrongAnswer",
    "reference.contract.result": "Count Result Verdict",
    "reference.layouts.classic": "classic latin",
    "reference.layouts.extra_units": "diagonal",
    "reference.layouts.from_units": "from_units",
    "reference.layouts.regions": "jigsaw",
    "reference.model.grid": "Grid",
    "reference.model.layout": "Layout",
    "reference.model.puzzle": "Puzzle",
    "reference.model.rules": "Pair Sum Unit",
}
"""Module to the names that it defines. `python tests/public_names.py` makes `__init__.pyi` of it for type checkers."""

MODULES = ("backend", "check", "data", "io", "layouts", "proofs", "races", "strategies")
"""The public modules that list their names. Each is imported at its first use, as `unitdoku.course` is."""

_MODULE_OF = {name: f"unitdoku.{module}" for module, names in PUBLIC_NAMES.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    """Imports a module, or that of a name, at its first use (PEP 562): a program loads only what it uses."""
    if name in {*MODULES, "course"}:
        return _import_module(f"unitdoku.{name}")
    if name == "__version__":
        return _import_module("importlib.metadata").version("unitdoku")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'unitdoku' has no attribute {name!r}{_meant(name)}")
    value = globals()[name] = getattr(_import_module(_MODULE_OF[name]), name)
    return value


def _meant(name: str) -> str:
    """Returns in which module a name is, or which names were probably meant; nothing for a name with an underscore."""
    if name.startswith("_"):
        return ""
    from unitdoku.reference.contract.errors import did_you_mean

    homes = {}
    for module in MODULES:
        homes.update(dict.fromkeys(_import_module(f"unitdoku.{module}").__all__, f"unitdoku.{module}"))
    if name in homes:
        return f"; it is in {homes[name]}"
    meant = did_you_mean(name, {*_MODULE_OF, *homes}, most=2)
    return f";{meant}" if meant else ""


def __dir__() -> list[str]:
    return [*__all__, *MODULES, "course", "__doc__", "__file__", "__name__", "__path__", "__version__"]
