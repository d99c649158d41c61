"""Changed files of every format, read again and again: `python tests/fuzz_formats.py --inputs 200000 --seed 1`.

Each input is a golden file with a few changes: bytes, tokens of other formats, parts that are missing, doubled or come
from another file; in links what they hold is changed, too. Reading it must end with entries, or with errors of this
package, and within 50 ms of processor time. The last is printed, and asserted here alone: no test of the suite looks at
the clock. Ends with 1 on the first fault, and prints the input.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from unitdoku import UnitdokuError, read_puzzles
from unitdoku.reference.text.formats.lz_string import packed_text, unpacked_text
from unitdoku.reference.text.formats.table import FORMATS

FOLDER = Path(__file__).parent / "golden/formats"
BY_NAME = {"kaggle": "csv", "extreme": "csv", "puzzles": "csv"}
MOST_SECONDS = 0.05

# What one format means something by, and others do not expect.
TOKENS = [
    *(
        b"\0",
        b"\xff",
        b"\xfe\xff",
        b"\xef\xbb\xbf",
        b"\r",
        b"\n\n",
        b"#",
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"'",
        b"\\",
        b"/",
    ),
    *(
        b"-1",
        b"0",
        b"10",
        b"999999999",
        b"99999999999999999999",
        b"1e9",
        b"NaN",
        b"null",
        b"true",
        b"{}",
        b"[]",
        b"[[]]",
    ),
    *(
        b"R0C0",
        b"R99C99",
        b"R1C1",
        b"DR",
        b"<",
        b">",
        b"&lt;",
        b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
        b"&b;",
        b"<game data=''/>",
    ),
    *(
        b"[Puzzle]",
        b"[areas]",
        b"[problem]",
        b"begin\n",
        b"end\n",
        b"size 3\n",
        b"=14",
        b"+0",
        b"J0",
        b":",
        b"3x3::k:",
        b"256",
    ),
    *(
        b",",
        b";",
        b"\t",
        b"puzzle,solution\n",
        b"1/2/3",
        b"///",
        b"+",
        b"-----",
        b"|",
        b"17\\6",
        b"PAR1",
        b"\x1f\x8b\x08",
    ),
    *(
        b"<b>x</b>",
        "é".encode(),
        "1".encode("utf-16"),
        "\u0661".encode(),
        b"." * 81,
        b"1" * 200,
        b"[" * 300,
        b"{" * 300,
    ),
    *(
        b'"size":',
        b'"size":0',
        b'"size":1000000',
        b'"grid":',
        b'"cells":[',
        b'"antiknight":true,',
        b'"region":7,',
        b'"value":3,',
    ),
]


def goldens() -> dict[str, list[bytes]]:
    """Returns the golden files of each format, unpacked; Parquet is not among them, as another package reads it."""
    found: dict[str, list[bytes]] = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix != ".md":
            name = path.name.partition(".")[0]
            content = path.read_bytes()
            if path.suffix == ".gz":
                found.setdefault("gzip", []).append(content)
                content = zlib.decompress(content, 31)
            found.setdefault(BY_NAME.get(name, name), []).append(content)
    found["penpa"] = [b"https://swaroopg92.github.io/penpa-edit/#m=edit&p=7Z3\n"]
    return found


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


def changed_inside(rng: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Returns a file of links with a change in what one of them holds; the same as `changed` without links."""
    links = list(_LINK.finditer(content))
    if not links or rng.random() < 0.5:
        return changed(rng, content, others)
    link = rng.choice(links)
    inner = unpacked_text(link[2].decode()).encode()
    packed = packed_text(changed(rng, inner, others).decode("utf-8", "replace")).encode()
    return content[: link.start(2)] + packed + content[link.end(2) :]


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
            str(entry.error)
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
    parser.add_argument("--format", choices=[*goldens()])
    chosen = parser.parse_args()
    for name in [chosen.format] if chosen.format else sorted(goldens()):
        slowest = total = 0.0
        for number, data in enumerate(inputs(name, chosen.inputs, chosen.seed)):
            # Every other input by its content alone.
            file_format = None if number % 2 or name == "gzip" else name
            wrong, time = timed(file_format, data)
            if time > MOST_SECONDS:
                # Another process may have been in the way: the least of four times is that of the reader.
                time = min(time, *(timed(file_format, data)[1] for _ in range(3)))
            if wrong is None and time > MOST_SECONDS:
                wrong = f"took {time:.3f} s"
            slowest, total = max(slowest, time), total + time
            if wrong is not None:
                print(f"{name}, input {number}, seed {chosen.seed}: {wrong}\n{data[:3000]!r}")
                sys.exit(1)
        print(
            f"{name:<14}{chosen.inputs:>8} inputs, no fault, slowest {slowest * 1000:6.1f} ms, {total:7.1f} s",
            flush=True,
        )
    missing = FORMATS.keys() - goldens().keys()
    print(f"not among them: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main()
