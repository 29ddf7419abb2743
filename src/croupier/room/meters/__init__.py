"""Jackpot meters of the room."""
