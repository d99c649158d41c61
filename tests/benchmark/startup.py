"""How long the command takes to start: the ratio to an interpreter that does nothing.

python tests/benchmark/startup.py [--runs N]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
UNITDOKU = str(Path(sys.executable).with_name("unitdoku"))
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import click": [sys.executable, "-c", "import click"],
    "import unitdoku": [sys.executable, "-c", "import unitdoku"],
    "unitdoku solve (easy)": [UNITDOKU, "solve", EASY, "--backend", "reference"],
    "unitdoku solve (hard)": [UNITDOKU, "solve", HARD, "--backend", "reference"],
}


def main() -> None:
    """Runs every command in turn, round after round."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=int, default=15)
    runs = arguments.parse_args().runs
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, command in COMMANDS.items():
            started = perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            seconds[name].append(perf_counter() - started)
    base = median(seconds["python -c pass"])
    print(f"\nStarting, median of {runs} runs")
    for name, took in seconds.items():
        print(f"  {name:24} {1000 * median(took):7.1f} ms   {median(took) / base:5.2f} times python -c pass")


if __name__ == "__main__":
    main()
