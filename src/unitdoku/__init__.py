"""Puzzles made of units: one definition, read by many solvers, which are held against each other.

Glossary:

    cell        a place for one value; counted from 0 in reading order, labelled A1, A2, ...
    value       a whole number from 1 to the size of the layout
    unit        cells whose values must all differ; complete when it has as many cells as there are values
    peer        a cell that shares a unit with another
    block       the rectangular region of a classic layout, 3x3 for nine values
    layout      cells, values and units: the rules
    puzzle      a layout with the candidates of every cell
    given       a cell with one candidate
    candidate   a value that a cell may still take
    grid        a value for every cell; a solution when it keeps to candidates and units
    verdict     SAT (there is a solution), UNSAT (there is none), UNKNOWN (not settled in time)
    backend     a way to solve puzzles, found by name
    session     a backend opened on one layout, for any number of puzzles
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unitdoku.compare.conformance.backend.check_backend import check_backend as check_backend
    from unitdoku.compare.conformance.report import CheckFailed as CheckFailed
    from unitdoku.compare.conformance.report import CheckFinding as CheckFinding
    from unitdoku.compare.conformance.report import CheckReport as CheckReport
    from unitdoku.compare.conformance.solver.check_solver import check_solver as check_solver
    from unitdoku.compare.conformance.symmetries import Symmetries as Symmetries
    from unitdoku.compare.conformance.symmetries import symmetries as symmetries
    from unitdoku.compare.corpora.built_in import bundled_puzzles as bundled_puzzles
    from unitdoku.compare.corpora.corpus import Corpus as Corpus
    from unitdoku.compare.corpora.corpus import Provenance as Provenance
    from unitdoku.compare.cross_check.cross_check import Report as Report
    from unitdoku.compare.cross_check.cross_check import cross_check as cross_check
    from unitdoku.compare.cross_check.finding import Disagreement as Disagreement
    from unitdoku.compare.cross_check.finding import Finding as Finding
    from unitdoku.compare.cross_check.finding import FindingKind as FindingKind
    from unitdoku.compare.races.plan import Question as Question
    from unitdoku.compare.races.plan import RacePlan as RacePlan
    from unitdoku.compare.races.plan import RaceSettings as RaceSettings
    from unitdoku.compare.races.race import bench as bench
    from unitdoku.compare.races.race import resume_bench as resume_bench
    from unitdoku.encoders.backends.listing import installed_backends as installed_backends
    from unitdoku.encoders.backends.listing import listings as listings
    from unitdoku.encoders.backends.registry import find_backend as find_backend
    from unitdoku.encoders.cnf.encodings import encode as encode
    from unitdoku.encoders.cnf.encodings import size_of as size_of
    from unitdoku.encoders.cnf.formula import Formula as Formula
    from unitdoku.encoders.formats.formats import export as export
    from unitdoku.encoders.formats.read_assignment import read_assignment as read_assignment
    from unitdoku.encoders.solve import Proof as Proof
    from unitdoku.encoders.solve import prove as prove
    from unitdoku.encoders.solve import solve as solve
    from unitdoku.encoders.solve import solve_many as solve_many
    from unitdoku.reference.contract import Backend as Backend
    from unitdoku.reference.contract import Capabilities as Capabilities
    from unitdoku.reference.contract import Found as Found
    from unitdoku.reference.contract import Session as Session
    from unitdoku.reference.deadline import Deadline as Deadline
    from unitdoku.reference.errors import BackendCrashed as BackendCrashed
    from unitdoku.reference.errors import BackendError as BackendError
    from unitdoku.reference.errors import BackendOutOfMemory as BackendOutOfMemory
    from unitdoku.reference.errors import BackendTimedOut as BackendTimedOut
    from unitdoku.reference.errors import BackendUnavailable as BackendUnavailable
    from unitdoku.reference.errors import FormulaTooLarge as FormulaTooLarge
    from unitdoku.reference.errors import InvalidAnswer as InvalidAnswer
    from unitdoku.reference.errors import LayoutError as LayoutError
    from unitdoku.reference.errors import OptionError as OptionError
    from unitdoku.reference.errors import PuzzleError as PuzzleError
    from unitdoku.reference.errors import UnitdokuError as UnitdokuError
    from unitdoku.reference.errors import UnknownBackend as UnknownBackend
    from unitdoku.reference.errors import WrongAnswer as WrongAnswer
    from unitdoku.reference.grid import Grid as Grid
    from unitdoku.reference.grid import is_solution as is_solution
    from unitdoku.reference.grid import violations as violations
    from unitdoku.reference.layout import Layout as Layout
    from unitdoku.reference.layouts.chess import anti_king as anti_king
    from unitdoku.reference.layouts.chess import anti_knight as anti_knight
    from unitdoku.reference.layouts.classic import classic as classic
    from unitdoku.reference.layouts.diagonal import diagonal as diagonal
    from unitdoku.reference.layouts.disjoint_groups import disjoint_groups as disjoint_groups
    from unitdoku.reference.layouts.from_units import from_units as from_units
    from unitdoku.reference.layouts.jigsaw import jigsaw as jigsaw
    from unitdoku.reference.layouts.latin import latin as latin
    from unitdoku.reference.layouts.names import layout_named as layout_named
    from unitdoku.reference.layouts.overlapping import overlapping as overlapping
    from unitdoku.reference.layouts.overlapping import samurai as samurai
    from unitdoku.reference.layouts.units_file import units_file as units_file
    from unitdoku.reference.layouts.windoku import windoku as windoku
    from unitdoku.reference.native.bulk import BulkAnswers as BulkAnswers
    from unitdoku.reference.native.bulk import BulkInterrupted as BulkInterrupted
    from unitdoku.reference.puzzle import Puzzle as Puzzle
    from unitdoku.reference.result import Result as Result
    from unitdoku.reference.result import Verdict as Verdict
    from unitdoku.reference.text.files import Entry as Entry
    from unitdoku.reference.text.files import read_blocks as read_blocks
    from unitdoku.reference.text.files import read_puzzles as read_puzzles
    from unitdoku.reference.text.parse import parse_puzzle as parse_puzzle
    from unitdoku.reference.text.plain_lines import PlainBlock as PlainBlock
    from unitdoku.reference.text.write import write_grid as write_grid
    from unitdoku.reference.text.write import write_line as write_line
    from unitdoku.reference.text.write import write_picture as write_picture
    from unitdoku.reference.unit import Unit as Unit

_HOMES = {
    "bench": "compare.races.race",
    "resume_bench": "compare.races.race",
    "bundled_puzzles": "compare.corpora.built_in",
    "Report": "compare.cross_check.cross_check",
    "cross_check": "compare.cross_check.cross_check",
    "check_backend": "compare.conformance.backend.check_backend",
    "CheckFailed": "compare.conformance.report",
    "CheckFinding": "compare.conformance.report",
    "CheckReport": "compare.conformance.report",
    "check_solver": "compare.conformance.solver.check_solver",
    "Symmetries": "compare.conformance.symmetries",
    "symmetries": "compare.conformance.symmetries",
    "Provenance": "compare.corpora.corpus",
    "Corpus": "compare.corpora.corpus",
    "RacePlan": "compare.races.plan",
    "RaceSettings": "compare.races.plan",
    "Question": "compare.races.plan",
    "solve": "encoders.solve",
    "encode": "encoders.cnf.encodings",
    "size_of": "encoders.cnf.encodings",
    "Formula": "encoders.cnf.formula",
    "export": "encoders.formats.formats",
    "read_assignment": "encoders.formats.read_assignment",
    "installed_backends": "encoders.backends.listing",
    "listings": "encoders.backends.listing",
    "solve_many": "encoders.solve",
    "Proof": "encoders.solve",
    "prove": "encoders.solve",
    "find_backend": "encoders.backends.registry",
    "Backend": "reference.contract",
    "Capabilities": "reference.contract",
    "Found": "reference.contract",
    "Session": "reference.contract",
    "Deadline": "reference.deadline",
    "BackendError": "reference.errors",
    "BackendUnavailable": "reference.errors",
    "Disagreement": "compare.cross_check.finding",
    "FormulaTooLarge": "reference.errors",
    "LayoutError": "reference.errors",
    "OptionError": "reference.errors",
    "PuzzleError": "reference.errors",
    "UnitdokuError": "reference.errors",
    "UnknownBackend": "reference.errors",
    "BackendCrashed": "reference.errors",
    "BackendOutOfMemory": "reference.errors",
    "BackendTimedOut": "reference.errors",
    "InvalidAnswer": "reference.errors",
    "WrongAnswer": "reference.errors",
    "Finding": "compare.cross_check.finding",
    "FindingKind": "compare.cross_check.finding",
    "Grid": "reference.grid",
    "violations": "reference.grid",
    "is_solution": "reference.grid",
    "Layout": "reference.layout",
    "anti_king": "reference.layouts.chess",
    "anti_knight": "reference.layouts.chess",
    "classic": "reference.layouts.classic",
    "diagonal": "reference.layouts.diagonal",
    "disjoint_groups": "reference.layouts.disjoint_groups",
    "from_units": "reference.layouts.from_units",
    "jigsaw": "reference.layouts.jigsaw",
    "latin": "reference.layouts.latin",
    "layout_named": "reference.layouts.names",
    "overlapping": "reference.layouts.overlapping",
    "samurai": "reference.layouts.overlapping",
    "units_file": "reference.layouts.units_file",
    "windoku": "reference.layouts.windoku",
    "BulkAnswers": "reference.native.bulk",
    "BulkInterrupted": "reference.native.bulk",
    "Puzzle": "reference.puzzle",
    "Result": "reference.result",
    "Verdict": "reference.result",
    "Entry": "reference.text.files",
    "read_blocks": "reference.text.files",
    "read_puzzles": "reference.text.files",
    "parse_puzzle": "reference.text.parse",
    "PlainBlock": "reference.text.plain_lines",
    "write_grid": "reference.text.write",
    "write_line": "reference.text.write",
    "write_picture": "reference.text.write",
    "Unit": "reference.unit",
}
"""Public name to the module that it lives in; the imports above say the same to type checkers."""

__all__ = sorted(_HOMES)


if not TYPE_CHECKING:  # else every misspelt name would pass for a public one

    def __getattr__(name: str) -> object:
        """Fetches a public name when it is first used (PEP 562): a program pays for nothing that it does not use."""
        if name not in _HOMES:
            raise AttributeError(f"module 'unitdoku' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"unitdoku.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
