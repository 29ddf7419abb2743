"""The outcomes of acts in a round: bets and words, the money of every seat, mistakes at a table."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from croupier import fair
from croupier.bank.ledger import Posting, Purpose
from croupier.desk.room.acts import Answer, ClosedBets, Moved, Outcome, SeatMoved, players_at
from croupier.desk.stakes import stakes_text
from croupier.games.registry import plays_poker
from croupier.money import dollars
from croupier.room.books.days import Days
from croupier.room.books.recall import TIME_RAN_OUT, doing, shoe_before
from croupier.room.names import chips_of, felt_of, held_of
from croupier.room.state.hall import KnownTable
from croupier.room.tables.mistakes import CALLED_OFF, MISDEAL, REPLACED, STANDS
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import CLOCK
from croupier.room.tables.words import BETS_CLOSED, PendingBets, words_json
from croupier.table.poker.deal import debt_text

Way = Literal["bet", "lost", "won", "returned", "held"]
WORDS: Mapping[Way, str] = {  # in this order
    "bet": "bet {}",
    "lost": "lost {}",
    "won": "won {}",
    "returned": "got {} back",
    "held": "won {}, which waits for a supervisor",
}
POKERS: Mapping[Way, str] = {**WORDS, "bet": "put in {}"}  # a call is not a bet
BETS: Mapping[Purpose, Way] = {
    Purpose.WAGER: "bet",
    Purpose.WAGER_LOST: "lost",
    Purpose.WAGER_RETURNED: "returned",
}


def bets_closed_answer(act: Outcome) -> Answer:
    """Betting is closed: whose words are still to come, and who has none."""
    row = act.body["events"][0]
    assert row["event"] == BETS_CLOSED
    seats = []
    for one in row["words"]:
        bet = stakes_text(row["bets"][str(one["seat"])])
        word = "word to be opened" if one["commitment"] else "no word"
        said = f"{bet}, {word}" if bet else word
        seats.append(f"seat {one['seat']}, {one['player']}: {said}")
    text = f"Table {act.table}: the bets are closed; {'; '.join(seats)}. {_waits(act)}"
    return Answer(
        text, {"closed": ClosedBets(bets=row["bets"], words=row["words"], until=row["until"])}
    )


def _waits(act: Outcome) -> str:
    """The words that are still missing, as of now."""
    state = act.room.hall.tables[act.table]
    before = state.before
    if before.closed is None:
        return "The cards are dealt."
    if before.missing:
        left = max(0, -(-(before.closed.until - act.room.store.clock()) // 1000))
        who = missing_text(before)
        return f"Waiting for {who}, {left} seconds at most; then: room deal {act.table}"
    return f"All words are open; now: room deal {act.table}"


def withheld(dealt: dict[str, Any]) -> list[str]:
    """Those whose words were missing from a deal."""
    words = dealt.get("words", ())
    return [fair.who(one["seat"], one["player"]) for one in words if one["word"] is None]


def missing_text(before: PendingBets) -> str:
    return ", ".join(fair.who(word.seat, word.player) for word in before.missing)


def before_json(state: KnownTable) -> dict[str, object]:
    """The bets before the deal; the words of the last shuffle; the words withheld."""
    before = state.before
    kept_now = [before.words[seat] for seat in sorted(before.words)]
    return {
        "bets": {str(seat): dict(stakes) for seat, stakes in sorted(before.bets.items())},
        "words": words_json(kept_now),
        "bets_until": None if before.window is None else before.window.until,
        "bets_closed": before.closed is not None,
        "words_until": None if before.closed is None else before.closed.until,
        "last_words": words_json(before.last),
        "withheld": dict(before.withheld),
    }


def open_bets_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    until = Days().shown(row["until"])
    text = f"Table {act.table}: bets are open for round {row['number']}, until {until} UTC."
    return Answer(text, {"number": row["number"], "until": row["until"]})


def bet_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    where = f"seat {row['seat']} of table {act.table}"
    if not row["stakes"]:
        return Answer(f"{row['player']} takes back the bet at {where}.")
    text = f"{row['player']} bets {stakes_text(row['stakes'])} at {where}"
    if not row["commitment"]:
        return Answer(f"{text}.")
    return _bound(act, f"{text} and has committed to a word.")


def word_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    where = f"seat {row['seat']} of table {act.table}"
    return _bound(act, f"{row['player']} has committed to a word at {where}.")


def open_word_answer(act: Outcome) -> Answer:
    row = act.body["events"][0]
    text = f"{row['player']} has opened the word of seat {row['seat']} at table {act.table}."
    return _bound(act, f"{text} {_waits(act)}")


def _bound(act: Outcome, text: str) -> Answer:
    """Adds the house's commitment, which it made before the bet and cannot change after it."""
    house = shoe_before(act.room.store, act.receipt.stream, act.receipt.version).commitment
    return Answer(f"{text}\nThe house is committed to {house}", {"commitment": house})


