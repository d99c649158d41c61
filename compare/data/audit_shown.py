"""The result of an audit: counts for each part of a data set, lines, examples, and how they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

KINDS = {
    "puzzles": "puzzles",
    "malformed": "malformed",
    "unique": "unique",
    "several": "several solutions",
    "none": "no solution",
    "unsettled": "not settled",  # no backend answered within the time limit
    "right": "stated and right",  # keeps the rules and givens, and no other solution is known
    "one_of_several": "stated, one of several",  # keeps them, too
    "wrong": "stated and wrong",  # does not keep them
    "unstated": "no stated solution",
    "duplicate": "duplicates",  # repeats an earlier puzzle of the part
    "equivalent": "equivalent to an earlier one",  # and repeats none
    "shared": "in another part",
    "shared_equivalent": "equivalent to one there",  # and not in another part
    "shared_grid": "same solution as one there",  # likewise: the only solution, or a right stated one
    "classes": "classes of grids",  # of puzzles with one solution; 0 where they were not counted
}
"""Each kind of puzzle that is counted, and what it is called in tables. Malformed entries are no puzzles."""

_FAULTS = ("malformed", "several", "none", "wrong", "duplicate", "shared", "shared_equivalent", "shared_grid")

_ALWAYS = ("puzzles", "malformed", "unique", "several", "none", "duplicate", "equivalent")
"""Rows that the table has also where all of their numbers are 0 or unknown."""

_NO_SHARES = ("puzzles", "malformed", "classes")
"""Rows without a percentage of the puzzles."""

SHOWN = 5
"""Examples of each kind and part, and most frequent layouts and errors."""


@dataclass
class AuditedPart:
    """What was found in one part of a data set: a file, or the files of a split."""

    name: str
    files: list[str] = field(default_factory=list)
    counts: Counter[str] = field(
        default_factory=lambda: Counter({kind: 0 for kind in KINDS if "equivalent" not in kind})
    )
    """Numbers of puzzles by kind, see `KINDS`; those of equivalent ones are missing where they were not compared."""
    layouts: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    """Malformed entries by the message, up to a semicolon; N stands for a number in it, ... for quoted text."""
    givens: Counter[int] = field(default_factory=Counter)
    """Number of givens to puzzles."""
    levels: Counter[int] = field(default_factory=Counter)
    """Level of the rating to puzzles with one solution; empty where they were not rated."""
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """Kind to file to all lines, from 1, rows of a Parquet file; only for kinds with examples."""
    examples: dict[str, list[str]] = field(default_factory=dict)
    """Kind to the first five, as sentences with file and line; `hardest` has the hardest five that were rated."""

    def add(self, kind: str, file: str, lines: Sequence[int], texts: Iterable[str]) -> None:
        """Counts and lists lines of a file; takes as many of the texts, one a line, as examples are missing."""
        self.counts[kind] += len(lines)
        if lines:
            self.lines.setdefault(kind, {}).setdefault(file, []).extend(lines)
            examples = self.examples.setdefault(kind, [])
            pairs = zip(lines[: SHOWN - len(examples)], texts, strict=False)
            examples += [f"{file}: line {line}{text and ': '}{text}" for line, text in pairs]

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong: puzzles that are equivalent to others of the same part are not."""
        return bool(self.counts["puzzles"]) and not any(map(self.counts.__getitem__, _FAULTS))


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
        parts = [{**vars(part), "is_right": part.is_right} for part in self.parts]
        return {"is_right": self.is_right, "parts": parts, "notes": list(self.notes)}

    def table(self) -> list[list[str]]:
        """Returns the rows of a table, the headings first: a count and its percentage for each part."""
        rows = [["", *(text for part in self.parts for text in (part.name, "%"))]]
        for kind, name in KINDS.items():
            numbers = [part.counts.get(kind) for part in self.parts]
            if any(numbers) or kind in _ALWAYS:
                rows.append([name, *self._cells(numbers, kind not in _NO_SHARES)])
        for level in sorted({level for part in self.parts for level in part.levels}):
            rows.append([f"level {level}", *self._cells([part.levels[level] for part in self.parts])])
        return rows

    def _cells(self, numbers: Sequence[int | None], has_shares: bool = True) -> Iterator[str]:
        for part, number in zip(self.parts, numbers, strict=True):
            puzzles = part.counts["puzzles"]
            yield "-" if number is None else f"{number:,}"
            yield f"{100 * number / puzzles:.1f}" if has_shares and number is not None and puzzles else ""

    def details(self) -> Iterator[tuple[str, list[str]]]:
        """Yields headings, each with the lines below it: distributions, the most frequent errors, examples."""
        for part in self.parts:
            of = "" if len(self.parts) == 1 else f" of {part.name}"
            if len(part.layouts) > 1:
                yield f"Layouts{of}", [f"{count:,}: {name}" for name, count in part.layouts.most_common(SHOWN)]
            if part.givens:
                yield f"Givens{of}", [", ".join(f"{one}: {part.givens[one]:,}" for one in sorted(part.givens))]
            if part.errors:
                yield f"Errors{of}", [f"{count:,}: {error}" for error, count in part.errors.most_common(SHOWN)]
        for kind, name in {**KINDS, "hardest": "hardest"}.items():
            found = [text for part in self.parts for text in part.examples.get(kind, ())]
            if found:
                yield f"{name.capitalize()}, such as", found
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
