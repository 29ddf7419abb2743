"""Pending before a deal: the players' own bets, and the words they have committed to.

A player's client commits to a word (fair.py). When the dealer closes the bets, the bets and the
commitments are fixed; then the words are opened. So the last to speak, the house or a player, can
no longer choose what to say, only whether to.
"""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from croupier import fair
from croupier.fair import Word
from croupier.rules.limits import Stakes
from croupier.table.shoe import Shoe

BETS_OPENED, BET, WORD_KEPT = "bets opened", "bet", "word kept"
BETS_CLOSED, WORD_OPENED = "bets closed", "word opened"
# Among the rows of rounds:
BEFORE_DEAL = frozenset({BETS_OPENED, BET, WORD_KEPT, BETS_CLOSED, WORD_OPENED})

COMMITMENT = re.compile("[0-9a-f]{64}")

EventBody = Mapping[str, Any]
EventRows = Sequence[EventBody]


class BettingWindow(NamedTuple):
    """The time in which bets and words are taken."""

    number: int  # of the round that they are for
    until: int  # milliseconds since 1970, UTC


class BetsClosed(NamedTuple):
    bets: Mapping[int, Stakes]  # of every seat dealt in; without stakes at poker
    until: int  # milliseconds since 1970, UTC: the deal waits for words


@dataclass(frozen=True, slots=True)
class PendingBets:
    bets: Mapping[int, Stakes] = field(default_factory=dict)  # made by players themselves
    words: Mapping[int, Word] = field(default_factory=dict)  # by seat
    window: BettingWindow | None = None  # open or over; None once the bets are closed
    closed: BetsClosed | None = None
    last: tuple[Word, ...] = ()  # in the shoe in use, or the last one
    withheld: Mapping[str, int] = field(default_factory=dict)  # by player, ever at this table

    @property
    def stands(self) -> bool:
        return bool(self.bets or self.words or self.closed)

    @property
    def binds(self) -> bool:
        """Whether it affects the deal."""
        return self.stands or self.window is not None

    def is_early(self, at: int) -> bool:
        """Whether the time for bets is still running."""
        return self.window is not None and at < self.window.until

    def is_late(self, at: int) -> bool:
        """Whether the time for bets is over."""
        return self.window is not None and at > self.window.until

    @property
    def dealt_in(self) -> tuple[Word, ...]:
        """The words, opened or not, of the seats with closed bets."""
        seats = self.closed.bets if self.closed else ()
        return words_of(self.words, seats)

    @property
    def missing(self) -> tuple[Word, ...]:
        return tuple(word for word in self.dealt_in if word.word is None)

    def is_closed(self, seat: int) -> bool:
        return self.closed is not None and seat in self.closed.bets

    def after(self, row: EventBody) -> "PendingBets":
        """The state after an event, which is not checked here."""
        if row["event"] == BETS_CLOSED:
            bets = {int(seat): stakes for seat, stakes in row["bets"].items()}
            return replace(self, window=None, closed=BetsClosed(bets, row["until"]))
        if row["event"] == BETS_OPENED:
            return replace(self, window=BettingWindow(row["number"], row["until"]))
        seat, player = row["seat"], row["player"]
        if row["event"] == WORD_OPENED:
            opened = self.words[seat]._replace(word=row["word"])
            return replace(self, words={**self.words, seat: opened})
        now = self
        if row["event"] == BET:
            others = {other: some for other, some in self.bets.items() if other != seat}
            now = replace(now, bets={**others, seat: row["stakes"]} if row["stakes"] else others)
        if row["commitment"]:
            word = Word(seat, player, row["commitment"])
            now = replace(now, words={**now.words, seat: word})
        return now

    def dealt(self, words: Sequence[Word], first: int) -> "PendingBets":
        """The state after a deal. A shoe in use (`first`) keeps the words it was dealt with."""
        withheld = dict(self.withheld)
        for word in words:
            if word.word is None:
                withheld[word.player] = withheld.get(word.player, 0) + 1
        return PendingBets(last=self.last if first else tuple(words), withheld=withheld)

    def called_off(self) -> "PendingBets":
        return PendingBets(last=self.last, withheld=self.withheld)

    def without(self, seat: int) -> "PendingBets":
        """The player has left: drops their bet, and their word, which is for this seat only."""
        bets = {other: stakes for other, stakes in self.bets.items() if other != seat}
        words = {other: word for other, word in self.words.items() if other != seat}
        return replace(self, bets=bets, words=words)

    def to_json(self) -> dict[str, object]:
        """Empty if nothing is pending."""
        data: dict[str, object] = {
            "bets": _by_text(self.bets),
            "words": words_json(words_of(self.words, self.words)),
            "last": words_json(self.last),
            "withheld": dict(self.withheld),
        }
        data = {name: value for name, value in data.items() if value}
        if self.window is not None:
            data["window"] = self.window._asdict()
        if self.closed is not None:
            data["closed"] = {"bets": _by_text(self.closed.bets), "until": self.closed.until}
        return data


NOTHING_STANDS = PendingBets()


def words_of(words: Mapping[int, Word], seats: Container[int]) -> tuple[Word, ...]:
    """In the order of the seats, which is how the shuffle mixes them in."""
    return tuple(words[seat] for seat in sorted(words) if seat in seats)


def words_json(words: Sequence[Word]) -> list[dict[str, object]]:
    """In the format that `fair.check` reads: null is a word that was not opened."""
    return [word._asdict() for word in words]


def words_from(rows: Sequence[EventBody]) -> tuple[Word, ...]:
    return tuple(Word(**row) for row in rows)


def is_commitment(text: object) -> bool:
    return isinstance(text, str) and COMMITMENT.fullmatch(text) is not None


def mixed(shoe: Shoe, words: Sequence[Word]) -> Shoe:
    return replace(shoe, entropy=tuple(fair.opened(words))) if words else shoe


def dealt_body(words: Sequence[Word]) -> dict[str, object]:
    """The words in a dealing act's body; empty if nobody committed to one."""
    if not words:
        return {}
    return {"entropy": [list(pair) for pair in fair.opened(words)], "words": words_json(words)}


def before_from(data: EventBody) -> PendingBets:
    """From a snapshot; older ones have no such field."""
    closed, window = data.get("closed"), data.get("window")
    return PendingBets(
        bets=_by_seat(data.get("bets", {})),
        words={word.seat: word for word in words_from(data.get("words", ()))},
        window=window and BettingWindow(**window),
        closed=closed and BetsClosed(_by_seat(closed["bets"]), int(closed["until"])),
        last=words_from(data.get("last", ())),
        withheld=dict(data.get("withheld", {})),
    )


def _by_seat(bets: Mapping[str, Stakes]) -> dict[int, Stakes]:
    return {int(seat): dict(stakes) for seat, stakes in bets.items()}


def _by_text(bets: Mapping[int, Stakes]) -> dict[str, Stakes]:
    return {str(seat): dict(stakes) for seat, stakes in sorted(bets.items())}
