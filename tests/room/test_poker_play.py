"""A poker table of the room: who may do what, and that the books and the table never disagree."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from croupier import fair
from croupier.bank.act import Receipt
from croupier.bank.ledger import LedgerError, Posting, Purpose
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store, open_store
from croupier.errors import IllegalAction, Refused, RuleError, StaleAction
from croupier.games.five_card_hold_out.rules import LIMITS, MODES
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.cage.cage import deposited
from croupier.room.names import chips_of, tray_of
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.roles import NotAllowed, Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.bets import bet_made, word_kept
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.poker import play as poker_play
from croupier.room.tables.poker.play import played_again, postings
from croupier.room.tables.poker.state import OpenPoker, table_from
from croupier.room.tables.rounds import acknowledged, acted, dealt, round_called_off
from croupier.room.tables.seats import sat_in, sat_out
from croupier.room.tables.state import ROUND
from croupier.room.tables.tables import (
    OPENED,
    bought_in,
    cashed_out,
    filled,
    table_closed,
    table_opened,
)
from croupier.room.tables.words import BEFORE_DEAL
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import to_json
from croupier.table.poker.table import PokerTable, Positions, open_poker
from croupier.table.shoe import Shoe, read_shoe, source
from croupier.table.table import open_table
from tests.room.poker_rooms import any_poker, any_poker_request, open_full_poker
from tests.room.rooms import everybody_goes, new_room
from tests.room.test_room import check_books
from tests.room.words import keep, open_word

NAME = "9"
PLAYERS = {1: "ann", 2: "ben", 3: "cat"}
CHIPS = Cents(2_000)


def no_secret(decks: int) -> bytes:
    """The first hand has known cards."""
    return bytes(len(fair.new_secret(decks)))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """What is decided here does not depend on the database; test_room.py plays on both."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as opened:
        yield opened


@pytest.fixture
def room(store: Store) -> Room:
    """Three players with 20 dollars each at a table of four seats, blinds of 1 and 2."""
    room = new_room(store)
    options = {"limit": "none", "rake_percent": 10, "rake_cap": 400}
    table = open_poker("five-card-hold-out", options, seat_count=4)
    room.do("open", "flo", table_opened, NAME, table, new_secret=no_secret)
    for seat, player in PLAYERS.items():
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"deposit {player}", "flo", deposited, player, Cents(10_000))
        room.do(f"sit {player}", player, bought_in, NAME, seat, player, CHIPS)
    return room


def state_of(room: Room) -> OpenPoker:
    return room.hall.poker(NAME)


def hand_of(room: Room) -> Hand:
    hand = state_of(room).round
    assert hand is not None
    return hand


def act(room: Room, *acts: str) -> None:
    """Each by the player in the seat given first: `3 call`."""
    for told in acts:
        seat, _, action = told.partition(" ")
        key = f"act {state_of(room).version}"
        room.do(key, PLAYERS[int(seat)], acted, NAME, int(seat), action)


def test_the_button_of_the_first_hand_is_at_the_last_seat_and_then_moves(room: Room) -> None:
    room.do("deal", "dee", dealt, NAME)
    assert hand_of(room).positions == Positions(3, 1, 2)
    act(room, "3 fold", "1 fold")
    room.do("deal 2", "dee", dealt, NAME)
    assert hand_of(room).positions == Positions(1, 2, 3)


def test_a_hand_to_its_end(room: Room) -> None:
    """Everybody folds to the big blind: the small blind's dollar changes hands."""
    room.do("deal", "dee", dealt, NAME)
    promised = state_of(room).shoe.commitment
    assert state_of(room).stacks == {1: 1_900, 2: 1_800, 3: 2_000}
    act(room, "3 fold", "1 fold")
    state = state_of(room)
    assert (state.round, state.rounds, state.stacks) == (None, 1, {1: 1_900, 2: 2_100, 3: 2_000})
    assert state.shoe.commitment != promised
    check_books(room)


