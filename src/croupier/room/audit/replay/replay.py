"""Replays every round from its shoe and its acts, and compares it with the books.

The books must have exactly the events and postings that the replay produces. The events sent to
meters are compared too; room/audit/run.py replays the meters and checks what they paid.
"""

from collections.abc import Sequence

from croupier.bank.act import AND
from croupier.bank.audit.books import AuditFailed
from croupier.bank.audit.records import PostingRow, WholeAct
from croupier.bank.batch import posting_of
from croupier.errors import shown
from croupier.fair import Word
from croupier.room.audit.claims.audited_act import body_of
from croupier.room.audit.difference import UNREADABLE, Body, Difference, check_postings
from croupier.room.audit.replay import table_acts
from croupier.room.audit.replay.acts import (
    Numbers,
    check_clock,
    check_events,
    check_moved,
    check_passed_over,
    played_again,
)
from croupier.room.audit.replay.engines import AnyEngine, PostedAs, is_older, shoe_after_off
from croupier.room.audit.replay.inputs import ReplayInputs
from croupier.room.audit.replay.own_stakes import RoundStakes
from croupier.room.audit.replay.table_acts import IN_ROUNDS, READ
from croupier.room.audit.replay.whole_round import begins_round, dealt_from, whole_round
from croupier.room.audit.words import checked, dealt_with, tells_words
from croupier.room.books.notable import check_of_meters, own_rows
from croupier.room.books.witness import Witness
from croupier.room.cage.cash_postings import BOUGHT, CASHED, CLOSED
from croupier.room.tables import payouts
from croupier.room.tables.kinds import seats_in
from croupier.room.tables.mistakes import CALLED_OFF, EXPOSED, WORD
from croupier.room.tables.seats import LEAVES, OF_SEATS
from croupier.room.tables.shoes import UNOPENED
from croupier.room.tables.state import CLOCK, DEALS, ROUND
from croupier.room.tables.tables import OPENED
from croupier.room.tables.words import BEFORE_DEAL, BETS_OPENED, NOTHING_STANDS, PendingBets, mixed
from croupier.table.poker.hand import Hand
from croupier.table.round import Play
from croupier.table.shoe import Shoe, read_shoe
from croupier.table.source import Deck

UNPLAYED, WAITING = "unplayed", "waiting"  # why a round is not replayed
SHOE = '"shoe":{'  # only in the body of a round's last act
NO_CARDS = Deck(())  # a round in progress has its own


