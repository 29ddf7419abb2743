"""Rounds by the million, played by the rules' own functions; see run.py."""
