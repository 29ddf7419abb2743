"""`croupier simulate`, `night`, `ruin`, `band`."""
