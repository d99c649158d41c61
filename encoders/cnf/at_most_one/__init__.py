"""At most one of some literals is true, as clauses: an encoding a file, and the table of all encodings in `table.py`.

Start with `pairwise.py`. Every CNF encoding calls these; each file names the paper of its encoding. In every encoding
here, unit propagation makes all other literals false as soon as one is true. In all but those of PySAT it then decides
every auxiliary variable too, so that a grid is one assignment wherever exactly one literal has to be true.
"""
