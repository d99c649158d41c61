"""The puzzles that come with the package, and corpora that are generated from a seed.

Start with `built_in.py`, the table of corpora; `SOURCES.md` says where each file comes from. The cross-check, races and
their results, conformance checks, generators and the measurements for `auto` depend on it.
"""
