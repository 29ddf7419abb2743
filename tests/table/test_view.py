"""Secrecy: however the cards that a viewer cannot see are exchanged, their view is the same."""

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import Card, name, parse
from croupier.cli.room.felt import show
from croupier.errors import IllegalAction, RuleError
from croupier.games.registry import GAMES
from croupier.rules.felt import Face, Result
from croupier.rules.vocabulary import Game
from croupier.table.events import Acted, Dealt, Revealed, RoundEvent, Settled
from croupier.table.round import Round, deal, rebuild
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.table.view import ONLOOKER, View, view
from tests.effort import examples
from tests.table.random_play import any_round, bets_of, states

SEEDS = st.integers(min_value=0, max_value=2**64)
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")

any_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def visible_places(events: tuple[RoundEvent, ...], viewer: int | None) -> set[int]:
    """The positions in the deck whose cards this viewer was shown, from the events alone."""
    dealt_to: dict[int, list[int]] = {}
    seen: set[int] = set()
    cards: list[Card] = []
    for event in events:
        if isinstance(event, Dealt):
            places = range(len(cards), len(cards) + len(event.cards))
            cards.extend(event.cards)
            dealt_to.setdefault(event.seat, []).extend(places)
            if event.face is Face.UP or (event.face is Face.OWN and event.seat == viewer):
                seen.update(places)
        elif isinstance(event, Revealed):
            seen.update(place for place in dealt_to[event.seat] if cards[place] in event.cards)
        elif isinstance(event, Acted) and "/" in event.action:
            seen.update(dealt_to[event.seat])  # a player who splits lays the cards face up
    return seen


def moments(rng: Random, last: Round) -> Iterator[Round]:
    """The round as it was after some of its events: all its choices, and a few in between."""
    choices = [at for at, event in enumerate(last.events) if isinstance(event, Acted)]
    between = rng.sample(range(1, last.version + 1), min(8, last.version))
    for count in sorted({*choices, *between, last.version}):
        yield rebuild(last.table, last.source, last.events[:count])


# Dealer and player check the blind between them (V1, rule 4): the others see what it was paid and,
# by the split or the fold, whether there was an instant winner; everything else must tell them
# nothing.
CHECKED = ("4-card-split-v1",)


def alike(state: Round, again: Round | None) -> bool:
    return again is not None and again.results == state.results and again.turn == state.turn


def without_blinds(state: Round) -> dict[int, dict[str, Result]]:
    return {
        seat: {wager: result for wager, result in results.items() if wager != "blind"}
        for seat, results in state.results.items()
    }


def viewers(state: Round) -> list[int | None]:
    return [ONLOOKER, *(spot.seat for spot in state.spots), state.table.game.seats_max + 1]


def with_hidden_changed(rng: Random, state: Round, viewer: int | None) -> Deck:
    assert isinstance(state.source, Deck)
    deck = list(state.source.cards)
    hidden = sorted(set(range(len(deck))) - visible_places(state.events, viewer))
    shuffled = [deck[place] for place in rng.sample(hidden, len(hidden))]
    for place, card in zip(hidden, shuffled, strict=True):
        deck[place] = card
    return Deck(tuple(deck))


def played_again(state: Round, deck: Deck) -> Round | None:
    """The same bets and acts with another deck; None if those acts are not legal with it."""
    again = deal(state.table, bets_of(state), deck)
    try:
        for event in state.events:
            if isinstance(event, Acted):
                again = again.act(event.seat, event.action)
    except RuleError:
        return None
    if again.version < state.version:
        return None
    return rebuild(state.table, deck, again.events[: state.version])


@any_game
@settings(max_examples=examples(50), deadline=None)
@given(seed=SEEDS)
def test_hidden_cards_change_no_view(seed: int, game: Game) -> None:
    rng = Random(seed)
    for state in moments(rng, any_round(rng, game)):
        for viewer in rng.sample(viewers(state), 2):
            again = played_again(state, with_hidden_changed(rng, state, viewer))
            if game.id in CHECKED and not alike(state, again):
                continue
            # No rule of the others looks at a card that the seat to act does not show everybody,
            # so an act that is legal with one hidden deal is legal with all.
            assert again is not None
            assert view(again, viewer) == view(state, viewer)
            assert json.dumps(view(again, viewer).to_json()) == json.dumps(
                view(state, viewer).to_json()
            )