def test_the_rake_goes_into_the_tray(room: Room) -> None:
    """Two dollars from each of three, and nothing bet after that: 10% of six dollars."""
    room.do("deal", "dee", dealt, NAME)
    act(room, "3 call", "1 call", "2 check", "1 discard", "2 discard", "3 discard")
    act(room, *["1 check", "2 check", "3 check"] * 3)
    assert state_of(room).round is None
    assert sum(state_of(room).stacks.values()) == 3 * CHIPS - 60
    assert room.store.balance(tray_of(NAME)) == 60 - 3 * CHIPS  # all chips came out of it
    check_books(room)


# Who plays


def test_a_player_who_sits_out_is_dealt_no_hand(room: Room) -> None:
    room.do("out", "ann", sat_out, NAME, 1)
    assert Room(room.store).hall == room.hall
    room.do("deal", "dee", dealt, NAME)
    assert hand_of(room).in_hand == (2, 3)
    room.do("in", "dee", sat_in, NAME, 1)  # in the middle of a hand: from the next on
    assert hand_of(room).in_hand == (2, 3)
    assert Room(room.store).hall == room.hall
    seat = hand_of(room).to_act
    act(room, f"{seat} fold")
    room.do("deal 2", "dee", dealt, NAME)
    assert hand_of(room).in_hand == (1, 2, 3)


def test_a_new_player_does_not_sit_out_because_another_did(room: Room) -> None:
    room.do("out", "ann", sat_out, NAME, 1)
    room.do("up", "ann", cashed_out, NAME, 1)
    assert (state_of(room).out, state_of(room).stacks) == (frozenset(), {2: CHIPS, 3: CHIPS})
    room.do("down", "ann", bought_in, NAME, 1, "ann", CHIPS)
    assert state_of(room).ready == [1, 2, 3]


def test_a_hand_for_some_of_the_seats(room: Room) -> None:
    room.do("deal", "dee", dealt, NAME, {3: {}, 2: {}})
    assert hand_of(room).in_hand == (2, 3)
    assert not state_of(room).plays(1)
    room.do("more", "ann", bought_in, NAME, 1, "ann", Cents(300))
    assert state_of(room).stacks[1] == 2_300
    assert Room(room.store).hall == room.hall
    check_books(room)


def test_a_player_without_chips_waits_until_they_buy_some(room: Room) -> None:
    room.do("deal", "dee", dealt, NAME, {1: {}, 2: {}})
    act(room, "2 raise 20", "1 call", "1 discard", "2 discard")
    (broke,) = {1, 2} - set(state_of(room).stacks)
    assert state_of(room).stacks == {3 - broke: 2 * CHIPS - 400, 3: CHIPS}
    assert state_of(room).ready == [3 - broke, 3]
    with pytest.raises(RuleError, match=f"seat {broke} cannot play"):
        room.do("deal 2", "dee", dealt, NAME, {broke: {}, 3: {}})
    room.do("again", "dee", bought_in, NAME, broke, PLAYERS[broke], CHIPS)
    assert state_of(room).ready == [1, 2, 3]


# What is refused, and changes nothing


def refused(room: Room, kind: type[Refused], words: str, by: str, *asked: object) -> None:
    decide, *about = asked
    before, head = room.hall, room.store.head()
    with pytest.raises(kind, match=words):
        room.do("refused", by, decide, *about)  # type: ignore[arg-type]
    assert room.hall == before and room.store.head() == head
    assert Room(room.store).hall == before


