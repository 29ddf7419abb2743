"""Every round once more: dealt from its shoe, acted as it was, and held against the books.

What the round tells must be, letter for letter, what was written; and each posting that it must
have made must stand there, with no other beside it, but for those of jackpots (room/audit.py).
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.ledger import Posting, Reason, reversal
from croupier.errors import Refused
from croupier.room.payouts import postings
from croupier.room.play import CALLED_OFF, WORD
from croupier.room.table_state import HIT, LARGE, ROUND, body, table_from
from croupier.rules.registry import rules_hash
from croupier.table.events import to_json
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe, after_round, is_finished, source
from croupier.table.shoe import from_json as shoe_from_json
from croupier.table.table import Table

JACKPOTS = {Reason.JACKPOT_CONTRIBUTION, Reason.JACKPOT_AWARD, Reason.FUNDING}


class Difference(Exception):
    """What the books say, and what the rules make of it."""


class Posted(NamedTuple):
    """A table as it was opened; None: under rules that are not these."""

    table: Table | None
    shoe: Shoe


@cache
def posted(text: str) -> Posted:
    """The table of an opening event."""
    data = json.loads(text)
    same = data["rules"] == rules_hash()
    return Posted(table_from(data["config"]) if same else None, shoe_from_json(data["shoe"]))


class Replay:
    """One table, act by act. Where it begins in the middle, it waits for a round to begin."""

    def __init__(self, name: str, event_at: Callable[[int], Event]) -> None:
        self.name = name
        self.event_at = event_at  # an event of the table's stream by its version
        self.shoe: Shoe | None = None
        self.round: Round | None = None
        self.moved: list[Posting] = []  # by the round in progress
        self.rounds = 0
        self.unplayed = 0  # under other rules

    @property
    def in_round(self) -> bool:
        return self.round is not None

    def read(self, version: int, events: Sequence[Event], made: Sequence[Posting]) -> None:
        """An act that left the stream at this version."""
        if not events:
            return
        first = events[0]
        if first.kind == ROUND:
            data = json.loads(first.body)
            if data["events"][0]["event"] == "opened" or self.round is not None:
                self._round(version - len(events), first.body, data, made)
            elif "shoe" in data:
                self.shoe = shoe_from_json(data["shoe"])
        elif first.kind == CALLED_OFF:
            self._called_off(json.loads(first.body), made)
        elif first.kind == "opened":
            self.shoe = posted(first.body).shoe
        elif first.kind == WORD and self.shoe is not None:
            data = json.loads(first.body)
            self.shoe = self.shoe.mixed_with(data["by"], data["word"])
        else:
            _check_amounts(first, made)

    def _round(self, before: int, text: str, data: dict[str, Any], made: Sequence[Posting]) -> None:
        table = posted(self.event_at(data["opened"]).body).table
        if table is None:
            self.unplayed += "shoe" in data
            return
        shoe = self._shoe(before) if self.shoe is None else self.shoe
        try:
            now = self._played(table, shoe, data)
        except (Refused, KeyError, TypeError, ValueError) as wrong:
            raise Difference(f"round {data['number']} cannot have gone so: {wrong}") from wrong
        said: dict[str, object] = {
            "number": data["number"],
            "opened": data["opened"],
            "events": [to_json(event) for event in now.events[self._known :]],
        }
        if now.over:
            following = shoe_from_json(data["shoe"]) if "shoe" in data else None
            _check_shoe(table, shoe, now, following)
            said["shoe"] = data.get("shoe")
        if body(said) != text:
            raise Difference(
                f"round {data['number']} is told otherwise than the rules make it:"
                f" {_first(said, data)}"
            )
        must = postings(self.name, data["number"], self.round, now)
        does = [posting for posting in made if posting.reason not in JACKPOTS]
        _check_postings(data["number"], must, does)
        self.moved += must
        self.round, self.shoe = now, shoe
        if now.over:
            self._end(shoe_from_json(data["shoe"]))
            self.rounds += 1

    def _played(self, table: Table, shoe: Shoe, data: dict[str, Any]) -> Round:
        first = data["events"][0]
        if first["event"] == "opened":
            self._known = 0
            wagers = {int(seat): stakes for seat, stakes in first["wagers"].items()}
            return deal(table, wagers, source(shoe))
        assert self.round is not None
        self._known = len(self.round.events)
        return self.round.act(first["seat"], first["action"])

    def _called_off(self, data: dict[str, Any], made: Sequence[Posting]) -> None:
        if self.round is not None:
            must = [reversal(one, f"{one.id}/off", "called off") for one in reversed(self.moved)]
            does = [posting for posting in made if posting.reason not in JACKPOTS]
            _check_postings(data["number"], must, does)
        self._end(shoe_from_json(data["shoe"]))

    def _end(self, shoe: Shoe) -> None:
        self.round, self.moved, self.shoe = None, [], shoe

    def _shoe(self, version: int) -> Shoe:
        """The shoe as the table had it after so many events: looked for backwards."""
        words: list[tuple[str, str]] = []
        for place in range(version, 0, -1):
            event = self.event_at(place)
            if event.kind in (LARGE, HIT):
                continue
            data = json.loads(event.body)
            if event.kind == WORD:
                words.append((data["by"], data["word"]))
            if "shoe" in data:
                shoe = shoe_from_json(data["shoe"])
                for who, word in reversed(words):
                    shoe = shoe.mixed_with(who, word)
                return shoe
        raise Difference(f"no shoe before event {version}")


def _check_shoe(table: Table, shoe: Shoe, now: Round, following: Shoe | None) -> None:
    used = after_round(shoe, now)
    if following is None:
        raise Difference("the round is over, and no shoe follows")
    if not is_finished(used, table) and following != used:
        raise Difference("the shoe was changed before its end")
    if is_finished(used, table) and (following.first or following.entropy):
        raise Difference("the next shoe was touched before its first round")


def _check_postings(number: int, must: Sequence[Posting], does: Sequence[Posting]) -> None:
    if list(must) == list(does):
        return
    for right, written in zip(must, does, strict=False):
        if right != written:
            raise Difference(f"round {number} moves {_text(right)}; the books say {_text(written)}")
    if len(must) > len(does):
        raise Difference(f"round {number} moves {_text(must[len(does)])}; the books do not")
    raise Difference(f"the books say {_text(does[len(must)])}; round {number} moves no such thing")


def _check_amounts(event: Event, made: Sequence[Posting]) -> None:
    """Chips bought and cashed, fills, credits: the postings are of the amount that was told."""
    data = json.loads(event.body)
    cents = data.get("cents")
    if cents is not None and any(posting.cents != cents for posting in made):
        raise Difference(f"{event.kind} of {cents} cents; the books say {_text(made[0])}")


def _first(said: dict[str, Any], data: dict[str, Any]) -> str:
    for mine, theirs in zip(said["events"], data["events"], strict=False):
        if json.loads(body(mine)) != theirs:
            return f"{body(mine)}, not {body(theirs)}"
    return f"{len(said['events'])} events, not {len(data['events'])}"


def _text(posting: Posting) -> str:
    return (
        f"{posting.cents} cents from {posting.debit} to {posting.credit} ({posting.reason.value})"
    )
