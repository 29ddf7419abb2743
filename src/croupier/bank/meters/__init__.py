"""Jackpot meters: what feeds them, what they pay."""