def test_what_is_refused_before_a_hand(room: Room) -> None:
    table = open_poker("five-card-hold-out")
    refused(room, NotAllowed, "may open and close", "dee", table_opened, "8", table)
    refused(room, RuleError, "open already", "flo", table_opened, NAME, table)
    refused(room, NotAllowed, "may deal", "ann", dealt, NAME)
    refused(room, RuleError, "seat 4 cannot play", "dee", dealt, NAME, {1: {}, 4: {}})
    refused(room, RuleError, "1 to play; a hand takes two", "dee", dealt, NAME, {2: {}})
    refused(room, RuleError, "no hand to act in", "ann", acted, NAME, 1, "call")
    refused(room, RuleError, "no round to call off", "flo", round_called_off, NAME, "wet cards")
    refused(room, NotAllowed, "may act for a player", "ann", sat_out, NAME, 2)
    refused(room, RuleError, "nobody sits at seat 4", "dee", sat_out, NAME, 4)
    refused(room, RuleError, "has sat in already", "ann", sat_in, NAME, 1)
    refused(room, RuleError, "the seats are 1 to 4", "ann", bought_in, NAME, 5, "ann", CHIPS)
    refused(room, RuleError, "is taken", "ann", bought_in, NAME, 2, "ann", CHIPS)
    refused(room, RuleError, "ann sits at seat 1", "flo", table_closed, NAME)
    refused(room, RuleError, "ann sits at table 9", "flo", dismissed, "ann")
    room.do("out 1", "ann", sat_out, NAME, 1)
    refused(room, RuleError, "seat 1 cannot play", "dee", dealt, NAME, {1: {}, 2: {}})
    refused(room, RuleError, "has sat out already", "ann", sat_out, NAME, 1)
    room.do("out 2", "ben", sat_out, NAME, 2)
    refused(room, RuleError, "1 to play; a hand takes two", "dee", dealt, NAME)


def test_ruling_a_player_has_one_seat_at_a_poker_table(room: Room) -> None:
    refused(room, RuleError, "ann sits at seat 1", "ann", bought_in, NAME, 4, "ann", CHIPS)
    room.do("more", "ann", bought_in, NAME, 1, "ann", CHIPS)
    assert state_of(room).stacks[1] == 2 * CHIPS


def test_what_is_refused_during_a_hand(room: Room) -> None:
    room.do("deal", "dee", dealt, NAME)
    refused(room, RuleError, "not over yet", "dee", dealt, NAME)
    refused(room, IllegalAction, "turn of seat 3", "ann", acted, NAME, 1, "call")
    refused(room, NotAllowed, "may act for a player", "ann", acted, NAME, 3, "fold")
    refused(room, NotAllowed, "No one named eve", "eve", acted, NAME, 3, "fold")
    refused(room, NotAllowed, "auditor", "aud", acted, NAME, 3, "fold")
    refused(room, IllegalAction, "it may fold, call, raise", "cat", acted, NAME, 3, "check")
    refused(room, IllegalAction, "it may raise to", "cat", acted, NAME, 3, "raise 20.01")
    refused(room, RuleError, "buy after it", "ann", bought_in, NAME, 1, "ann", CHIPS)
    refused(room, RuleError, "left after it", "ann", cashed_out, NAME, 1)
    refused(room, RuleError, "not over yet", "ann", word_kept, NAME, 1, "0" * 64)
    refused(room, RuleError, "not over yet", "flo", table_closed, NAME)
    refused(room, NotAllowed, "may call off", "dee", round_called_off, NAME, "wet cards")
    refused(room, RuleError, "say why", "flo", round_called_off, NAME, " ")
    act(room, "3 fold")
    refused(room, RuleError, "left after it", "cat", cashed_out, NAME, 3)


def test_poker_and_the_games_of_the_house_are_not_confused(room: Room) -> None:
    room.do("open 8", "flo", table_opened, "8", open_table("4-card-split-v2"))
    refused(room, RuleError, "9 plays poker", "dee", dealt, NAME, {1: {"ante 1": 500}})
    refused(room, RuleError, "9 plays poker", "ann", bet_made, NAME, 1, {"ante 1": 500})
    refused(room, RuleError, "9 plays poker", "flo", acknowledged, NAME, 1)


def test_an_act_in_a_hand_that_has_moved_on_is_refused(room: Room) -> None:
    """Two processes show one table, and two people act for one seat."""
    room.do("deal", "dee", dealt, NAME)
    slow, seen = Room(room.store), hand_of(room).version
    room.do("quick", "cat", acted, NAME, 3, "call", seen)
    with pytest.raises(StaleAction, match=f"answers event {seen}"):
        slow.do("slow", "dee", acted, NAME, 3, "fold", seen)
    assert slow.hall == room.hall
    slow.do("again", "dee", acted, NAME, 1, "fold", hand_of(slow).version)
    check_books(slow)


