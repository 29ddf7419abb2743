"""Exact figures: every edge, frequency and variance as a fraction. Knows no tables in play."""
