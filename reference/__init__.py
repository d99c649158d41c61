"""What a puzzle means, and the solver that the others are held against. Standard library only.

Modules are imported by their own names; the public ones are gathered in `unitdoku`.
"""
