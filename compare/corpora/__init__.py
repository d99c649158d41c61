"""The puzzles that come with the package, and corpora that are made from a seed.

Start with `built_in.py`, the table of corpora; `SOURCES.md` says where each file comes from. The cross-check, races,
conformance checks and `auto`'s measurements depend on it.
"""
