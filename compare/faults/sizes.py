"""Do formulas, files for other solvers and layouts have the size and the text that they are known to have?

Where one family of clauses follows from others no answer tells whether it is there: only this does. Texts are held
against digests of those that were checked once; `tests/golden` has some of them in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from math import comb

from ...encoders.cnf.at_most_one.names import AT_MOST_ONE
from ...encoders.cnf.encodings import ENCODINGS, encode, size_of
from ...encoders.formats.dimacs_text import write_dimacs
from ...encoders.formats.formats import FORMATS, export
from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.layouts.from_units import from_units
from ...reference.layouts.latin import latin
from ...reference.layouts.names import layout_named
from ...reference.puzzle import Puzzle
from ...reference.text.write import write_line, write_picture
from .material import Findings, Material

_OF_PYSAT = ("totalizer", "mtotalizer", "kmtotalizer")
"""Written by PySAT, whose later versions may write them otherwise, and which need not be here."""

_FOREIGN = ("cpsat",)
"""Formats whose text OR-Tools writes."""

_LAYOUTS = (
    *("classic:4", "classic:6", "classic:2x3", "latin:3", "classic", "samurai", "classic:4+diagonal"),
    *("windoku", "classic:6+disjoint-groups", "latin:5+anti-knight", "classic:6+anti-king"),
    "jigsaw:AAABACCBDCCBDDDB",
)


def sizes_and_texts(_: Material) -> Findings:
    """For each count and each text what is wrong with it."""
    yield from _counts()
    for name, size in _counted_at_most_ones():
        yield size if size is None else f"{name}: {size}"
    for name, write in _texts().items():
        found = digest(write())
        yield None if DIGESTS.get(name) == found else f"the text of {name} is another one: {found}"


def digest(lines: Iterable[str]) -> str:
    """Twelve hexadecimal digits that another text would not have."""
    return sha256("".join(lines).encode()).hexdigest()[:12]


def current_digests() -> dict[str, str]:
    """The digests of all texts as they are now: to be taken over once a change of a text was checked."""
    return {name: digest(write()) for name, write in _texts().items()}


def _counts() -> Iterator[str | None]:
    """Clauses by formula: of classic grids n^2 + 3 n^2 C(n,2), n^2 C(n,2) more, 3 n^2 more, duplicates included."""
    for size, side in ((4, 2), (9, 3)):
        pairs = size**2 * comb(size, 2)
        duplicates = size**2 * 2 * side * comb(side, 2)
        expected = size**2 + 3 * pairs
        for encoding, more in (("minimal", 0), ("efficient", pairs), ("extended", 3 * size**2)):
            expected += more
            yield _miscounted(classic(size), encoding, expected, expected - duplicates)
    yield _miscounted(latin(5), "extended", 75 + 75 * comb(5, 2), 75 + 75 * comb(5, 2))
    # Three cells that no complete unit holds, so that each has its clauses in all encodings.
    loose = from_units(5, [[0, 1, 2]], shape=(1, 3))
    for encoding in ("minimal", "extended"):
        yield _miscounted(loose, encoding, 3 * (1 + comb(5, 2)) + 5 * 3, 3 * (1 + comb(5, 2)) + 5 * 3)


def _miscounted(layout: Layout, encoding: str, expected: int, distinct: int) -> str | None:
    told = size_of(layout, encoding).clauses
    whole, formula = encode(layout, encoding, keep_duplicates=True), encode(layout, encoding)
    found = told, len(whole.clauses), len(formula.clauses)
    if found != (expected, expected, distinct):
        return f"{encoding} of {layout.name} has {found} clauses told, with and without duplicates, not {expected}"
    return None


def _counted_at_most_ones() -> Iterator[tuple[str, str | None]]:
    for name, row in AT_MOST_ONE.items():
        if name in _OF_PYSAT:
            continue
        for count in (*range(12), 16, 25):
            fresh = iter(range(count + 1, 1000)).__next__
            clauses = list(row.encode(tuple(range(1, count + 1)), fresh))
            told = row.size(count)
            built = len(clauses), fresh() - count - 1, sum(map(len, clauses))
            yield name, None if built == told else f"{built} of {count} literals, said to be {tuple(told)}"
        layout = latin(7)
        formula, size = encode(layout, "minimal", name), size_of(layout, "minimal", name)
        same = formula.auxiliaries == size.auxiliaries
        yield name, None if same else f"{formula.auxiliaries} auxiliary variables, said to be {size.auxiliaries}"


def _subjects() -> list[Puzzle]:
    """A complete unit twice, an incomplete one, cells in no complete unit, givens, a given that clashes."""
    odd = from_units(3, [[0, 1, 2], [2, 1, 0], [3, 1], [1, 3, 4]], (1, 5))
    two = latin(2)
    return [
        Puzzle.empty(two),
        Puzzle(from_units(3, [[0, 1, 2], [2, 3]], (1, 4)), (0b010, 0b111, 0b111, 0b101)),
        Puzzle.empty(odd),
        Puzzle(odd, (0b001, 0b111, 0b111, 0b110, 0b100)),
        Puzzle.from_values(two, (1, 1, 0, 0)),
        Puzzle.from_givens(classic(4), {"A1": 1, "D2": 3}),
    ]


def _texts() -> dict[str, Callable[[], Iterable[str]]]:
    """Whatever has a text that is known, by its name."""
    texts: dict[str, Callable[[], Iterable[str]]] = {}
    for encoding in ENCODINGS:
        texts[f"encoding {encoding}"] = partial(_formulas, encoding, "pairwise")
    for name in AT_MOST_ONE:
        if name not in _OF_PYSAT:
            texts[f"at-most-one {name}"] = partial(_at_most_ones, name)
    for format_ in FORMATS:
        if format_ not in _FOREIGN:
            texts[f"format {format_}"] = partial(_exports, format_)
    for layout in _LAYOUTS:
        texts[f"layout {layout}"] = partial(_units, layout)
    texts["lines and pictures"] = _written
    return texts


def _formulas(encoding: str, at_most_one: str) -> Iterator[str]:
    for subject in _subjects():
        yield from write_dimacs(encode(subject, encoding, at_most_one))


def _at_most_ones(name: str) -> Iterator[str]:
    yield from write_dimacs(encode(latin(4), "minimal", name))
    for count in range(2, 17):
        fresh = iter(range(count + 1, 1000)).__next__
        for clause in AT_MOST_ONE[name].encode(tuple(range(1, count + 1)), fresh):
            yield f"{clause}\n"


def _exports(format_: str) -> Iterator[str]:
    for subject in _subjects():
        yield from export(subject, format_)


def _units(name: str) -> Iterator[str]:
    layout = layout_named(name)
    yield f"{layout.size} {layout.block} {layout.positions}\n"
    for unit in layout.units:
        yield f"{unit.name} {' '.join(layout.labels[cell] for cell in unit.cells)}\n"


def _written() -> Iterator[str]:
    for subject in (*_subjects(), Puzzle.from_givens(classic(6), {"A1": 1, "F6": 6}), Puzzle.empty(latin(10))):
        yield f"{write_line(subject)}\n{write_picture(subject)}\n"


DIGESTS = {
    "encoding minimal": "6f543c5b42e9",
    "encoding efficient": "8bd32ffaf0c6",
    "encoding extended": "e7fa8ba27580",
    "encoding reduced": "683cc013884a",
    "at-most-one pairwise": "0d3120006e16",
    "at-most-one sequential-counter": "cd823a4e7611",
    "at-most-one ladder": "fff805f05454",
    "at-most-one bitwise": "61f3c409a183",
    "at-most-one product": "d9a988c31dfb",
    "at-most-one commander": "c444fde9d738",
    "at-most-one bimander": "8f1f73d7045a",
    "format dimacs": "307ee6fa70dd",
    "format opb": "7b6cddc5a895",
    "format lp": "e68bcd8b7dbe",
    "format mps": "c7f9b3ec7c66",
    "format minizinc": "f58155d69061",
    "layout classic:4": "c5f92d6c8568",
    "layout classic:6": "cc4055cbcf11",
    "layout classic:2x3": "cc4055cbcf11",
    "layout latin:3": "257ca4ed9cfd",
    "layout classic": "a8c6f98b7308",
    "layout samurai": "3848f944354a",
    "layout classic:4+diagonal": "602c1443f96e",
    "layout windoku": "3e009b791358",
    "layout classic:6+disjoint-groups": "70152015f3b4",
    "layout latin:5+anti-knight": "178ed0c934d6",
    "layout classic:6+anti-king": "5fd719a673c4",
    "layout jigsaw:AAABACCBDCCBDDDB": "ac4c33ff4288",
    "lines and pictures": "6087c24b8f43",
}
"""By the name of a text."""
