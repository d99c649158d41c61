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
from collections.abc import Iterator, Sequence
from copy import deepcopy
from importlib.util import find_spec
from time import process_time
from typing import Any

from lz_packing import packed_text
from places import GOLDEN_FORMATS as FOLDER

from unitdoku import UnitdokuError, read_puzzles
from unitdoku.puzzles.formats.f_puzzles import FLAGS, RULES
from unitdoku.puzzles.formats.links import unpacked_text
from unitdoku.puzzles.formats.table import FORMATS

# The format of a golden file, by the first part of its name, where that is not the format itself.
BY_NAME = {"kaggle": "csv", "extreme": "csv", "puzzles": "csv", "f-puzzles": "links"}
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

    lists = {name: column if isinstance(column, list) else [column] for name, column in columns.items()}
    longest = max(map(len, lists.values()), default=0)
    arrays, file = [], io.BytesIO()
    for values in lists.values():
        values += [None] * (longest - len(values))
        try:
            arrays.append(pyarrow.array(values))
        except (pyarrow.ArrowException, OverflowError):
            arrays.append(pyarrow.array(list(map(str, values))))
    try:
        parquet.write_table(pyarrow.Table.from_arrays(arrays, [*lists]), file)
    except pyarrow.ArrowException:  # a type that Parquet does not have
        return b"PAR1"
    return file.getvalue()


