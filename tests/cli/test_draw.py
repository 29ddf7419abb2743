"""What is drawn is what a seat may see, in characters that the terminal has."""

import io
import re

import pytest
from rich.console import Console
from rich.text import Text

from croupier.cards.card import DECK, parse
from croupier.cli.draw import (
    ASIDE,
    PLAIN,
    Pen,
    boxes,
    compact,
    dealers_words,
    felt,
    net_text,
    pen_for,
)
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.rules.felt import Result
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.table.view import view

FACES = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


def opened(game: str, *, seats: int = 1, step: int = 7, decks: int = 1) -> Round:
    """A round from a deck in an obvious order: every seventh card, say."""
    table = open_table(game)
    cards = tuple(DECK[(step * place + 3) % 52] for place in range(52 * decks))
    bets = {wager.name: 500 for wager in table.offers if wager.required}
    return deal(table, dict.fromkeys(range(1, seats + 1), bets), Deck(cards))


def acted(state: Round, place: int = 0) -> Round:
    assert state.turn is not None
    return state.act(state.turn, state.legal[place])


def drawn(state: Round, *, width: int = 80, pen: Pen | None = None) -> str:
    console = Console(file=io.StringIO(), width=width, record=True)
    console.print(felt(state, pen or Pen()))
    return console.export_text()


def seen(state: Round) -> list[str]:
    """The faces of all cards that the seats may see, as they are drawn."""
    views = [view(state, spot.seat).spots[place] for place, spot in enumerate(state.spots)]
    rows = [view(state).dealer]
    for spot in views:
        rows.extend([*spot.hands, spot.offer, spot.rack])
    return sorted(Pen().face(card).strip() for row in rows for card in row if card is not None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 3, 8])
@pytest.mark.parametrize("place", [0, -1])
def test_exactly_the_cards_that_may_be_seen_are_drawn(game: str, seats: int, place: int) -> None:
    state = opened(game, seats=seats)
    while not state.over:
        assert sorted(FACES.findall(drawn(state, width=200))) == seen(state)
        state = acted(state, place)
    assert sorted(FACES.findall(drawn(state, width=200))) == seen(state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 8])
def test_a_table_fits_a_narrow_terminal(game: str, seats: int) -> None:
    state = opened(game, seats=seats)
    while not state.over:
        lines = drawn(state).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 24 or seats > 2
        state = acted(state)


@pytest.mark.parametrize("game", GAMES)
def test_the_dealers_hand_is_described_only_once_it_is_face_up(game: str) -> None:
    state = opened(game)
    while not state.over:
        assert dealers_words(state) == ""
        state = acted(state)
    words = dealers_words(state)
    assert words
    assert words in drawn(state)


def test_a_dealer_who_draws_after_all_have_folded_is_not_described_by_the_first_cards() -> None:
    state = opened("ultimate-4-card-buyout")
    while not state.over:
        state = acted(state, -1)
    assert len(state.dealer.cards) >= 4
    assert dealers_words(state) == ""


def test_the_hands_of_a_split_are_named() -> None:
    state = acted(opened("4-card-split-v2"))
    page = drawn(state)
    assert "hand 1 │" in page and "hand 2 │" in page
    assert "hand 1: " in page


def test_what_five_cards_of_prime_make_is_told() -> None:
    cards = parse("Ts Tc Kh 8s 6c 2h 4d 6h 8d Jh Qd")
    state = deal(open_table("four-card-prime"), {1: {"ante": 500}}, Deck(cards))
    assert "pair of tens (T K 8)" in drawn(state)


def test_four_cards_of_split_are_told_by_the_blind_alone() -> None:
    cards = parse("As Ks Qs Js 2h 4d 6h 8d")  # above four of a kind, as nowhere else
    bets = {1: {"ante 1": 500, "ante 2": 500, "blind": 500}}
    told = drawn(deal(open_table("4-card-split-v2"), bets, Deck(cards)))
    assert told.count("royal flush") == 1


def test_a_card_on_offer_and_the_rack_are_named() -> None:
    state = opened("ultimate-4-card-buyout")
    assert "offered │" in drawn(state)
    state = state.act(1, "buy")
    while not state.over:
        state = state.act(1, "refuse" if "refuse" in state.legal else "fold")
    assert "discarded: " in drawn(state)


def test_every_face_is_three_characters_and_another() -> None:
    for pen in (Pen(), PLAIN):
        faces = {pen.face(card) for card in DECK}
        assert len(faces) == 52
        assert {len(face) for face in (*faces, pen.face(None))} == {3}
    assert Pen().face(parse("Td")[0]) == "10♦"
    assert Pen().face(parse("As")[0]) == " A♠"


def test_cards_outside_the_hand_are_set_aside() -> None:
    cards = parse("As Ks 2d")
    styles = [str(span.style) for span in boxes(cards, Pen(), cards[:2])[1].spans]
    assert [ASIDE in style for style in styles] == [False, False, True]
    assert not any(ASIDE in str(span.style) for span in boxes(cards, Pen())[1].spans)


def test_a_terminal_without_the_signs_gets_letters() -> None:
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert pen_for(console) == PLAIN
    assert pen_for(Console(file=io.StringIO())) == Pen()
    assert drawn(opened("four-card-prime"), pen=PLAIN).isascii()
    assert compact(parse("As Td"), PLAIN).plain == " As   10d "


@pytest.mark.parametrize(
    "net, percent, shown",
    [
        (1500, 0, "+$15"),
        (-250, 0, "-$2.50"),
        (0, 0, "push"),
        (-100, 10, "-$1 plus 10% of the meter"),
    ],
)
def test_a_result_shows_its_net_and_a_share_of_the_meter(
    net: int, percent: int, shown: str
) -> None:
    result = Result("five card jackpot", Cents(100), Cents(net), 0, percent)
    assert isinstance(net_text(result), Text)
    assert net_text(result).plain == shown
