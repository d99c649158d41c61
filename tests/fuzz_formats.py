"""Changed files of every format, read again and again: `python tests/fuzz_formats.py --inputs 200000 --seed 1`.

Each input is a golden file with a few changes: bytes, tokens of other formats, parts that are missing, doubled or come
from another file; in links what they hold is changed, too. Reading it must end with entries, or with errors of this
package, and within 50 ms of processor time. The last is printed, and asserted here alone: no test of the suite looks at
the clock. Ends with 1 on the first fault, and prints the input.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import re
import sys
import zlib
from collections.abc import Iterator
from copy import deepcopy
from importlib.util import find_spec
from time import process_time
from typing import Any

from lz_packing import packed_text
from places import GOLDEN_FORMATS as FOLDER

from unitdoku import UnitdokuError, read_puzzles
from unitdoku.puzzles.formats.f_puzzle_rules import FLAGS, RULES
from unitdoku.puzzles.formats.lz_string import unpacked_text
from unitdoku.puzzles.formats.table import FORMATS

BY_NAME = {"kaggle": "csv", "extreme": "csv", "puzzles": "csv"}
MOST_SECONDS = 0.05

# What one format means something by, and others do not expect.
TOKENS = [
    *rb"""# { } [ ] " ' \ / , ; + | < > -1 0 10 999999999 99999999999999999999 1e9 NaN null true {} [] [[]]
    R0C0 R99C99 R1C1 DR 1/2/3 /// ----- 17\6 PAR1 <b>x</b> "size": "size":0 "size":1000000 "grid": "cells":[
    "antiknight":true, "region":7, "value":3,""".split(),
    *(b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\t", b"\x1f\x8b\x08", "é".encode()),
    *(b"# size=4 box=2x2\n", b"puzzle,solution\n", "1".encode("utf-16"), "\u0661".encode()),
    *(b"." * 81, b"1" * 200, b"[" * 300, b"{" * 300),
]


def goldens() -> dict[str, list[bytes]]:
    """Returns the golden files of each format, unpacked; Parquet is among them where pyarrow is installed."""
    found: dict[str, list[bytes]] = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix != ".md":
            name = path.name.partition(".")[0]
            content = path.read_bytes()
            if path.suffix == ".gz":
                found.setdefault("gzip", []).append(content)
                content = zlib.decompress(content, 31)
            found.setdefault(BY_NAME.get(name, name), []).append(content)
    if find_spec("pyarrow"):
        rows = [line.split(",") for line in (FOLDER / "extreme.csv").read_text().splitlines()]
        found["parquet"] = [as_parquet({name: [*column] for name, *column in zip(*rows, strict=True)})]
    return found


def as_parquet(columns: dict[str, Any]) -> bytes:
    """Returns a file with these columns; those whose values have no common type hold their texts."""
    import pyarrow
    from pyarrow import parquet

    arrays, names = [], []
    longest = max((len(column) for column in columns.values() if isinstance(column, list)), default=0)
    for name, column in columns.items():
        values = column if isinstance(column, list) else [column]
        values += [None] * (longest - len(values))
        try:
            arrays.append(pyarrow.array(values))
        except (pyarrow.ArrowException, OverflowError):
            arrays.append(pyarrow.array([str(value) for value in values]))
        names.append(name)
    file = io.BytesIO()
    try:
        parquet.write_table(pyarrow.Table.from_arrays(arrays, names), file)
    except pyarrow.ArrowException:  # a type that Parquet does not have
        return b"PAR1"
    return file.getvalue()


def changed_parquet(rng: random.Random, content: bytes) -> bytes:
    """Returns a file with other names, values and types."""
    from pyarrow import parquet

    columns = changed_tree(rng, parquet.read_table(io.BytesIO(content)).to_pydict())
    return as_parquet(columns) if isinstance(columns, dict) else b"PAR1"


def changed(rng: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Returns the content with some changes."""
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        place = rng.randrange(len(data) + 1)
        end = min(len(data), place + rng.choice((1, 1, 2, 5, 20, 100, 1000)))
        kind = rng.randrange(8)
        if kind == 0:
            data[place:end] = b""
        elif kind == 1 and data:
            data[place % len(data)] = rng.randrange(256)
        elif kind == 2:
            data[place:place] = rng.choice(TOKENS)
        elif kind == 3:
            data[place:end] = rng.choice(TOKENS)
        elif kind == 4 and len(data) < 2 * len(content) + 2000:
            data[place:place] = data[place:end] * rng.choice((1, 2, 10))
        elif kind == 5:
            other = rng.choice(others)
            first = rng.randrange(len(other))
            data[place:end] = other[first : first + rng.choice((5, 80, 400))]
        elif kind == 6:
            data[place:end] = bytes(reversed(data[place:end]))
        elif data:
            digits = [each for each in range(len(data)) if 48 <= data[each] <= 57]
            if digits:
                data[rng.choice(digits)] = rng.randrange(48, 58)
    if rng.random() < 0.01:
        return bytes(data).decode("latin-1").encode(rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8")))
    if rng.random() < 0.05:
        lines = bytes(data).splitlines(keepends=True)
        rng.shuffle(lines)
        return b"".join(lines)
    return bytes(data)


_LINK = re.compile(rb"(load=|fpuzzles|scl)([A-Za-z0-9+/=]{40,})")

# Values that stand at a wrong place, and names that stand at a right one.
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 3, -1, 10, 17, 255, 10**9, 10**30, 0.5, float("inf"), "", "x", "5", "-3", " 7 ", "1e3"),
    *("R1C1", "R0C0", "R9C10", "R1C1R1C2", "A1", "\u0661", "<b>x</b>", "a\0b\n", "X", "DR", "solution: 1", "title: x"),
    *([], {}, [[]], [{}], [[0, 0]], [[0, 8], [8, 0]], [-1, 0], [0.5, 1], ["R1C1"], ["R1C1", "R1C2"], ["A1", "A2"]),
    *({"cells": ["R1C1", "R1C2"]}, {"cells": [[0, 0], [0, 1]], "value": 3}, {"lines": [["R1C1", "R1C2"]]}),
    *([["R1C1", "R2C2"]], {"cell": "R5C5"}, {"size": 4}, {"base": "classic"}, "." * 81, "9" * 400),
    *("classic", "classic:6", "diagonal", "latin:9"),
]
NAMES = [*FLAGS, *RULES, "even", "odd", "size", "grid", "solution", "title", "cells", "cages", "regions", "global"]
NAMES += ["lines", "arrows", "overlays", "metadata", "unique", "hidden", "type", "sum", "value", "given", "region"]
NAMES += ["layout", "puzzle", "base", "units", "pairs", "sums", "positions", "givenPencilMarks", "name", "quadruple"]


