"""Pictures of puzzles as files. Start with `files.py`; the pictures themselves are in `reference/drawing`."""
