"""Puzzles made of units: one definition, solved by many backends that are checked against each other.

Glossary:

    cell        a place for one value; counted from 0 in reading order, labelled A1, A2, ...
    value       a whole number from 1 to the size of the layout
    unit        cells whose values must all differ; complete when it has as many cells as there are values
    sum         cells whose values add up to a total, each times a coefficient, or stay below or above one
    cage        a unit and a sum over the same cells
    pair        two cells, and the pairs of values that may stand in them
    peer        a cell that shares a unit with another
    block       the rectangular region of a classic layout, 3x3 for nine values
    layout      cells, values, and the rules: units, sums and pairs
    puzzle      a layout with the candidates of every cell
    given       a cell with one candidate
    candidate   a value that a cell may still take
    grid        a value for every cell; a solution when it keeps to candidates and rules
    verdict     SAT (there is a solution), UNSAT (there is none), UNKNOWN (not settled in time)
    backend     a way to solve puzzles, found by name
    session     a backend opened on one layout, for any number of puzzles

Each public name is written once, in the table below. `__init__.pyi` shows the same names to type checkers; it is made
from the table by `python tests/public_names.py`.
"""

from importlib import import_module

PUBLIC_NAMES = {
    "compare.conformance.backend.check_backend": "check_backend",
    "compare.conformance.report": "CheckFailed CheckFinding CheckReport PropertyVerdict",
    "compare.conformance.solver.check_solver": "check_solver",
    "compare.conformance.symmetries": "Symmetries symmetries",
    "compare.corpora.built_in": "bundled_puzzles",
    "compare.corpora.corpus": "Corpus Provenance",
    "compare.cross_check.cross_check": "Report cross_check",
    "compare.cross_check.finding": "Disagreement Finding FindingKind",
    "compare.races.plan": "Question RacePlan RaceSettings",
    "compare.races.race": "bench resume_bench",
    "encoders.backends.from_object": "as_backend",
    "encoders.backends.listing": "installed_backends listings",
    "encoders.backends.registry": "find_backend",
    "encoders.cnf.encodings": "encode",
    "encoders.cnf.formula": "Formula",
    "encoders.drawing.files": "draw",
    "encoders.drawing.text": "draw_text",
    "encoders.formats.formats": "export read_assignment",
    "encoders.backends.kept_sessions": "close_sessions",
    "encoders.backends.proof": "Proof prove",
    "encoders.certificates.certify": "Certificate certify certify_many",
    "encoders.certificates.entailment": "Entailment implied_units is_implied",
    "encoders.reasons.candidates": "candidates candidates_many",
    "encoders.reasons.explain": "explain",
    "encoders.reasons.explanations": "Explanation NoSolution OneSolution SeveralSolutions",
    "encoders.many": "solve_many",
    "encoders.solve": "BlockAnswers PuzzleAnswer count solve solve_stream",
    "reference.capabilities": "Capabilities",
    "reference.certificates.statement": "Statement",
    "reference.certificates.verifying": "verify verify_file",
    "reference.contract": "Backend Session SlicedSession",
    "reference.deadline": "Deadline",
    "reference.errors": "BackendCrashed BackendError BackendOutOfMemory BackendTimedOut BackendUnavailable "
    "FormulaTooLarge InvalidAnswer InvalidCertificate LayoutError OptionError PuzzleError UnitdokuError UnknownBackend "
    "Unsupported WrongAnswer",
    "reference.explaining.derivation": "Derivation",
    "reference.explaining.step": "Step",
    "reference.found": "Found",
    "reference.grid": "Grid is_solution violations",
    "reference.layout": "Layout",
    "reference.layouts.cages": "cage killer",
    "reference.layouts.chess": "anti_king anti_knight",
    "reference.layouts.classic": "classic",
    "reference.layouts.diagonal": "diagonal",
    "reference.layouts.disjoint_groups": "disjoint_groups",
    "reference.layouts.from_units": "from_units units_file",
    "reference.layouts.jigsaw": "jigsaw",
    "reference.layouts.latin": "latin",
    "reference.layouts.line_pairs": "clones less_than palindrome thermometer whisper",
    "reference.layouts.line_sums": "arrow little_killer",
    "reference.layouts.magic_square": "magic_square",
    "reference.layouts.names": "layout_named",
    "reference.layouts.neighbours": "kropki non_consecutive xv",
    "reference.layouts.overlapping": "overlapping samurai",
    "reference.layouts.windoku": "windoku",
    "reference.native.bulk": "BulkAnswers BulkInterrupted",
    "reference.pair": "Pair",
    "reference.puzzle": "Puzzle",
    "reference.result": "Count Result Verdict",
    "reference.sum": "Sum",
    "reference.text.cryptarithm": "cryptarithm",
    "reference.text.entries": "PuzzleEntry",
    "reference.text.files": "read_blocks read_puzzles",
    "reference.text.formats.writing": "write_puzzles",
    "reference.text.futoshiki": "futoshiki",
    "reference.text.kakuro": "kakuro",
    "reference.text.parse": "parse_puzzle",
    "reference.text.plain_lines": "PlainBlock",
    "reference.text.write": "write_grid write_line write_picture",
    "reference.unit": "Unit",
}
"""Module to the public names that it defines."""

_MODULE_OF = {name: f"unitdoku.{module}" for module, names in PUBLIC_NAMES.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    """Imports the module of a public name at its first use (PEP 562), so that a program loads only what it uses."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'unitdoku' has no attribute {name!r}{_meant(name)}")
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value


def _meant(name: str) -> str:
    """Returns the public name that was probably meant, if any; names with an underscore are asked for by programs."""
    if name.startswith("_"):
        return ""
    from unitdoku.reference.spelling import did_you_mean

    meant = did_you_mean(name, _MODULE_OF, most=2)
    return f";{meant}" if meant else ""


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})