def test_an_act_that_is_sent_twice_is_done_once(room: Room) -> None:
    room.do("deal", "dee", dealt, NAME)
    first = room.do("key", "cat", acted, NAME, 3, "call")
    after, head = room.hall, room.store.head()
    assert room.do("key", "cat", acted, NAME, 3, "call") == first
    assert Room(room.store).do("key", "cat", acted, NAME, 3, "call") == first
    assert room.hall == after and room.store.head() == head


# The books and the table


def test_hands_and_buy_ins_in_one_commit_see_each_other(room: Room) -> None:
    """The stacks of a hand are those left by the acts before it in the same commit."""
    answers = room.do_all(
        [
            Request("more", "ann", bought_in, (NAME, 1, "ann", Cents(500))),
            Request("deal 1", "dee", dealt, (NAME,)),
            Request("a", "cat", acted, (NAME, 3, "fold")),
            Request("b", "ann", acted, (NAME, 1, "fold")),
            Request("deal 2", "dee", dealt, (NAME,)),
            Request("wrong", "ann", acted, (NAME, 1, "check")),
            Request("c", "ann", acted, (NAME, 1, "call")),
        ]
    )
    assert [isinstance(answer, Receipt) for answer in answers] == [True] * 5 + [False, True]
    assert hand_of(room).started.stacks == {1: 2_400, 2: 2_100, 3: 2_000}
    assert state_of(room).stacks == {1: 2_200, 2: 2_000, 3: 1_800}
    check_books(room)
    assert Room(room.store).hall == room.hall


