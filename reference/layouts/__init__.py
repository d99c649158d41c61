"""Functions that build layouts, and the table of their names.

Start with `classic.py`; `names.py` maps names such as `classic:16+diagonal` to builders. The command, puzzle files and
the generators build layouts by these names.
"""
