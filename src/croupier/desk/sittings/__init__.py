"""Sittings at home: the state of a player at `croupier play`, what they do, and saving it."""
