"""When something went wrong at a table: rounds called off, dead hands, exposed cards."""

import json
from dataclasses import replace
from random import Random

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.meters.events import ESCROW, HOUSE, MeterOpened
from croupier.bank.reading import Stretch
from croupier.bank.store import Store
from croupier.fair import check
from croupier.games.registry import GAMES, POKER
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.books import books
from croupier.room.books.days import Days
from croupier.room.books.log import log
from croupier.room.books.recall import recall
from croupier.room.cage.cage import deposited
from croupier.room.meters.meters import meter_opened
from croupier.room.names import chips_of, tray_of
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, card_exposed, dealt, hand_dead, round_called_off
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.rules.vocabulary import Game
from croupier.table.events import Settled
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.effort import examples
from tests.room.rooms import RoomLike, any_request, any_room, everybody_goes, meter_rules, new_room
from tests.room.test_operations import refused
from tests.room.test_room import check_books

EVERYTHING = Stretch(1, 10**9)
BETS = {seat: {"first": 500, "bonus": 100} for seat in (1, 2)}


def six_decks(store: Store) -> None:
    """Six decks with a cut card at table 7, pam and pat at seats 1 and 2."""
    room = new_room(store)
    table = open_table("4-card-buyout", options={"cut_card": 200})
    room.do("open", "flo", table_opened, "7", table)
    room.do("fill", "flo", filled, "7", Cents(500_000))
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"in {player}", "flo", deposited, player, Cents(50_000))
        room.do(f"sit {player}", "dee", bought_in, "7", seat, player, Cents(50_000))


@pytest.fixture
def room(room_like: RoomLike) -> Room:
    return room_like(six_decks)


def finished(room: Room, name: str = "7") -> None:
    """Plays the round in progress to its end, in the simplest way."""
    while (state := room.hall.banked(name)).round is not None:
        action = state.round.legal[0]
        room.do(f"{name} {state.version}", "dee", acted, name, state.round.turn, action)


def test_a_round_is_called_off_for_a_cause(room: Room) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    about = (round_called_off, "7", "9d appears twice")
    refused(room, "room/cause", "known: misdeal, fouled-deck", "flo", *about, "bad luck")
    room.do("off", "flo", *about, "fouled-deck")
    found = recall(room.store, "7", 1)
    assert (found.called_off, found.cause) == ("9d appears twice", "fouled-deck")
    (entry,) = [one for one in log(room.store, EVERYTHING) if one.kind == "called off"]
    assert (entry.about["cause"], entry.about["by"]) == ("fouled-deck", "flo")
    room.do("deal again", "dee", dealt, "7", BETS)
    room.do("off again", "flo", round_called_off, "7", "dealt to an empty seat")
    assert recall(room.store, "7", 2).cause == "misdeal"
    audit(room.store, workers=1)


def test_a_fouled_deck_is_replaced_and_earlier_rounds_of_its_shoe_stand(room: Room) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    finished(room)
    shoe, balances = room.hall.banked("7").shoe, room.store.balances()
    assert shoe.first > 0  # the shoe continues
    room.do("deal again", "dee", dealt, "7", BETS)
    room.do("off", "flo", round_called_off, "7", "a blue back among red ones", "fouled-deck")
    replaced = room.hall.banked("7").shoe
    assert (replaced.first, replaced.secret == shoe.secret) == (0, False)
    assert room.store.balances() == balances
    assert audit(room.store, workers=1).rounds == 1


def test_what_was_settled_before_is_reversed_with_the_round(room: Room) -> None:
    """Buyout settles a seat's bonus, or its folded bets, before the next seat is served."""
    balances = room.store.balances()
    number = 0
    while True:  # until seat 1 is done and something of it was settled
        number += 1
        room.do(f"deal {number}", "dee", dealt, "7", BETS)
        while (now := room.hall.banked("7").round) is not None and now.turn == 1:
            room.do(f"act {number} {now.version}", "dee", acted, "7", 1, now.legal[0])
        settled = now is not None and any(isinstance(one, Settled) for one in now.events)
        if now is not None:
            room.do(f"off {number}", "flo", round_called_off, "7", "dealt out of turn")
            assert room.store.balances() == balances
        if settled:
            break
    check_books(room)
    audit(room.store, workers=1)


