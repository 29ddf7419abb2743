"""A round, step by step: whose turn it is, what is legal, what is refused and in what words."""

from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest

from croupier.cards.card import DECK, parse, text
from croupier.errors import (
    BadRecord,
    BadTable,
    IllegalAction,
    IllegalWager,
    RuleError,
    StaleAction,
)
from croupier.games.registry import GAMES, rules_hash
from croupier.money import Cents
from croupier.rules.limits import Limits, profile
from croupier.rules.vocabulary import Game
from croupier.table.events import DEALER, Acted, Dealt, Opened, Settled
from croupier.table.opening import opening
from croupier.table.round import Round, deal, play, rebuild
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from tests.table.random_play import any_opening, bets_of, states

PRIME, BUYOUT, SPLIT = "four-card-prime", "ultimate-4-card-buyout", "4-card-split-v2"


def prime(*seats: int, ante: int = 500) -> Round:
    """Seats with just an ante, dealt an ordered deck."""
    return deal(
        open_table(PRIME, offers=["ante"]), {seat: {"ante": ante} for seat in seats}, Deck(DECK)
    )


def buyout(cards: str, first: int = 500, table: Table | None = None) -> Round:
    return deal(table or open_table(BUYOUT), {1: {"first": first}}, Deck(parse(cards)))


def split(cards: str, ante: int = 500) -> Round:
    bets = {1: {"ante 1": ante, "ante 2": ante, "blind": ante}}
    return deal(open_table(SPLIT), bets, Deck(parse(cards)))


def test_the_bets_are_checked_before_a_card_is_dealt() -> None:
    table = open_table(PRIME)
    with pytest.raises(BadTable, match="seat 0; four-card-prime has seats 1 to 9"):
        deal(table, {0: {"ante": 500}}, Deck(()))
    with pytest.raises(BadTable, match="no seat made a wager"):
        deal(table, {}, Deck(()))
    with pytest.raises(IllegalWager, match="four-card-prime seat 2: no ante"):
        deal(table, {1: {"ante": 500}, 2: {}}, Deck(()))


def test_a_round_opens_with_everything_it_is_played_by() -> None:
    opening = prime(2).events[0]
    assert isinstance(opening, Opened)
    assert (opening.game, opening.rules) == (PRIME, rules_hash())
    assert opening.posted["aces_baby"] == "AB-01" and opening.options["jackpot_split"] == "equal"
    assert opening.wagers == {2: {"ante": 500}}


def test_seats_act_from_the_dealers_left_and_are_paid_from_the_right() -> None:
    state = prime(7, 2, 5)
    turns = []
    while not state.over:
        turns.append(state.turn)
        state = state.act(state.turn, "fold")
    assert turns == [2, 5, 7]
    paid = [event.seat for event in state.events if isinstance(event, Settled)]
    assert paid == [7, 5, 2]


def test_cards_are_dealt_in_the_order_of_the_seats() -> None:
    dealt = [
        (event.seat, text(event.cards)) for event in prime(9, 1).events if isinstance(event, Dealt)
    ]
    assert dealt == [
        (1, "2c 3c 4c 5c 6c"),
        (9, "7c 8c 9c Tc Jc"),
        (DEALER, "Qc"),
        (DEALER, "Kc Ac 2d 3d 4d"),
    ]


def test_buyout_deals_one_card_at_a_time_in_rotation() -> None:
    table = open_table(BUYOUT)
    state = deal(table, {seat: {"first": 500} for seat in (1, 2)}, Deck(DECK))
    dealt = [
        (event.seat, text(event.cards), event.face.value)
        for event in state.events
        if isinstance(event, Dealt)
    ]
    assert dealt == [
        (1, "2c", "up"),
        (2, "3c", "up"),
        (DEALER, "4c", "down"),
        (1, "5c", "up"),
        (2, "6c", "up"),
        (DEALER, "7c", "up"),
        (1, "8c", "up"),  # on offer
    ]


def test_the_whole_deck_is_enough_for_a_full_table() -> None:
    bets = {seat: {"ante 1": 500, "ante 2": 500, "blind": 500} for seat in range(1, 9)}
    # In steps of seven no four consecutive cards contain an instant winner: 48 cards and the
    # dealer's 4.
    state = deal(open_table(SPLIT), bets, Deck(tuple(DECK[7 * place % 52] for place in range(52))))
    while not state.over:
        state = state.act(state.turn, state.legal[-2] if len(state.legal) > 2 else "play")
    dealt = [card for event in state.events if isinstance(event, Dealt) for card in event.cards]
    assert sorted(dealt) == list(DECK)


