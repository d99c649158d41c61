"""The command line: reads arguments, calls the library, prints.

Start with `main.py`; each command is a file and a row there. `options.py`, `numbers.py`, `inputs.py`, `output.py`,
`table.py` and `terminal.py` are shared by the commands.
"""