@any_game
@settings(max_examples=examples(50), deadline=None)
@given(seed=SEEDS)
def test_a_view_names_no_card_but_those_shown(seed: int, game: Game) -> None:
    rng = Random(seed)
    for state in moments(rng, any_round(rng, game)):
        assert isinstance(state.source, Deck)
        for viewer in viewers(state):
            shown = {
                name(state.source.cards[place]) for place in visible_places(state.events, viewer)
            }
            written = {**view(state, viewer).to_json(), "posted": {}}  # a table's id may be "2c"
            found = CARD.findall(json.dumps(written, allow_nan=False))
            assert set(found) == shown, "all that is shown, and nothing else"


@any_game
@settings(max_examples=examples(50), deadline=None)
@given(seed=SEEDS)
def test_every_card_is_in_the_view_seen_or_face_down(seed: int, game: Game) -> None:
    rng = Random(seed)
    for state in moments(rng, any_round(rng, game)):
        for viewer in viewers(state):
            seen = view(state, viewer)
            assert len(seen.dealer) == len(state.dealer.cards)
            for spot, shown in zip(state.spots, seen.spots, strict=True):
                assert [len(hand) for hand in shown.hands] == [
                    len(hand.cards) for hand in spot.hands
                ]
                assert (len(shown.offer), len(shown.rack)) == (len(spot.offer), len(spot.rack))


@any_game
@settings(max_examples=examples(30), deadline=None)
@given(seed=SEEDS)
def test_only_the_seat_to_act_is_told_what_it_may_do(seed: int, game: Game) -> None:
    rng = Random(seed)
    first = rebuilt_to_first_choice(any_round(rng, game))
    for state in states(rng, first):
        for viewer in viewers(state):
            seen = view(state, viewer)
            mine = not state.over and viewer == state.turn
            assert seen.legal == (state.legal if mine else ())
            assert (seen.seat, seen.turn, seen.over) == (viewer, state.turn, state.over)
            assert seen.version == state.version


def rebuilt_to_first_choice(last: Round) -> Round:
    return deal(last.table, bets_of(last), last.source)


@any_game
@settings(max_examples=examples(50), deadline=None)
@given(seed=SEEDS)
def test_results_are_seen_only_with_the_cards_that_decide_them(seed: int, game: Game) -> None:
    """Whatever hidden cards are put there instead, the wagers settled so far stay as settled."""
    rng = Random(seed)
    for state in moments(rng, any_round(rng, game)):
        if not any(isinstance(event, Settled) for event in state.events):
            continue
        again = played_again(state, with_hidden_changed(rng, state, ONLOOKER))
        if game.id not in CHECKED:
            assert again is not None and again.results == state.results
        elif again is not None:
            assert without_blinds(again) == without_blinds(state)
        assert [spot.results for spot in view(state).spots] == list(state.results.values())


def test_prime_shows_a_seat_its_own_cards_and_one_of_the_dealers() -> None:
    table = open_table("four-card-prime", offers=["ante"])
    deck = Deck(parse("2c 3c 4c 5c 6c 2d 3d 4d 5d 6d As Ks Qs Js Ts 9s"))
    state = deal(table, {1: {"ante": 500}, 4: {"ante": 500}}, deck)
    assert hands(view(state, 1)) == ["2c 3c 4c 5c 6c", "?? ?? ?? ?? ??"]
    assert hands(view(state, 4)) == ["?? ?? ?? ?? ??", "2d 3d 4d 5d 6d"]
    assert hands(view(state)) == ["?? ?? ?? ?? ??", "?? ?? ?? ?? ??"]
    for viewer in (1, 4, ONLOOKER):
        assert shown(view(state, viewer).dealer) == "As ?? ?? ?? ?? ??"
    over = state.act(1, "fold").act(4, "raise 1x")
    assert shown(view(over).dealer) == "As Ks Qs Js Ts 9s"
    assert hands(view(over)) == ["?? ?? ?? ?? ??", "2d 3d 4d 5d 6d"], "a folded hand stays secret"
    assert hands(view(over, 1)) == ["2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d"]


def test_a_folded_hand_with_another_wager_is_shown() -> None:
    table = open_table("four-card-prime", offers=["ante", "prime"])
    deck = Deck(parse("2c 3c 4c 5c 6c As Ks Qs Js Ts 9s"))
    state = deal(table, {1: {"ante": 500, "prime": 500}}, deck).act(1, "fold")
    assert hands(view(state)) == ["2c 3c 4c 5c 6c"]


