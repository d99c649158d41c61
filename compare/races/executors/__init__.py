"""The places where the batches of a race run: processes of this machine, any executor, a Dask cluster.

Start with `executor.py`; a new one is a file and a row there. `race.py` and `unitdoku bench` depend on this room.
"""
