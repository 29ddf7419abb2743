"""Forgeries by somebody with the bank, its key and their own program: the audit names them.

Each forgery is an act that the room's own decisions refuse, written completely: body, state,
snapshot.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from croupier import fair
from croupier.bank.act import Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.ledger import Posting, Purpose
from croupier.fair import Word
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.names import chips_of, tray_of
from croupier.room.room import Room
from croupier.room.state.hall import Actor, Hall, Transition, decision, table_transition
from croupier.room.tables import banked
from croupier.room.tables.bets import bet_made
from croupier.room.tables.mistakes import CALLED_OFF, WORD
from croupier.room.tables.poker import play as poker_play
from croupier.room.tables.rounds import dealt, round_called_off
from croupier.room.tables.state import ROUND, body
from croupier.room.tables.tables import cashed_out
from croupier.room.tables.words import BET, BETS_CLOSED, WORD_KEPT, WORD_OPENED, dealt_body, mixed
from croupier.table.round import deal
from croupier.table.shoe import source
from tests.room.test_words import ANTE, Clock, P, T, clock, played_on, room
from tests.room.words import keep, open_word, word_of

__all__ = ["clock", "room"]

Row = Mapping[str, object]


@decision("says")
def says(
    hall: Hall, asked: Actor, name: str, row: Row, named: str = "", bribe: int = 0
) -> Transition:
    """A row before the deal, by anybody; the state is what the row makes of it."""
    state = hall.table(name)
    event = Event(ROUND, body({"by": named or asked.by, "events": [row]}))
    pays = Posting(asked.id, tray_of(name), chips_of(name, 1), Cents(bribe), Purpose.CHIPS)
    now = replace(state, before=state.before.after(row))
    return table_transition(now, asked, [event], [pays] if bribe else [])


@decision("deals")
def deals(
    hall: Hall,
    asked: Actor,
    name: str,
    bets: Mapping[int, Mapping[str, int]],
    words: Sequence[Word] = (),
    said: Mapping[str, object] | None = None,
) -> Transition:
    """The cards are dealt with these bets and these words, whatever was bet."""
    state = hall.banked(name).opened_by(asked.keys)
    shoe = mixed(state.shoe, words)
    before = state.before.dealt(words, shoe.first)
    begun = replace(state, rounds=state.rounds + 1, shoe=shoe, before=before)
    now = deal(state.table, bets, source(shoe))
    about = dealt_body(words) if said is None else said
    return banked._played(hall, begun, asked, None, now, said=about)


@decision("adds_word")
def adds_word(hall: Hall, asked: Actor, name: str, word: str) -> Transition:
    """As in books of protocol 1."""
    state = hall.table(name)
    shoe = state.shoe.mixed_with(asked.by, word)
    event = Event(WORD, body({"by": asked.by, "word": word}))
    return table_transition(replace(state, shoe=shoe), asked, [event])


def bet_row(
    room: Room, seat: int, player: str, stakes: Mapping[str, int] = ANTE, word: str = ""
) -> Row:
    house = room.hall.table(T).shoe.commitment
    given = fair.word_commitment(house, seat, player, word) if word else ""
    return {"event": BET, "seat": seat, "player": player, "stakes": stakes, "commitment": given}


def closing(room: Room, clock: Clock, bets: Mapping[str, object], **changed: object) -> Row:
    words = room.hall.table(T).before.words
    listed = [
        {
            "seat": int(seat),
            "player": room.hall.table(T).seats[int(seat)],
            "commitment": words[int(seat)].commitment if int(seat) in words else None,
        }
        for seat in bets
    ]
    row = {"event": BETS_CLOSED, "bets": bets, "words": listed, "until": clock.now + 30_000}
    return {**row, **changed}


def kept(room: Room) -> None:
    """pam and quin have bet, and committed to words."""
    keep(room, T, 1, ANTE)
    keep(room, T, 2, ANTE)


def closed(room: Room) -> None:
    kept(room)
    room.do("close", "dee", dealt, T, {3: ANTE})


def opened(room: Room) -> None:
    """pam's word is open, quin's is not."""
    closed(room)
    open_word(room, T, 1)


def all_opened(room: Room) -> None:
    opened(room)
    open_word(room, T, 2)


ALL = {1: ANTE, 2: ANTE, 3: ANTE}
Forges = Callable[[Room, Clock], None]


def by_the_dealer(room: Room, clock: Clock) -> None:
    kept(room)
    room.do("forged", "dee", says, T, bet_row(room, 3, "rob", word="ground"))


def by_a_dealer_who_plays(room: Room, clock: Clock) -> None:
    kept(room)
    room.do("forged", "dee", says, T, bet_row(room, 4, "dee", word="ground"))


def at_anothers_seat(room: Room, clock: Clock) -> None:
    keep(room, T, 2, ANTE)
    room.do("forged", "quin", says, T, bet_row(room, 1, "quin", word="ground"))


def after_they_left(room: Room, clock: Clock) -> None:
    room.do("up", "rob", cashed_out, T, 3)
    room.do("forged", "rob", says, T, bet_row(room, 3, "rob", word="ground"))


def by_nobody(room: Room, clock: Clock) -> None:
    room.do("forged", "rob", says, T, bet_row(room, 3, "rob", word="ground"), named="ghost")


def another_word(room: Room, clock: Clock) -> None:
    kept(room)
    room.do("forged", "quin", says, T, bet_row(room, 2, "quin", word="ground"))


def another_word_once_the_others_are_open(room: Room, clock: Clock) -> None:
    opened(room)
    room.do("forged", "quin", says, T, bet_row(room, 2, "quin", word="ground"))


def no_commitment(room: Room, clock: Clock) -> None:
    row = {"event": WORD_KEPT, "seat": 1, "player": "pam", "commitment": "lucky"}
    room.do("forged", "pam", says, T, row)


def a_bet_after_closing(room: Room, clock: Clock) -> None:
    closed(room)
    room.do("forged", "rob", says, T, bet_row(room, 3, "rob", {"ante": 10_000}))


def a_bet_that_pays(room: Room, clock: Clock) -> None:
    room.do("forged", "rob", says, T, bet_row(room, 3, "rob"), bribe=100_000)


def a_bet_in_a_round(room: Room, clock: Clock) -> None:
    room.do("deal", "dee", dealt, T, {1: ANTE})
    room.do("forged", "rob", says, T, bet_row(room, 3, "rob"))


def a_bet_taken_back_that_was_not_made(room: Room, clock: Clock) -> None:
    room.do("forged", "rob", says, T, bet_row(room, 3, "rob", {}))


def closed_by_a_player(room: Room, clock: Clock) -> None:
    kept(room)
    bets = {"1": ANTE, "2": ANTE}
    room.do("forged", "quin", says, T, closing(room, clock, bets))


def closed_without_a_word(room: Room, clock: Clock) -> None:
    kept(room)
    row = closing(room, clock, {"1": ANTE, "2": ANTE})
    told_words = [{**one, "commitment": None} if one["seat"] == 1 else one for one in row["words"]]
    room.do("forged", "dee", says, T, {**row, "words": told_words})


def closed_without_a_bet(room: Room, clock: Clock) -> None:
    kept(room)
    room.do("forged", "dee", says, T, closing(room, clock, {"2": ANTE}))


def closed_with_another_bet(room: Room, clock: Clock) -> None:
    kept(room)
    bets = {"1": {"ante": 2_000}, "2": ANTE}
    room.do("forged", "dee", says, T, closing(room, clock, bets))


def closed_for_somebody_else(room: Room, clock: Clock) -> None:
    kept(room)
    row = closing(room, clock, {"1": ANTE, "2": ANTE, "3": ANTE})
    told_words = [{**one, "player": "pam"} if one["seat"] == 3 else one for one in row["words"]]
    room.do("forged", "dee", says, T, {**row, "words": told_words})


def closed_in_a_hurry(room: Room, clock: Clock) -> None:
    kept(room)
    row = closing(room, clock, {"1": ANTE, "2": ANTE}, until=clock.now + 9_999)
    room.do("forged", "dee", says, T, row)


def closed_twice(room: Room, clock: Clock) -> None:
    closed(room)
    room.do("forged", "dee", says, T, closing(room, clock, {"1": ANTE, "2": ANTE}))


def opened_row(seat: int, player: str, word: str) -> Row:
    return {"event": WORD_OPENED, "seat": seat, "player": player, "word": word}


def opened_too_soon(room: Room, clock: Clock) -> None:
    kept(room)
    row = opened_row(1, "pam", word_of(room.hall.table(T), 1))
    room.do("forged", "pam", says, T, row)


def opened_by_the_dealer(room: Room, clock: Clock) -> None:
    closed(room)
    row = opened_row(1, "pam", word_of(room.hall.table(T), 1))
    room.do("forged", "dee", says, T, row)


def opened_another_word(room: Room, clock: Clock) -> None:
    opened(room)
    room.do("forged", "quin", says, T, opened_row(2, "quin", "ground"))


def opened_twice(room: Room, clock: Clock) -> None:
    all_opened(room)
    room.do("forged", "quin", says, T, opened_row(2, "quin", word_of(room.hall.table(T), 2)))


def dealt_without_an_opened_word(room: Room, clock: Clock) -> None:
    all_opened(room)
    pams, quins = room.hall.table(T).before.dealt_in
    room.do("forged", "dee", deals, T, ALL, (pams, quins._replace(word=None)))


def dealt_without_a_withheld_word(room: Room, clock: Clock) -> None:
    opened(room)
    clock.passes(60)
    room.do("forged", "dee", deals, T, ALL, room.hall.table(T).before.dealt_in[:1])


def dealt_without_any_word(room: Room, clock: Clock) -> None:
    all_opened(room)
    room.do("forged", "dee", deals, T, ALL)


def dealt_with_another_word(room: Room, clock: Clock) -> None:
    opened(room)
    pams, quins = room.hall.table(T).before.dealt_in
    room.do("forged", "dee", deals, T, ALL, (pams, quins._replace(word="ground")))


def dealt_with_other_entropy_than_words(room: Room, clock: Clock) -> None:
    all_opened(room)
    pams, quins = room.hall.table(T).before.dealt_in
    said = {**dealt_body((pams, quins)), "entropy": [["seat 1 pam", pams.word]]}
    room.do("forged", "dee", deals, T, ALL, (pams, quins._replace(word=None)), said)


def dealt_before_the_time_has_passed(room: Room, clock: Clock) -> None:
    opened(room)
    clock.passes(29)
    room.do("forged", "dee", deals, T, ALL, room.hall.table(T).before.dealt_in)


def dealt_other_stakes(room: Room, clock: Clock) -> None:
    all_opened(room)
    bets = {**ALL, 1: {"ante": 5_000}}
    room.do("forged", "dee", deals, T, bets, room.hall.table(T).before.dealt_in)


def dealt_to_one_seat_more(room: Room, clock: Clock) -> None:
    keep(room, T, 1, ANTE)
    room.do("close", "dee", dealt, T, {})
    open_word(room, T, 1)
    bets = {1: ANTE, 2: ANTE}
    room.do("forged", "dee", deals, T, bets, room.hall.table(T).before.dealt_in)


def dealt_at_once_though_a_word_is_kept(room: Room, clock: Clock) -> None:
    kept(room)
    room.do("forged", "dee", deals, T, ALL)


def dealt_past_a_players_bet(room: Room, clock: Clock) -> None:
    room.do("bet", "pam", bet_made, T, 1, ANTE)
    room.do("forged", "dee", deals, T, {2: ANTE})


def dealt_another_bet_than_the_players(room: Room, clock: Clock) -> None:
    room.do("bet", "pam", bet_made, T, 1, ANTE)
    room.do("forged", "dee", deals, T, {1: {"ante": 5_000}})


def dealt_with_words_that_nobody_kept(room: Room, clock: Clock) -> None:
    house = room.hall.table(T).shoe.commitment
    given = fair.word_commitment(house, 1, "pam", "ground")
    room.do("forged", "dee", deals, T, ALL, (Word(1, "pam", given, "ground"),))


def a_word_in_plain(room: Room, clock: Clock) -> None:
    room.do("forged", "pam", adds_word, T, "ground")
    room.do("deal", "dee", dealt, T, ALL)


def bets_called_off_with_money(room: Room, clock: Clock) -> None:
    closed(room)
    room.do("forged", "flo", pays_off, T)


@decision("pays_off")
def pays_off(hall: Hall, asked: Actor, name: str) -> Transition:
    """The floor calls closed bets off, and pays somebody for it."""
    step = round_called_off(hall, asked, name, "a quarrel")
    assert step.act.events[0].kind == CALLED_OFF
    pays = Posting(asked.id, tray_of(name), chips_of(name, 1), Cents(100_000), Purpose.CHIPS)
    return step._replace(act=replace(step.act, postings=(pays,)))


@decision("counts_none_withheld")
def counts_none_withheld(hall: Hall, asked: Actor, name: str) -> Transition:
    """A snapshot that omits those who withheld words."""
    state = hall.table(name)
    before = replace(state.before, withheld={}, last=())
    return table_transition(
        replace(state, before=before, out=state.out | {2}),
        asked,
        [Event("sat out", body({"by": asked.by, "seat": 2, "player": "quin"}))],
    )


def forgotten(room: Room, clock: Clock) -> None:
    keep(room, P, 1)
    room.do("close", "dee", dealt, P)
    clock.passes(60)
    room.do("deal", "dee", dealt, P)
    played_on(room, P)
    assert room.hall.table(P).before.withheld == {"pam": 1}
    room.do("forged", "quin", counts_none_withheld, P)


@decision("deals_hand")
def deals_hand(hall: Hall, asked: Actor, name: str, seats: Sequence[int]) -> Transition:
    """A hand for these seats, whoever should be dealt in."""
    state = hall.poker(name).opened_by(asked.keys)
    words = state.before.dealt_in
    shoe = mixed(state.shoe, words)
    begun = replace(state, rounds=state.rounds + 1, shoe=shoe, before=state.before.dealt(words, 0))
    hand = poker_play._hand(begun, state.dealing(seats))
    return poker_play._played(hall, begun, asked, None, hand, said=dealt_body(words))


def dealt_to_other_hands(room: Room, clock: Clock) -> None:
    keep(room, P, 1)
    room.do("close", "dee", dealt, P)
    open_word(room, P, 1)
    room.do("forged", "dee", deals_hand, P, [1, 2])


FORGERIES: dict[Forges, str] = {
    by_the_dealer: "bet of rob at seat 3 is by 'dee'",
    by_a_dealer_who_plays: "dee is a dealer here. Only players may bet",
    at_anothers_seat: "quin bets or keeps a word at seat 1",
    after_they_left: "rob bets or keeps a word at seat 3",
    by_nobody: "is by 'ghost'",
    another_word: "seat 2 commits to another word",
    another_word_once_the_others_are_open: "bet at seat 2 after the bets were closed",
    no_commitment: "seat 1 commits to a word that the shoe could not take",
    a_bet_after_closing: "bet at seat 3 after the bets were closed",
    a_bet_that_pays: "more in the same act",
    a_bet_in_a_round: "in the middle of",
    a_bet_taken_back_that_was_not_made: "takes back a bet that it did not make",
    closed_by_a_player: "quin is a player here",
    closed_without_a_word: "the bets are closed with the words",
    closed_without_a_bet: "players made",
    closed_with_another_bet: "players made",
    closed_for_somebody_else: "the bets are closed for pam at seat 3",
    closed_in_a_hurry: "less than 10 seconds",
    closed_twice: "closed twice",
    opened_too_soon: "when there is none to open",
    opened_by_the_dealer: "word opened of pam at seat 1 is by 'dee'",
    opened_another_word: "the word of seat 2 is not the one that quin committed to",
    opened_twice: "when there is none to open",
    dealt_without_an_opened_word: "round 1 is dealt with the words",
    dealt_without_a_withheld_word: "round 1 is dealt with the words",
    dealt_without_any_word: "round 1 is dealt with the words",
    dealt_with_another_word: "round 1 is dealt with the words",
    dealt_with_other_entropy_than_words: "round 1 is dealt with the words",
    dealt_before_the_time_has_passed: "before all words had to be opened",
    dealt_other_stakes: "other bets than were closed",
    dealt_to_one_seat_more: "other bets than were closed",
    dealt_at_once_though_a_word_is_kept: "passes over a word or a bet",
    dealt_past_a_players_bet: "passes over a word or a bet",
    dealt_another_bet_than_the_players: "passes over a word or a bet",
    dealt_with_words_that_nobody_kept: "round 1 is dealt with the words",
    a_word_in_plain: "a word in plain, as only older books have it",
    bets_called_off_with_money: "money moves",
    forgotten: "before is None; its events make .*'withheld': {'pam': 1}",
    dealt_to_other_hands: "other bets than were closed",
}


@pytest.mark.parametrize("forges", FORGERIES, ids=[one.__name__ for one in FORGERIES])
def test_a_forgery_is_named(room: Room, clock: Clock, forges: Forges) -> None:
    audit(room.store)
    forges(room, clock)
    with pytest.raises(AuditFailed, match=FORGERIES[forges]):
        audit(room.store)
