"""Perft for paytables: how many hands of the whole deck each row pays, from tests/counts.

Every block is counted twice: with the package's scorer and table, and by the words of its rows,
which use neither. A row that the package miscounts is shown with its ten lowest hands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import nsmallest
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cards.card import DECK, text
from croupier.cards.scales import Scale
from croupier.games.registry import GAMES, game
from croupier.rules.paytable import Paytable, PaytableGroup

COUNTS = Path(__file__).parent.parent / "counts"

WeighedHands = Iterable[tuple[tuple[int, ...], int]]
SuitClasses = Callable[[int], WeighedHands]


class Block(NamedTuple):
    id: str
    hands: str
    source: str
    counts: dict[str, int]

    @property
    def cards(self) -> int:
        return int(self.hands.split()[0])

    @property
    def size(self) -> int:
        return int(self.hands.split()[-1])

    @property
    def group(self) -> PaytableGroup:
        game_id, name = self.id.split()
        return game(game_id).paytables[name]

    @property
    def table(self) -> Paytable:
        return self.group.tables[0]


def read(written: str) -> Iterator[Block]:
    lines = [line for line in written.splitlines() if not line.startswith("#")]
    for part in "\n".join(lines).split("\n\n"):
        fields = [line.split(maxsplit=1) for line in part.splitlines() if line.strip()]
        if not fields:
            continue
        counts = [rest.split(maxsplit=1) for word, rest in fields if word == "count"]
        source = " ".join(rest for word, rest in fields if word == "source")
        (id_,) = (rest for word, rest in fields if word == "id")
        (hands,) = (rest for word, rest in fields if word == "hands")
        assert {word for word, _ in fields} == {"id", "hands", "source", "count"}, part
        yield Block(id_, hands, source, {label.strip(): int(n) for n, label in counts})


BLOCKS = [block for file in sorted(COUNTS.glob("*.txt")) for block in read(file.read_text("utf-8"))]


def slow_where(slow: Callable[[Block], bool]) -> list[object]:
    return [
        pytest.param(
            block, id=f"{block.id}, {block.hands}", marks=pytest.mark.slow if slow(block) else ()
        )
        for block in BLOCKS
    ]


def weighed_hands(block: Block, suit_classes: SuitClasses) -> WeighedHands:
    """All hands of the block, each with the number of hands that it represents."""
    if block.cards == 312:
        for cards in combinations_with_replacement(DECK, block.size):
            yield cards, prod(comb(6, copies) for copies in Counter(cards).values())
    elif block.table.scale.name == "color":  # suits that share a color cannot be exchanged freely
        for cards in combinations(DECK, block.size):
            yield cards, 1
    else:
        yield from suit_classes(block.size)


_SCORES: dict[tuple[str, str], Counter[int]] = {}


def score_counts(block: Block, weighed: WeighedHands) -> Counter[int]:
    """How many hands have each score: counted once, whatever the tables pay for them."""
    scale = block.table.scale
    key = (scale.name, block.hands)
    if key not in _SCORES:
        counts: Counter[int] = Counter()
        for cards, times in weighed:
            counts[scale.of(cards)] += times
        _SCORES[key] = counts
    return _SCORES[key]


def row_counts(table: Paytable, scores: Counter[int]) -> dict[str, int]:
    counts = {row.label: 0 for row in table.rows}
    for score, times in scores.items():
        counts[table.row(score).label] += times
    return counts


def divide(table: Paytable, label: str, weighed: WeighedHands) -> str:
    """The ten lowest hands of a row, as perft's divide: a misplaced hand is usually the first."""
    scored = ((table.scale.of(cards), cards) for cards, _ in weighed)
    lowest = nsmallest(10, (hand for hand in scored if table.row(hand[0]).label == label))
    return "\n".join(f"  {text(cards)}  {table.scale.words(score)}" for score, cards in lowest)


def check(block: Block, suit_classes: SuitClasses) -> None:
    found = row_counts(block.table, score_counts(block, weighed_hands(block, suit_classes)))
    assert list(found) == list(block.counts), f"{block.id}: the rows are {list(found)}"
    for label, count in block.counts.items():
        if found[label] != count:
            hands = divide(block.table, label, weighed_hands(block, suit_classes))
            pytest.fail(f"{block.id}, {label}: {found[label]} hands, not {count}; lowest:\n{hands}")


@pytest.mark.parametrize("block", slow_where(lambda block: block.size == 6))
def test_rows_count(block: Block, suit_classes: SuitClasses) -> None:
    check(block, suit_classes)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.id}, {block.hands}")
