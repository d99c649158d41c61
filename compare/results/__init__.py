"""Results of races in a database: written as they are measured, read for tables, exports and pictures.

Start with `columns.py`, the one table of what a race records; then `recording.py` writes a run and `reading.py` reads
it. `tables.py` has the columns of the tables of reports. `races/`, `report/` and the commands `bench`, `results` and
`report` depend on it.
"""
