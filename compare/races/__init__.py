"""Races: the same questions to several backends, measured alike, stored, and read as tables.

Start with `plan.py` (what is raced), then `race.py` (which runs a plan). `racer.py` measures each question in a process
of the backend, and `recording.py` stores it. `columns.py` has the one list of what is measured. `reading.py` reads
a file, and `summary.py`, `tables.py`, `comparison.py` and `exports.py` show it. `report/`, `unitdoku bench` and
`unitdoku results` depend on this room.
"""
