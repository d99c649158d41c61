"""The pictures of a report, a file each; `page.py` lists them.

Start with `cactus.py`. A picture of a contest is a function that returns a `Picture`; a picture of all corpora is a
function that yields some. The report depends on them.
"""
