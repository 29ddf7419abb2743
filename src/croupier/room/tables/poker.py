"""Poker in the room: tables opened, hands dealt, acted in and called off; seats that sit out."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from croupier import fair
from croupier.bank.act import Event
from croupier.errors import RuleError
from croupier.games.registry import rules_hash
from croupier.room.cage.accounts import poker_accounts
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import Asked, Hall, Step
from croupier.room.state.step import told
from croupier.room.tables.bets import OPEN_WITHIN, bets_closed, dealt_words, not_sooner, words_in
from croupier.room.tables.payouts import taken_back
from croupier.room.tables.poker_payouts import felts, played_again, postings
from croupier.room.tables.poker_state import OpenPoker, config_of, new_deck
from croupier.room.tables.rounds import (
    CALLED_OFF,
    DEAD,
    MISDEAL,
    bets_called_off,
    check_act,
    check_call_off,
    check_dead,
    check_deal,
    check_dealt_so,
    closed_already,
    dead_body,
    shoe_off,
)
from croupier.room.tables.shoes import told_at_end
from croupier.room.tables.state import ROUND, body
from croupier.room.tables.tables import OPENED, opened_before
from croupier.room.tables.words import dealt_body, mixed
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.missed_blinds import Dealing, debt_text
from croupier.table.poker.record import to_json
from croupier.table.poker.table import PokerTable
from croupier.table.shoe import NewSecret, Shoe, source

SAT_OUT, SAT_IN = "sat out", "sat in"


@decision("open_table", "croupier.room.poker_play.poker_opened")
def poker_opened(
    hall: Hall,
    asked: Asked,
    name: str,
    table: PokerTable,
    *,
    new_secret: NewSecret = fair.new_secret,
) -> Step:
    """A poker table; the house wins nothing at it but its rake."""
    rounds, version, abandoned, before = opened_before(hall, asked, name)
    state = OpenPoker(
        name,
        table,
        new_deck(new_secret),
        seats={},
        stacks={},
        rounds=rounds,
        rules=rules_hash(),
        opened=version + 1,
        version=version,
        abandoned=abandoned,
        before=before,
    )
    said = {
        "by": asked.by,
        "rules": state.rules,
        "config": config_of(table),
        "shoe": state.shoe.told(),
    }
    accounts = poker_accounts(name, table.seat_count)
    return told(state, asked, [Event(OPENED, body(said))], accounts=accounts)


@decision("sit_out", "croupier.room.poker_play.sat_out")
def sat_out(hall: Hall, asked: Asked, name: str, seat: int) -> Step:
    """A player keeps their seat and chips, and is dealt no more hands."""
    return _sits(hall, asked, name, seat, SAT_OUT)


@decision("sit_in", "croupier.room.poker_play.sat_in")
def sat_in(hall: Hall, asked: Asked, name: str, seat: int, *, post: bool = False) -> Step:
    """They are dealt in again from the next hand on; what they owe is posted, or waited for."""
    return _sits(hall, asked, name, seat, SAT_IN, post=post)


def _sits(hall: Hall, asked: Asked, name: str, seat: int, kind: str, *, post: bool = False) -> Step:
    state = hall.poker(name)
    check_act(hall, asked, state, seat)
    if seat not in state.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    if state.before.is_closed(seat):
        raise RuleError(
            f"table {name} seat {seat} is dealt into the next hand already; wait for it",
            "room/bets",
        )
    if post:
        _check_post(state, seat)
    now = seat_changed(state, seat, kind, post=post)
    if now == state:
        raise RuleError(f"table {name} seat {seat} has {kind} already", "room/seat")
    said = {"by": asked.by, "seat": seat, "player": state.seats[seat]}
    event = Event(kind, body({**said, "post": True} if post else said))
    return told(now, asked, [event])


def seat_changed(state: OpenPoker, seat: int, kind: str, *, post: bool) -> OpenPoker:
    """The table once a seat sits out, or sits in again."""
    out = state.out | {seat} if kind == SAT_OUT else state.out - {seat}
    posting = state.blinds.posting - {seat} if kind == SAT_OUT else state.blinds.posting
    blinds = state.blinds._replace(posting=posting | {seat} if post else posting)
    return replace(state, out=out, blinds=blinds)


def _check_post(state: OpenPoker, seat: int) -> None:
    if seat not in state.blinds.owed:
        raise RuleError(
            f"table {state.name} seat {seat} owes no blind; sit in without posting", "room/blinds"
        )
    if state.table.options["missed_blinds"] != "post":
        raise RuleError(
            f"table {state.name} seat {seat}: nobody posts missed blinds at this table; wait for "
            "the big blind",
            "room/blinds",
        )


@decision("deal_hand", "croupier.room.poker_play.hand_dealt")
def hand_dealt(
    hall: Hall,
    asked: Asked,
    name: str,
    seats: Collection[int] | None = None,
    *,
    within: int = OPEN_WITHIN,
) -> Step:
    """Antes, blinds and cards, up to the first act: for all who are ready, or for some of them.

    Where one of them has committed to a word, that fixes who is dealt in; once the words are
    opened, or were not `within` so many seconds, the same without seats deals the cards.
    """
    state = hall.poker(name)
    check_deal(hall, asked, state)
    if state.before.closed is not None:
        if seats is not None:
            raise closed_already(state)
        return not_sooner(_dealt(asked, state, state.dealing(state.before.closed.bets)), state)
    dealing = _dealing(state, seats)
    if words_in(state, dealing.seats):
        _hand(state, state.opened_by(asked.keys).shoe, dealing)  # whatever the deal would refuse
        return bets_closed(state, asked, {seat: {} for seat in dealing.seats}, within)
    return _dealt(asked, state, dealing)


def _dealing(state: OpenPoker, seats: Collection[int] | None) -> Dealing:
    """Who of them plays, and where."""
    name, ready = state.name, state.ready
    playing = ready if seats is None else sorted(set(seats))
    absent = [seat for seat in playing if seat not in ready]
    if absent:
        raise RuleError(
            f"table {name} seat {absent[0]} cannot play: it takes a player with chips who does not "
            "sit out",
            "room/seat",
        )
    if len(playing) < 2:
        raise RuleError(f"table {name}: {len(playing)} to play; a hand takes two", "room/seat")
    dealing = state.dealing(playing)
    waiting = [seat for seat in playing if seat not in dealing.seats]
    if waiting and seats is not None:
        raise RuleError(
            f"table {name} seat {waiting[0]} owes {debt_text(state.blinds.owed[waiting[0]])}: it "
            "posts, once the button has passed it, or waits for the big blind",
            "room/blinds",
        )
    return dealing


def _dealt(asked: Asked, state: OpenPoker, dealing: Dealing) -> Step:
    words = () if state.before.closed is None else dealt_words(state, asked)
    state = state.opened_by(asked.keys)
    shoe = mixed(state.shoe, words)
    begun = replace(state, rounds=state.rounds + 1, shoe=shoe, before=state.before.dealt(words, 0))
    return _played(begun, asked, None, _hand(state, shoe, dealing), said=dealt_body(words))


def _hand(state: OpenPoker, shoe: Shoe, dealing: Dealing) -> Hand:
    at, seats, posts = dealing
    stacks = {seat: state.stacks[seat] for seat in seats}
    return deal(state.table, stacks, at, source(shoe).cards, posts)


@decision("act_in_chips", "croupier.room.poker_play.hand_acted")
def hand_acted(
    hall: Hall, asked: Asked, name: str, seat: int, action: str, version: int | None = None
) -> Step:
    """An act of a seat; `version` is that of the hand it answers."""
    state = hall.poker(name)
    check_act(hall, asked, state, seat)
    if state.round is None:
        raise RuleError(f"table {name}: there is no hand to act in", "room/round")
    check_dealt_so(state)
    state = state.opened_by(asked.keys)
    hand = state.round
    assert hand is not None
    return _played(state, asked, hand, hand.act(seat, action, version=version))


@decision("call_off", "croupier.room.poker_play.hand_called_off")
def hand_called_off(hall: Hall, asked: Asked, name: str, reason: str, cause: str = MISDEAL) -> Step:
    """A misdeal: every posting is reversed, and the button stays for the next shuffle."""
    state = hall.poker(name)
    check_call_off(hall, asked, state, reason, cause)
    hand = state.round
    if hand is None:
        return bets_called_off(state, asked, reason, cause, new_deck())
    again = played_again(name, state.rounds, state.table, None, to_json(hand))
    off, said = shoe_off(state, asked, state.rounds, reason, cause, new_deck())
    return told(
        replace(off, round=None),
        asked,
        [Event(CALLED_OFF, body(said))],
        taken_back(moved for _, moved in again),
        cleared=felts(name, hand),
    )


@decision("dead_hand", "croupier.room.poker_play.poker_dead")
def poker_dead(hall: Hall, asked: Asked, name: str, seat: int, reason: str) -> Step:
    """A dead hand is folded, also out of turn; its chips stay in the pot."""
    state = hall.poker(name)
    check_dead(hall, asked, state, reason)
    state = state.opened_by(asked.keys)
    hand = state.round
    assert hand is not None
    after = hand.void(seat)
    dead = Event(DEAD, body(dead_body(asked, state, seat, reason, forfeit=True)))
    return _played(state, asked, hand, after, dead)


def hand_exposed(state: OpenPoker, asked: Asked, after: Hand, logged: Event) -> Step:
    """A card of the deal was exposed and replaced."""
    return _played(state, asked, state.round, after, logged)


def _played(
    state: OpenPoker,
    asked: Asked,
    before: Hand | None,
    after: Hand,
    *more: Event,
    said: Mapping[str, object] = MappingProxyType({}),
) -> Step:
    """The hand's new events and what they moved; after the last of them, the next shuffle."""
    known = 0 if before is None else before.version
    said = {
        **said,
        "number": state.rounds,
        "opened": state.opened,
        "by": asked.by,
        "events": to_json(after, known),
    }
    now = replace(state, round=after)
    if after.over:
        now = replace(state.after_hand(after.positions, after.in_hand), shoe=new_deck())
        said |= {"shoe": now.shoe.told(), **told_at_end(state.shoe, asked.keys)}
    moved = postings(state.name, state.rounds, before, after)
    stacks = now.with_money(moved).stacks
    assert all(stacks.get(seat, 0) == after.stacks[seat] for seat in after.in_hand), (
        "the books move other chips than the hand"
    )
    cleared = felts(state.name, after) if after.over else ()
    return told(now, asked, [Event(ROUND, body(said)), *more], moved, cleared=cleared)
