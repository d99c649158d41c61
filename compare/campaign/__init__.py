"""Campaigns: random puzzles and layouts, with which backends are cross-checked for as long as there is time.

Start with `campaign.py`: the loop over batches of cases (`batch.py`), which `executors/` run. `images.py` makes many
puzzles of one, for backends that answer in bulk. `unitdoku campaign` depends on this room; `journal.py` on
`results/database.py`.
"""
