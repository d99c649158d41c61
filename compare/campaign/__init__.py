"""Campaigns: random puzzles and layouts, with which backends are cross-checked for as long as there is time.

Start with `campaign.py`. `unitdoku campaign` depends on it. Its journal is a database, see `results/database.py`.
"""
