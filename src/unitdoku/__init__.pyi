# Made by `python tests/public_names.py` from the table in __init__.py.

from unitdoku import backend as backend
from unitdoku import check as check
from unitdoku import course as course
from unitdoku import data as data
from unitdoku import io as io
from unitdoku import layouts as layouts
from unitdoku import proofs as proofs
from unitdoku import races as races
from unitdoku import strategies as strategies
from unitdoku.encoders.certificates.certify import certify as certify
from unitdoku.encoders.many import solve_many as solve_many
from unitdoku.encoders.naming.find import find_backend as find_backend
from unitdoku.encoders.naming.listing import backends as backends
from unitdoku.encoders.reasons.derivation import steps as steps
from unitdoku.encoders.reasons.explain import candidates as candidates
from unitdoku.encoders.reasons.explain import explain as explain
from unitdoku.encoders.reasons.replay import replay as replay
from unitdoku.encoders.solve import count as count
from unitdoku.encoders.solve import solve as solve
from unitdoku.puzzles.formats.reading import read_puzzles as read_puzzles
from unitdoku.puzzles.formats.reading import write_puzzles as write_puzzles
from unitdoku.puzzles.pictures.draw import draw as draw
from unitdoku.puzzles.text.any_puzzle import is_solution as is_solution
from unitdoku.puzzles.text.any_puzzle import violations as violations
from unitdoku.puzzles.text.parse import parse_puzzle as parse_puzzle
from unitdoku.reference.certificates.checker import verify as verify
from unitdoku.reference.contract.errors import BackendCrashed as BackendCrashed
from unitdoku.reference.contract.errors import BackendError as BackendError
from unitdoku.reference.contract.errors import BackendOutOfMemory as BackendOutOfMemory
from unitdoku.reference.contract.errors import BackendTimedOut as BackendTimedOut
from unitdoku.reference.contract.errors import BackendUnavailable as BackendUnavailable
from unitdoku.reference.contract.errors import FormulaTooLarge as FormulaTooLarge
from unitdoku.reference.contract.errors import InvalidAnswer as InvalidAnswer
from unitdoku.reference.contract.errors import InvalidCertificate as InvalidCertificate
from unitdoku.reference.contract.errors import LayoutError as LayoutError
from unitdoku.reference.contract.errors import OptionError as OptionError
from unitdoku.reference.contract.errors import PackageMissing as PackageMissing
from unitdoku.reference.contract.errors import PuzzleError as PuzzleError
from unitdoku.reference.contract.errors import UnitdokuError as UnitdokuError
from unitdoku.reference.contract.errors import UnknownBackend as UnknownBackend
from unitdoku.reference.contract.errors import Unsupported as Unsupported
from unitdoku.reference.contract.errors import WrongAnswer as WrongAnswer
from unitdoku.reference.contract.result import Count as Count
from unitdoku.reference.contract.result import Result as Result
from unitdoku.reference.contract.result import Verdict as Verdict
from unitdoku.reference.layouts.classic import classic as classic
from unitdoku.reference.layouts.classic import latin as latin
from unitdoku.reference.layouts.extra_units import diagonal as diagonal
from unitdoku.reference.layouts.from_units import from_units as from_units
from unitdoku.reference.layouts.regions import jigsaw as jigsaw
from unitdoku.reference.model.grid import Grid as Grid
from unitdoku.reference.model.layout import Layout as Layout
from unitdoku.reference.model.puzzle import Puzzle as Puzzle
from unitdoku.reference.model.rules import Pair as Pair
from unitdoku.reference.model.rules import Sum as Sum
from unitdoku.reference.model.rules import Unit as Unit

PUBLIC_NAMES: dict[str, str]
MODULES: tuple[str, ...]
__all__: list[str]
__version__: str
