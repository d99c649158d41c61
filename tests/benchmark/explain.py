"""Explains puzzles with one wrong given, and contradictory 25x25 ones: `python tests/benchmark/explain.py [25x25.txt]`.

Prints how large the explanations are and how long they take, and ends with 1 where one is not minimal by another
backend. The wrong givens are drawn with a seed from easy50, 17clue and top95; half of them are such that no unit shows
a contradiction at once. The file of 25x25 puzzles is that of `compare/corpora/SOURCES.md`: a line has a difficulty and
625 numbers with commas between them. Without it the 25x25 puzzles of the package are explained.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from unitdoku import NoSolution, Puzzle, Unit, Verdict, classic, explain, solve
from unitdoku.compare.corpora.built_in import puzzles_of
from unitdoku.encoders.reasons.parts import parts_of, puzzle_of
from unitdoku.reference.reasons import reason_against

COUNT = 100
JUDGE = "sat:cadical195"


def wrong(count: int, *, at_once: bool, seed: int = 7) -> Iterator[Puzzle]:
    """Puzzles without solution by one wrong given, which shows at once or not."""
    rng = random.Random(f"{seed}:{at_once}")
    lines = [puzzle for name in ("easy50", "17clue", "top95") for puzzle in puzzles_of(f"{name}.txt")]
    while count:
        puzzle = rng.choice(lines)
        masks = list(puzzle.candidates)
        masks[rng.choice([cell for cell, mask in enumerate(masks) if mask & (mask - 1) == 0])] = 1 << rng.randrange(9)
        changed = Puzzle(puzzle.layout, tuple(masks))
        if (reason_against(changed) is not None) == at_once and solve(changed).verdict is Verdict.UNSAT:
            count -= 1
            yield changed


def is_minimal(found: NoSolution) -> bool:
    """Whether another backend finds a solution without each of the parts, and none with all of them."""
    parts = parts_of(found.reduced)
    rests = [puzzle_of([other for other in parts if other != part], found.reduced) for part in parts]
    judged = [solve(rest, JUDGE).verdict for rest in rests]
    return solve(found.reduced, JUDGE).verdict is Verdict.UNSAT and set(judged) == {Verdict.SAT}


def report(what: str, puzzles: list[Puzzle], *, check: bool = True) -> bool:
    """Prints a line; returns whether all explanations are minimal."""
    seconds, parts, steps = [], [], []
    kinds: Counter[tuple[int, int]] = Counter()
    right = True
    for puzzle in puzzles:
        started = perf_counter()
        found = explain(puzzle)
        seconds.append(perf_counter() - started)
        assert isinstance(found, NoSolution)
        parts.append(len(found.givens) + len(found.rules))
        kinds[len(found.givens), sum(isinstance(rule, Unit) for rule in found.rules)] += 1
        steps.append(len(found.derivation.steps))
        right &= not check or is_minimal(found)
    most, count = kinds.most_common(1)[0]
    judged = ("; all minimal" if right else "; NOT ALL MINIMAL") if check else ""
    print(
        f"{what}: {len(puzzles)} explained, median {1e3 * median(seconds):.0f} ms, worst {max(seconds):.2f} s;"
        f" median {median(parts):g} parts and {median(steps):g} steps;"
        f" {count} by {most[0]} givens and {most[1]} units{judged}",
        flush=True,
    )
    return right


def large(path: str | None) -> list[Puzzle]:
    """The contradictory puzzles of 25x25."""
    if path is None:
        puzzles = list(puzzles_of("25x25.jsonl"))
    else:
        with open(path, encoding="utf-8") as file:
            rows = [[int(number) for number in re.findall(r"\d+", line)][-625:] for line in file]
        puzzles = [Puzzle.from_values(row, classic(25)) for row in rows]
    return [puzzle for puzzle in puzzles if reason_against(puzzle) is not None]


def main() -> None:
    """Prints the lines."""
    right = report("a wrong given that shows at once", list(wrong(COUNT, at_once=True)))
    right &= report("a wrong given that does not", list(wrong(COUNT, at_once=False)))
    report("25x25", large(sys.argv[1] if len(sys.argv) > 1 else None), check=False)
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
