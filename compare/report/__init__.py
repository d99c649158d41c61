"""Reports: a page with tables, pictures and sentences, all made of the same summaries of a run.

Start with `material.py` (what a page shows) and `page.py` (how it is written); a new picture is a file in `pictures/`
and a row in `material.py`. `unitdoku report` depends on it.
"""
