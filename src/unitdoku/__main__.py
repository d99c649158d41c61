"""`python -m unitdoku`: the same as the command `unitdoku`."""

from unitdoku.command.main import main

if __name__ == "__main__":
    main()