def test_a_hand_whose_postings_were_wrong_is_not_written(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.do("deal", "dee", dealt, NAME)
    before, head = room.hall, room.store.head()

    def wrong(*about: object) -> tuple[Posting, ...]:
        return postings(*about)[1:]  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(poker_play, "postings", wrong)
        with pytest.raises(AssertionError, match="other chips than the hand"):
            act(room, "3 call")
    assert room.hall == before and room.store.head() == head
    act(room, "3 call")
    check_books(room)


def test_a_hand_that_leaves_chips_in_the_pot_is_not_written(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rake that nobody took is in no stack: the ledger detects it."""
    room.do("deal", "dee", dealt, NAME)
    act(room, "3 call", "1 call", "2 check", "1 discard", "2 discard", "3 discard")
    act(room, *["1 check", "2 check", "3 check"] * 2, "1 check", "2 check")
    before, head = room.hall, room.store.head()

    def wrong(*about: object) -> tuple[Posting, ...]:
        moved = postings(*about)  # type: ignore[arg-type]
        return tuple(one for one in moved if one.reason is not Purpose.RAKE)

    with monkeypatch.context() as patched:
        patched.setattr(poker_play, "postings", wrong)
        with pytest.raises(LedgerError, match="table/9/pot' must end at zero"):
            act(room, "3 check")
    assert room.hall == before and room.store.head() == head
    act(room, "3 check")
    check_books(room)


def test_a_hand_is_called_off(room: Room) -> None:
    """Everything is returned, and the next hand has the same button and another shuffle."""
    room.do("first", "dee", dealt, NAME)
    act(room, "3 fold", "1 fold")
    before = state_of(room)
    room.do("deal", "dee", dealt, NAME)
    positions = hand_of(room).positions
    act(room, "1 raise 6", "2 call", "3 fold")
    assert room.store.balance(chips_of(NAME, 1)) == 1_300
    room.do("off", "flo", round_called_off, NAME, "a card was exposed")
    state = state_of(room)
    assert (state.round, state.stacks, state.rounds) == (None, before.stacks, 2)
    assert state.shoe.commitment != before.shoe.commitment
    check_books(room)
    assert Room(room.store).hall == room.hall
    room.do("again", "dee", dealt, NAME)
    assert hand_of(room).positions == positions
    audit(room.store)


def test_words_are_mixed_into_the_shuffle_of_the_next_hand(room: Room) -> None:
    shoe = state_of(room).shoe
    keep(room, NAME, 1)
    room.do("close", "dee", dealt, NAME)
    assert state_of(room).round is None
    open_word(room, NAME, 1)
    room.do("deal", "dee", dealt, NAME)
    mixed = state_of(room).shoe
    assert (mixed.commitment, mixed.entropy) == (
        shoe.commitment,
        (("seat 1 ann", f"word 1 {shoe.commitment[:32]}"),),
    )
    assert hand_of(room).deck == source(mixed).cards != source(shoe).cards
    assert Room(room.store).hall == room.hall


def test_a_table_is_opened_again_for_another_game_and_back(room: Room) -> None:
    """Round numbers continue, so that no posting of one game is taken for the other's."""
    room.do("deal", "dee", dealt, NAME)
    act(room, "3 fold", "1 fold")
    for seat, player in PLAYERS.items():
        room.do(f"up {seat}", player, cashed_out, NAME, seat)
    room.do("close", "flo", table_closed, NAME)
    room.do("split", "flo", table_opened, NAME, open_table(GAMES["four-card-prime"], offers=()))
    assert room.hall.banked(NAME).rounds == 1
    assert Room(room.store).hall == room.hall
    room.do("close 2", "flo", table_closed, NAME)
    room.do("poker", "flo", table_opened, NAME, open_poker("five-card-hold-out", seat_count=9))
    room.do("fill", "flo", filled, NAME, Cents(10_000))
    state = state_of(room)
    assert (state.rounds, state.positions, state.stacks, state.seats) == (1, None, {}, {})
    assert Room(room.store).hall == room.hall
    for seat, player in PLAYERS.items():
        room.do(f"down {seat}", player, bought_in, NAME, seat + 6, player, CHIPS)
    room.do("deal 2", "dee", dealt, NAME)
    assert state_of(room).rounds == 2
    check_books(room)


# Any table, any play


def replayed(store: Store) -> int:
    """Every hand in the books is replayed: the same events, and the same postings, no others.

    Returns the number of hands.
    """
    hands: dict[int, tuple[PokerTable, Shoe, list[dict[str, object]]]] = {}
    table, shoe, off = None, None, set[int]()
    secrets: dict[str, bytes] = {}
    for event in store.events(f"table/{NAME}"):
        said = json.loads(event.body)
        if event.kind == OPENED:
            table = table_from(said["config"])
        elif event.kind == ROUND and said["events"][0]["event"] in BEFORE_DEAL:
            continue
        elif event.kind == CALLED_OFF:
            off.add(said["number"])
        elif event.kind == ROUND:
            for who, word in said.get("entropy", ()):
                shoe = shoe.mixed_with(who, word)
            hands.setdefault(said["number"], (table, shoe, []))[2].extend(said["events"])
        if "secret" in said:
            secrets[shoe.commitment] = bytes.fromhex(said["secret"])
        shoe = read_shoe(said["shoe"]) if "shoe" in said else shoe
    must = set[Posting]()
    for number, (table, shoe, rows) in hands.items():
        cards = None  # for a hand in progress, only those dealt
        if shoe.commitment in secrets:
            cards = source(shoe.with_secret(secrets[shoe.commitment])).cards
        assert cards or number == len(hands)
        acts = list(played_again(NAME, number, table, cards, rows))
        assert json.loads(json.dumps(to_json(acts[-1][0]))) == rows
        assert acts[-1][0].over or number in off or number == len(hands)
        must |= {posting for _, moved in acts for posting in moved}
    ids = schema.postings.c.id
    with store.reading() as connection:
        found = connection.scalars(select(ids).where(ids.startswith(f"{NAME}/"))).all()
    assert {store.posting(one) for one in found if not one.endswith("/off")} == must
    return len(hands)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("limit", LIMITS)
def test_any_table_resumes_after_every_act(store: Store, mode: str, limit: str) -> None:
    rng = Random(f"{mode} {limit}")
    room = new_room(store)
    open_full_poker(room, rng, NAME, any_poker(rng, mode, limit))
    for _ in range(50):
        request = any_poker_request(rng, state_of(room))
        first = room.do_all([request])
        assert isinstance(first[0], Receipt), first
        assert room.do_all([request]) == first
        assert Room(store).hall == room.hall
        check_books(room)
    assert replayed(store) == state_of(room).rounds > 0
    audit(store)
    everybody_goes(room)
    balances = store.balances()
    assert not any(cents for who, cents in balances.items() if who.startswith("table/"))
