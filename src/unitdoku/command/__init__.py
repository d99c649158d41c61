"""The command line: reads arguments, calls the library, prints.

Start with `main.py`; each command is a file and a row there. `options.py`, `inputs.py`, `output.py` and `table.py` are
shared by the commands.
"""
