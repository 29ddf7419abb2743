"""Rounds by the million, from the rules' own functions; see run.py."""
