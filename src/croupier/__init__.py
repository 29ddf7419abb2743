"""Croupier deals, settles and plays casino card games to the letter of their rulebooks."""

__version__ = "0.1.0"