def test_books_without_causes_are_still_valid(room: Room) -> None:
    """As release 0.1.0 wrote them."""
    room.do("deal", "dee", dealt, "7", BETS)
    act = Request("off", "flo", round_called_off, ("7", "a misdeal")).decided(room.hall).act
    said = json.loads(act.events[0].body)
    del said["cause"]
    event = Event("called off", json.dumps(said, sort_keys=True))
    room.store.commit(replace(act, events=(event,)))
    assert recall(room.store, "7", 1).cause == "misdeal"
    audit(room.store, workers=1)


@pytest.mark.parametrize("wrong", ["cause", "the same shoe", "a shoe with a word in it"])
def test_a_falsified_call_off_fails_the_audit(room: Room, wrong: str) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    before = room.hall.banked("7")
    request = Request("off", "flo", round_called_off, ("7", "dealt out of turn"))
    act = request.decided(room.hall).act
    said = json.loads(act.events[0].body)
    if wrong == "cause":
        said["cause"] = "bad luck"
    elif wrong == "the same shoe":
        said["shoe"] = before.shoe.to_json()
    else:
        said["shoe"] = before.shoe.mixed_with("flo", "please").to_json()
    event = Event("called off", json.dumps(said, sort_keys=True))
    room.store.commit(replace(act, events=(event,)))
    with pytest.raises(AuditFailed, match="called off"):
        audit(room.store, workers=1)


def any_irregular(room: Room, rng: Random, name: str) -> Request:
    """What somebody may request next; now and then the floor declares a hand dead."""
    state = room.hall.banked(name)
    if state.round is not None and rng.random() < 0.3:
        alive = [one.seat for one in state.round.spots if len(one.results) < len(one.wagers)]
        more = {"forfeit": rng.random() < 0.5}
        about = (name, rng.choice(alive), "six cards")
        return Request(f"{name} #{state.version}", "flo", hand_dead, about, more)
    return any_request(room, rng, name)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_random_rounds_with_dead_hands(store: Store, game: Game) -> None:
    rng = Random(game.id)
    room = any_room(store, rng, [game])
    (name,) = room.hall.tables
    dead, rounds = 0, examples(30)
    while (
        (state := room.hall.banked(name)).rounds < rounds
        or dead <= 5
        or state.round is not None
        or state.held
    ):
        request = any_irregular(room, rng, name)
        dead += request.decide is hand_dead
        (answer,) = room.do_all([request])
        assert not isinstance(answer, Exception), answer
        if request.decide is hand_dead:
            assert Room(store).hall == room.hall
        check_books(room)
    (line,) = books(store, Days())
    assert line.win == line.win_by_tray
    everybody_goes(room)
    found = audit(store, workers=1)
    assert (found.rounds, found.unplayed) == (state.rounds, 0)
    logged = [one for one in log(store, EVERYTHING) if one.kind == "dead hand"]
    assert len(logged) == dead


def test_a_dead_hand_is_recorded_and_its_wagers_are_returned(room: Room) -> None:
    store = room.store
    before = store.balances()
    room.do("deal", "dee", dealt, "7", BETS)
    seat = room.hall.banked("7").round.turn
    refused(room, "role/not_allowed", "may declare a hand dead", "dee", hand_dead, "7", 1, "six")
    refused(room, "room/reason", "say why", "flo", hand_dead, "7", 1, " ")
    refused(room, "action/seat", "not in the round", "flo", hand_dead, "7", 5, "six cards")
    room.do("dead", "flo", hand_dead, "7", 1, "six cards")
    refused(room, "action/seat", "all its wagers are settled", "flo", hand_dead, "7", 1, "x")
    finished(room)
    assert seat == 1 and store.balance(chips_of("7", 1)) == before[chips_of("7", 1)]
    refused(room, "room/round", "can be corrected", "flo", hand_dead, "7", 2, "six cards")
    found = recall(store, "7", 1)
    assert found.acts[1].what == "seat 1: dead hand, wagers returned"
    assert "is dead, returned: first $5, bonus $1" in found.transcript
    (entry,) = [one for one in log(store, EVERYTHING) if one.kind == "dead hand"]
    told = {name: entry.about[name] for name in ("by", "seat", "player", "forfeit", "reason")}
    assert list(told.values()) == ["flo", 1, "pam", False, "six cards"]
    assert audit(store, workers=1).rounds == 1


