"""A round as a page: how it is written, how it is read again, and what is reported when it is
false.
"""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import parse
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.rules.limits import Limits, profile
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.table.transcript import Try, replay, transcript
from tests.effort import examples

FOLDER = Path(__file__).parent.parent / "transcripts"
PAGES = {
    f"{path.parent.name}/{path.stem}": path.read_text("utf-8")
    for path in sorted(FOLDER.glob("*/*.txt"))
    if path.parent.name in GAMES
}
PAGE = PAGES["ultimate-4-card-buyout/bonus"]
each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


def test_a_round_is_written_line_by_line() -> None:
    table = open_table(
        "4-card-buyout",
        posted={"bonus": "2"},
        options={"bonus_alone": True, "cut_card": 156},
        limits=Limits(profile("wa-2009"), {"first": Cents(500)}, {"bonus": Cents(2500)}),
    )
    bets = {2: {"bonus": 100}, 1: {"first": 500}}
    cards = parse("7c 9d 4s 7c 9d 8h Kd Ah Kh Ks 3h", decks=6)
    state = deal(table, bets, Deck(cards)).act(1, "refuse")
    tries = [Try(8, 2, "buy", "action/not_your_turn"), Try(state.version, 1, "buy", "x/y")]
    assert transcript(state, tries).splitlines() == [
        "game    4-card-buyout",
        "posted  bonus=2",
        "options bonus_alone=on, cut_card=156",
        "limits  wa-2009, first $5 to $300, bonus $1 to $25",
        "offers  first, bonus",
        "deck    7c 9d 4s 7c 9d 8h Kd Ah Kh Ks 3h",
        "seat 1  bets first $5",
        "seat 2  bets bonus $1",
        "seat 1  is dealt 7c",
        "seat 2  is dealt 9d",
        "dealer  is dealt 1 face down",
        "seat 1  is dealt 7c",
        "seat 2  is dealt 9d",
        "dealer  is dealt 8h",
        "seat 1  is offered Kd",
        "seat 2  tries buy, refused: action/not_your_turn",
        "seat 1  chooses refuse",
        "seat 2  is dealt Ah Kh",
        "seat 2  settles bonus +$3",  # 21 points: 3 to 1 in table 2
        "dealer  shows 4s 8h",
        "dealer  is dealt Ks 3h",
        "seat 1  settles first +$5",  # a pair, 20, against 4 + K of spades, 14
        "seat 1  tries buy, refused: x/y",
    ]


def test_a_round_in_progress_can_be_written_and_replayed() -> None:
    table = open_table("four-card-prime")
    state = deal(table, {1: {"ante": 500}}, Deck(parse("2c 3c 4c 5c 6c 7d 8d 9d Td Jd Qd Kd Ad")))
    written = transcript(state)
    assert written.endswith("dealer  is dealt 7d\ndealer  is dealt 5 face down\n")
    again, _ = replay(written)
    assert not again.over and again.events == state.events


@each_page
def test_line_ends_and_trailing_spaces_do_not_matter(page: str) -> None:
    for changed in (
        page.replace("\n", "\r\n"),
        page.replace("\n", "  \n"),
        "\n\n" + page + "\n\n",
        page.rstrip(),
    ):
        state, tries = replay(changed)
        assert transcript(state, tries) == page


OUTCOME = re.compile(r" (is dealt|is offered|shows|settles) |, refused: ")


@each_page
def test_an_outcome_that_was_altered_is_named_by_its_line(page: str) -> None:
    lines = page.splitlines()
    altered = 0
    for place, line in enumerate(lines):
        if OUTCOME.search(line):
            altered += 1
            wrong = line[:-1] + ("0" if line[-1] != "0" else "1")
            with pytest.raises(BadRecord) as caught:
                replay("\n".join([*lines[:place], wrong, *lines[place + 1 :]]))
            assert caught.value.code == "record/transcript"
            assert caught.value.message == (
                f"line {place + 1} says {wrong!r}; the rules give {line!r}"
            )
    assert altered >= 5


@each_page
def test_a_missing_or_extra_line_is_detected(page: str) -> None:
    lines = page.splitlines()
    for place, line in enumerate(lines):
        with pytest.raises(BadRecord, match=rf"line {place + 1} says 'a remark'"):
            replay("\n".join([*lines[:place], "a remark", *lines[place:]]))
        if " tries " not in line:  # a refused act changes nothing, so it may be left out
            with pytest.raises(RuleError):
                replay("\n".join([*lines[:place], *lines[place + 1 :]]))
            with pytest.raises(RuleError):
                replay("\n".join([*lines[:place], line, *lines[place:]]))
    count = len(lines)
    with pytest.raises(BadRecord, match=rf"{count + 1} lines; the round played again has {count}"):
        replay(page + "a remark\n")


def altered(old: str, new: str, page: str = PAGE) -> str:
    assert page.count(old) >= 1
    return page.replace(old, new, 1)


