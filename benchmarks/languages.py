"""The solvers of `examples/` as streams beside our own: docs/measured/other-languages.md.

    python benchmarks/languages.py [-o FILE]

Builds them where the compiler is there (cc, rustc, node), and races them with `unitdoku bench`. A minute or two.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
BUILT = {
    "./sudoku-c": ("cc", ["cc", "-O2", "-o", "sudoku-c", str(EXAMPLES / "sudoku.c")]),
    "./sudoku-rust": ("rustc", ["rustc", "-O", "-o", "sudoku-rust", str(EXAMPLES / "sudoku.rs")]),
    "node sudoku.js": ("node", ["cp", str(EXAMPLES / "sudoku.js"), "."]),
    "python3 sudoku.py": ("python3", ["cp", str(EXAMPLES / "sudoku.py"), "."]),
}
"""Command to what it needs, and how it is built."""
CORPORA = ("easy50", "17clue", "top95")
RACE = ["--questions", "first", "--modes", "warm", "--seconds", "5", "--puzzles", "50"]
HEAD = """# Solvers in other languages

Made by `python benchmarks/languages.py -o docs/measured/other-languages.md`. The programs of `examples/`, the same
small search in C, Rust, JavaScript and Python, answer a stream of puzzles ([Other solvers](../other-solvers.md)), and
are raced beside the compiled search and the reference solver:

```sh
{command}
```

A program is started once for each batch of puzzles. Its start, up to the moment when it waits for its first line, is in
"set-up" and not in the times of the puzzles. A line to it and back is in these times. The columns are those of every
race, see [Races](../races.md).

{tables}"""


def main() -> None:
    """Builds, races, and prints or writes the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path)
    output = parser.parse_args().output
    unitdoku = str(Path(sys.executable).with_name("unitdoku"))
    with tempfile.TemporaryDirectory() as folder:
        names = ["native", "reference"]
        for command, (needed, build) in BUILT.items():
            if shutil.which(needed) is None:
                print(f"{command} is left out: there is no {needed}", file=sys.stderr)
                continue
            subprocess.run(build, cwd=folder, check=True)
            names.append(f"program:{command}:stream")
        race = ["bench", *CORPORA, "--backends", ",".join(names), *RACE]
        subprocess.run([unitdoku, *race], cwd=folder, check=True, stdout=sys.stderr)
        subprocess.run([unitdoku, "results", "report", "-o", "report"], cwd=folder, check=True, stdout=sys.stderr)
        tables = (Path(folder) / "report/tables.md").read_text(encoding="utf-8")
    backends = f'"{",".join(names)}"'
    page = HEAD.format(
        command=f"unitdoku bench {' '.join(CORPORA)} --backends {backends} \\\n  {' '.join(RACE)}", tables=tables
    )
    if output is None:
        sys.stdout.write(page)
    else:
        output.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