def test_forfeited_wagers_are_won_by_the_house_and_returned_ones_are_not_bets(room: Room) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    room.do("dead 1", "flo", hand_dead, "7", 1, "took cards off the table", forfeit=True)
    room.do("dead 2", "flo", hand_dead, "7", 2, "six cards")
    assert room.hall.banked("7").round is None  # the dealer played on alone
    (line,) = books(room.store, Days())
    assert (line.win, line.win_by_tray, line.rounds) == (600, 600, 1)
    first, bonus = line.wagers["first"], line.wagers["bonus"]
    assert (first.bets, first.staked, first.win) == (1, 500, 500)
    assert (bonus.bets, bonus.staked, bonus.win) == (1, 100, 100)


def test_a_round_with_a_dead_hand_can_be_called_off(room: Room) -> None:
    balances = room.store.balances()
    room.do("deal", "dee", dealt, "7", BETS)
    room.do("dead", "flo", hand_dead, "7", 2, "mixed its cards", forfeit=True)
    room.do("off", "flo", round_called_off, "7", "the deck was short", "fouled-deck")
    assert room.store.balances() == balances
    audit(room.store, workers=1)


def test_a_dead_jackpot_wager_is_returned_and_the_meter_keeps_its_part(store: Store) -> None:
    room = new_room(store)
    table = open_table("four-card-prime", offers=["five card jackpot"])
    rules = meter_rules(table, "five card jackpot", ("7",))
    room.do("meter", "flo", meter_opened, "main", MeterOpened(rules))
    room.do("open", "flo", table_opened, "7", table)
    room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
    room.do("sit", "dee", bought_in, "7", 1, "pam", Cents(5_000), cash=True)
    before, shown = store.balances(), room.hall.meter("main").meter.shown
    room.do("deal", "dee", dealt, "7", {1: {"ante": 500, "five card jackpot": 100}})
    room.do("dead", "flo", hand_dead, "7", 1, "four cards")
    after = store.balances()
    assert {name for name in after if after[name] != before[name]} == {ESCROW, HOUSE}
    assert after[tray_of("7")] == before[tray_of("7")]
    meter = room.hall.meter("main").meter
    assert meter.shown == shown + 18 and not meter.in_play  # 18.03% of a dollar, in whole cents
    audit(store, workers=1)


FALSE_DEAD = {
    "none in the log": None,
    "another seat": {"seat": 2},
    "another player": {"player": "pat"},
    "a forfeit": {"forfeit": True},
    "a dealer": {"by": "dee"},
    "another round": {"number": 2},
}


@pytest.mark.parametrize("changed", FALSE_DEAD.values(), ids=FALSE_DEAD)
def test_a_falsified_dead_hand_fails_the_audit(
    room: Room, changed: dict[str, object] | None
) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    request = Request("dead", "flo", hand_dead, ("7", 1, "six cards"))
    act = request.decided(room.hall).act
    round_, dead = act.events
    if changed is None:
        events: tuple[Event, ...] = (round_,)
    else:
        events = (round_, Event(dead.kind, json.dumps({**json.loads(dead.body), **changed})))
    room.store.commit(replace(act, events=events))
    with pytest.raises(AuditFailed):
        audit(room.store, workers=1)


