"""The result of an audit: counts for each part of a data set, examples with file and line, and how both are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

KINDS = {
    "puzzles": "puzzles",
    "malformed": "malformed",
    "unique": "unique",
    "several": "several solutions",
    "none": "no solution",
    "unsettled": "not settled",
    "right": "stated and right",
    "one_of_several": "stated, one of several",
    "wrong": "stated and wrong",
    "duplicate": "duplicates",
    "equivalent": "equivalent to an earlier one",
    "shared": "in another part",
    "shared_equivalent": "equivalent to one there",
    "classes": "classes of grids",
    "hardest": "hardest",
}
"""Each kind of puzzle that is counted, or has examples, and what it is called in tables."""

_ALWAYS = ("puzzles", "malformed", "unique", "several", "none", "duplicate", "equivalent")
"""Rows that the table has also where all of their numbers are 0 or unknown."""

_NO_SHARES = ("puzzles", "malformed", "classes")
"""Rows without a percentage of the puzzles."""


class Example(NamedTuple):
    """One puzzle that stands for all of a kind."""

    kind: str
    """A key of `KINDS`."""
    file: str
    line: int
    """The line in the file, from 1; the row of a Parquet file."""
    text: str
    """What is to be said of the puzzle."""


@dataclass
class AuditedPart:
    """The counts of one part of a data set: a file, or the files of a split. They are numbers of puzzles."""

    name: str
    files: list[str] = field(default_factory=list)
    puzzles: int = 0
    """Those that could be read."""
    layouts: Counter[str] = field(default_factory=Counter)
    malformed: int = 0
    """Entries that could not be read."""
    malformed_kinds: Counter[str] = field(default_factory=Counter)
    """The same by the message; N stands for a number in it, and ... for quoted text."""
    unique: int = 0
    several: int = 0
    none: int = 0
    unsettled: int = 0
    """Those that no backend answered within the time limit."""
    right: int = 0
    """Stated solutions that keep the rules and givens, where no other one is known."""
    one_of_several: int = 0
    """Stated solutions that keep them, where there are others."""
    wrong: int = 0
    """Stated solutions that do not keep them."""
    givens: Counter[int] = field(default_factory=Counter)
    """Number of givens to puzzles."""
    duplicate: int = 0
    """Those that repeat an earlier puzzle of this part."""
    shared: int = 0
    """Those that another part has, too."""
    equivalent: int | None = None
    """Those that are equivalent to an earlier one and repeat none; None where that was not compared."""
    shared_equivalent: int | None = None
    """Those that are equivalent to one of another part and that no other part has; None likewise."""
    levels: Counter[int] = field(default_factory=Counter)
    """Level of the rating to puzzles with one solution; empty where they were not rated."""
    classes: int = 0
    """Classes of equivalent grids, of puzzles with one solution; 0 where they were not counted."""
    examples: list[Example] = field(default_factory=list)
    """Up to five of each kind: the first ones in the files, and of the hardest the hardest ones."""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong: puzzles that are equivalent to others of the same part are not."""
        faults = ("malformed", "several", "none", "wrong", "duplicate", "shared", "shared_equivalent")
        return bool(self.puzzles) and not any(getattr(self, fault) for fault in faults)


@dataclass(frozen=True)
class Audit:
    """What `audit` found, part by part. As text it is Markdown."""

    parts: tuple[AuditedPart, ...]
    notes: tuple[str, ...] = ()
    """What was left out, and why, as sentences."""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with any part."""
        return all(part.is_right for part in self.parts)

    def as_json(self) -> dict[str, object]:
        """Returns dictionaries, lists, texts and numbers, for `json.dumps`; keys are the names of the attributes."""
        parts = []
        for part in self.parts:
            examples = [example._asdict() for example in part.examples]
            parts.append({**vars(part), "examples": examples, "is_right": part.is_right})
        return {"is_right": self.is_right, "parts": parts, "notes": list(self.notes)}

    def table(self) -> list[list[str]]:
        """Returns the rows of a table, the headings first: a count and its percentage for each part."""
        rows = [["", *(text for part in self.parts for text in (part.name, "%"))]]
        for kind, name in KINDS.items():
            numbers = [getattr(part, kind, 0) for part in self.parts]
            if any(numbers) or kind in _ALWAYS:
                rows.append([name, *self._cells(numbers, kind not in _NO_SHARES)])
        for level in sorted({level for part in self.parts for level in part.levels}):
            rows.append([f"level {level}", *self._cells([part.levels[level] for part in self.parts], True)])
        return rows

    def _cells(self, numbers: Sequence[int | None], has_shares: bool) -> Iterator[str]:
        for part, number in zip(self.parts, numbers, strict=True):
            yield "-" if number is None else f"{number:,}"
            yield f"{100 * number / part.puzzles:.1f}" if has_shares and number is not None and part.puzzles else ""

    def details(self) -> Iterator[tuple[str, list[str]]]:
        """Yields headings, each with the lines below it: distributions, kinds of malformed entries, examples."""
        for part in self.parts:
            of = "" if len(self.parts) == 1 else f" of {part.name}"
            if len(part.layouts) > 1:
                names = (f"{name}: {count:,}" for name, count in part.layouts.most_common(5))
                yield f"Most frequent layouts{of}", [", ".join(names)]
            if part.givens:
                yield f"Givens{of}", [", ".join(f"{one}: {part.givens[one]:,}" for one in sorted(part.givens))]
            if part.malformed:
                kinds = part.malformed_kinds.most_common()
                yield f"Kinds of malformed entries{of}", [f"{count:,}: {kind}" for kind, count in kinds]
        for kind, name in KINDS.items():
            found = [each for part in self.parts for each in part.examples if each.kind == kind]
            if found:
                texts = (f": {each.text}" if each.text else "" for each in found)
                places = (f"{each.file}: line {each.line}" for each in found)
                yield f"{name.capitalize()}, such as", list(map(str.__add__, places, texts))
        if self.notes:
            yield "Notes", list(self.notes)

    def __str__(self) -> str:
        """Returns the table and the details as Markdown."""
        headings, *rows = ([cell.replace("|", "\\|") for cell in row] for row in self.table())
        table = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
        lines = [f"| {' | '.join(row)} |" for row in table]
        for heading, texts in self.details():
            lines += ["", f"**{heading}**", "", *(f"- {text}" for text in texts)]
        return "\n".join(lines) + "\n"

    _repr_markdown_ = __str__