def changed_tree(rng: random.Random, tree: Any) -> Any:
    """Returns what JSON says with some values, keys and parts changed; most of it stays as it is."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        parent, key = _place(rng, tree)
        if parent is None:
            return rng.choice(VALUES)
        other, other_key = _place(rng, tree)
        kind = rng.randrange(7)
        if kind == 0:
            del parent[key]
        elif kind == 1:
            parent[key] = deepcopy(rng.choice(VALUES))
        elif kind == 2 and other is not None:
            parent[key] = deepcopy(other[other_key])
        elif kind == 3 and isinstance(parent, dict):
            parent[rng.choice(NAMES)] = deepcopy(parent[key])
        elif kind == 4 and isinstance(parent, dict):
            parent[rng.choice(NAMES)] = parent.pop(key)
        elif kind == 4:
            parent[key:key] = deepcopy(parent[key:]) * rng.choice((1, 1, 3))
        elif isinstance(parent[key], str) and parent[key]:
            text = parent[key]
            place = rng.randrange(len(text))
            parent[key] = text[:place] + rng.choice(("", "0", "1", "2", "9", "C", "-", "x")) + text[place + 1 :]
        elif isinstance(parent[key], int):
            parent[key] += rng.choice((-1, 1, 1, 8))
        else:
            parent[key] = deepcopy(rng.choice(VALUES))
    return tree


def _place(rng: random.Random, tree: Any) -> tuple[Any, Any]:
    """Returns a list or an object somewhere in a tree, and an index or a key in it; None for a tree of one value."""
    parent, key = None, None
    while isinstance(tree, (list, dict)) and tree and (parent is None or rng.random() < 0.8):
        parent, key = tree, rng.choice([*tree] if isinstance(tree, dict) else range(len(tree)))
        tree = tree[key]
    return parent, key


def changed_json(rng: random.Random, text: str) -> str:
    """Returns changed JSON, which is JSON again; the text itself where it is none."""
    try:
        tree = json.loads(text)
    except ValueError:
        return text
    return json.dumps(changed_tree(rng, tree), ensure_ascii=rng.random() < 0.5)


def changed_objects(rng: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Returns a file with a change in one of its links or JSON objects; the same as `changed` without any."""
    links = list(_LINK.finditer(content))
    objects = [] if links and rng.random() < 0.5 else _objects_in(content.decode())
    if objects and rng.random() < 0.75:
        first, last = rng.choice(objects)
        text = content.decode()
        return (text[:first] + changed_json(rng, text[first:last]) + text[last:]).encode()
    if links and rng.random() < 0.75:
        link = rng.choice(links)
        inner = unpacked_text(link[2].decode())
        if rng.random() < 0.7:
            inner = changed_json(rng, inner)
        else:
            inner = changed(rng, inner.encode(), others).decode("utf-8", "replace")
        return content[: link.start(2)] + packed_text(inner).encode() + content[link.end(2) :]
    return changed(rng, content, others)


