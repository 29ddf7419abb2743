"""Compiled loops over the rules' own functions: the only place that imports Numba."""
