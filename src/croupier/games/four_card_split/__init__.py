"""4 Card Split, versions 1 and 2: their rules, and their figures."""