def _objects_in(text: str) -> list[tuple[int, int]]:
    """Returns where the JSON objects that begin a line begin and end."""
    found, place = [], 0
    while (first := text.find("{", place)) >= 0:
        try:
            _, place = json.JSONDecoder().raw_decode(text, first)
        except ValueError:
            place = first + 1
        else:
            found.append((first, place))
    return found


_TOKEN = re.compile(rb"[^\s,:;|<>=\[\]\"]+")


def changed_tokens(rng: random.Random, content: bytes) -> bytes:
    """Returns a file with some words, lines and characters exchanged: each line has the form that it had."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        kind = rng.randrange(4)
        words = list(_TOKEN.finditer(content))
        lines = content.splitlines(keepends=True)
        if kind < 2 and words:
            word, other = rng.choice(words), rng.choice(words)
            first, last, new = word.start(), word.end(), other[0]
            if kind == 1:
                first = rng.randrange(first, last)
                last, new = first + 1, rng.choice((new[:1], b"0", b".", b"5"))
            content = content[:first] + new + content[last:]
        elif lines:
            one, another = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 2:
                lines[one] = rng.choice((lines[another], b"", lines[one] + lines[another]))
            else:
                lines[one], lines[another] = lines[another], lines[one]
            content = b"".join(lines)
    return content


def changed_inside(rng: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Returns a changed file: any bytes, or, oftener, only what keeps its form, also in what its links hold."""
    if content.startswith(b"\x1f\x8b"):
        if rng.random() < 0.3:
            return changed(rng, content, others)
        packed = gzip.compress(changed_inside(rng, gzip.decompress(content), others), mtime=0)
        return packed if rng.random() < 0.8 else changed(rng, packed, others)
    kind = rng.randrange(5)
    if kind < 2:
        return changed(rng, content, others)
    if content.startswith(b"PAR1"):
        return changed_parquet(rng, content)
    if kind < 4 and (b"{" in content or _LINK.search(content)):
        return changed_objects(rng, content, others)
    return changed_tokens(rng, content)


def inputs(name: str, count: int, seed: int) -> Iterator[bytes]:
    """Yields changed files of a format; same seed, same files."""
    rng = random.Random(f"{name}:{seed}")
    files = goldens()
    own, others = files[name], [content for contents in files.values() for content in contents]
    for _ in range(count):
        yield changed_inside(rng, rng.choice(own), others)


def fault(file_format: str | None, data: bytes) -> str | None:
    """Returns what is wrong with reading this input in a format, or by content; None for entries and our errors."""
    try:
        for entry in read_puzzles(io.BytesIO(data), file_format=file_format):
            if (entry.puzzle is None) == (entry.error is None):
                return f"neither a puzzle nor an error, or both: {entry}"
            if entry.name is not None and not entry.name.isprintable():
                return f"a name that is no printable line: {entry.name!r}"
    except UnitdokuError as error:
        return f"raised, where an entry with the error is expected: {error!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def timed(file_format: str | None, data: bytes) -> tuple[str | None, float]:
    """Returns the fault, and the seconds of processor time."""
    started = process_time()
    wrong = fault(file_format, data)
    return wrong, process_time() - started


def main() -> None:
    """Runs the inputs of every format, and prints the slowest."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=[*goldens()], action="append")
    chosen = parser.parse_args()
    for name in chosen.format or sorted(goldens()):
        slowest = 0.0
        for number, data in enumerate(inputs(name, chosen.inputs, chosen.seed)):
            # Every other input by its content alone.
            file_format = None if number % 2 or name == "gzip" else name
            wrong, time = timed(file_format, data)
            if time > MOST_SECONDS:
                # Another process may have been in the way: the least of four times is that of the reader.
                time = min(time, *(timed(file_format, data)[1] for _ in range(3)))
            if wrong is None and time > MOST_SECONDS:
                wrong = f"took {time:.3f} s"
            slowest = max(slowest, time)
            if wrong is not None:
                sys.exit(f"{name}, input {number}, seed {chosen.seed}: {wrong}\n{data[:3000]!r}")
        print(f"{name:<14}{chosen.inputs:>8} inputs, slowest {slowest * 1000:6.1f} ms", flush=True)
    print(f"not among them: {', '.join(sorted(FORMATS.keys() - goldens().keys()))}")


if __name__ == "__main__":
    main()
