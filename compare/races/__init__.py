"""Races: the same questions to several backends, measured alike, stored, and read as tables.

Start with `plan.py` (what is raced), then `race.py` (which runs a plan). A result is made in the process of a backend:
`racer.py` measures a question, and `judged` in `batch.py` judges its answer. `run_batch.py` receives the result, and
`recording.py` writes it into the file. `columns.py` has the one list of what is measured, `stored_plan.py` the form of
a plan in the file. `reading.py` reads a file for `summary.py`, from which `tables.py` and `exported_rows.py` follow.
`report/`, `unitdoku bench` and `unitdoku results` depend on this room.
"""
