"""Which backend to take: measures the cases that `auto` chooses by.

Start with `measure.py`. `unitdoku recommend --measure` calls it and writes `encoders/backends/measured.tsv`, the table
that `auto.py` there reads.
"""
