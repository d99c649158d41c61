"""Backends by name: the registry, one file a family, and what each family can do.

Start with `registry.py`; a new family is a file and a row there. Everything that solves a puzzle depends on this room.
"""
