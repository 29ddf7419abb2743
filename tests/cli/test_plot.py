"""The plot of a sitting: both lines where they belong, in the characters of the terminal."""

from fractions import Fraction

import pytest

from croupier.cli.draw import PLAIN, Pen
from croupier.cli.play.plot import HIGH, Line, plotted

UP: Line = [(0, Fraction(0)), (10, Fraction(1000))]
DOWN: Line = [(0, Fraction(0)), (10, Fraction(-500))]


def rows(actual: Line, expected: Line, pen: Pen, wide: int) -> list[str]:
    return [
        line.partition(pen.side)[2]
        for line in plotted(actual, expected, pen, wide).plain.split("\n")
    ]


def test_in_plain_characters() -> None:
    """By hand: three rows up and two down in eight columns; both lines begin at zero."""
    assert rows(UP, DOWN, PLAIN, 8) == [
        "      **",
        "    **  ",
        "  **    ",
        "**      ",
        "  ....  ",
        "      ..",
    ]


def test_labels_are_the_highest_the_lowest_and_zero() -> None:
    lines = plotted(UP, DOWN, PLAIN, 8).plain.split("\n")
    labels = [line.partition("|")[0].strip() for line in lines]
    assert (labels[0], labels[-1]) == ("$10", "-$5")
    assert labels.count("$0") == 1 and len(lines) == HIGH


@pytest.mark.parametrize("pen", [Pen(), PLAIN])
@pytest.mark.parametrize("line", [UP, DOWN, [(0, Fraction(0)), (1, Fraction(0))]])
def test_every_column_has_a_dot(pen: Pen, line: Line) -> None:
    shown = rows(line, line, pen, 20)
    assert all(any(row[column] not in " ⠀" for row in shown) for column in range(20))
    assert pen == Pen() or all(row.isascii() for row in shown)