def test_rows_add_up_to_all_hands(block: Block) -> None:
    assert sum(block.counts.values()) == comb(block.cards, block.size)
    assert block.cards == 52 * GAMES[block.id.split()[0]].decks


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5])
def test_rows_count_hand_by_hand(size: int) -> None:
    """Suits are exchanged and weighted above; here no hand represents another."""
    blocks = [block for block in BLOCKS if block.hands == f"52 choose {size}"]
    scales: dict[str, Scale] = {block.table.scale.name: block.table.scale for block in blocks}
    scores = {
        name: Counter(map(scale.of, combinations(DECK, size))) for name, scale in scales.items()
    }
    for block in blocks:
        assert row_counts(block.table, scores[block.table.scale.name]) == block.counts, block.id


def test_every_paytable_is_counted() -> None:
    printed = {f"{game.id} {group}" for game in GAMES.values() for group in game.paytables}
    assert printed == {block.id for block in BLOCKS}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.id}, {block.hands}")
def test_a_count_holds_for_every_table_of_its_group(block: Block) -> None:
    rows = [(row.label, row.floor) for row in block.table.rows]
    for table in block.group.tables:
        assert [(row.label, row.floor) for row in table.rows] == rows, table.id


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.id}, {block.hands}")
def test_unreachable_rows_are_exactly_those_that_no_hand_reaches(block: Block) -> None:
    for table in block.group.tables:
        reachable = {row.label: row.reachable for row in table.rows}
        assert reachable == {label: count > 0 for label, count in block.counts.items()}


def test_a_wrong_count_is_reported_with_the_lowest_hands_of_its_row(
    suit_classes: SuitClasses,
) -> None:
    block = next(block for block in BLOCKS if block.id == "4-card-split-v2 ante")
    wrong = block._replace(counts={**block.counts, "Flush": 1097, "Others": 20183})
    with pytest.raises(pytest.fail.Exception) as told:
        check(wrong, suit_classes)
    lines = str(told.value).splitlines()
    assert lines[0] == "4-card-split-v2 ante, Flush: 1096 hands, not 1097; lowest:"
    assert lines[1].split("  ")[1:] == ["2c 3c 5c", "flush, five high (5 3 2)"]
    assert len(lines) == 11


def test_rows_of_other_names_are_reported(suit_classes: SuitClasses) -> None:
    block = next(block for block in BLOCKS if block.id == "4-card-split-v2 ante")
    counts = {label: count for label, count in block.counts.items() if label != "Others"}
    with pytest.raises(AssertionError, match=r"4-card-split-v2 ante: the rows are .*'Others'"):
        check(block._replace(counts=counts), suit_classes)


# --- The second method: each hand is described in words, and a row is the words its hands begin
# with

SHAPES = {"4": "quads", "32": "full house", "3": "trips", "22": "two pair", "2": "pair"}


