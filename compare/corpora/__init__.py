"""The puzzles that come with the package, and corpora that are generated from a seed.

Start with `corpora.csv`, the table of corpora, which `corpus.py` reads; `SOURCES.md` has more about the sources. The
cross-check, races and their results, conformance checks, generators and the measurements for `auto` depend on it.
"""
