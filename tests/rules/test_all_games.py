"""What holds for every house-banked game: names, options, odds, rounding, immutable rules."""

import random

import pytest

from croupier.cards.card import DECK, mask, parse
from croupier.errors import BadTable, UnknownGame, UnknownPaytable
from croupier.games.four_card_prime.rules import pays, settle_jackpot
from croupier.games.registry import GAMES, POKER, game, rules_hash
from croupier.games.registry import poker as game_of_poker
from croupier.money import Cents, paid, share
from croupier.rules.vocabulary import HouseOption, To, program
from croupier.table.events import Dealt
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


def stakes(name: str) -> dict[str, int]:
    """Every wager that the table offers: five dollars, or the fixed wager of a jackpot."""
    return {wager.name: 100 if wager.fixed else 500 for wager in open_table(name).offers}


def random_round(name: str, seed: int, seats: int) -> Round:
    chance = random.Random(f"{name} {seed}")
    shoe = tuple(chance.sample(DECK * game(name).decks, 52 * game(name).decks))
    state = deal(open_table(name), {seat: stakes(name) for seat in range(1, seats + 1)}, Deck(shoe))
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, chance.choice(state.legal))
    return state


# --- Names


@pytest.mark.parametrize(
    "asked, found",
    [
        ("four-card-prime", "four-card-prime"),
        ("Four Card Prime", "four-card-prime"),
        (" four_card_prime ", "four-card-prime"),
        ("4 CARD BUYOUT", "4-card-buyout"),
        ("Ultimate 4 Card Buyout", "ultimate-4-card-buyout"),
        ("4 card split v1", "4-card-split-v1"),
    ],
)
def test_a_game_is_found_by_its_name(asked: str, found: str) -> None:
    assert game(asked).id == found


def test_an_unknown_game_is_refused_with_those_known() -> None:
    with pytest.raises(UnknownGame) as refused:
        game("baccarat")
    assert refused.value.code == "game/unknown"
    assert refused.value.message == f"no game 'baccarat'; known: {', '.join((*GAMES, *POKER))}"


def test_poker_is_not_banked_by_the_house() -> None:
    assert game_of_poker("Five Card Hold Out") is POKER["five-card-hold-out"]
    assert game_of_poker("4-card-split") is None
    with pytest.raises(UnknownGame, match="player against player"):
        game("five-card-hold-out")


def test_the_five_house_banked_rule_sets() -> None:
    assert {found.id: (found.decks, found.seats_max) for found in GAMES.values()} == {
        "ultimate-4-card-buyout": (1, 9),
        "4-card-buyout": (6, 9),
        "4-card-split-v1": (1, 8),
        "4-card-split-v2": (1, 8),
        "four-card-prime": (1, 9),
    }


# --- Options and posted tables


@pytest.mark.parametrize(
    "written, read",
    [("on", True), ("OFF", False), ("yes", True), ("no", False), (True, True), (False, False)],
)
def test_an_option_may_be_written_in_words(written: bool | str, read: bool) -> None:
    table = open_table("four-card-prime", options={"bad_beat_on_copy": written})
    assert table.options["bad_beat_on_copy"] is read


@pytest.mark.parametrize(
    "name, value, right",
    [
        ("bad_beat_on_copy", "perhaps", "on or off"),
        ("bad_beat_on_copy", 1, "on or off"),
        ("jackpot_wager", "much", "dollars such as"),
        ("jackpot_wager", -100, "dollars such as"),
        ("jackpot_wager", 0, "dollars such as"),
        ("jackpot_wager", True, "dollars such as"),
        ("jackpot_type", "linked", "progressive, house, none"),
        ("jackpot_split", True, "equal, in order"),
    ],
)
def test_an_option_that_cannot_be_read_is_refused(
    name: str, value: bool | int | str, right: str
) -> None:
    with pytest.raises(BadTable) as refused:
        open_table("four-card-prime", options={name: value})
    assert refused.value.code == "option/bad"
    assert refused.value.message.startswith(f"option {name} = {value!r}; it takes {right}")


def test_an_unknown_option_is_refused_with_those_known() -> None:
    with pytest.raises(BadTable) as refused:
        open_table("ultimate-4-card-buyout", options={"surrender": True})
    assert refused.value.code == "option/unknown"
    assert refused.value.message == (
        "ultimate-4-card-buyout has no option 'surrender'; "
        "it has: bonus_requires_four_cards, bonus_alone"
    )
    with pytest.raises(BadTable, match="4-card-split-v2 has no option 'surrender'; it has: none"):
        open_table("4-card-split-v2", options={"surrender": True})


def test_options_as_the_rulings_set_them() -> None:
    assert dict(open_table("four-card-prime").options) == {
        "bad_beat_on_copy": True,
        "jackpot_type": "progressive",
        "five_card_jackpot_wager": 100,
        "four_card_jackpot_wager": 100,
        "jackpot_split": "equal",
        "envy_barred": "any winner",
        "envy_multiple": True,
    }
    assert dict(open_table("ultimate-4-card-buyout").options) == {
        "bonus_requires_four_cards": False,
        "bonus_alone": False,
    }


