"""Fair races: the same questions to several backends, measured alike, with what is needed to judge the numbers.

Start with `plan.py` (what is raced), then `race.py` (the loop) and `batch.py` (what comes of each question). `bench`
and `unitdoku bench` run races; `results/` stores what they measure, see `results/columns.py`.
"""
