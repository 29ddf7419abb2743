"""Exact figures: every edge, frequency and variance as a fraction. Knows nothing of tables in play.
"""
