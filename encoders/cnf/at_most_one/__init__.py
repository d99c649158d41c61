"""At most one of some literals is true, as clauses: an encoding a file, and the table of all of them in `names.py`.

Start with `pairwise.py`. Every CNF encoding calls these; each file names the paper of its encoding. Unit propagation
makes all others false as soon as one literal is true, in every encoding here. In all but those of PySAT it then
decides every auxiliary variable as well, so a grid is one assignment wherever exactly one has to be true.
"""