def test_a_round_without_choices_is_over_immediately() -> None:
    table = open_table(BUYOUT, options={"bonus_alone": True})
    state = deal(table, {3: {"bonus": 500}}, Deck(parse("As 2c Ks 3d Qs Js 4h 5s 9d")))
    assert state.over and state.turn is None and state.choice is None and state.legal == ()
    assert state.results == {3: {"bonus": state.spot(3).results["bonus"]}}
    assert state.results[3]["bonus"].net == 50 * 500  # A K Q J of spades: 41 points, 50 to 1


def test_a_round_cannot_be_changed() -> None:
    state = prime(1)
    with pytest.raises(AttributeError):
        state.cursor = 99  # type: ignore[misc]
    state.act(1, "fold")
    state.act(1, "raise 1x")
    assert state == prime(1)


def seen(state: Round) -> str:
    """Everything that somebody with a reference to the round can see of it."""
    return repr(
        (
            state.spots,
            state.dealer,
            state.cursor,
            state.events,
            [(option.name, option.bet, option.split) for option in state.options],
            (state.legal, state.announced, state.turn, state.results, state.version, state.over),
        )
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_round_never_changes_for_those_who_hold_it(game: str) -> None:
    """Not by what others do with it: acts that are legal or refused, dead hands, a rebuild; and not
    by later rounds at the same table with the same bets.
    """
    rng, held = Random(11), list[tuple[Round, str]]()
    for _ in range(6):
        opening = any_opening(rng, GAMES[game])
        for _ in range(2):  # the table has checked these bets before
            again = deal(opening.table, bets_of(opening), opening.source)
            for state in states(rng, again):
                held.append((state, seen(state)))
                for action in (*state.legal, "no such thing"):
                    with suppress(IllegalAction):
                        state.act(state.turn or 1, action)
                for spot in state.spots:
                    with suppress(IllegalAction):
                        state.void(spot.seat, forfeit=True)
                with suppress(IllegalAction):
                    state.act(99, "fold")
                rebuild(state.table, state.source, state.events)
                assert seen(state) == held[-1][1]
    assert all(seen(state) == before for state, before in held)


def test_the_mapping_of_bets_may_be_changed_after_the_deal() -> None:
    table, bets = open_table(PRIME, offers=["ante"]), {1: {"ante": 500}}
    first = deal(table, bets, Deck(DECK))
    bets[1]["ante"] = 1_000
    second = deal(table, bets, Deck(DECK))
    assert (first.spot(1).wagers, second.spot(1).wagers) == ({"ante": 500}, {"ante": 1_000})
    assert deal(table, {1: {"ante": 500}}, Deck(DECK)) == first


@pytest.mark.parametrize("stake", [True, 500.0, "500", None, Fraction(500)])
def test_a_stake_that_only_equals_an_accepted_one(stake) -> None:
    """Accepted bets are cached; an equal value of another type must still be refused."""
    table = open_table(PRIME, offers=["ante"])
    deal(table, {1: {"ante": 500}}, Deck(DECK))
    with pytest.raises(IllegalWager):
        deal(table, {1: {"ante": stake}}, Deck(DECK))


@pytest.mark.parametrize(
    "act, code, message",
    [
        (
            (1, "raise 4x"),
            "action/not_legal",
            "four-card-prime event 5 seat 1: 'raise 4x'; legal: fold, raise 1x, raise 2x, raise 3x",
        ),
        (
            (3, "fold"),
            "action/not_your_turn",
            "four-card-prime event 5 seat 3: 'fold'; it is seat 1's turn "
            "(legal there: fold, raise 1x, raise 2x, raise 3x)",
        ),
        (
            (2, "fold"),
            "action/not_your_turn",
            "four-card-prime event 5 seat 2: 'fold'; it is seat 1's turn "
            "(legal there: fold, raise 1x, raise 2x, raise 3x)",
        ),
    ],
)
def test_an_act_that_is_refused_says_what_was_tried_and_what_is_legal(act, code, message) -> None:
    with pytest.raises(IllegalAction) as caught:
        prime(1, 3).act(*act)
    assert (caught.value.code, caught.value.message) == (code, message)
    assert str(caught.value) == f"{code}: {message}"


def test_after_the_end_nothing_is_legal() -> None:
    over = prime(1).act(1, "fold")
    with pytest.raises(IllegalAction) as caught:
        over.act(1, "fold")
    assert caught.value.message == (
        f"four-card-prime event {over.version} seat 1: 'fold'; the round is over, nothing is legal"
    )


def test_an_act_on_a_past_state_is_stale() -> None:
    state = prime(1, 2)
    after = state.act(1, "fold", version=state.version)
    with pytest.raises(StaleAction) as caught:
        after.act(2, "fold", version=state.version)
    assert caught.value.code == "action/stale"
    assert caught.value.message == (
        "four-card-prime event 6 seat 2: 'fold' answers event 5; look again, then act"
    )


@pytest.mark.parametrize(
    "written",
    ["raise 2x", "RAISE 2X", "  raise   2x ", "Raise\t2x"],
)
def test_case_and_spaces_do_not_matter(written: str) -> None:
    assert prime(1).act(1, written) == prime(1).act(1, "raise 2x")


@pytest.mark.parametrize(
    "written",
    [
        "2c 3d / 7h 9s",
        "3d 2c / 9s 7h",
        "7h 9s / 2c 3d",
        "2c3d/7h9s",
        "2C,3D / 7H,9S",
        "2♣ 3♦ | 7♥ 9♠",
    ],
)
def test_a_split_may_be_written_in_any_order(written: str) -> None:
    state = split("2c 3d 7h 9s Kc Qd Jh 5s")
    after = state.act(1, written)
    assert after.events[-1] == Acted(1, "split", "2c 3d / 7h 9s")
    assert [text(hand.cards) for hand in after.spot(1).hands] == ["2c 3d", "7h 9s"]


def test_all_seven_splits_and_a_fold() -> None:
    assert split("2c 3d 7h 9s Kc Qd Jh 5s").legal == (
        "2c 3d 7h / 9s",
        "2c 3d 9s / 7h",
        "2c 7h 9s / 3d",
        "3d 7h 9s / 2c",
        "2c 3d / 7h 9s",
        "2c 7h / 3d 9s",
        "2c 9s / 3d 7h",
        "fold",
    )


def test_an_instant_winner_must_be_split_off() -> None:
    """Version 2, rule 3: A-K-Q-2 must claim A-K-Q, and cannot be split into other forms."""
    state = split("Ac Kd Qh 2s Kc Qd Jh 5s")
    assert state.legal == ("Ac Kd Qh / 2s",)
    after = state.act(1, "2s / Qh Kd Ac")
    assert after.choice is not None and after.choice.name == "hand 2"
    assert after.legal == ("play", "fold")


def test_of_several_instant_winners_the_player_chooses() -> None:
    """A K Q suited and a ten of the suit: a straight flush, or a flush with the ten in it."""
    assert split("As Ks Qs Ts Kc Qd Jh 5s").legal == (
        "As Ks Qs / Ts",
        "As Ks Ts / Qs",
        "As Qs Ts / Ks",
        "Ks Qs Ts / As",
    )


def test_a_raise_above_the_single_wager_is_not_legal() -> None:
    assert prime(1, ante=13_333).legal == ("fold", "raise 1x", "raise 2x", "raise 3x")
    assert prime(1, ante=13_334).legal == ("fold", "raise 1x", "raise 2x")
    assert prime(1, ante=20_000).legal == ("fold", "raise 1x", "raise 2x")
    assert prime(1, ante=20_001).legal == ("fold", "raise 1x")
    assert prime(1, ante=40_000).legal == ("fold", "raise 1x")


def test_a_bet_above_the_houses_own_maximum_is_not_legal() -> None:
    limits = Limits(profile("wa-2023"), {}, {"second": Cents(400)})
    table = open_table(BUYOUT, limits=limits)
    playable = "As 2c Ks 3d Qs 4h 5s 9d"
    assert buyout(playable, 400, table).legal == ("buy", "refuse", "fold")
    assert buyout(playable, 401, table).legal == ("refuse", "fold")


@pytest.mark.parametrize(
    "cards, acts, legal",
    [
        ("As 2c Ks 3d 9h", [], ("buy", "refuse", "fold")),  # two suited cards
        ("As 2c Ad 3d 9h", [], ("buy", "refuse", "fold")),  # a pair
        ("As 2c Kd 3d 9h", [], ("buy", "fold")),  # not playable: no refusal
        ("As 2c Kd 3d 9h 4c", ["buy"], ("fold",)),  # four scoreless cards
        ("As 2c Kd 3d 9h 4s", ["buy"], ("buy", "fold")),  # the fourth card makes it playable
        ("As 2c Kd 3d 9d 4c", ["buy"], ("buy", "refuse", "fold")),  # the third already did
    ],
)
def test_buyout_what_a_playable_hand_may_do(cards, acts, legal) -> None:
    state = buyout(cards)
    for act in acts:
        state = state.act(1, act)
    assert state.legal == legal


# Rebuilding a round from its events.


def test_no_events_are_not_a_round() -> None:
    state = prime(1)
    for events in ([], state.events[1:], [Acted(1, "raise", "fold")]):
        with pytest.raises(BadRecord, match="a round begins with its opening event"):
            rebuild(state.table, state.source, events)


def test_events_of_another_table_are_refused() -> None:
    state = prime(1)
    other = open_table(PRIME, offers=["ante"], posted={"aces_baby": "AB-02"})
    with pytest.raises(BadRecord, match=r"made at four-card-prime .*AB-01.* this is .*AB-02"):
        rebuild(other, state.source, state.events)
    with pytest.raises(BadRecord, match="this is 4-card-split-v2") as caught:
        rebuild(open_table(SPLIT), state.source, state.events)
    assert caught.value.code == "record/table"


def test_an_event_out_of_place_is_named() -> None:
    state = prime(1).act(1, "fold")
    events = list(state.events)
    with pytest.raises(BadRecord, match="where the round came to Choose at seat 1"):
        rebuild(state.table, state.source, [*events[:4], events[5]])
    with pytest.raises(BadRecord, match="comes after the end of the round"):
        rebuild(state.table, state.source, [*events, events[-1]])


def test_a_round_is_rebuilt_without_touching_its_source() -> None:
    """A table that restarts has the events; the cards still to come are in the shoe."""
    state = prime(1, 2).act(1, "raise 1x")
    assert rebuild(state.table, Deck(()), state.events)._replace(source=state.source) == state


@pytest.mark.parametrize(
    "wagers",
    [
        {},
        {0: {"ante": 500}},
        {10: {"ante": 500}},
        {1: {}},
        {1: {"ante": -500}},
        {1: {"ante": 50_000}},
        {1: {"ante": "500"}},
        {1: {"ante": 500, "raise": 500}},
        {1: {"tip": 500}},
    ],
    ids=repr,
)
def test_an_opening_with_bets_that_the_table_would_refuse(wagers) -> None:
    state = prime(1)
    opening = state.events[0]._replace(wagers=wagers)  # type: ignore[call-arg]
    with pytest.raises(RuleError):
        rebuild(state.table, state.source, [opening])


def test_the_order_of_the_seats_in_an_opening_does_not_matter() -> None:
    state = prime(1, 2)
    opening = state.events[0]
    assert isinstance(opening, Opened)
    turned = opening._replace(wagers=dict(reversed(opening.wagers.items())))
    assert rebuild(state.table, state.source, [turned, *state.events[1:]]) == state


def test_a_card_that_was_dealt_twice_from_one_deck() -> None:
    state = prime(1, 2)
    first, second = state.events[1:3]
    assert isinstance(first, Dealt) and isinstance(second, Dealt)
    events = [state.events[0], first, second._replace(cards=first.cards), *state.events[3:]]
    with pytest.raises(BadRecord):
        rebuild(state.table, state.source, events)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_working_copy_plays_like_frozen_rounds(game: Game) -> None:
    """Changed in place, act for act it equals the frozen ones; a refusal changes nothing.

    Its state is compared with rounds whose options were all listed before each act.
    """
    for seed in range(20):
        rng = Random(seed)
        state = any_opening(rng, game)
        held = play(state.table, opening(state.table, bets_of(state)), state.source)
        while not state.over:
            assert state.turn is not None and not held.over
            for seat, action in ((state.turn, "nothing"), (0, state.legal[0])):
                with pytest.raises(IllegalAction) as mine:
                    held.act(seat, action)
                with pytest.raises(IllegalAction) as theirs:
                    state.act(seat, action)
                assert str(mine.value) == str(theirs.value)
            before = held.mark()
            action = rng.choice(state.legal)
            assert (before.version, before.wagers) == (state.version, state.wagers)
            held.act(state.turn, action)
            assert before == (state.version, state.wagers)
            state = state.act(state.turn, action)
            assert (held.version, held.events) == (state.version, list(state.events))
        assert held.over and held.frozen() == state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_option_that_is_listed_but_not_legal_is_refused_by_its_name(game: Game) -> None:
    """Naming an option exactly does not bypass its conditions."""
    refused = 0
    for seed in range(60):
        state = any_opening(Random(seed), game)
        if state.choice is None or callable(state.choice.options):
            continue
        for option in state.choice.options:
            if option.name not in state.legal:
                held = play(state.table, opening(state.table, bets_of(state)), state.source)
                with pytest.raises(IllegalAction):
                    held.act(state.turn or 0, option.name)
                refused += 1
    assert refused > 0 or game.id not in (PRIME, BUYOUT)
