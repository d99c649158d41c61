"""Folders that tests and tools name."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
GOLDEN_FORMATS = TESTS / "puzzles/formats/golden"
