"""The backends: one file for each family, with what it makes of the rest of a name; a folder for PySAT.

Start with `sat.py` or `cpsat.py`. A new family is a file here, and a row in `encoders/naming/families.py`. Everything
that solves a puzzle depends on this room.
"""
