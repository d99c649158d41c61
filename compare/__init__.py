"""Do the backends agree, and how fast are they?

Modules are imported by their own names; the public ones are gathered in `unitdoku`.
"""
