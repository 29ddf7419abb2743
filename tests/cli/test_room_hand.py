"""In the room a player sees their own cards, and nobody else's."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from croupier.bank.store import open_store
from croupier.cards.card import SUIT_SYMBOLS, Card, text
from croupier.cards.card import name as card_name
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.room import Room
from croupier.room.tables import rounds as play
from croupier.room.tables.tables import bought_in, cashed_out
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import view as view_hand
from croupier.table.round import Round
from croupier.table.view import view
from tests.cli.room_desk import folder, refused
from tests.cli.room_laid import HOLD_OUT, PLAYERS, Laying

__all__ = ["folder"]

ALL = [*GAMES, HOLD_OUT]
A_CARD = re.compile(rf"\b[2-9TJQKA][cdhs]\b|[{SUIT_SYMBOLS}]")


@pytest.fixture
def lay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Laying:
    return Laying(monkeypatch)


def any_deck(seed: int) -> tuple[Card, ...]:
    """Every card once, so that a card's position in it is known."""
    deck = [Card(card) for card in range(52)]
    Random(seed).shuffle(deck)
    return tuple(deck)


def visible(state: Round | Hand, seat: int | None) -> set[str]:
    """The cards that a seat may see, as the engine's own view has them."""
    if isinstance(state, Hand):
        hand = view_hand(state, seat)
        words = " ".join([hand.board, *(f"{one.shown} {one.thrown}" for one in hand.seats)])
        return set(words.split())
    now = view(state, seat)
    lying = [now.dealer]
    for spot in now.spots:
        lying += [*spot.hands, spot.offer, spot.rack]
    return {card_name(card) for cards in lying for card in cards if card is not None}


def with_hidden_exchanged(deck: tuple[Card, ...], seen: set[str]) -> tuple[Card, ...]:
    """The same deck, with the unseen cards in reverse order."""
    hidden = [card for card in deck if card_name(card) not in seen]
    other = iter(reversed(hidden))
    return tuple(card if card_name(card) in seen else next(other) for card in deck)


def own_cards(state: Round | Hand, seat: int) -> set[str]:
    if isinstance(state, Hand):
        return set(text(state.held[seat]).split())
    return {card_name(card) for hand in state.spot(seat).hands for card in hand.cards}


@pytest.mark.parametrize("game", ALL)
def test_a_player_sees_their_own_cards_and_no_others(lay: Laying, game: str) -> None:
    """If the hidden cards are in another order, not a byte of the answer changes."""
    desk = lay(game, any_deck(7))
    for seat, player in PLAYERS.items():
        seen = visible(desk.state, seat)
        assert own_cards(desk.state, seat) <= seen
        words = ("hand", "7", str(seat))
        shown, data = desk.printed(*words, by=player), desk.printed(*words, "--json", by=player)
        assert own_cards(desk.state, seat) <= set(re.findall(r"[2-9TJQKA][cdhs]", data))
        other = lay(game, with_hidden_exchanged(desk.deck, seen))
        assert visible(other.state, seat) == seen and other.deck != desk.deck
        assert other.printed(*words, by=player) == shown
        assert other.printed(*words, "--json", by=player) == data


@pytest.mark.parametrize("game", ALL)
def test_nobody_else_is_shown_a_seats_cards(lay: Laying, game: str) -> None:
    desk = lay(game, any_deck(7))
    for by in ("pat", "dee", "flo", "ada", "aud", "nobody", ""):
        for form in ((), ("--json",)):
            error = refused("room", "hand", "7", "1", *form, "--by", by, "--bank", desk.bank)
            assert error.code == "role/not_allowed" and not A_CARD.search(error.message)


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("own", [True, False])
def test_players_who_act_see_their_cards_and_those_who_act_for_them_do_not(
    lay: Laying, game: str, own: bool
) -> None:
    desk = lay(game, any_deck(7))
    seat = desk.turn
    by = PLAYERS[seat] if own else "dee"
    action = "call" if game == HOLD_OUT else desk.state.legal[-1]  # type: ignore[index]
    words = ("act", "7", str(seat), action, "--key", "k")
    before = own_cards(desk.state, seat)
    shown = desk.printed(*words, by=by)
    data = desk.printed(*words, "--json", by=by)  # sent again: the same act, and nothing more
    seen = visible(desk.state, seat if own else None)
    assert seen <= set(re.findall(r"[2-9TJQKA][cdhs]", data))
    if own:
        assert before <= seen
    other = lay(game, with_hidden_exchanged(desk.deck, seen))
    assert other.printed(*words, by=by) == shown
    assert other.printed(*words, "--json", by=by) == data


