"""Exact values as decimals, by whole numbers alone; a print rounds last, and once."""

from fractions import Fraction
from math import isqrt


def root(value: Fraction, places: int) -> str:
    """A square root to so many places, rounded down, by whole numbers alone."""
    scale = 10**places
    digits = f"{isqrt(value.numerator * scale * scale // value.denominator):0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}"


def rounded(value: Fraction, places: int) -> str:
    """Half away from zero, as a print rounds."""
    scaled = abs(value) * 10**places
    whole = int(scaled + Fraction(1, 2))
    digits = f"{whole:0{places + 1}d}"
    shown = digits if places == 0 else f"{digits[:-places]}.{digits[-places:]}"
    return f"-{shown}" if value < 0 and whole else shown


def fraction(value: Fraction) -> str:
    """`n/d` in lowest terms; a whole number is `n/1`."""
    return f"{value.numerator}/{value.denominator}"
