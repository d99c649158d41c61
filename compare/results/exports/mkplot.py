"""The JSON of mkplot, with which people of the SAT community draw cactus and scatter plots: a file for each solver.

An object with a `preamble` that names the program and the benchmark, and `stats` from instance to `status` (solved or
not), `rtime` in seconds and `mempeak` as text. Time is that of solving; in cold mode with the set-up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path

from ..reading import ResultsFile
from ..stored import StoredEntry, StoredRun

_UNFIT = re.compile(r"[^A-Za-z0-9.=-]+")


def write(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes a file for each entry to a folder, which is made if need be."""
    path.mkdir(parents=True, exist_ok=True)
    refuted = results.refuted(run)
    for entry in run.entries:
        lied = {claim.puzzle for claim in refuted.get(entry.id, ())}
        parts = (f"{entry.number:03}", entry.corpus.name, entry.question.name, entry.mode, entry.backend)
        name = "-".join(_UNFIT.sub("_", part) for part in parts)
        (path / f"{name[:120]}.json").write_text(json.dumps(_content(results, entry, lied), indent=1) + "\n")


def _content(results: ResultsFile, entry: StoredEntry, lied: Collection[int]) -> dict[str, object]:
    stats = {
        f"{entry.corpus.name}:{result.puzzle}": {
            "status": result.is_settled(entry.question.limit) and result.puzzle not in lied,
            "rtime": round(result.seconds(entry.mode), 9),
            "mempeak": f"{result.peak} KiB",
        }
        for result in results.results(entry)
    }
    preamble = {
        "program": entry.backend,
        "prog_alias": entry.backend,
        "prog_args": f"{entry.question.name} {entry.mode}",
        "benchmark": entry.corpus.name,
    }
    return {"preamble": preamble, "stats": stats}
