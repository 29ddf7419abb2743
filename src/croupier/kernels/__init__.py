"""Compiled loops that call the rules' own functions: the only package that imports Numba."""
