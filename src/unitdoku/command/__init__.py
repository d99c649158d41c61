"""The command line: reads arguments, asks the library, prints. A command is a file and a row in `main`."""
