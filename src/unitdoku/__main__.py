"""`python -m unitdoku`: the same as the command `unitdoku`."""

from unitdoku.command.start import run

if __name__ == "__main__":
    run()