def whose(words: Iterable[fair.Word]) -> str:
    """Who opened a word for a shuffle, and who withheld theirs."""
    opened: list[str] = []
    without: list[str] = []
    for word in words:
        (without if word.word is None else opened).append(fair.who(word.seat, word.player))
    withheld = f"; withheld by {', '.join(without)}" if without else ""
    return f"{', '.join(opened) or 'nobody'}{withheld}"


def words_said(table: str, before: PendingBets) -> Iterator[str]:
    """For a table: whose words are missing, which the last shuffle had, and which it lacked."""
    if before.closed is not None and before.missing:
        yield f"Table {table}: waiting for the words of {missing_text(before)}"
    if before.last:
        yield f"Table {table}, last shuffle: words of {whose(before.last)}"
    if before.withheld:
        times = ", ".join(f"{player} {count}" for player, count in before.withheld.items())
        yield f"Table {table}, words withheld so far: {sum(before.withheld.values())} ({times})"


def seat_bets(before: PendingBets, seat: int) -> str:
    """Shown next to a seat's player: their bet and word."""
    parts = [f"bets {stakes_text(before.bets[seat])}"] if seat in before.bets else []
    if seat in before.words:
        parts.append("word kept" if before.words[seat].word is None else "word opened")
    return f" ({', '.join(parts)})" if parts else ""


def deal_answer(act: Outcome) -> Answer:
    if act.body["events"][0]["event"] == BETS_CLOSED:
        return bets_closed_answer(act)
    answer, held_back = play_answer(act), withheld(act.body)
    if not held_back:
        return answer
    return answer._replace(text=f"{answer.text} Words withheld: {', '.join(held_back)}.")


def play_answer(act: Outcome) -> Answer:
    """A round or a hand was dealt, or acted in, perhaps to its end."""
    body, players = act.body, players_at(act)
    seats = {seat: _of_seat(act, seat, player) for seat, player in players.items()}
    seats = {seat: moved for seat, moved in seats.items() if len(moved) > 1}  # than a name
    rake = sum(one.cents for one in act.done.postings if one.reason is Purpose.RAKE)
    what = _what(body["events"][0]) + (TIME_RAN_OUT if body.get(CLOCK) else "")
    point = "," if what.startswith("seat") else ":"
    text = [f"Table {act.table}, round {body['number']}{point} {what}."]
    words = POKERS if plays_poker(act.room.hall.tables[act.table].game_id) else WORDS
    text += [
        f"Seat {seat}, {players[seat]}: {_words(moved, words)}." for seat, moved in seats.items()
    ]
    text += [f"The house took a rake of {dollars(rake)}."] if rake else []
    moved: Moved = {"seats": {str(seat): one for seat, one in seats.items()}}
    return Answer(" ".join(text), {**moved, "rake": rake} if rake else moved)


def _what(first: dict[str, Any]) -> str:
    """What was done; the faces of discards stay hidden."""
    if first["event"] == "discarded":
        count = len(first["cards"].split())
        cards = {0: "nothing", 1: "1 card"}.get(count, f"{count} cards")
        return f"seat {first['seat']}: discard {cards}"
    return doing(first)


def _words(moved: SeatMoved, words: Mapping[Way, str]) -> str:
    return ", ".join(
        said.format(dollars(moved[way])) for way, said in words.items() if way in moved
    )


def _of_seat(act: Outcome, seat: int, player: str) -> SeatMoved:
    cents = dict.fromkeys(WORDS, 0)
    for way, posting in _ways(act, seat):
        cents[way] += posting.cents
    moved: SeatMoved = {"player": player}
    for way, amount in cents.items():
        if amount:
            moved[way] = amount
    return moved


def _ways(act: Outcome, seat: int) -> Iterator[tuple[Way, Posting]]:
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
    """What they owe as of now: a repeated act may be old."""
    said = act.body
    text = f"{said['player']} sits in at seat {said['seat']} of table {act.table}."
    state = act.room.hall.tables[act.table]
    debt = state.blinds.owed.get(said["seat"]) if isinstance(state, OpenPoker) else None
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
    seats = {str(seat): SeatMoved(player=players[seat], back=back[seat]) for seat in back}
    return Answer(" ".join(text), {"seats": seats})


def _change(act: Outcome, account: str) -> int:
    given = sum(one.cents for one in act.done.postings if one.credit == account)
    return given - sum(one.cents for one in act.done.postings if one.debit == account)


def exposed_answer(act: Outcome) -> Answer:
    """By the act's last event: a round that was called off, or an entry in the log."""
    last = act.done.events[-1]
    said = json.loads(last.body)
    if last.kind == CALLED_OFF:
        text = f"Table {act.table}: {said['reason']}. A misdeal: the round is called off."
        return Answer(text, {"number": said["number"], "ruling": MISDEAL})
    what = {STANDS: "The hand stands", REPLACED: "It is replaced, and will be burned first"}
    text = f"Table {act.table} seat {said['seat']}, {said['card']}. {what[said['ruling']]}."
    names: Final = ("number", "seat", "player", "place", "card", "ruling")
    moved: Moved = {}
    for name in names:
        moved[name] = said[name]
    return Answer(text, moved)
