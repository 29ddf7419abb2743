"""What happened between two views of the same person, as text for the log and screen readers.

It has only the views, so it cannot reveal more than they show.
"""

from collections.abc import Iterator, Mapping

from croupier.money import dollars
from croupier.web.messages import Hand, Happening, Option, Seat, View, WagerResult

RANKS = {
    **{str(pips): name for pips, name in enumerate(("two", "three", "four", "five"), start=2)},
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def log_lines(before: View | None, now: View) -> tuple[Happening, ...]:
    if before is None:
        return ()
    seats = {seat.seat: seat for seat in before.seats}
    fresh = now.round != before.round and now.phase == "playing"
    lines = {
        "table": _people(seats, now),
        "play": _play(before, now, fresh=fresh),
        "cards": _cards(before, now, fresh=fresh),
        "settlement": _settled({} if fresh else seats, now),
        "turn": _turn(before, now),
    }
    return tuple(
        Happening(text=text, about=about)  # type: ignore[arg-type]
        for about, texts in lines.items()
        for text in texts
    )


def _play(before: View, now: View, *, fresh: bool) -> Iterator[str]:
    if now.phase == "words" != before.phase:
        yield "Bets are closed."
    if fresh:
        yield f"Round {now.round} is dealt."
    old = {} if fresh else {seat.seat: seat for seat in before.seats}
    for seat in now.seats:
        yield from _act(old.get(seat.seat), seat, own=seat.seat == now.seat)
    if now.board is not None:
        new = _new_cards(None if fresh else before.board, now.board)
        if new:
            yield f"{now.street.capitalize() or 'Board'}: {spoken(new)}."


def _cards(before: View, now: View, *, fresh: bool) -> Iterator[str]:
    old = {} if fresh else {seat.seat: seat for seat in before.seats}
    for seat in now.seats:
        yield from _hands(old.get(seat.seat), seat, own=seat.seat == now.seat)
    if now.dealer is not None:
        new = _new_cards(None if fresh else before.dealer, now.dealer)
        if new:
            what = f", {now.dealer.caption}" if now.dealer.caption else ""
            yield f"Dealer: {spoken(new)}{what}."


def _turn(before: View, now: View) -> Iterator[str]:
    if now.turn is not None and now.turn.seat == now.seat:
        asked = before.turn is None or before.turn.version != now.turn.version
        if asked:
            yield f"Your turn: {', '.join(dict.fromkeys(map(_offered, now.turn.options)))}."


def _offered(option: Option) -> str:
    """The name of a choice; all splits are one choice."""
    return "split" if option.kind == "split" else option.name


def _people(seats: Mapping[int, Seat], now: View) -> Iterator[str]:
    for seat in now.seats:
        old = seats.get(seat.seat)
        if old is None or old.player != seat.player:
            yield f"{seat.player} sits down at seat {seat.seat}."
            continue
        if seat.bets and seat.bets != old.bets:
            yield f"{seat.player} bets {dollars(sum(seat.bets.values()))}."
        if seat.away and not old.away:
            yield f"{seat.player} sits out."
        if old.away and not seat.away:
            yield f"{seat.player} is back."
    here = {seat.seat for seat in now.seats}
    for number, old in seats.items():
        if number not in here:
            yield f"{old.player} leaves seat {number}."


def _act(old: Seat | None, seat: Seat, *, own: bool) -> Iterator[str]:
    more = old is not None and sum(seat.wagers.values()) > sum(old.wagers.values())
    if seat.in_round and seat.did and (old is None or old.did != seat.did or more):
        did = seat.did.replace("discards", "discard").replace("keeps", "keep") if own else seat.did
        yield f"{'You' if own else seat.player}: {did}."


def _hands(old: Seat | None, seat: Seat, *, own: bool) -> Iterator[str]:
    who = "You" if own else seat.player
    known = {hand.id: hand for hand in old.hands} if old is not None else {}
    for hand in seat.hands if seat.in_round else ():
        new = _new_cards(known.get(hand.id), hand)
        if new and (own or old is not None):
            what = f", {hand.caption}" if hand.caption else ""
            offer = ("are offered " if own else "is offered ") if hand.id == "offer" else ""
            yield f"{who} {offer}{spoken(new)}{what}." if offer else f"{who}: {spoken(new)}{what}."


def _new_cards(old: Hand | None, hand: Hand) -> list[str]:
    seen = list(old.cards) if old is not None else []
    new = []
    for card in hand.cards:
        if card is None:
            continue
        if card in seen:
            seen.remove(card)
        else:
            new.append(card)
    return new


def _settled(seats: Mapping[int, Seat], now: View) -> Iterator[str]:
    here = {seat.seat: seat for seat in now.seats}
    for number, wager in now.settled:
        seat, old = here.get(number), seats.get(number)
        if seat is None or (old is not None and any(one.wager == wager for one in old.outcomes)):
            continue
        for outcome in seat.outcomes:
            if outcome.wager == wager:
                yield _outcome(seat, outcome, own=number == now.seat)
    for seat in now.seats:
        old = seats.get(seat.seat)
        if seat.net is not None and (old is None or old.net is None):
            who = "You" if seat.seat == now.seat else seat.player
            yield f"{who}: {_signed(seat.net)} in this round."


def _outcome(seat: Seat, one: WagerResult, *, own: bool) -> str:
    who = "Your" if own else f"{seat.player}'s"
    rule = f" ({one.rule})" if one.rule else ""
    reason = f", {one.reason}" if one.reason else ""
    return f"{who} {one.wager}: {_signed(one.net)}{reason}{rule}."


def _signed(cents: int) -> str:
    return (
        f"+{dollars(cents)}" if cents > 0 else f"\u2212{dollars(-cents)}" if cents else dollars(0)
    )


def spoken(cards: list[str]) -> str:
    """Cards as words, such as "ten of spades", for screen readers."""
    return ", ".join(f"{RANKS[card[0]]} of {SUITS[card[1]]}" for card in cards)
