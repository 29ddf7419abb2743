"""Exact figures: every edge, frequency and variance as a fraction. Knows no table in play."""