def test_split_turns_the_added_cards_up_only_at_the_end() -> None:
    table = open_table("4-card-split-v2")
    bets = {seat: {"ante 1": 500, "ante 2": 500, "blind": 500} for seat in (1, 2)}
    # Seat 1 plays two hands of two cards, seat 2 folds all; then one card more for each hand.
    deck = Deck(parse("2c 3d 7h 9s 2d 4h 8c Ts Kc Qd Jh 5s Ah Ad"))
    state = deal(table, bets, deck).act(1, "2c 3d / 7h 9s").act(1, "play").act(1, "play")
    assert hands(view(state, 2)) == ["2c 3d", "7h 9s", "2d 4h 8c Ts"]
    assert shown(view(state, 1).dealer) == "Kc ?? ?? ??"
    over = state.act(2, "fold")
    down = next(
        rebuild(table, deck, over.events[: at + 1])
        for at, event in enumerate(over.events)
        if isinstance(event, Revealed) and event.seat == 0
    )
    for viewer in (1, 2, ONLOOKER):
        assert hands(view(down, viewer))[:2] == ["2c 3d ??", "7h 9s ??"]
        assert hands(view(over, viewer))[:2] == ["2c 3d Ah", "7h 9s Ad"]
        assert shown(view(over, viewer).spots[1].rack) == "2d 4h 8c Ts"


def test_split_v1_shows_hands_when_they_are_split_and_folds_face_down() -> None:
    table = open_table("4-card-split-v1")
    bets = {seat: {"ante 1": 500, "ante 2": 500, "blind": 500} for seat in (1, 2, 3)}
    deck = Deck(parse("2c 3d 7h 9s 2d 4h 8c Ts Ah Ad 5c 6s Kc Qd Jh 5s As 9d"))
    state = deal(table, bets, deck)
    down = "?? ?? ?? ??"
    assert hands(view(state, 2)) == [down, "2d 4h 8c Ts", down]
    assert hands(view(state)) == [down, down, down]
    assert [spot.results["blind"].net for spot in view(state).spots] == [-500, -500, 1000]
    split = state.act(1, "2c 3d / 7h 9s")
    assert hands(view(split, 2))[:2] == ["2c 3d", "7h 9s"]
    folded = split.act(1, "play").act(1, "fold")
    assert shown(view(folded, 2).spots[0].rack) == "?? ??"
    assert shown(view(folded, 1).spots[0].rack) == "7h 9s"
    over = folded.act(2, "fold").act(3, "fold")
    assert over.over
    for viewer in (1, 3, ONLOOKER):
        assert shown(view(over, viewer).spots[1].rack) == down, "nobody saw what seat 2 folded"
    assert shown(view(over, 2).spots[1].rack) == "2d 4h 8c Ts"


@pytest.mark.parametrize("game", ["4-card-split-v1", "4-card-split-v2"])
def test_an_act_out_of_turn_reveals_no_hidden_card(game: str) -> None:
    bets = {seat: {"ante 1": 500, "ante 2": 500, "blind": 500} for seat in (1, 2)}
    state = deal(open_table(game), bets, Deck(parse("2c 3d 7h 9s 2d 4h 8c Ts Kc Qd Jh 5s Ah Ad")))
    with pytest.raises(IllegalAction, match="it is seat 1's turn") as refused:
        state.act(2, "fold")
    assert bool(CARD.search(refused.value.message)) == (game == "4-card-split-v2")
    assert state.announced == (state.legal if game == "4-card-split-v2" else ())


def test_a_room_shows_the_ways_to_split_hidden_cards_only_to_their_player(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bets = {1: {"ante 1": 500, "ante 2": 500, "blind": 500}}
    state = deal(open_table("4-card-split-v1"), bets, Deck(parse("2c 3d 7h 9s Kc Qd Jh 5s Ah Ad")))
    show(state, None)
    told = capsys.readouterr().out
    assert not CARD.search(told) and "7♥" not in told
    show(state, 1)
    assert "2c 3d 7h / 9s" in capsys.readouterr().out


def test_a_card_on_offer_and_a_refused_one_are_seen_by_all() -> None:
    table = open_table("ultimate-4-card-buyout")
    deck = Deck(parse("As 2d Ks 3h 9c Kh Qh"))
    state = deal(table, {7: {"first": 500}}, deck)
    assert shown(view(state).spots[0].offer) == "9c"
    assert shown(view(state).dealer) == "?? 3h"
    over = state.act(7, "refuse")
    assert shown(view(over).spots[0].offer) == ""
    assert shown(view(over).spots[0].rack) == "9c"


def shown(cards: tuple[Card | None, ...]) -> str:
    return " ".join("??" if card is None else name(card) for card in cards)


def hands(seen: View) -> list[str]:
    return [shown(hand) for spot in seen.spots for hand in spot.hands]
