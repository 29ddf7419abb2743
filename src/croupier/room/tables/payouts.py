"""The postings of a round, between a seat's chips, its felt and the tray.

A wager moves from the seat's chips to its felt when it is made. When it is settled, what is lost
goes from the felt to the tray, the rest back to the seat, and winnings come from the tray; a large
win waits for a supervisor. So the felt is empty when a round is over. A jackpot wager is "for 1":
the tray keeps it, and the meter pays its winnings (room/meters/meters.py). All wagers of a dead
hand are returned in full, or lost in full.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from croupier.bank.audit.records import PostingRow
from croupier.bank.ledger import Posting, Purpose, reversal
from croupier.errors import BadRecord
from croupier.money import Cents
from croupier.room import names
from croupier.room.tables.state import Held
from croupier.rules.felt import Result
from croupier.rules.jackpots import prize_won
from croupier.rules.limits import Profile
from croupier.table.events import Acted, Opened, RoundEvent, Settled, Voided
from croupier.table.round import Mark, Play, Round, deal
from croupier.table.source import Source
from croupier.table.table import Table

RoundBefore = Round | Mark | None  # the round before an act; None if the act begins it …
After = Round | Play  # … and after it
MOST_KEPT = 20_000  # results of bets, which repeat often
HELD = "held"  # suffix of a posting that waits for a supervisor


def felts(table: str, state: Round) -> tuple[str, ...]:
    """The accounts that must be at zero when the round is over."""
    return tuple(names.felt_of(table, spot.seat) for spot in state.spots)


def new_results(before: RoundBefore, after: After) -> Iterator[tuple[int, Result]]:
    """The results of an act, with their seats, in the order of settlement."""
    known = 0 if before is None else before.version
    for event in after.events[known:]:
        if isinstance(event, (Settled, Voided)):
            for result in event.results:
                yield event.seat, result


def large_wins(number: int, before: RoundBefore, after: After) -> tuple[Held, ...]:
    """Large wins that the tray pays."""
    sensors, law = after.table.game.jackpots, after.table.limits.profile
    return tuple(
        Held(number, seat, result.wager, prize_won(result, sensors))
        for seat, result in new_results(before, after)
        if _is_large(result, sensors, law)
    )


def _is_large(result: Result, sensors: Sequence[str], law: Profile) -> bool:
    """Whether the tray pays it only after a supervisor has acknowledged it."""
    return result.wager not in sensors and law.needs_supervisor(prize_won(result, sensors))


class Move(NamedTuple):
    """A movement between two of a seat's accounts, named as in `sides_of`."""

    word: str
    debit: str
    credit: str
    cents: Cents
    reason: Purpose
    memo: str


@lru_cache(10_000)
def sides_of(table: str, seat: int) -> Mapping[str, str]:
    """The accounts that a seat's money moves between, by short name."""
    return {
        "chips": names.chips_of(table, seat),
        "felt": names.felt_of(table, seat),
        "held": names.held_of(table, seat),
        "tray": names.tray_of(table),
    }


def wagered(new: Mapping[str, Cents]) -> Move:
    """A seat's new wagers, onto the felt."""
    cents = Cents(sum(new.values()))
    return Move(names.BET, "chips", "felt", cents, Purpose.WAGER, ", ".join(sorted(new)))


@lru_cache(MOST_KEPT)
def settled(
    results: tuple[Result, ...], sensors: tuple[str, ...], law: Profile
) -> tuple[Move, ...]:
    """The movements that settle a seat's wagers."""
    prizes = {one.wager: prize_won(one, sensors) for one in results}
    lost = {one.wager: prizes[one.wager] - one.net for one in results}
    back = {one.wager: one.stake - lost[one.wager] for one in results}
    wins = {wager: cents for wager, cents in prizes.items() if wager not in sensors}
    large = {one.wager: wins[one.wager] for one in results if _is_large(one, sensors, law)}
    small = {wager: cents for wager, cents in wins.items() if wager not in large}
    moves = (
        ("lost", "felt", "tray", lost, Purpose.WAGER_LOST),
        ("back", "felt", "chips", back, Purpose.WAGER_RETURNED),
        ("won", "tray", "chips", small, Purpose.WINNINGS),
        (HELD, "tray", "held", large, Purpose.WINNINGS),
    )
    return tuple(
        Move(word, debit, credit, Cents(sum(amounts.values())), reason, _memo(amounts))
        for word, debit, credit, amounts, reason in moves
        if sum(amounts.values())
    )


def _memo(amounts: Mapping[str, int]) -> str:
    return ", ".join(wager for wager, amount in amounts.items() if amount)


