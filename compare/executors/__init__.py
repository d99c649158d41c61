"""The places where batches of work run, those of races: processes of this machine, any executor, Dask.

Start with `executor.py`; a new one is a file and a row there. `kept.py` says what runs a batch in such a place.
`races/race.py` and `unitdoku bench` depend on this room.
"""
