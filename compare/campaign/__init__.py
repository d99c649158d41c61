"""A campaign: random puzzles and layouts, asked for as long as there is time, and gone on with later.

Start with `campaign.py`. `unitdoku campaign` depends on it.
"""