@pytest.mark.parametrize(
    "page, message",
    [
        ("", "no line 'game': not a transcript"),
        ("\ufeff", "no line 'game': not a transcript"),
        ("game    four-card-prime\n", "no line 'deck': not a transcript"),
        (altered("game    ultimate", "game    penultimate"), "no game 'penultimate-4-card-buyout'"),
        (altered("bonus=1", "bonus=9"), "no table '9' for bonus; known: 1"),
        (altered("bonus=1", "bonus"), "'bonus' is not name=value"),
        (altered("bonus=1", "blind=1"), "ultimate-4-card-buyout posts no 'blind'"),
        (altered("limits  wa-2023", "limits  wa-1999"), "no limit profile 'wa-1999'"),
        (altered("wa-2023", "wa-2023, first"), "'first' is not a limit such as"),
        (altered("wa-2023", "wa-2023, first $1 to $9,999"), r"first up to \$9,999; profile wa"),
        (altered("wa-2023", "wa-2023, first $1 to $5"), r"first \$10; this table takes \$1 to \$5"),
        (altered("wa-2023", "wa-2023, first one to two"), "'one' is not an amount"),
        (altered("limits", "options bonus_alone=often\nlimits"), "option bonus_alone = 'often'"),
        (altered("limits", "options bonus_alone\nlimits"), "'bonus_alone' is not name=value"),
        (altered("offers  first, bonus", "offers  first, tip"), "cannot offer 'tip'"),
        (altered("deck    Kh", "deck    Kx"), "'Kx' is not a card"),
        (altered("deck    Kh", "deck    2c"), "2c appears twice; one deck holds one"),
        (altered(" 3c\n", "\n"), "the deck of 7 cards has 1 left; 2 are to be dealt"),
        (altered(" 3c\n", " 3c 4c\n"), "line 5 says"),
        (altered("bets first $10", "bets first"), "'first' is not an amount"),
        (altered("bets first $10", "bets first $0"), "first 0; a wager is whole cents above zero"),
        (altered("bets first $10", "bets first $-5"), "'\\$-5' is not an amount"),
        (altered("bets first $10", "bets first $10.001"), "is not an amount"),
        (altered("bets first $10", "bets first $500"), r"this table takes \$1 to \$400"),
        (altered("first $10, ", ""), "no first; a seat must bet first"),
        (altered("first $10, ", "tip $10, "), "'tip' is not offered before the deal"),
        (altered("seat 1  bets", "seat 0  bets"), "seat 0; ultimate-4-card-buyout has seats"),
        (altered("seat 1  bets", "seat 10 bets"), "seat 10; ultimate-4-card-buyout has seats"),
        (altered("seat 1  bets", "seat 2  bets"), "it is seat 2's turn"),
        (altered("seat 1  chooses buy", "seat 1  chooses sell"), "'sell'; legal: buy, refuse"),
        (altered("seat 1  chooses buy", "seat 2  chooses buy"), "it is seat 1's turn"),
        (altered("seat 1  chooses buy", "seat 1  tries buy"), "seat 1 tries 'buy': it is legal"),
        (PAGE + "seat 1  chooses buy\n", "the round is over, nothing is legal"),
    ],
)  # fmt: skip
def test_an_impossible_page(page: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        replay(page)


@pytest.mark.parametrize(
    "line, page",
    [
        (2, altered("bonus=1", "bonus=9")),
        (5, altered("deck    Kh", "deck    Kx")),
        (6, altered("bets first $10", "bets first $500")),
        (12, altered("seat 1  chooses buy", "seat 1  chooses sell")),
        (19, PAGE + "seat 1  chooses buy\n"),
    ],
)
def test_what_the_rules_refuse_is_named_by_its_line(line: int, page: str) -> None:
    with pytest.raises(RuleError, match=rf"line {line}\b"):
        replay(page)


@pytest.mark.parametrize(
    "page",
    [
        altered("seat 1  bets", f"seat {'1' * 5000} bets"),
        altered("first $10", f"first ${'1' * 5000}"),
    ],
    ids=["seat", "stake"],
)
def test_a_number_of_thousands_of_digits_is_refused(page: str) -> None:
    with pytest.raises(RuleError):
        replay(page)


def test_a_tribal_table_can_be_written() -> None:
    limits = Limits(
        profile("tribal"), {"prime": Cents(100)}, {"ante": Cents(500), "raise": Cents(1500)}
    )
    table = open_table(
        "four-card-prime", limits=limits, offers=["ante"], options={"jackpot_type": "none"}
    )
    deck = Deck(parse("2c 3c 4c 5c 6c 7d 8d 9d Td Jd Qd"))
    state = deal(table, {1: {"ante": 500}}, deck).act(1, "fold")
    assert replay(transcript(state))[0].events == state.events


@settings(max_examples=examples(400), deadline=None)
@given(data=st.data())
def test_a_page_with_any_change_is_replayed_or_refused(data) -> None:
    page = data.draw(st.sampled_from(list(PAGES.values())))
    lines = page.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    line = lines[place]
    other = data.draw(
        st.sampled_from(lines)
        | st.text(max_size=30)
        | st.builds(
            lambda at, junk: line[:at] + junk + line[at + len(junk) :],
            st.integers(0, len(line)),
            st.text(max_size=4) | st.sampled_from(["٣", "$", "-", "100%", "=", ", "]),
        )
    )
    changed = [*lines[:place], other, *lines[place + 1 :]]
    if data.draw(st.booleans()):
        changed = changed[: data.draw(st.integers(0, len(changed)))]
    with suppress(RuleError):
        replay("\n".join(changed))
