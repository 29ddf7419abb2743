"""What an act of a round moved, seat by seat, said as in cli/room/said.py."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.bank.ledger import Posting, Reason
from croupier.cli.room.said import Answer, Outcome, players_at
from croupier.games.registry import POKER
from croupier.money import dollars
from croupier.room.books.recall import doing
from croupier.room.cage.accounts import chips_of, felt_of, held_of

Moved = dict[str, int]
WORDS = {  # in this order
    "bet": "bet {}",
    "lost": "lost {}",
    "won": "won {}",
    "returned": "got {} back",
    "held": "won {}, which waits for a supervisor",
}
POKERS = {**WORDS, "bet": "put in {}"}  # a call is no bet
BETS = {Reason.WAGER: "bet", Reason.WAGER_LOST: "lost", Reason.WAGER_RETURNED: "returned"}


def played(act: Outcome) -> Answer:
    """A round or a hand is dealt, or acted in, perhaps to its end."""
    body, players = act.body, players_at(act)
    seats = {seat: moved for seat in players if (moved := _of_seat(act, seat))}
    rake = sum(one.cents for one in act.done.postings if one.reason is Reason.RAKE)
    what = _what(body["events"][0])
    point = "," if what.startswith("seat") else ":"
    text = [f"Table {act.table}, round {body['number']}{point} {what}."]
    words = POKERS if act.room.hall.tables[act.table].game_id in POKER else WORDS
    text += [
        f"Seat {seat}, {players[seat]}: {_words(moved, words)}." for seat, moved in seats.items()
    ]
    text += [f"The house took a rake of {dollars(rake)}."] if rake else []
    named = {str(seat): {"player": players[seat], **moved} for seat, moved in seats.items()}
    return Answer(" ".join(text), {"seats": named, **({"rake": rake} if rake else {})})


def called_off(act: Outcome) -> Answer:
    """What every seat got back, and gave back."""
    players = players_at(act)
    back = {seat: cents for seat in players if (cents := _change(act, chips_of(act.table, seat)))}
    text = [f"Table {act.table}, round {act.body['number']} is called off."]
    for seat, cents in back.items():
        way = "got {} back" if cents > 0 else "gave {} back"
        text.append(f"Seat {seat}, {players[seat]}, {way.format(dollars(abs(cents)))}.")
    named = {str(seat): {"player": players[seat], "back": cents} for seat, cents in back.items()}
    return Answer(" ".join(text), {"seats": named})


def _what(first: dict[str, Any]) -> str:
    """What was done; the faces of discards stay hidden."""
    if first["event"] == "discarded":
        count = len(first["cards"].split())
        cards = {0: "nothing", 1: "1 card"}.get(count, f"{count} cards")
        return f"seat {first['seat']}: discard {cards}"
    return doing(first)


def _words(moved: Moved, words: Mapping[str, str]) -> str:
    return ", ".join(words[way].format(dollars(cents)) for way, cents in moved.items())


def _of_seat(act: Outcome, seat: int) -> Moved:
    cents = dict.fromkeys(WORDS, 0)
    for way, posting in _ways(act, seat):
        cents[way] += posting.cents
    return {way: amount for way, amount in cents.items() if amount}


def _ways(act: Outcome, seat: int) -> Iterator[tuple[str, Posting]]:
    chips, felt, held = (of(act.table, seat) for of in (chips_of, felt_of, held_of))
    for posting in act.done.postings:
        if posting.reason in BETS:
            if {chips, felt} & {posting.debit, posting.credit}:
                yield BETS[posting.reason], posting
        elif posting.credit == held:
            yield "held", posting
        elif posting.credit == chips:
            yield "won", posting


def _change(act: Outcome, account: str) -> int:
    given = sum(one.cents for one in act.done.postings if one.credit == account)
    return given - sum(one.cents for one in act.done.postings if one.debit == account)
