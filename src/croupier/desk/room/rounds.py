"""What came of acts in a round: the money of every seat; and of mistakes at a table."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.bank.ledger import Posting, Purpose
from croupier.desk.room.acts import Answer, Outcome, players_at
from croupier.desk.room.bets import bets_closed_answer, withheld
from croupier.money import dollars
from croupier.room.books.recall import doing
from croupier.room.names import chips_of, felt_of, held_of
from croupier.room.tables.kinds import plays_poker
from croupier.room.tables.mistakes import CALLED_OFF, MISDEAL, REPLACED, STANDS
from croupier.room.tables.words import BETS_CLOSED
from croupier.table.poker.deal import debt_text

Moved = dict[str, int]


WORDS = {  # in this order
    "bet": "bet {}",
    "lost": "lost {}",
    "won": "won {}",
    "returned": "got {} back",
    "held": "won {}, which waits for a supervisor",
}


POKERS = {**WORDS, "bet": "put in {}"}  # a call is not a bet


BETS = {Purpose.WAGER: "bet", Purpose.WAGER_LOST: "lost", Purpose.WAGER_RETURNED: "returned"}


def deal_answer(act: Outcome) -> Answer:
    if act.body["events"][0]["event"] == BETS_CLOSED:
        return bets_closed_answer(act)
    answer, held_back = play_answer(act), withheld(act.body)
    if not held_back:
        return answer
    return Answer(f"{answer.text} Words withheld: {', '.join(held_back)}.", answer.moved)


def play_answer(act: Outcome) -> Answer:
    """A round or a hand is dealt, or acted in, perhaps to its end."""
    body, players = act.body, players_at(act)
    seats = {seat: moved for seat in players if (moved := _of_seat(act, seat))}
    rake = sum(one.cents for one in act.done.postings if one.reason is Purpose.RAKE)
    what = _what(body["events"][0])
    point = "," if what.startswith("seat") else ":"
    text = [f"Table {act.table}, round {body['number']}{point} {what}."]
    words = POKERS if plays_poker(act.room.hall.tables[act.table].game_id) else WORDS
    text += [
        f"Seat {seat}, {players[seat]}: {_words(moved, words)}." for seat, moved in seats.items()
    ]
    text += [f"The house took a rake of {dollars(rake)}."] if rake else []
    named = {str(seat): {"player": players[seat], **moved} for seat, moved in seats.items()}
    return Answer(" ".join(text), {"seats": named, **({"rake": rake} if rake else {})})


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


def acknowledgment_answer(act: Outcome) -> Answer:
    said = act.body
    seat, cents = said["seat"], said["cents"]
    player = players_at(act).get(seat, "")
    wagers = ", ".join(won["wager"] for won in said["wins"])
    text = f"Seat {seat}, {player}, is paid {dollars(cents)}, won with the {wagers}."
    return Answer(text, {"seat": seat, "player": player, "paid": cents, "wins": said["wins"]})


def sit_in_answer(act: Outcome) -> Answer:
    """What they owe is as it is now: an act that is sent again may be old."""
    said = act.body
    text = f"{said['player']} sits in at seat {said['seat']} of table {act.table}."
    debt = act.room.hall.poker(act.table).blinds.owed.get(said["seat"])
    if debt is None:
        return Answer(text)
    if said.get("post"):
        how = "posted as soon as they are not between the button and the big blind"
    else:
        how = "cleared when the big blind comes to them"
    return Answer(f"{text} They owe {debt_text(debt)}, {how}.")


def call_off_answer(act: Outcome) -> Answer:
    """What every seat got back, and gave back."""
    players = players_at(act)
    back = {seat: cents for seat in players if (cents := _change(act, chips_of(act.table, seat)))}
    text = [f"Table {act.table}, round {act.body['number']} is called off."]
    for seat, cents in back.items():
        way = "got {} back" if cents > 0 else "gave {} back"
        text.append(f"Seat {seat}, {players[seat]}, {way.format(dollars(abs(cents)))}.")
    named = {str(seat): {"player": players[seat], "back": cents} for seat, cents in back.items()}
    return Answer(" ".join(text), {"seats": named})


def _change(act: Outcome, account: str) -> int:
    given = sum(one.cents for one in act.done.postings if one.credit == account)
    return given - sum(one.cents for one in act.done.postings if one.debit == account)


def exposed_answer(act: Outcome) -> Answer:
    """Of the act's last event: a round that was called off, or what the log was told."""
    last = act.done.events[-1]
    said = json.loads(last.body)
    if last.kind == CALLED_OFF:
        text = f"Table {act.table}: {said['reason']}. A misdeal: the round is called off."
        return Answer(text, {"number": said["number"], "ruling": MISDEAL})
    what = {STANDS: "The hand stands", REPLACED: "It is replaced, and will be burned first"}
    text = f"Table {act.table} seat {said['seat']}, {said['card']}. {what[said['ruling']]}."
    names = ("number", "seat", "player", "place", "card", "ruling")
    return Answer(text, {name: said[name] for name in names})