@cache
def kind(cards: tuple[int, ...]) -> str:
    """A hand of three, four or five cards: `quads A`, `straight flush 4`, `pair T`, `high K`."""
    held = ["23456789TJQKA"[rank] for rank in sorted((c % 13 for c in cards), reverse=True)]
    groups = Counter(held).most_common()
    shape = "".join(str(times) for _, times in groups if times > 1)
    if shape:
        return f"{SHAPES[shape]} {groups[0][0]}"
    suited = "flush" if len({card // 13 for card in cards}) == 1 else ""
    high_first, ace_last = "".join(held), "".join(held[1:] + held[:1])
    for run in (high_first, ace_last):
        if run in "AKQJT98765432A":
            return " ".join(filter(None, ("straight", suited, run[0])))
    return f"{suited or 'high'} {held[0]}"


def points(cards: tuple[int, ...]) -> str:
    worth = [*range(2, 11), 10, 10, 10, 11]
    by_rank, by_suit = Counter(card % 13 for card in cards), Counter(card // 13 for card in cards)
    kinds = [times * max(10, worth[rank]) for rank, times in by_rank.items() if times > 1]
    suits = [
        sum(worth[card % 13] for card in cards if card // 13 == suit)
        for suit, times in by_suit.items()
        if times > 1
    ]
    return str(max([0, *kinds, *suits]))


def color(cards: tuple[int, ...]) -> str:
    black = sum(card // 13 in (0, 3) for card in cards)
    return str(max(black, len(cards) - black))


POINT_ROWS = {
    **{label: label for label in ("44", "43", "42", "41", "40", "39", "38")},
    "35 - 37": ("35", "36", "37"),
    "32 - 34": ("32", "33", "34"),
    "30 - 31": ("30", "31"),
    "27 - 29": ("27", "28", "29"),
    "21 - 26": ("21", "22", "23", "24", "25", "26"),
    "Others": "",
}
ANTE_ROWS = {
    "Royal Flush": "straight flush A",
    "Straight Flush": "straight flush",
    "3 of a Kind": "trips",
    "Straight": "straight",
    "Flush": "flush",
    "Others": "",
}
HIGH_PAIRS = ("pair A", "pair K", "pair Q", "pair J", "pair T")
BLIND_ROWS = {
    "Royal Flush": "straight flush A",
    "Four of a Kind": "quads",
    "Straight Flush": "straight flush",
    "Three of a Kind": "trips",
    "Flush": "flush",
    "Straight": "straight",
}
ANTE_BONUS_ROWS = {
    "Quads": "quads",
    "Straight Flush": "straight flush",
    "Trips": "trips",
    "Flush or less": "",
}
# The description of a hand, how many of its cards make it, and the rows from the top.
Rows = dict[str, str | tuple[str, ...]]
ROWS: dict[str, tuple[Callable[[tuple[int, ...]], str], int, Rows]] = {
    "ultimate-4-card-buyout bonus": (points, 4, POINT_ROWS),
    "4-card-buyout bonus": (points, 4, POINT_ROWS),
    "4-card-split-v1 ante": (kind, 3, ANTE_ROWS),
    "4-card-split-v2 ante": (kind, 3, ANTE_ROWS),
    "4-card-split-v1 blind": (
        kind,
        4,
        {**BLIND_ROWS, "Two Pair": "two pair", "High Pair (T's - A's)": HIGH_PAIRS, "Others": ""},
    ),
    "4-card-split-v2 blind": (
        kind,
        4,
        {
            **BLIND_ROWS,
            "Two Pairs": "two pair",
            "Pair A-T": HIGH_PAIRS,
            "Pair 9-2": "pair",
            "High Card": "",
        },
    ),
    "four-card-prime win_bonus": (kind, 4, ANTE_BONUS_ROWS),
    "four-card-prime bad_beat_bonus": (kind, 4, ANTE_BONUS_ROWS),
    "four-card-prime aces_baby": (
        kind,
        4,
        {
            "Four Aces": "quads A",
            "Quads": "quads",
            "Royal": "straight flush A",
            "Straight flush": "straight flush",
            "Three Aces": "trips A",
            "Trips": "trips",
            "Flush": "flush",
            "Straight": "straight",
            "Two Pair": "two pair",
            "AA": "pair A",
            "Kings or less": "",
        },
    ),
    "four-card-prime prime": (
        color,
        5,
        {"All five one color": "5", "Four one color": "4", "Others": ""},
    ),
    "four-card-prime bad_beat_wager": (
        kind,
        4,
        {
            "Four-of-a-Kind": "quads",
            "Straight Flush": "straight flush",
            "Three-of-a-Kind": "trips",
            "Flush": "flush",
            "Straight": "straight",
            "Two Pair": "two pair",
            "Others": "",
        },
    ),
    "four-card-prime five_card_jackpot": (
        kind,
        5,
        {
            "Five-card Royal Flush": "straight flush A",
            "Five-card Straight Flush": "straight flush",
            "Four of a kind": "quads",
            "Full House": "full house",
            "Five-card Flush": "flush",
            "Five-card Straight": "straight",
            "Three of a kind": "trips",
            "two pairs & less": "",
        },
    ),
    "four-card-prime four_card_jackpot": (
        kind,
        4,
        {
            "Four Aces": "quads A",
            "Quads": "quads",
            "Straight Flush": "straight flush",
            "Trips": "trips",
            "Others": "",
        },
    ),
}

_SAID: dict[tuple[str, int, str], Counter[frozenset[str]]] = {}


def said_counts(block: Block, weighed: WeighedHands) -> Counter[frozenset[str]]:
    """How many hands can be described like this, by any of their cards that make one."""
    say, makes, _ = ROWS[block.id]
    key = (say.__name__, makes, block.hands)
    if key not in _SAID:
        counts: Counter[frozenset[str]] = Counter()
        for cards, times in weighed:
            counts[frozenset(map(say, combinations(cards, makes)))] += times
        _SAID[key] = counts
    return _SAID[key]


@pytest.mark.parametrize(
    "block", slow_where(lambda block: block.size == 6 or ROWS[block.id][0] is color)
)
def test_rows_count_by_their_words(block: Block, suit_classes: SuitClasses) -> None:
    rows = ROWS[block.id][2]
    counts = dict.fromkeys(rows, 0)
    for said, times in said_counts(block, weighed_hands(block, suit_classes)).items():
        label = next(row for row, begin in rows.items() if any(s.startswith(begin) for s in said))
        counts[label] += times
    assert counts == block.counts