@pytest.mark.parametrize("wrong", ["forfeit", "seat", "money"])
def test_a_round_with_a_falsified_dead_hand_fails_the_audit(room: Room, wrong: str) -> None:
    room.do("deal", "dee", dealt, "7", BETS)
    act = Request("dead", "flo", hand_dead, ("7", 1, "six cards")).decided(room.hall).act
    if wrong == "money":
        act = replace(act, postings=())
    else:
        said = json.loads(act.events[0].body)
        said["events"][0] |= {"forfeit": True} if wrong == "forfeit" else {"seat": 2}
        event = Event("round", json.dumps(said, sort_keys=True))
        act = replace(act, events=(event, act.events[1]))
    room.store.commit(act)
    with pytest.raises(AuditFailed, match="table 7: "):
        audit(room.store, workers=1)


def test_a_dead_hand_in_the_log_of_an_ordinary_round_fails_the_audit(room: Room) -> None:
    room.do("deal", "dee", dealt, "7", {1: BETS[1]})
    finished(room)
    version = room.store.version("table/7")
    said = {"by": "flo", "number": 1, "seat": 1, "player": "pam", "forfeit": True, "reason": "x"}
    room.store.commit(Act("false", "table/7", version, (Event("dead hand", json.dumps(said)),)))
    with pytest.raises(AuditFailed, match="dead hand at the stream table/7: nothing claims it"):
        audit(room.store, workers=1)


def any_irregular_poker(room: Room, rng: Random, name: str) -> Request:
    state = room.hall.poker(name)
    if state.round is not None and state.round.untouched and rng.random() < 0.4:
        about = (name, rng.choice(state.round.in_hand), rng.randint(1, 5), "it flashed")
        return Request(f"{name} #{state.version}", "flo", card_exposed, about)
    if state.round is not None and rng.random() < 0.15:
        about = (name, rng.choice(state.round.live), "four cards")
        return Request(f"{name} #{state.version}", "flo", hand_dead, about)
    return any_request(room, rng, name)


@pytest.mark.parametrize("seed", [3, 4])
def test_random_hands_of_poker_with_dead_hands_and_exposed_cards(store: Store, seed: int) -> None:
    rng = Random(seed)
    room = any_room(store, rng, list(POKER.values()))
    (name,) = room.hall.tables
    dead, rounds = 0, examples(30)
    while (state := room.hall.poker(name)).rounds < rounds or dead <= 5 or state.round is not None:
        request = any_irregular_poker(room, rng, name)
        (answer,) = room.do_all([request])
        assert not isinstance(answer, Exception), answer
        dead += request.decide is hand_dead
        if request.decide in (hand_dead, card_exposed):
            assert Room(store).hall == room.hall
        check_books(room)
    audit(store, workers=1)
    logged = [one for one in log(store, EVERYTHING) if one.kind == "dead hand"]
    assert len(logged) == dead
    kinds = {one.about.get("cause", one.about.get("ruling")) for one in log(store, EVERYTHING)}
    assert {"exposed", "replaced"} <= kinds


@pytest.fixture
def poker(room: Room) -> Room:
    """Table 9 has dealt a hand to pam and pat: the small blind, seat 2, is to act."""
    room.do("open 9", "flo", table_opened, "9", open_poker("five-card-hold-out"))
    room.do("fill 9", "flo", filled, "9", Cents(100_000))
    for seat, player in enumerate(("pam", "pat"), 1):
        room.do(f"{player} at 9", "dee", bought_in, "9", seat, player, Cents(5_000), cash=True)
    room.do("hand", "dee", dealt, "9")
    return room


def test_a_dead_hand_of_poker_leaves_its_chips_in_the_pot(poker: Room) -> None:
    store = poker.store
    assert poker.hall.poker("9").round.to_act == 2
    poker.do("call", "dee", acted, "9", 2, "call")
    refused(poker, "role/not_allowed", "may declare a hand dead", "dee", hand_dead, "9", 2, "x")
    refused(poker, "room/reason", "say why", "flo", hand_dead, "9", 2, "")
    refused(poker, "action/seat", "not in the hand", "flo", hand_dead, "9", 5, "four cards")
    poker.do("dead", "flo", hand_dead, "9", 2, "four cards")  # out of turn
    assert store.balance(chips_of("9", 1)) == 5_200 and store.balance(chips_of("9", 2)) == 4_800
    refused(poker, "room/round", "no hand is in play", "flo", hand_dead, "9", 1, "four cards")
    found = recall(store, "9", 1)
    assert found.acts[-1].what == "seat 2: dead hand, chips stay"
    assert "is dead" in found.transcript
    (entry,) = [one for one in log(store, EVERYTHING) if one.kind == "dead hand"]
    assert (entry.about["player"], entry.about["forfeit"]) == ("pat", True)
    assert audit(store, workers=1).rounds == 1


