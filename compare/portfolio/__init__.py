"""Which backend to take: measures the cases that `auto` chooses by.

Start with `measure.py`. It writes the table that `encoders/backends/auto.py` reads.
"""