def changed(rng: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Returns the content with some changes: a piece of it is lost, doubled, turned round or exchanged for another."""
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        place = rng.randrange(len(data) + 1)
        end = min(len(data), place + rng.choice((1, 1, 2, 5, 20, 100, 1000)))
        other = rng.choice(others)
        first = rng.randrange(len(other))
        digit = b"%d" % rng.randrange(10) if data[place:end].isdigit() else b""
        pieces = (b"", rng.randbytes(1), rng.choice(TOKENS), rng.choice(TOKENS) + data[place:end], digit or b"0")
        turned, doubled = bytes(reversed(data[place:end])), data[place:end] * rng.choice((1, 2, 10))
        data[place:end] = rng.choice((*pieces, turned, doubled, other[first : first + rng.choice((5, 80, 400))]))
    if rng.random() < 0.01:
        return bytes(data).decode("latin-1").encode(rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8")))
    return bytes(data)


_LINK = re.compile(rb"(load=|fpuzzles)([A-Za-z0-9+/=]{40,})")

# Values that stand at a wrong place, and names that stand at a right one.
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 3, -1, 10, 17, 255, 10**9, 10**30, 0.5, float("inf"), "", "x", "5", "-3", " 7 ", "1e3"),
    *("R1C1", "R0C0", "R9C10", "R1C1R1C2", "A1", "\u0661", "<b>x</b>", "a\0b\n", "X", "DR"),
    *([], {}, [[]], [{}], [[0, 0]], [-1, 0], [0.5, 1], ["R1C1"], ["R1C1", "R1C2"], ["A1", "A2"]),
    *({"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C1"], "value": 3}, {"lines": [["R1C1", "R1C2"]]}),
    *([["R1C1", "R2C2"]], {"cell": "R5C5"}, {"size": 4}, {"base": "classic"}, "." * 81, "9" * 400),
    *("classic", "classic:6", "diagonal", "latin:9"),
]
NAMES = [*FLAGS, *RULES, "even", "odd", "size", "grid", "solution", "title", "cells", "lines", "value", "given"]
NAMES += ["layout", "puzzle", "base", "units", "pairs", "sums", "positions", "givenPencilMarks", "name", "quadruple"]
NAMES += ["region", "cell", "direction", "cloneCells"]


def changed_tree(rng: random.Random, tree: Any, values: Sequence[Any] = VALUES, names: Sequence[str] = NAMES) -> Any:
    """Returns what JSON says with some values, keys and parts changed; most of it stays as it is."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        parent, key = _place(rng, tree)
        if parent is None:
            return rng.choice(values)
        other, other_key = _place(rng, tree)
        value, kind = parent[key], rng.randrange(5)
        if kind == 0:
            del parent[key]
        elif kind == 1 and other is not None:
            parent[key] = deepcopy(other[other_key])
        elif kind == 2 and isinstance(parent, dict):
            parent[rng.choice(names)] = deepcopy(value) if rng.random() < 0.5 else parent.pop(key)
        elif kind == 2:
            parent[key:key] = deepcopy(parent[key:]) * rng.choice((1, 1, 3))
        elif kind == 3 and isinstance(value, str) and value:
            place = rng.randrange(len(value))
            parent[key] = value[:place] + rng.choice(("", "0", "1", "2", "9", "C", "-", "x")) + value[place + 1 :]
        elif kind == 3 and isinstance(value, int):
            parent[key] += rng.choice((-1, 1, 1, 8))
        else:
            parent[key] = deepcopy(rng.choice(values))
    return tree


def _place(rng: random.Random, tree: Any) -> tuple[Any, Any]:
    """Returns a list or an object somewhere in a tree, and an index or a key in it; None for a tree of one value."""
    parent, key = None, None
    while isinstance(tree, (list, dict)) and tree and (parent is None or rng.random() < 0.8):
        parent, key = tree, rng.choice([*tree] if isinstance(tree, dict) else range(len(tree)))
        tree = tree[key]
    return parent, key


def changed_objects(rng: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Returns a file with a change in one of its links or JSON objects; the same as `changed` without any."""
    links, objects = list(_LINK.finditer(content)), _objects_in(content.decode())
    if objects and (not links or rng.random() < 0.5):
        first, last = rng.choice(objects)
        text = content.decode()
        return (text[:first] + changed_json(rng, text[first:last]) + text[last:]).encode()
    if not links:
        return changed(rng, content, others)
    link = rng.choice(links)
    inner = unpacked_text(link[2].decode())
    if rng.random() < 0.7:
        inner = changed_json(rng, inner)
    else:
        inner = changed(rng, inner.encode(), others).decode("utf-8", "replace")
    return content[: link.start(2)] + packed_text(inner).encode() + content[link.end(2) :]


def changed_json(rng: random.Random, text: str) -> str:
    """Returns changed JSON, which is JSON again; the text itself where it is none."""
    try:
        return json.dumps(changed_tree(rng, json.loads(text)), ensure_ascii=rng.random() < 0.5)
    except ValueError:
        return text


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
    """Returns a file with some words and lines exchanged: each line has the form that it had."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        words = list(_TOKEN.finditer(content))
        if words and rng.random() < 0.5:
            word, other = rng.choice(words), rng.choice(words)
            new = rng.choice((other[0], word[0][:-1] + rng.choice((other[0][:1], b"0", b".", b"5"))))
            content = content[: word.start()] + new + content[word.end() :]
        elif lines := content.splitlines(keepends=True):
            one, another = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one] = rng.choice((lines[another], b"", lines[one] + lines[another]))
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
        from pyarrow import parquet

        columns = changed_tree(rng, parquet.read_table(io.BytesIO(content)).to_pydict())
        return as_parquet(columns) if isinstance(columns, dict) else b"PAR1"
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


def seconds_for(file_format: str | None, data: bytes) -> float:
    """Returns the seconds of processor time that reading takes."""
    started = process_time()
    fault(file_format, data)
    return process_time() - started


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
            wrong, time = fault(file_format, data), seconds_for(file_format, data)
            if time > MOST_SECONDS:
                # Another process may have been in the way: the least of four times is that of the reader.
                time = min(time, *(seconds_for(file_format, data) for _ in range(3)))
            slowest = max(slowest, time)
            if wrong is not None or time > MOST_SECONDS:
                sys.exit(f"{name}, input {number}, seed {chosen.seed}: {wrong} ({time:.3f} s)\n{data[:3000]!r}")
        print(f"{name:<14}{chosen.inputs:>8} inputs, slowest {slowest * 1000:6.1f} ms", flush=True)
    print(f"not among them: {', '.join(sorted(FORMATS.keys() - goldens().keys()))}")


if __name__ == "__main__":
    main()