@pytest.mark.parametrize("wrong", ["seat", "log", "by", "money"])
def test_a_falsified_dead_hand_of_poker_fails_the_audit(poker: Room, wrong: str) -> None:
    act = Request("dead", "flo", hand_dead, ("9", 2, "four cards")).decided(poker.hall).act
    told, dead = (json.loads(event.body) for event in act.events)
    if wrong == "seat":
        told["events"][0]["seat"] = dead["seat"] = 1
    elif wrong == "by":
        told["by"] = dead["by"] = "dee"
    events = tuple(Event(event.kind, json.dumps(said, sort_keys=True)) for event, said in
                   zip(act.events, (told, dead), strict=True))  # fmt: skip
    moved = act.postings[:-1] if wrong == "money" else act.postings
    cleared = () if wrong == "money" else act.cleared
    events = events[:1] if wrong == "log" else events
    poker.store.commit(replace(act, events=events, postings=moved, cleared=cleared))
    with pytest.raises(AuditFailed):
        audit(poker.store, workers=1)


@pytest.fixture
def prime(room: Room) -> Room:
    """Table 8 has dealt Four Card Prime to pam: five cards that only she sees."""
    table = open_table("four-card-prime", offers=["aces baby"])
    room.do("open 8", "flo", table_opened, "8", table)
    room.do("sit at 8", "dee", bought_in, "8", 1, "pam", Cents(5_000), cash=True)
    room.do("deal 8", "dee", dealt, "8", {1: {"ante": 500}})
    return room


def exposed_cards(room: Room) -> list[dict[str, object]]:
    found = log(room.store, EVERYTHING)
    return [one.about for one in found if one.kind == "exposed card"]


def test_a_player_s_own_card_that_was_exposed_plays_on(prime: Room) -> None:
    now = prime.hall.banked("8").round
    about = (card_exposed, "8", 1, 3, "it fell off the table")
    refused(prime, "role/not_allowed", "may rule on an exposed card", "dee", *about)
    refused(prime, "room/reason", "say how", "flo", *about[:-1], "")
    refused(prime, "room/exposed", "5 cards lie there", "flo", card_exposed, "8", 1, 6, "x")
    refused(prime, "room/exposed", "0 cards lie there", "flo", card_exposed, "8", 2, 1, "x")
    prime.do("seen", "flo", *about)
    assert prime.hall.banked("8").round == now and Room(prime.store).hall == prime.hall
    (said,) = exposed_cards(prime)
    assert (said["ruling"], said["place"], said["player"]) == ("stands", 3, "pam")
    finished(prime, "8")
    (what,) = [act.what for act in recall(prime.store, "8", 1).acts if act.by == "flo"]
    assert what == f"seat 1: {said['card']} exposed, the hand stands"
    assert audit(prime.store, workers=1).rounds == 1
    refused(prime, "room/round", "no cards are in play", "flo", *about)


def test_the_dealer_s_hidden_card_that_was_exposed_spoils_the_round(prime: Room) -> None:
    before = prime.store.balances()
    refused(prime, "room/exposed", "lies face up", "flo", card_exposed, "8", 0, 1, "x")
    prime.do("seen", "flo", card_exposed, "8", 0, 2, "the dealer turned it over")
    assert prime.hall.banked("8").round is None
    found = recall(prime.store, "8", 1)
    assert found.cause == "exposed" and "the dealer turned it over" in found.called_off
    assert prime.store.balances()[chips_of("8", 1)] == before[chips_of("8", 1)] + 500
    assert not exposed_cards(prime)
    audit(prime.store, workers=1)


