"""Puzzles as formulas and constraints, and the backends that solve them.

Modules are imported by their own names; the public ones are gathered in `unitdoku`.
"""
