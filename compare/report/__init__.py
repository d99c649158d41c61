"""Reports: a page with tables, pictures and sentences, all made of the same rows."""
