"""Races: the same questions to several backends, measured alike, stored, and read as tables.

Start with `plan.py` (what is raced, and its form in a file), then `race.py` (which runs a plan). A result is made in
the process of a backend: `racer.py` measures a question, and `judging.py` judges its answer; `columns.py` has the one
list of what is measured. `recording.py` writes results into the file, `reading.py` reads them for `summary.py`, from
which `tables.py` and `comparison.py` follow. `report/`, `unitdoku bench` and `unitdoku results` depend on this room.
"""
