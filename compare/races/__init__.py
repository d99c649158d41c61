"""Fair races: the same questions to several backends, timed alike, with all that is needed to judge the numbers.

Start with `plan.py`, `race.py` and `run_batch.py`. `unitdoku bench` and the results depend on it.
"""
