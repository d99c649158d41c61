"""Pictures of puzzles as files and as text. Start with `files.py`; the pictures are made in `reference/drawing`."""