def test_an_unknown_group_of_tables_is_refused_with_those_posted() -> None:
    with pytest.raises(UnknownPaytable) as refused:
        open_table("4-card-split-v2", posted={"bonus": "1"})
    assert refused.value.message == "4-card-split-v2 posts no 'bonus'; it posts: ante, blind"


@EVERY_GAME
def test_the_first_table_of_each_group_is_posted_by_default(name: str) -> None:
    posted = open_table(name).posted
    assert posted == {group: tables.tables[0] for group, tables in game(name).paytables.items()}


# --- Money


def test_x_to_1_returns_the_stake_and_x_for_1_does_not() -> None:
    """Nets: a wager that pays 10 to 1 is 10 up; one that pays 10 for 1 is 9 up."""
    steps = ((0, 10),)
    assert pays(0, steps)[1] == 10
    assert settle_jackpot(0, steps, ((0, 0),))[1] == 9


def test_units_become_whole_cents() -> None:
    assert paid(3, Cents(725)) == 2175
    assert paid(-1, Cents(725)) == -725


@pytest.mark.parametrize("percent, meter, cents", [(10, 1009, 100), (100, 1009, 1009), (10, 9, 0)])
def test_a_share_of_a_meter_is_rounded_down(percent: int, meter: int, cents: int) -> None:
    assert share(percent, Cents(meter)) == cents


@EVERY_GAME
def test_every_net_is_whole_cents_and_no_wager_loses_more_than_its_stake(name: str) -> None:
    for seed in range(25):
        for results in random_round(name, seed, 3).results.values():
            for result in results.values():
                assert type(result.net) is int
                assert result.net >= -result.stake, result


# --- Rounds


@EVERY_GAME
def test_cards_never_leave_the_round_once_dealt(name: str) -> None:
    for seed in range(25):
        state = random_round(name, seed, game(name).seats_max)
        out = [card for event in state.events if isinstance(event, Dealt) for card in event.cards]
        lie = list(state.dealer.cards)
        for spot in state.spots:
            lie += [card for hand in spot.hands for card in hand.cards]
            lie += [*spot.offer, *spot.rack]
        assert sorted(lie) == sorted(out)


@EVERY_GAME
def test_every_wager_is_settled_once_and_cards_and_wagers_agree(name: str) -> None:
    for seed in range(25):
        state = random_round(name, seed, 4)
        for spot in state.spots:
            assert set(spot.results) == set(spot.wagers)
            assert {wager: r.stake for wager, r in spot.results.items()} == dict(spot.wagers)
            assert game(name).secure(spot)


@EVERY_GAME
def test_a_round_cannot_be_changed(name: str) -> None:
    state = random_round(name, 0, 1)
    with pytest.raises(AttributeError):
        state.cursor = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.spots[0].wagers = {}  # type: ignore[misc]


@EVERY_GAME
def test_the_dealer_acts_by_rule_and_never_chooses(name: str) -> None:
    for step, place in program(game(name).flow, 2):
        dealers = getattr(step, "to", None) is To.DEALER
        assert (place == -1) is dealers


# --- Rules as a whole


@EVERY_GAME
def test_a_round_records_the_rules_it_was_played_by(name: str) -> None:
    (opened, *_) = random_round(name, 0, 1).events
    assert opened.rules == rules_hash()  # type: ignore[union-attr]
    assert opened.game == name  # type: ignore[union-attr]


@EVERY_GAME
def test_every_game_names_its_source_and_the_reason_for_its_seats(name: str) -> None:
    found = game(name)
    assert found.source and found.seats_why and found.title.endswith(".")


def test_a_hand_is_a_set_of_bits_only_if_no_card_can_appear_twice() -> None:
    """Six decks score by cards: a mask would lose the second of two identical cards."""
    assert mask(parse("As As", decks=6)) == mask(parse("As"))
    assert {found.id for found in GAMES.values() if found.decks > 1} == {"4-card-buyout"}
    scales = {tables.tables[0].scale.name for tables in game("4-card-buyout").paytables.values()}
    assert scales == {"points"}


MONEY = HouseOption("wager", 100, "A wager.", least=1, money=True)


@pytest.mark.parametrize(
    ("written", "cents"),
    [("$2", 200), ("$2.50", 250), ("$1,000", 100_000), ("250", 250), (250, 250), ("$0.01", 1)],
)
def test_an_amount_may_be_written_with_a_dollar_sign(written, cents):
    assert MONEY.read(written) == cents


@pytest.mark.parametrize("written", ["$0", "$-1", "2.50", "$2.5", "two", "$", "", "-3", True, 2.5])
def test_other_amounts_are_refused_with_what_would_be_right(written):
    with pytest.raises(BadTable, match=r"it takes dollars such as \$2\.50, or as many cents, 250"):
        MONEY.read(written)


def test_an_amount_is_read_in_dollars():
    assert MONEY.words(250) == "$2.50"
    assert HouseOption("cut_card", 0, "Cards.").words(250) == "250"
    assert HouseOption("copy", True, "Copies.").words(False) == "off"
