"""Results of races in a database: written as they happen, read for tables, exports and pictures.

Start with `schema.py`, then `recording.py` and `reading.py`. Reports and `unitdoku results` depend on it.
"""
