"""Which single backend to take: a recommendation, by the times of measured cases.

Start with `recommend.py`. `unitdoku recommend --measure` calls `measure.py` and writes `measured.tsv`, the table of
cases. The backend `auto` does not use it: it lets several backends take turns.
"""
