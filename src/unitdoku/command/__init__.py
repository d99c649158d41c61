"""The command line: reads arguments, calls the library, prints.

Start with `main.py`; each command is a file and a row there, and its docstring is its help. `options.py`, `inputs.py`,
`output.py`, `grid_shown.py` and `terminal.py` are shared by the commands.
"""
