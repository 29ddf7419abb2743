"""Compiled loops of this game alone."""
