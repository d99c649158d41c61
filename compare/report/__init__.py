"""Reports: a page with tables, pictures and sentences, all made of the same rows.

Start with `material.py` and `page.py`; a new picture is a file in `pictures/` and a row. `unitdoku report`
depends on it.
"""
