"""The poker engine follows the game's record: it plays a game of other streets, cards and names."""

from pathlib import Path

import pytest

from croupier import fair
from croupier.bots.players import bot, named, names_of
from croupier.cards.card import DECK, text
from croupier.desk.posting import TablePosting
from croupier.desk.simulation import bot_match
from croupier.desk.sittings import poker
from croupier.desk.sittings.kinds import prepared, saved
from croupier.desk.sittings.poker import PokerSitting, load_poker, save_poker
from croupier.desk.sittings.saved import slot
from croupier.desk.sittings.sitting import Settings
from croupier.envs.hold_out_v0 import actions_of, raw_env
from croupier.errors import BadRecord, BadTable, IllegalAction, RuleError, UnknownGame
from croupier.games import registry
from croupier.games.registry import POKER, folder_of, poker_game
from croupier.money import Cents
from croupier.room.tables import kinds
from croupier.rules.poker import PokerGame, low_part, share
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Burned, Turned
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import from_phh, to_phh
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import PokerTable, first_positions, open_poker
from croupier.table.poker.transcript import replay, transcript
from croupier.table.poker.view import view

SHORT = "short-hold-out"


@pytest.fixture
def short_game(monkeypatch: pytest.MonkeyPatch) -> PokerGame:
    """Without a river: three community cards, so at least two cards are kept; up to four seats."""
    hold_out = poker_game()
    game = hold_out._replace(
        id=SHORT,
        name="Short Hold Out",
        seats_max=4,
        most_discarded=3,
        streets=hold_out.streets[:-1],
        phh="SHO",
        bots=(),
    )
    monkeypatch.setitem(registry.POKER, SHORT, game)
    return game


def dealt(seats: int = 3) -> Hand:
    table = open_poker(SHORT, {"limit": "none"}, seat_count=seats)
    numbers = range(1, seats + 1)
    positions = first_positions(seats, numbers, seats)
    return deal(table, dict.fromkeys(numbers, 10_000), positions, DECK)


def checked_down(hand: Hand, discards: int) -> Hand:
    while (seat := hand.to_act) is not None:
        if hand.discarding:
            hand = hand.act(seat, f"discard {text(hand.held[seat][:discards])}".strip())
        else:
            hand = hand.act(seat, hand.legal()[1].action)
    return hand


def test_streets_community_cards_and_discards_are_the_games(short_game: PokerGame) -> None:
    hand = checked_down(dealt(), 3)
    turned = [event for event in hand.events if isinstance(event, Turned)]
    assert [(event.street, len(event.cards)) for event in turned] == [("flop", 2), ("turn", 1)]
    assert sum(isinstance(event, Burned) for event in hand.events) == 2
    assert hand.over and hand.place == 3 * 5 + 3 + 2 == short_game.cards_for(3)
    assert view(hand, 1).street == "turn"


def test_more_discards_than_the_game_allows_are_refused(short_game: PokerGame) -> None:
    hand = dealt()
    while not hand.discarding:
        hand = hand.act(hand.to_act or 0, hand.legal()[1].action)
    seat = hand.to_act or 0
    (legal,) = hand.legal()
    assert (legal.least, legal.most) == (0, 3)
    with pytest.raises(IllegalAction, match="at least 2 of 5 must be kept"):
        hand.act(seat, f"discard {text(hand.held[seat][:4])}")
    assert len(actions_of(short_game)) == 7 + 32 - 5 - 1


def test_its_records_name_the_game_and_are_read_back(short_game: PokerGame) -> None:
    hand = checked_down(dealt(), 1)
    phh = to_phh(hand)
    assert 'variant = "SHO"' in phh and f'_game = "{SHORT}"' in phh
    assert from_phh(phh) == hand
    page = transcript(hand)
    assert page.startswith(f"game    {SHORT}\n")
    assert replay(page)[0] == hand
    with pytest.raises(BadRecord, match="variant 'FCHO'"):
        from_phh(phh.replace('"SHO"', '"FCHO"'))


def test_its_seats_are_the_games(short_game: PokerGame) -> None:
    assert open_poker(SHORT).seat_count == 4
    with pytest.raises(BadTable, match=f"5 seats; {SHORT} has 2 to 4"):
        open_poker(SHORT, seat_count=5)
    with pytest.raises(UnknownGame, match="no poker game 'whist'"):
        open_poker("whist")


def test_the_desk_posts_and_plays_the_game_that_is_named(
    short_game: PokerGame, tmp_path: Path
) -> None:
    table = TablePosting(options={"mode": "hilo"}).opened(SHORT)
    assert isinstance(table, PokerTable)
    assert (table.game, table.seat_count, table.mode) == (short_game, 4, "hilo")
    settings = Settings(bankroll=Cents(20_000), seats=3, bots="call")
    sitting = prepared(SHORT, settings)(fair.new_secret)
    assert isinstance(sitting, PokerSitting) and sitting.table.game == short_game
    sitting = played_on(poker.dealt(sitting))
    path = slot(tmp_path, SHORT)
    save_poker(path, sitting)
    assert load_poker(path, SHORT) == sitting
    assert saved(tmp_path) == {SHORT: sitting}
    with pytest.raises(BadRecord):
        load_poker(path, "five-card-hold-out")
    assert sitting.hand is not None
    again = from_json(to_json(sitting.hand), None, sitting.table)
    assert again.events == sitting.hand.events
    match = bot_match(SHORT, "call,random", 4, 20_000, 1, {})
    assert match.game == SHORT and match.hands == 4


def played_on(sitting: PokerSitting) -> PokerSitting:
    """Everybody calls, to the end of the hand."""
    call = dict.fromkeys(sitting.seats, bot("call", sitting.table.game))
    while sitting.hand is not None and not sitting.hand.over:
        sitting = poker.acted(sitting, poker.bot_act(sitting, call))
    return sitting


def test_a_game_without_its_own_bots_has_the_baselines(short_game: PokerGame) -> None:
    assert names_of(short_game) == ("call", "random")
    with pytest.raises(RuleError, match=r"no bot 'tight'; there are: call, random$"):
        named("call,tight", short_game)


def test_bots_learn_the_game_that_is_named(short_game: PokerGame) -> None:
    assert raw_env(3, game=SHORT).table.game == short_game
    assert raw_env(3).table.game.id == "five-card-hold-out"


def test_a_room_opens_it_and_reads_it_back(short_game: PokerGame) -> None:
    table = open_poker(SHORT, {"mode": "hilo"}, seat_count=3)
    config = kinds.config_of(table)
    assert kinds.is_poker(config) and kinds.seat_count(config) == 3
    assert kinds.table_from(config) == table


def test_a_low_takes_half_of_the_pot_and_the_high_the_odd_chip() -> None:
    """Computed by hand: 101 chips."""
    assert low_part(101, high_wins=True, low_wins=True) == 50
    assert low_part(101, high_wins=True, low_wins=False) == 0
    assert low_part(101, high_wins=False, low_wins=True) == 101
    assert [share(101, 3, place) for place in range(3)] == [34, 34, 33]


def test_every_poker_game_has_the_bots_that_it_names() -> None:
    from importlib import import_module

    for game in POKER.values():
        module = import_module(f"croupier.games.{folder_of(game.id)}.bots")
        assert tuple(module.BOTS) == game.bots
    hold_out = poker_game("five-card-hold-out")
    assert names_of(hold_out) == ("call", "random", "tight", "solved")
