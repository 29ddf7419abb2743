"""A small plot of two lines in the terminal: dots in Braille, or plain characters."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from rich.text import Text

from croupier.cli.draw import PLAIN, Pen
from croupier.money import Cents, dollars

Line = Sequence[tuple[int, Fraction]]  # x from 0 on, in order; y in cents
WIDE, HIGH = 56, 6  # characters, without the labels
BRAILLE, DOTS = 0x2800, ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
FINE, COARSE = (2, 4), (1, 1)  # dots to a character, across and down
Dots = set[tuple[int, int]]


def plotted(actual: Line, expected: Line, pen: Pen, wide: int = WIDE) -> Text:
    """Both lines, with the highest and the lowest amount, and zero if it is between."""
    grid = COARSE if pen == PLAIN else FINE
    most = max(1, max(x for x, _ in actual))
    ys = [y for _, y in (*actual, *expected)]
    low, high = min(*ys, Fraction(0)), max(*ys, Fraction(0))
    across, down = wide * grid[0] - 1, HIGH * grid[1] - 1

    def place(x: int, y: Fraction) -> tuple[int, int]:
        up = (y - low) / (high - low) if high > low else Fraction(0)
        return round(Fraction(x * across, most)), down - round(up * down)

    lines = {name: _dots(line, place) for name, line in (("a", actual), ("e", expected))}
    labels = _labels(low, high, place, grid[1])
    room = max(map(len, labels.values()))
    text = Text()
    for row in range(HIGH):
        text.append(f"{labels.get(row, ''):>{room}} {pen.side}", "dim")
        for column in range(wide):
            text.append(*_cell(lines, column, row, pen))
        text.append("\n" if row < HIGH - 1 else "")
    return text


def _labels(
    low: Fraction, high: Fraction, place: Callable[[int, Fraction], tuple[int, int]], down: int
) -> Mapping[int, str]:
    return {place(0, y)[1] // down: dollars(Cents(round(y))) for y in (Fraction(0), low, high)}


def _dots(line: Line, place: Callable[[int, Fraction], tuple[int, int]]) -> Dots:
    """Every column between two points gets a dot, and every row between two columns."""
    found: Dots = set()
    before: tuple[int, int] | None = None
    for point in (place(x, y) for x, y in line):
        found |= {point, *(_between(before, point) if before else ())}
        before = point
    return found


def _between(one: tuple[int, int], two: tuple[int, int]) -> Iterator[tuple[int, int]]:
    steps = max(abs(two[0] - one[0]), abs(two[1] - one[1]))
    for step in range(1, steps):
        part = Fraction(step, steps)
        yield round(one[0] + part * (two[0] - one[0])), round(one[1] + part * (two[1] - one[1]))


def _cell(lines: Mapping[str, Dots], column: int, row: int, pen: Pen) -> tuple[str, str]:
    """A character and its style: the actual line hides the expected one."""
    for name, style, plain in (("a", "bold", "*"), ("e", "yellow", ".")):
        if pen == PLAIN:
            if (column, row) in lines[name]:
                return plain, style
        elif bits := sum(_bits(lines[name], column, row)):
            return chr(BRAILLE + bits), style
    return " ", ""


def _bits(dots: Dots, column: int, row: int) -> Iterable[int]:
    for x in range(FINE[0]):
        for y in range(FINE[1]):
            if (column * FINE[0] + x, row * FINE[1] + y) in dots:
                yield DOTS[x][y]
