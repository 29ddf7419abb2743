"""The poker engine: one hand, its betting, its pots, its record."""
