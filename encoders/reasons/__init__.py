"""What follows from a puzzle, besides its solutions. Start with `candidates.py`."""