def test_the_seat_that_is_acted_for_is_the_one_shown(lay: Laying) -> None:
    """A player may have two seats at a table of the house."""
    desk = lay("four-card-prime", any_deck(7))
    with open_store(f"sqlite:///{desk.bank}") as store:
        room = Room(store)
        room.do("act", "pam", play.acted, "7", 1, "raise 1x")
        room.do("act 2", "pat", play.acted, "7", 2, "raise 1x")
        room.do("sit 3", "dee", bought_in, "7", 3, "pam", Cents(10_000), cash=True)
    desk.printed("deal", "7", "1:ante=5", "3:ante=5", by="dee")
    for words in (("hand", "7", "3"), ("act", "7", "1", "raise 1x")):
        seen = json.loads(desk.printed(*words, "--json", by="pam"))
        hands = {spot["seat"]: spot["hands"][0] for spot in seen["spots"]}
        shown = int(words[2])
        assert None not in hands[shown] and set(hands[4 - shown]) == {None}


def test_between_rounds_and_outside_them(lay: Laying) -> None:
    desk = lay("four-card-prime", any_deck(7))
    bank = ("--bank", desk.bank)
    with open_store(f"sqlite:///{desk.bank}") as store:
        room = Room(store)
        room.do("act", "pam", play.acted, "7", 1, "raise 1x")
        room.do("act 2", "pat", play.acted, "7", 2, "raise 1x")
    words = ("room", "hand", "7", "1", "--by", "pam", *bank)
    assert "between rounds" in refused(*words).message
    desk.printed("deal", "7", "2:ante=5", by="dee")
    assert "seat 1 is not in this round" in refused(*words).message
    assert refused("room", "hand", "7", "5", "--by", "pam", *bank).code == "room/seat"
    assert refused("room", "hand", "8", "1", "--by", "pam", *bank).code == "room/table"


def test_an_old_act_sent_again_shows_nothing_of_who_sits_there_now(lay: Laying) -> None:
    desk = lay("four-card-prime", any_deck(7))
    words = ("act", "7", "1", "raise 1x", "--key", "k", "--json")
    desk.printed(*words, by="pam")
    with open_store(f"sqlite:///{desk.bank}") as store:
        room = Room(store)
        room.do("act 2", "pat", play.acted, "7", 2, "raise 1x")
        room.do("up 1", "pam", cashed_out, "7", 1)
        room.do("sit", "dee", bought_in, "7", 1, "pat", Cents(10_000), cash=True)
    desk.printed("deal", "7", "1:ante=5", by="dee")
    again = json.loads(desk.printed(*words, by="pam"))
    assert again["round"] == 2 and set(again["spots"][0]["hands"][0]) == {None}
    assert again["moved"]["seats"]["1"] == {"player": "pam", "bet": 500}


def test_poker_the_cards_to_discard_are_named_from_what_is_shown(lay: Laying) -> None:
    desk = lay(HOLD_OUT, any_deck(7))
    seat = desk.turn
    desk.printed("act", "7", str(seat), "call", by=PLAYERS[seat])
    desk.printed("act", "7", str(3 - seat), "check", by=PLAYERS[3 - seat])
    seat = desk.turn
    shown = desk.printed("hand", "7", str(seat), by=PLAYERS[seat])
    (line,) = [line for line in shown.splitlines() if line.startswith(f"  seat {seat} ")]
    first, second, *_ = re.findall(r"[2-9TJQKA][cdhs]", line)
    hidden = sorted(own_cards(desk.state, 3 - seat))
    words = ("room", "act", "7", str(seat), f"discard {first} {hidden[0]}", "--by", "dee")
    refusals = {refused(*words, "--bank", desk.bank).message}
    words = ("room", "act", "7", str(seat), f"discard {hidden[0]} {first}", "--by", "dee")
    refusals.add(refused(*words, "--bank", desk.bank).message)
    assert refusals == {f"seat {seat} does not hold all of these cards"}  # without saying which
    done = desk.printed("act", "7", str(seat), f"discard {first} {second}", by=PLAYERS[seat])
    assert done.startswith(f"Table 7, round 1, seat {seat}: discard 2 cards.")
