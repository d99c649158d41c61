"""Layout builders, one kind a file, and the table of their names (`names.py`).

Start with `classic.py`. The command, puzzle files and the generators find layouts by these names.
"""