def postings(table: str, number: int, before: RoundBefore, after: After) -> tuple[Posting, ...]:
    """The postings of one act, wagers first: they must be on the felt before they are settled.

    Ids derive from the round's number and its events so far, so the same act has the same ids.
    """
    act = names.act_id(table, number, 0 if before is None else before.version)
    moves = _moves(before, after)
    return tuple([_posting(act, seat, sides_of(table, seat), move) for seat, move in moves])


def _posting(act: str, seat: int, sides: Mapping[str, str], move: Move) -> Posting:
    word, debit, credit, cents, reason, memo = move
    return Posting(
        names.posting_id(act, seat, word), sides[debit], sides[credit], cents, reason, memo
    )


# The suffix of a posting's id, the rest of its row, and whether it waits for a supervisor.
PostingLine = tuple[str, tuple[str, str, Cents, str, str, None], bool]


class Lines(dict[tuple[object, ...], list[PostingLine]]):
    """The rows of a table's postings, cached by seat and bets, or seat and results."""

    def __init__(self, name: str, table: Table) -> None:
        self.name, self.table = name, table

    def __missing__(self, key: tuple[Any, ...]) -> list[PostingLine]:
        seat, *what = key
        if isinstance(what[0], Result):
            jackpots, law = self.table.jackpots, self.table.limits.profile
            moves = settled(tuple(what), jackpots, law)
        else:
            moves = (wagered(dict(what)),)
        if len(self) >= MOST_KEPT:
            self.clear()
        self[key] = found = [_line(self.name, seat, move) for move in moves]
        return found


def _line(table: str, seat: int, move: Move) -> PostingLine:
    one = _posting("", seat, sides_of(table, seat), move)
    rest = (one.debit, one.credit, one.cents, one.reason.value, one.memo, None)
    return one.id, rest, move.word == HELD


def compared(
    rows: Sequence[PostingRow], lines: Lines, number: int, before: RoundBefore, after: After
) -> bool | None:
    """Whether a win waits for a supervisor; None if the rows are not the postings of the act.

    Rows are compared directly, because building postings from them would take longer.
    """
    must: list[PostingLine] = []
    for seat, new in _new_wagers(before, after):
        must += lines[(seat, *new.items())]
    for seat, some in _new_results(before, after).items():
        must += lines[(seat, *some)]
    if len(must) != len(rows):
        return None
    if not must:
        return False
    act, held = names.act_id(lines.name, number, 0 if before is None else before.version), False
    for row, (end, rest, waits) in zip(rows, must, strict=True):
        if row[1] != act + end or row[2:8] != rest:
            return None
        held = held or waits
    return held


def _moves(before: RoundBefore, after: After) -> list[tuple[int, Move]]:
    """The movements of an act, with their seats."""
    moves = [(seat, wagered(new)) for seat, new in _new_wagers(before, after)]
    jackpots, law = after.table.jackpots, after.table.limits.profile
    for seat, some in _new_results(before, after).items():
        moves += [(seat, move) for move in settled(some, jackpots, law)]
    return moves


def _new_results(before: RoundBefore, after: After) -> dict[int, tuple[Result, ...]]:
    """The results of an act, by seat."""
    results: dict[int, tuple[Result, ...]] = {}
    for event in after.events[0 if before is None else before.version :]:
        if type(event) is Settled or type(event) is Voided:
            results[event.seat] = results.get(event.seat, ()) + event.results
    return results


def _new_wagers(before: RoundBefore, after: After) -> list[tuple[int, Mapping[str, Cents]]]:
    """The new wagers of an act, by seat."""
    if before is None:
        return [(spot.seat, spot.wagers) for spot in after.spots]
    return [
        (after.spots[place].seat, {name: now[name] for name in now if name not in old})
        for place, (old, now) in enumerate(zip(before.wagers, after.wagers, strict=True))
        if now is not old
    ]


def played_again(
    name: str, number: int, table: Table, source: Source, record: Sequence[RoundEvent]
) -> Iterator[tuple[Round, tuple[Posting, ...]]]:
    """Replays a round: the round after each act, and the postings that act must have made.

    Wagers and acts come from the record; the caller compares the result with it.
    """
    opening = record[0]
    if not isinstance(opening, Opened):
        raise BadRecord("a round begins with its opening event", "record/event")
    before, after = None, deal(table, opening.wagers, source)
    yield after, postings(name, number, before, after)
    for event in record:
        if isinstance(event, Acted):
            before, after = after, after.act(event.seat, event.action)
            yield after, postings(name, number, before, after)
        elif isinstance(event, Voided):
            before, after = after, after.void(event.seat, forfeit=event.forfeit)
            yield after, postings(name, number, before, after)


def taken_back(by_act: Iterable[Sequence[Posting]]) -> tuple[Posting, ...]:
    """The reversals of all postings of a round, the last first."""
    moved = [posting for part in by_act for posting in part]
    return tuple(reversal(one, names.off_id(one.id), "called off") for one in reversed(moved))