class Replay:
    """One table, act by act. If it starts in the middle of a round, it waits for the next one."""

    def __init__(self, name: str, inputs: ReplayInputs) -> None:
        self.name, self.inputs = name, inputs
        self.shuffles, self.parts = inputs.shuffles, inputs.parts
        self.stakes = RoundStakes(name, inputs.game_before, inputs.own)
        self.witness = Witness(name)
        self.shoe: Shoe | None = None
        self.before: PendingBets | None = None  # pending for the next deal, once known
        self.kept: list[WholeAct] = []  # acts of a round whose last act may reveal the shoe
        self.playing: Numbers | None = None  # the round in progress …
        self.round: Play | Hand | None = None  # … and its state, unless it is passed over
        self.moved: list[tuple[PostingRow, ...]] = []  # postings of its acts
        self.rounds = 0
        self.withheld = 0  # words
        self.passing_over = ""  # why the round in progress is not replayed; empty if it is
        self.waiting = 0  # rounds that cannot be replayed before their shoe is revealed
        self.unplayed = 0  # rounds of other rules, or of shoes that were never revealed
        self.in_the_middle = True  # a round that began earlier may be in progress
        self.skipped: list[int] = []  # acts of that round: the window in which it began checks them

    @property
    def in_round(self) -> bool:
        return self.playing is not None or bool(self.kept)

    def read(self, acts: Sequence[WholeAct]) -> None:
        """Reads rounds, and acts that depend on one; all other acts are checked by their claims."""
        place = 0
        while place < len(acts):
            if taken := self._whole(acts, place):
                place += taken
                continue
            act, place = acts[place], place + 1
            if not act.events or act.events[0].kind not in READ:
                continue
            if not self.kept and (self.playing is not None or not self._is_early(act)):
                self._judge(act)
                continue
            self.kept.append(act)
            if act.events[0].kind != ROUND or SHOE in act.events[0].body:
                self.finish()

    def _whole(self, acts: Sequence[WholeAct], place: int) -> int:
        """The number of acts from `place` on that form a complete, correct round, or 0."""
        first = acts[place]
        if self.kept or self.playing is not None or self.shoe is None or self.before is None:
            return 0
        if not first.events or not begins_round(first.events[0].body):
            return 0
        dealt = dealt_from(self.shuffles, self.shoe, self.before, first)
        if dealt is None:
            return 0
        found = whole_round(acts, place, self.inputs.posted_at, dealt, self.parts)
        if found is None or any(map(self.stakes.counts, acts[place : place + len(found.by)])):
            return 0
        sequence, version, by = first.act.sequence, first.events[0].version, found.by
        self.withheld += sum(word.word is None for word in dealt.words)
        self.witness.began(sequence, found.number, found.opened, version)
        at, closed = first.act.at, self.before.closed is not None
        early = self.before.is_early(at)
        self.witness.dealt(sequence, by[0].by, found.seats, early=early, closed=closed, at=at)
        self.witness.dealt_with(dealt.words, dealt.shoe.first)
        for number, (who, seat, clock) in enumerate(by[1:], place + 1):
            self.witness.acted(acts[number].act.sequence, who, seat, clock=clock)
        self.witness.ended(acts[place + len(by) - 1].act.version)
        self.witness.settled(acts[place + len(by) - 1].act.sequence, found.seats)
        self._end(found.shoe)
        self.rounds += 1
        return len(by)

    def _is_early(self, act: WholeAct) -> bool:
        """Whether it deals from a shoe whose secret is still unknown: a later act may reveal it."""
        shoe = self.shoe
        if shoe is None or shoe.secret or shoe.commitment in self.shuffles.secrets:
            return False
        return begins_round(act.events[0].body)

    def finish(self) -> None:
        """Checks the acts that were kept back, looking up missing secrets in the books."""
        kept, self.kept = self.kept, []
        for act in kept:
            self._judge(act)

    def people_change(self) -> None:
        """Somebody was enrolled or dismissed, so permissions must be checked again from here on."""
        self.finish()
        self.witness.others_sit()

    def _judge(self, act: WholeAct) -> None:
        try:
            self._read(act)
        except (Difference, *UNREADABLE) as wrong:
            words = f"table {self.name}: {wrong}"
            self.inputs.excuse(AuditFailed("act", act.act.sequence, words))
            self._go_on_after(act)

    def _go_on_after(self, act: WholeAct) -> None:
        """A known difference: passes over the rest of the round and resumes with the next."""
        first = act.events[0]
        try:
            data = body_of(first.kind, first.body)
            numbers = Numbers(int(data["number"]), int(data["opened"]))
        except (Difference, *UNREADABLE):
            data, numbers = {}, None
        self.round = None
        if first.kind == ROUND and "shoe" not in data and (self.playing or numbers):
            self.playing, self.passing_over = self.playing or numbers, UNPLAYED
            return
        self.unplayed += self.playing is not None
        self.witness.ended(act.act.version)
        self.playing, self.passing_over, self.moved = None, "", []
        self.stakes.end()
        self.shoe = self.before = None  # to be read from the books

    def _read(self, act: WholeAct) -> None:
        first = act.events[0]
        data = body_of(first.kind, first.body)
        if act.act.sequence > self.inputs.sealed_since and is_older(data):
            raise Difference(f"{first.kind} tells the secret of cards that are still to come")
        row = data["events"][0]["event"] if first.kind == ROUND else ""
        if row in BEFORE_DEAL and AND in act.act.key:
            self._taken_back(act)
        elif row in BEFORE_DEAL:
            self._before(act, data)
        elif first.kind == ROUND and (row in DEALS or self.playing is not None):
            self._round(act, data, row in DEALS)
        elif first.kind == CALLED_OFF and self.playing is not None:
            self._called_off(act, data)
        elif first.kind == CALLED_OFF and self._prepared(act)[1].stands:
            self._bets_called_off(act, data)
        elif first.kind in OF_SEATS:
            self._seat(act, first.kind, data)
        elif first.kind in IN_ROUNDS and self.playing is None:
            self._skip(act, data)
        else:
            self._beside(act, first.kind, data)

    def _skip(self, act: WholeAct, data: Body) -> None:
        """An act of a round that began before this window; there must be such a round."""
        if not self.in_the_middle:
            kind = act.events[0].kind
            raise Difference(f"{kind} where no round is in progress: nothing claims it")
        self.skipped.append(act.act.sequence)
        if "shoe" in data:
            self._end(read_shoe(data["shoe"]))

    def _before(self, act: WholeAct, data: Body) -> None:
        """A bet, a word, or the bets closed."""
        row, sequence = data["events"][0], act.act.sequence
        if self.playing is not None:
            raise Difference(f"{row['event']} in the middle of round {self.playing.round}")
        if act.postings or act.accounts or len(act.events) > 1 or act.act.key in self.parts:
            raise Difference(f"{row['event']}, and more in the same act: nothing claims it")
        shoe, before = self._prepared(act)
        self.before, at = checked(before, data, shoe, act.act.at), act.act.at
        told = self.stakes.staked(act, row, deals=False)
        if "seat" in row:
            own = {"bets": bool(row.get("stakes")), "frees": row.get("stakes") == {}}
            self.witness.own(sequence, data["by"], row["seat"], at=at, told=bool(told), **own)
            return
        if row["event"] == BETS_OPENED:
            self.witness.dealt(sequence, data["by"], ())
            self.witness.coming(sequence, row["number"])
            return
        players = tuple((one["seat"], one["player"]) for one in row["words"])
        seats, early = tuple(map(int, row["bets"])), before.is_early(act.act.at)
        early &= any(row["bets"].values())  # poker waits for seats by their chips and blinds
        self.witness.dealt(sequence, data["by"], seats, players, early=early, told=told, at=at)

    def _taken_back(self, act: WholeAct) -> None:
        """Bets of a player who takes a break, or lowers a limit: even once their time is over."""
        for event in act.events:
            shoe, before = self._prepared(act)
            self.before = checked(before, body_of(event.kind, event.body), shoe, 0)

    def _bets_called_off(self, act: WholeAct, data: Body) -> None:
        """Called off before the deal: no money has moved."""
        if act.postings or act.act.key in self.parts:
            raise Difference("bets are called off, and money moves: nothing claims it")
        self.witness.end_run()
        self._end(shoe_after_off(self.shoe, data))

    def _beside(self, act: WholeAct, kind: str, data: Body) -> None:
        """An act that is not part of a round, and may be impossible during one."""
        if kind in (BOUGHT, CASHED):
            self._check_chips(act, kind, data)
        elif kind != EXPOSED and self.playing is not None:
            raise Difference(f"{kind} in the middle of round {self.playing.round}")
        if kind in (OPENED, CLOSED, EXPOSED):
            self.witness.end_run()
        if kind == OPENED:
            self._end(read_shoe(data["shoe"]))
        elif kind == WORD and self.shoe is not None:
            self.shoe = self.shoe.mixed_with(data["by"], data["word"])
        elif kind == CLOSED and act.act.sequence > self.inputs.sealed_since:
            table_acts.check_closed(self._prepared(act)[0], data)

    def _check_chips(self, act: WholeAct, kind: str, data: Body) -> None:
        before = NOTHING_STANDS if self.playing is not None else self._prepared(act)[1]
        table_acts.check_chips(before, self.round, kind, data)
        if kind == CASHED and self.before is not None:
            self.before = self.before.without(data["seat"])
        self.witness.others_sit()

    def _seat(self, act: WholeAct, kind: str, data: Body) -> None:
        """A player who leaves after the round must be in one."""
        self.witness.others_sit()
        seat = data["seat"]
        before = NOTHING_STANDS if self.playing is not None else self._prepared(act)[1]
        table_acts.check_seat(before, kind, data)
        if kind != LEAVES or before.is_closed(seat):
            return
        if self.playing is None or (self.round is not None and seat not in seats_in(self.round)):
            sure = self.playing is not None or not self.in_the_middle
            self.witness.left(act.act.sequence, act.act.version, seat, sure=sure)

    def _prepared(self, act: WholeAct) -> tuple[Shoe, PendingBets]:
        """The next shoe, and what is pending for its deal, before an act."""
        version = act.act.version - len(act.events)
        self.shoe = self.shoe or self.inputs.shoe_before(version)
        self.before = self.before or self.inputs.before_at(version)
        return self.shoe, self.before

    def _round(self, act: WholeAct, data: Body, begins: bool) -> None:
        """An act of a round; one that other rules dealt and ours do not produce is passed over."""
        if not isinstance(data.get("by", ""), str):
            raise Difference(f"it is said to be done by {shown(data['by'])}, which is not a name")
        numbers = Numbers(int(data["number"]), int(data["opened"]))
        if self.playing is not None and (begins or numbers != self.playing):
            raise Difference(f"round {numbers.round} in the middle of round {self.playing.round}")
        if UNOPENED in data:
            raise Difference("a round is played to its end, and its secret not told")
        if act.accounts:
            raise Difference(f"round {numbers.round} opens {act.accounts[0].name}")
        check_clock(data)
        self._note_act(act, data, numbers, begins)
        results = self.stakes.played(act, deals=begins, over="shoe" in data)
        if "shoe" in data:
            self.witness.settled(act.act.sequence, self.stakes.seats, results)
        posted = self.inputs.posted_at(numbers.opened)
        if begins:
            self._begin(act, data)
        self.playing = numbers
        if posted.engine is None:
            self.passing_over = UNPLAYED
        if posted.engine is not None and not self.passing_over:
            try:
                self._play(act, data, posted, posted.engine)
                return
            except (Difference, *UNREADABLE):
                if posted.is_ours:
                    raise
                self.passing_over = UNPLAYED
        self._pass_over(act, data)

    def _begin(self, act: WholeAct, data: Body) -> None:
        """Finds the shoe that the round is dealt from, with its words."""
        shoe, before = self._prepared(act)
        words: Sequence[Word] = ()
        if before.binds or tells_words(data):
            words = dealt_with(before, data, act.act.at)
        self.before = NOTHING_STANDS
        self.witness.dealt_with(words, shoe.first)
        self.withheld += sum(word.word is None for word in words)
        self.shoe = mixed(self._with_secret(act, shoe), words)
        if not self.shoe.secret:
            end = self.inputs.shoe_end(act.act.version - len(act.events), shoe)
            self.passing_over = UNPLAYED if end.is_over else WAITING

    def _with_secret(self, act: WholeAct, shoe: Shoe) -> Shoe:
        """The shoe that an act deals from, with its secret if the books reveal it."""
        shoe, version = self.shuffles.with_secret(shoe), act.act.version - len(act.events)
        return shoe if shoe.secret else self.inputs.shoe_end(version, shoe).shoe

    def _note_act(self, act: WholeAct, data: Body, numbers: Numbers, begins: bool) -> None:
        sequence, first = act.act.sequence, data["events"][0]
        if begins:
            before = self._prepared(act)[1]
            early, closed = before.is_early(act.act.at), before.closed is not None
            early &= "wagers" in first
            self.witness.began(sequence, numbers.round, numbers.opened, act.events[0].version)
            seated = tuple(sorted(map(int, first["wagers" if "wagers" in first else "stacks"])))
            told, self.stakes.seats = self.stakes.staked(act, first, deals=True), seated
            at, by = act.act.at, data.get("by")
            self.witness.dealt(sequence, by, seated, early=early, closed=closed, told=told, at=at)
        elif first["event"] in ("acted", "discarded"):
            self.witness.acted(sequence, data.get("by"), int(first["seat"]), clock=CLOCK in data)
        if "shoe" in data:
            self.witness.ended(act.act.version)

    def _play(self, act: WholeAct, data: Body, posted: PostedAs, engine: AnyEngine) -> None:
        last, shoe = self.round, self.shoe
        assert shoe is not None
        deck = self.shuffles.source(shoe) if last is None else NO_CARDS
        before = None if last is None else engine.stood(last)
        if last is not None and CLOCK in data:
            engine.check_default(last, data["events"][0])
        now = played_again(last, engine, deck, data)
        check_events(posted, engine, before, now, data)
        if (over := now.over) != ("shoe" in data):
            raise Difference(f"round {data['number']} is over where the books say that it is not")
        following = engine.shoe_after(shoe, now, data) if over else shoe
        parts = self.parts.get(act.act.key, {})
        self.moved.append(check_moved(posted, engine, before, now, act, data, parts))
        self.round = now
        if over:
            self._end(following)
            self.rounds += 1

    def _pass_over(self, act: WholeAct, data: Body) -> None:
        number, own = data["number"], own_rows(act.postings)
        made = [posting_of(row) for row in act.postings]
        check_passed_over(self.name, number, own)
        check_of_meters(self.name, number, self.parts.get(act.act.key, {}), made)
        self.round = None
        self.moved.append(own)
        if "shoe" in data:
            self._end(read_shoe(data["shoe"]))

    def _called_off(self, act: WholeAct, data: Body) -> None:
        """Exactly the round's postings are reversed, and no jackpot is won."""
        number, made = data["number"], [posting_of(row) for row in act.postings]
        assert self.playing is not None
        if number != self.playing.round:
            raise Difference(f"round {number} is called off in round {self.playing.round}")
        moved = [[posting_of(row) for row in rows] for rows in self.moved]
        own = [posting_of(row) for row in own_rows(act.postings)]
        check_postings(number, payouts.taken_back(moved), own)
        parts = self.parts.get(act.act.key, {})
        if self.round is not None:
            posted = self.inputs.posted_at(self.playing.opened)
            assert posted.engine is not None
            posted.engine.check_off(number, self.round, posted.meters, parts)
        check_of_meters(self.name, number, parts, made, claims=False)
        self.witness.ended(act.act.version)
        self.witness.end_run()
        self.passing_over = ""
        self._end(shoe_after_off(self.shoe, data))

    def _end(self, shoe: Shoe) -> None:
        """The round is over; `shoe` is the next, and nothing is pending for its deal."""
        self.unplayed += self.passing_over == UNPLAYED
        self.waiting += self.passing_over == WAITING
        self.round, self.moved, self.playing, self.passing_over = None, [], None, ""
        self.stakes.end()
        self.shoe, self.before = shoe, NOTHING_STANDS
        self.in_the_middle = False
