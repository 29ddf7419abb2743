"""Every round once more: dealt from its shoe, acted as it was, and held against the books.

What the round tells must be, event for event, what was written; and each posting that it must
have made must stand there, with no other beside it. What it tells a meter is compared too; what the
meter then pays is for room/audit.py, which plays the meters again.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from croupier.bank.audit_books import AuditFailed
from croupier.bank.batch import posting_of
from croupier.bank.ledger import Posting
from croupier.bank.records import WholeAct
from croupier.errors import shown
from croupier.fair import Word
from croupier.room import payouts, poker_payouts, poker_state, table_state
from croupier.room.before import BEFORE_DEAL, NOTHING_STANDS, Before, mixed
from croupier.room.before_audit import checked, dealt_with, is_before, tells_words, without_words
from croupier.room.by_hand import CASHED, CLOSED, REVERSED
from croupier.room.difference import (
    UNREADABLE,
    Difference,
    Told,
    check_by_hand,
    check_postings,
    check_reversal,
    first_difference,
)
from croupier.room.lean_replay import (
    JACKPOTS,
    OLDER,
    LeanPosted,
    LeanReplay,
    Numbers,
    Parts,
    numbers_of,
    text_of,
)
from croupier.room.meters import felts_of, meter_events
from croupier.room.play import CALLED_OFF, CAUSES, DEAD, EXPOSED, MISDEAL, WORD
from croupier.room.shoe_ends import ShoeEnd, told_secret
from croupier.room.shoes import CLOSED_EARLY, SECRET, UNOPENED, UNUSED
from croupier.room.shuffles import Shuffles
from croupier.room.table_state import DEALS, ROUND, body
from croupier.room.tables import OPENED
from croupier.rules.registry import POKER, rules_hash
from croupier.table import poker, poker_record
from croupier.table.events import to_json
from croupier.table.lean import NotSo
from croupier.table.poker import Hand
from croupier.table.poker_table import PokerTable, Positions
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe, dealt, ends, follows, is_new, read_shoe, source
from croupier.table.table import Table

UNPLAYED, WAITING = "unplayed", "waiting"  # why a round is passed over
OVER = "}}"  # how an act's body ends if it tells the next shoe
OF_ROUNDS = (ROUND, CALLED_OFF, OPENED, WORD)  # the kinds of events that a round hangs on


class Posted(NamedTuple):
    """A table as it was opened; no table where the rules were others than these."""

    table: Table | PokerTable | None
    lean: LeanPosted | None  # no poker
    meters: dict[str, str]


def posted(text: str) -> Posted:
    """The table of an opening event."""
    data = json.loads(text)
    if data["rules"] != rules_hash():
        return Posted(None, None, {})
    return Posted(*_configured(body(data["config"])), data.get("meters", {}))


@lru_cache(maxsize=1000)
def _configured(text: str) -> tuple[Table | PokerTable, LeanPosted | None]:
    """Tables that are posted alike are one."""
    config = json.loads(text)
    if config["game"] in POKER:
        return poker_state.table_from(config), None
    table = table_state.table_from(config)
    # Who shares a limit looks at all seats: such tables are played by the engine.
    return table, None if table.limits.aggregates else LeanPosted(table)


class Replay:
    """One table, act by act. Where it begins in the middle, it waits for a round to begin."""

    def __init__(
        self,
        name: str,
        posted_at: Callable[[int], Posted],
        shoe_before: Callable[[int], Shoe],
        before_at: Callable[[int], Before],
        shoe_end: Callable[[int, Shoe], ShoeEnd],
        shuffles: Shuffles,
        parts: Mapping[str, Parts],
        sealed_since: int,
    ) -> None:
        self.name = name
        self.posted_at = posted_at  # as the table's event of that version says
        self.shoe_before = shoe_before  # the next shoe after so many events …
        self.before_at = before_at  # … and what stood for its deal
        self.shoe_end = shoe_end  # of one that was dealt from after so many events
        self.shuffles = shuffles
        self.parts = parts  # what acts told meters, by their keys
        self.sealed_since = sealed_since  # the record after which no shoe tells its own secret
        self.shoe: Shoe | None = None
        self.before: Before | None = None  # what stands for the next deal, once that is known
        self.numbers: Numbers | None = None  # of the last round …
        self.lean: LeanReplay | None = None  # … and how it is played
        self.acts: list[WholeAct] = []  # of a round, up to its end …
        self.between: list[WholeAct] = []  # … and others that were done meanwhile
        self.round: Round | Hand | None = None  # in progress, where the engine plays it
        self.moved: list[tuple[Posting, ...]] = []  # by the acts of the round in progress
        self.rounds = 0
        self.withheld = 0  # words
        self.waiting = 0  # rounds that cannot be dealt again before their shoe is opened
        self.unplayed = 0  # under other rules, or from shoes that were never opened …
        self.passing_over = ""  # … and whether such a round is in progress, and which

    @property
    def in_round(self) -> bool:
        return self.round is not None or bool(self.passing_over) or bool(self.acts)

    def read(self, acts: Iterable[WholeAct]) -> None:
        """Acts of a round are kept until its end, and then held against the books together."""
        for act in acts:
            if not act.events:
                continue
            _, _, _, kind, body, _ = act.events[0]
            if kind == ROUND and self.round is None and (self.acts or not is_before(body)):
                self.acts.append(act)
                if body.endswith(OVER) and not self._fits():
                    self.finish()
            elif self.acts and kind not in OF_ROUNDS:
                self.between.append(act)
            else:
                self.finish()
                self._ask_engine(act)

    def finish(self) -> None:
        """What is kept goes to the engine, which says what is wrong, if anything."""
        kept = sorted([*self.acts, *self.between], key=lambda act: act.act.sequence)
        self.acts, self.between = [], []
        for act in kept:
            self._ask_engine(act)

    def _fits(self) -> bool:
        """Whether the acts that are kept are a whole round, and as it should be."""
        try:
            self._end(self._next_shoe(self.acts))
        except Exception:  # whatever it is
            return False
        self.rounds += 1
        self.acts = []
        if self.between:
            self.finish()
        return True

    def _next_shoe(self, acts: Sequence[WholeAct]) -> Shoe:
        last = self.numbers
        if acts[-1].act.sequence > self.sealed_since and acts[-1].events[0].body.endswith(OLDER):
            raise NotSo("an older form")
        first, shoe, words = self._dealing(acts[0])
        texts = [text_of(first), *(text_of(act.events[0].body) for act in acts[1:])]
        numbers = self.numbers = numbers_of(texts[0], last)
        if self.lean is None or last is None or numbers.opened != last.opened:
            _, posted, meters = self.posted_at(numbers.opened)
            if posted is None:
                raise NotSo("no such table")
            self.lean = LeanReplay(self.name, posted, meters, self.parts)
        following = self.lean.next_shoe(acts, texts, numbers, shoe, self.shuffles)
        self._dealt_with(words)
        return following

    def _dealing(self, act: WholeAct) -> tuple[str, Shoe, Sequence[Word]]:
        """A dealing act as it is told without words; the shoe with them, and they themselves."""
        first, (shoe, before) = act.events[0].body, self._prepared(act)
        shoe = self._with_secret(act, shoe)
        if not before.stands and not tells_words(first):
            return first, shoe, ()
        data = json.loads(first)
        words = dealt_with(before, data, act.act.at)
        return body(without_words(data)), mixed(shoe, words), words

    def _prepared(self, act: WholeAct) -> tuple[Shoe, Before]:
        """The next shoe, and what stands for its deal, before an act."""
        version = act.act.version - len(act.events)
        self.shoe = self.shoe or self.shoe_before(version)
        self.before = self.before or self.before_at(version)
        return self.shoe, self.before

    def _with_secret(self, act: WholeAct, shoe: Shoe) -> Shoe:
        """The shoe of a round that an act deals, with its secret, if that is told somewhere."""
        shoe = self.shuffles.with_secret(shoe)
        if shoe.secret:
            return shoe
        return self.shoe_end(act.act.version - len(act.events), shoe).shoe

    def _dealt_with(self, words: Sequence[Word]) -> None:
        self.before = NOTHING_STANDS
        self.withheld += sum(word.word is None for word in words)

    def _ask_engine(self, act: WholeAct) -> None:
        try:
            self._read(act)
        except (Difference, *UNREADABLE) as wrong:
            raise AuditFailed("act", act.act.sequence, f"table {self.name}: {wrong}") from wrong

    def _read(self, act: WholeAct) -> None:
        first = act.events[0]
        data = json.loads(first.body)
        if not isinstance(data, dict):
            raise Difference(f"{first.kind} is told as {shown(data)}, which is no object")
        made = [posting_of(row) for row in act.postings]
        if act.act.sequence > self.sealed_since and _is_older(data):
            raise Difference(f"{first.kind} tells the secret of cards that are still to come")
        if first.kind == ROUND:
            if not isinstance(data.get("by", ""), str):
                raise Difference(f"it is said to be done by {shown(data['by'])}, which is no name")
            if UNOPENED in data:
                raise Difference("a round is played to its end, and its secret not told")
            if data["events"][0]["event"] in BEFORE_DEAL:
                self._before(act, data, made)
            elif data["events"][0]["event"] in DEALS or self.round is not None:
                self._round(act, data, made)
            elif "shoe" in data:
                self._end(read_shoe(data["shoe"]))
        elif first.kind == CALLED_OFF:
            if self.before is not None:
                self.before = NOTHING_STANDS
            if self.moved:
                check_postings(data["number"], payouts.taken_back(self.moved), _rounds_own(made))
            self.passing_over = ""
            self._end(_shoe_after_off(self.shoe, data))
        elif first.kind == OPENED:
            self.shoe, self.before = read_shoe(data["shoe"]), NOTHING_STANDS
        elif first.kind == WORD and self.shoe is not None:
            self.shoe = self.shoe.mixed_with(data["by"], data["word"])
        elif first.kind == REVERSED:
            check_reversal(made)
        elif first.kind == CLOSED:
            check_by_hand(first.kind, self.name, data, made)
            self._check_closed(act, data)
        else:
            if first.kind == CASHED and self.before is not None:
                self.before = self.before.without(data["seat"])
            check_by_hand(first.kind, self.name, data, made)

    def _before(self, act: WholeAct, data: Told, made: Sequence[Posting]) -> None:
        """A bet, a word, or the bets closed."""
        if self.in_round:
            raise Difference(f"{data['events'][0]['event']} in the middle of a round")
        if made or len(act.events) > 1:
            raise Difference(f"{data['events'][0]['event']}, and more in the same act")
        shoe, before = self._prepared(act)
        self.before = checked(before, data, shoe, act.act.at)

    def _round(self, act: WholeAct, data: Told, made: Sequence[Posting]) -> None:
        number = data["number"]
        table, _, meters = self.posted_at(data["opened"])
        last = self.round
        shoe = self._shoe_of(act, data)
        if table is None or not shoe.secret:
            end = self.shoe_end(act.act.version - len(act.events), shoe)
            is_lost = table is None or end.is_over
            self._pass_over(UNPLAYED if is_lost else WAITING, shoe, data, made)
            return
        try:
            now = _acted(last, data) if last is not None else _dealt(table, shoe, data)
        except UNREADABLE as wrong:
            raise Difference(f"round {number} cannot have gone so: {wrong}") from wrong
        self._check_told(table, shoe, last, now, data)
        _check_logged(act, data)
        moved = _moved(self.name, number, last, now)
        check_postings(number, moved, _rounds_own(made))
        if isinstance(now, Round):
            must = meter_events(self.name, number, meters, last is None, felts_of(now))
            _check_parts(number, must, self.parts.get(act.act.key, {}))
        self.moved.append(moved)
        self.round, self.shoe = now, shoe
        if now.over:
            self._end(read_shoe(data["shoe"]))
            self.rounds += 1

    def _shoe_of(self, act: WholeAct, data: Told) -> Shoe:
        """That the round is dealt from, with its words."""
        if self.round is not None:
            assert self.shoe is not None
            return self.shoe
        shoe, before = self._prepared(act)
        words = dealt_with(before, data, act.act.at)
        self._dealt_with(words)
        return mixed(self._with_secret(act, shoe), words)

    def _pass_over(self, why: str, shoe: Shoe, data: Told, made: Sequence[Posting]) -> None:
        """A round under other rules, or of a shoe that is not opened yet, or never was."""
        self.shoe, self.passing_over = shoe, why
        self.moved.append(tuple(_rounds_own(made)))
        if "shoe" in data:
            self._end(read_shoe(data["shoe"]))

    def _check_closed(self, act: WholeAct, data: Told) -> None:
        """The shoe that a table is closed with is opened, dealt from or not."""
        if act.act.sequence <= self.sealed_since:
            return
        shoe, _ = self._prepared(act)
        told_secret(replace(shoe, secret=b""), data)
        cause = CLOSED_EARLY if shoe.first or shoe.entropy else UNUSED
        if data["cause"] != cause:
            raise Difference(f"it is closed with a shoe that is {cause}; told is {data['cause']}")

    def _check_told(
        self,
        table: Table | PokerTable,
        shoe: Shoe,
        last: Round | Hand | None,
        now: Round | Hand,
        data: Told,
    ) -> None:
        known = 0 if last is None else last.version
        if isinstance(now, Hand):
            events = poker_record.to_json(now, known)
        else:
            events = [to_json(event) for event in now.events[known:]]
        if events != data["events"]:
            raise Difference(
                f"round {data['number']} is told otherwise than the rules make it:"
                f" {first_difference(events, data['events'])}"
            )
        if now.over != ("shoe" in data):
            raise Difference(f"round {data['number']} is over where the books say that it is not")
        if now.over:
            _check_shoe(table, shoe, now, data)

    def _end(self, shoe: Shoe) -> None:
        self.unplayed += self.passing_over == UNPLAYED
        self.waiting += self.passing_over == WAITING
        self.round, self.moved, self.shoe, self.passing_over = None, [], shoe, ""


def _dealt(table: Table | PokerTable, shoe: Shoe, data: Told) -> Round | Hand:
    opening, deck = data["events"][0], source(shoe)
    if isinstance(table, PokerTable):
        stacks = {int(seat): chips for seat, chips in opening["stacks"].items()}
        positions = Positions(*(opening[name] for name in Positions._fields))
        posts = poker_record.posts_in(data["events"])
        return poker.deal(table, stacks, positions, deck.cards, posts)
    wagers = {int(seat): stakes for seat, stakes in opening["wagers"].items()}
    return deal(table, wagers, deck)


def _acted(last: Round | Hand, data: Told) -> Round | Hand:
    first = data["events"][0]
    if first["event"] == "discarded":
        return last.act(first["seat"], f"discard {first['cards']}".strip())
    if first["event"] == "exposed" and isinstance(last, Hand):
        return last.expose(first["seat"], first["number"])
    if first["event"] == "voided":
        if isinstance(last, Hand):
            return last.void(first["seat"])
        return last.void(first["seat"], forfeit=first["forfeit"])
    return last.act(first["seat"], first["action"])


def _moved(
    name: str, number: int, last: Round | Hand | None, now: Round | Hand
) -> tuple[Posting, ...]:
    if isinstance(now, Hand):
        assert not isinstance(last, Round)
        return poker_payouts.postings(name, number, last, now)
    assert not isinstance(last, Hand)
    return payouts.postings(name, number, last, now)


def _rounds_own(made: Sequence[Posting]) -> list[Posting]:
    return [posting for posting in made if posting.reason not in JACKPOTS]


def _is_older(data: Told) -> bool:
    """Whether it tells the next shoe as older books do, with its secret."""
    return "commitment" not in data.get("shoe", {"commitment": ""})


def _check_shoe(table: Table | PokerTable, shoe: Shoe, now: Round | Hand, data: Told) -> None:
    """After a round its shoe goes on, or it is opened and a new one follows."""
    following = read_shoe(data["shoe"])
    if isinstance(table, Table) and isinstance(now, Round):
        cards = len(dealt(now))
        right, over = follows(shoe, cards, following, table), ends(shoe, cards, table)
    else:  # every hand of poker has a shuffle of its own
        right, over = is_new(following, shoe), True
    if not right and over:
        raise Difference("the next shoe was touched before its first round")
    if not right:
        raise Difference("the shoe was changed before its end")
    if over and not _is_older(data):
        told_secret(replace(shoe, secret=b""), data)
    elif SECRET in data or UNOPENED in data:
        raise Difference("the shoe is opened before its end")


def _shoe_after_off(before: Shoe | None, data: Told) -> Shoe:
    """Whatever was the cause, new cards are shuffled."""
    cause, shoe = data.get("cause", MISDEAL), read_shoe(data["shoe"])
    if cause not in CAUSES:
        raise Difference(f"round {data['number']} is called off for {shown(cause)}")
    if before is not None and not _is_older(data):
        told_secret(replace(before, secret=b""), data)
    if not is_new(shoe, before):
        raise Difference(f"round {data['number']} is called off, and its cards are not replaced")
    return shoe


def _check_logged(act: WholeAct, data: Told) -> None:
    """A dead hand or a replaced card is in the log; if truly, room/audit_floor.py looks up."""
    must = {"voided": DEAD, "exposed": EXPOSED}.get(data["events"][0]["event"])
    if must is not None and must not in [event.kind for event in act.events]:
        raise Difference(f"round {data['number']} has a {must}; the log has none")


def _check_parts(number: int, must: Parts, does: Parts) -> None:
    if must != does:
        raise Difference(f"round {number} tells the meters {must}; the books say {does}")
