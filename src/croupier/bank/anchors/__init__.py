"""Heads of the chain, stored away from the bank."""
