"""Results as files for other programs, a file here for each format."""
