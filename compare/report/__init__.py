"""Reports: a page with tables and pictures, made of the same summaries of a run.

Start with `page.py`; a new picture is a function in `pictures.py`, which `page.py` names. `templates/` has the page;
the tables and their columns come from `races/tables.py`. `unitdoku
results` and `unitdoku bench` depend on it.
"""
