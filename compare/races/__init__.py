"""Fair races: the same questions to several backends, timed alike, with all that is needed to judge the numbers."""
