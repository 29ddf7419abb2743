"""Compiled loops used only by this game."""