def test_a_card_exposed_in_the_deal_of_poker_is_replaced_once(poker: Room) -> None:
    store, hand = poker.store, poker.hall.poker("9").round
    first, second = hand.order
    refused(poker, "room/exposed", "holds 5 cards", "flo", card_exposed, "9", first, 6, "x")
    poker.do("seen", "flo", card_exposed, "9", second, 4, "it flashed")
    now = poker.hall.poker("9").round
    assert now.held[second][3] == hand.deck[10] and Room(store).hall == poker.hall
    (said,) = exposed_cards(poker)
    assert (said["ruling"], said["seat"], said["place"]) == ("replaced", second, 4)
    poker.do("fold", "dee", acted, "9", now.to_act, "fold")
    found = recall(store, "9", 1)
    assert "exposed and replaced" in found.acts[1].what and "exposes" in found.transcript
    assert found.proof is not None and check(found.proof) == []
    assert audit(store, workers=1).rounds == 1


def test_a_second_exposed_card_or_one_of_the_first_two_is_a_misdeal(poker: Room) -> None:
    before = poker.store.balances()
    seat = poker.hall.poker("9").round.order[0]
    poker.do("seen", "flo", card_exposed, "9", seat, 1, "the first card of the deal")
    assert poker.hall.poker("9").round is None and recall(poker.store, "9", 1).cause == "exposed"
    poker.do("again", "dee", dealt, "9")
    poker.do("one", "flo", card_exposed, "9", seat, 2, "it flashed")
    poker.do("two", "flo", card_exposed, "9", seat, 3, "so did this")
    assert recall(poker.store, "9", 2).cause == "exposed"
    after = poker.store.balances()
    assert after[chips_of("9", 1)] == after[chips_of("9", 2)] == 5_000
    assert before.keys() == after.keys()
    audit(poker.store, workers=1)


def test_once_somebody_has_acted_the_hand_stands(poker: Room) -> None:
    poker.do("call", "dee", acted, "9", 2, "call")
    hand = poker.hall.poker("9").round
    poker.do("seen", "flo", card_exposed, "9", 1, 1, "pam showed it")
    assert poker.hall.poker("9").round == hand
    assert [one["ruling"] for one in exposed_cards(poker)] == ["stands"]
    audit(poker.store, workers=1)


FALSE_EXPOSED = {
    "none in the log": None,
    "it stands": {"ruling": "stands"},
    "another card": {"card": "As"},
    "another place": {"place": 5},
    "another player": {"player": "pam"},
    "a dealer": {"by": "dee"},
}


@pytest.mark.parametrize("changed", FALSE_EXPOSED.values(), ids=FALSE_EXPOSED)
def test_a_falsified_exposed_card_fails_the_audit(
    poker: Room, changed: dict[str, object] | None
) -> None:
    about = ("9", 2, 4, "it flashed")
    act = Request("seen", "flo", card_exposed, about).decided(poker.hall).act
    round_, logged = act.events
    said = json.loads(logged.body)
    if changed is not None and said["card"] == changed.get("card"):
        changed = {"card": "Ah"}
    events = (round_,)
    if changed is not None:
        events = (round_, Event(logged.kind, json.dumps({**said, **changed}, sort_keys=True)))
    poker.store.commit(replace(act, events=events))
    with pytest.raises(AuditFailed):
        audit(poker.store, workers=1)


def test_a_replacement_other_than_the_deck_s_fails_the_audit(poker: Room) -> None:
    act = Request("seen", "flo", card_exposed, ("9", 2, 4, "x")).decided(poker.hall).act
    told = json.loads(act.events[0].body)
    told["events"][0]["replacement"] = told["events"][0]["card"]
    event = Event("round", json.dumps(told, sort_keys=True))
    poker.store.commit(replace(act, events=(event, act.events[1])))
    with pytest.raises(AuditFailed, match="told otherwise"):
        audit(poker.store, workers=1)
