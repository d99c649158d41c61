"""Files that are made to fill the memory or to hang: each ends with a sentence and exit status 2."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from commands import run
from lz_packing import packed_text

_GRID: list[list[dict[str, object]]] = [[{}] * 9] * 9
_LINK = "https://f-puzzles.com/?load="

FILES: dict[str, bytes | str] = {
    "gzip that grows": gzip.compress(bytes(20_000_000)),
    "gzip of empty members": gzip.compress(b"") * 20_000,
    "gzip that ends early": gzip.compress(b"1" * 81)[:-9],
    "a line": "1" * 3_000_000,
    "quotes": "puzzle\n" + '"' * 300_001,
    "a field of many lines": 'puzzle\n"' + "1\n" * 300_000,
    "commas": "puzzle,solution\n1" + "," * 1_000_000,
    "names of columns": "a," * 50_000 + "puzzle\n1\n",
    "nested": '{"puzzle":' + "[" * 300_000,
    "a long number": '{"puzzle":' + "1" * 300_000 + "}",
    "a size that is infinite": '{"layout":{"size":1e400,"units":[]},"puzzle":"1"}',
    "a size that is no number": '{"layout":{"size":NaN,"units":[]},"puzzle":"1"}',
    "units": json.dumps({"layout": {"size": 9, "units": [list(range(9))] * 20_000}, "puzzle": "." * 81}),
    "keys": json.dumps({str(number): number for number in range(50_000)}),
    "a size in a link": _LINK + packed_text('{"size":99999999,"grid":[[{}]]}'),
    "cages in a link": _LINK
    + packed_text(
        json.dumps({"size": 9, "grid": _GRID, "killercage": [{"cells": ["R1C1"] * 500, "value": "9" * 500}]})
    ),
    "nested in a link": _LINK + packed_text('{"grid":' + "[" * 50_000),
    "packed nonsense": _LINK + "N4Ig" + "A" * 300_000,
    "per cents": _LINK + "%25" * 100_000,
    "cells": json.dumps({"grid": [[{}] * 1000] * 100}),
    "a title of blanks": json.dumps({"grid": _GRID, "title": " " * 100_000 + "x", "killercage": 5}),
    "frames": ("|" * 90 + "\n") * 2_000,
    "dashes": "-" * 200_000 + "\n",
    "returns": "\r" * 1_000_000,
    "candidates": "/".join("123456789") * 20_000,
    "a scaled grid": "# size=9999 box=9999x9999\n" + "1 " * 20_000,
    "a Parquet footer": b"PAR1" + b"\x15" * 5_000 + (5_000).to_bytes(4, "little") + b"PAR1",
}


@pytest.mark.parametrize("name", FILES)
def test_hostile_files(name: str, tmp_path: Path) -> None:
    path, content = tmp_path / "file", FILES[name]
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = run("convert", path, "--to", "line")
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2, result.output[:500]
    assert result.stderr.strip().splitlines()[-1].startswith("error: ")
    assert len(result.stderr) < 1_000_000
