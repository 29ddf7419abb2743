"""The automatic dealer: a named member of the house's staff who closes bets, deals and keeps time.

What it does next at a table, and when, depends only on the state of the table, so another process,
or this one after a crash, continues where it stopped. Its idempotency keys include the version of
the table that it acted on: if two dealers do the same thing at once, it is done once.
"""

import asyncio
import logging
import secrets
from collections.abc import Container, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from croupier.bank.clock import HOUR
from croupier.bots.players import BASELINES, luck
from croupier.errors import Refused
from croupier.room.state.hall import AnyTable
from croupier.room.tables.poker.amounts import in_dollars
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import OpenTable
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import view as poker_view
from croupier.table.round import Round
from croupier.web.attendance import Attendance
from croupier.web.awake import awake
from croupier.web.feed import Feed
from croupier.web.house import BOTS, CHIPS, DEALER, FLOOR, LEAST_CHIPS, WebHouse
from croupier.web.tables import STANDARD, TablePolicy, Times, is_practice
from croupier.web.views.view import Look, Waiting

log = logging.getLogger("croupier.web")
THINKS = 900  # milliseconds before a bot acts
SOON = 350  # before a deal that nobody has to wait for
A_MOMENT = 20  # between two looks at a clock that stands still
LATE = 20  # after a deadline by the store's clock
MOST_LAG = 1_000  # milliseconds by which a turn is extended at most
WORDS_COME = 1_500  # at poker, for the players' pages to commit to words
# Pauses at poker. At a practice table the player can read how a hand ended, or press "ready".
FIRST_HAND, BETWEEN_HANDS = 1_000, 20_000
OPENING, UNUSED = 2, 60_000  # events of a new table before anyone sits; how long it may stay empty
ATTENDS = 60_000  # how often it looks around at a table where it has nothing to do
# How long a practice table waits for its player, and then for each remaining choice.
AWAY, NOT_BACK = 24 * HOUR, HOUR


class NextStep(NamedTuple):
    """The dealer's next step: by whom, and when (milliseconds after the table's last change)."""

    after: int
    by: str = ""
    decide: str = ""
    about: tuple[object, ...] = ()
    waits_for: str = ""  # shown to the players as a clock
    early: bool = False  # happens sooner if all who play are ready
    more: Mapping[str, object] = MappingProxyType({})


def next_step(
    look: Look,
    clock: int,
    idle: Container[str] = (),
    gone: Mapping[int, int] = MappingProxyType({}),
    *,
    play_money: bool = True,
    policy: TablePolicy | None = None,
) -> NextStep | None:
    """The next step; None if the table waits for its players without a clock.

    `clock` is the store's time now. `idle` are the players who let several betting windows or turns
    pass; `gone` are the seats that nobody plays, and after how long each is given up. Large wins of
    real money wait for a supervisor.
    """
    state = look.state
    policy = policy or TablePolicy()
    times = policy.times_of(state.name)
    if not state.is_open:
        return None
    if state.round is not None:
        return _turn(state, times)
    if state.held and play_money:
        return NextStep(SOON, FLOOR, "acknowledge", (state.name, state.held[0].seat))
    waits = {one.seat for one in state.held}  # for a supervisor; they leave after that
    for seat in sorted(state.leaving - waits):
        if not state.plays(seat):
            return NextStep(0, DEALER, "cash_out", (state.name, seat))
    if state.before.closed is not None:
        return _words(state, clock)
    for seat in sorted(look.paused):
        return NextStep(0, DEALER, "leave", (state.name, seat))
    for seat in sorted(seat for seat, left in gone.items() if left <= 0):
        return NextStep(0, DEALER, "leave", (state.name, seat))
    if is_practice(state.name) and all(who in BOTS for who in state.seats.values()):
        return _closing(state)
    if is_practice(state.name) and (broke := _broke(look)):
        about = (state.name, broke, state.seats[broke], CHIPS)
        return NextStep(SOON, DEALER, "buy_in", about, more={"cash": True})
    if not state.seats:
        ours = state.name in STANDARD or not play_money
        return None if ours else NextStep(policy.empty, FLOOR, "close_table", (state.name,))
    if isinstance(state, OpenPoker):
        step = _next_hand(look, state, times, idle)
    elif times.bets:
        step = _window(look, state, times, clock, idle)
    else:
        step = _all_have_bet(look, state)
    if step is None and is_practice(state.name):
        return _given_up(state, next(seat for seat, who in state.seats.items() if who not in BOTS))
    if step is None and gone:
        return NextStep(max(0, min(ATTENDS, *gone.values())))
    return step


def _given_up(state: AnyTable, seat: int) -> NextStep:
    """Practice tables have no clock, but their number is limited and some players never return."""
    if seat in state.leaving and state.round is not None:
        about = (state.name, seat, state.round.version)
        return NextStep(NOT_BACK, DEALER, "time_out", about)
    return NextStep(AWAY, DEALER, "leave", (state.name, seat))


def _closing(state: AnyTable) -> NextStep:
    """Closes a practice table whose player has left; a new one waits for its player first."""
    for seat in sorted(state.seats):
        return NextStep(0, DEALER, "cash_out", (state.name, seat))
    used = state.version > state.opened + OPENING
    return NextStep(0 if used else UNUSED, FLOOR, "close_table", (state.name,))


def _broke(look: Look) -> int:
    """The seat of a bot that is almost out of chips; 0 if there is none."""
    seats = look.state.seats
    poor = (seat for seat in sorted(seats) if look.chips.get(seat, 0) < LEAST_CHIPS)
    return next((seat for seat in poor if seats[seat] in BOTS), 0)


def _turn(state: AnyTable, times: Times) -> NextStep | None:
    now, seat = state.round, state.turn
    if now is None or seat is None:
        return None
    player = state.seats.get(seat, "")
    if player in BOTS:
        action = _bot_poker(now, seat) if isinstance(now, Hand) else bot_choice(now)
        return NextStep(THINKS, player, "act", (state.name, seat, action, now.version))
    if not times.act:
        return _given_up(state, seat)
    about = (state.name, seat, now.version)
    return NextStep(times.act, DEALER, "time_out", about, waits_for="turn")


def _bot_poker(hand: Hand, seat: int) -> str:
    lucky = luck(secrets.token_hex(8))
    name = lucky.choice(("call", "call", "random"))
    return in_dollars(BASELINES[name](poker_view(hand, seat), lucky))


def bot_choice(now: Round) -> str:
    """A choice at random; bots fold only if they must."""
    stays = [one.name for one in now.options if not one.gives_up]
    return luck(secrets.token_hex(8)).choice(stays or list(now.legal))


def _words(state: AnyTable, clock: int) -> NextStep:
    closed = state.before.closed
    assert closed is not None
    left = 0 if not state.before.missing else max(0, closed.until - clock) + 50
    return NextStep(left, DEALER, "deal", (state.name,), waits_for="words" if left else "")


def _next_hand(look: Look, state: OpenPoker, times: Times, idle: Container[str]) -> NextStep | None:
    for seat in state.ready:
        if seat in look.barred or (state.seats[seat] in idle and times.act):
            return NextStep(0, DEALER, "sit_out", (state.name, seat))
    people = [seat for seat in state.ready if state.seats[seat] not in BOTS]
    if len(state.ready) < 2 or not people:
        return None
    kept = all(seat in state.before.words for seat in people)
    pause = (times.pause or BETWEEN_HANDS) if look.last is not None else FIRST_HAND
    wait = pause if kept else max(pause, WORDS_COME)
    what = "next round" if look.last is not None else ""
    return NextStep(wait, DEALER, "deal", (state.name,), waits_for=what, early=kept)


def _able_to_bet(look: Look, state: OpenTable) -> list[int]:
    """The seats that may bet and have enough chips."""
    least = state.table.least_bet
    return [seat for seat in state.active if look.chips.get(seat, 0) >= least]


def _playing(look: Look) -> set[str]:
    """Those whom the next round is for; bots never wait."""
    state = look.state
    seats = state.ready if isinstance(state, OpenPoker) else _able_to_bet(look, state)
    return {state.seats[seat] for seat in seats} - set(BOTS)


def _all_have_bet(look: Look, state: OpenTable) -> NextStep | None:
    asked, bets = _able_to_bet(look, state), state.before.bets
    people = [seat for seat in asked if state.seats[seat] not in BOTS]
    if not any(seat in bets for seat in people):
        return None
    for seat in asked:
        if state.seats[seat] in BOTS and seat not in bets:
            stakes = state.table.completed({})
            return NextStep(SOON, state.seats[seat], "bet", (state.name, seat, stakes))
    return NextStep(SOON, DEALER, "deal", (state.name,)) if set(asked) <= set(bets) else None


def _missed(look: Look) -> set[str]:
    """The players without a bet in a betting window that is about to end."""
    state = look.state
    before = state.before
    if isinstance(state, OpenPoker) or before.window is None or before.closed is not None:
        return set()
    return {state.seats[seat] for seat in _able_to_bet(look, state) if seat not in before.bets}


def _window(
    look: Look, state: OpenTable, times: Times, clock: int, idle: Container[str]
) -> NextStep | None:
    """Opens betting for a fixed time; the deal follows when it closes, or when all have bet."""
    window, asked = state.before.window, _able_to_bet(look, state)
    soon = _all_have_bet(look, state)
    if soon is not None:
        return soon
    if window is not None and window.until >= clock:
        left, by = window.until - clock + LATE, (state.name,)
        if state.before.bets:
            return NextStep(left, DEALER, "deal", by, waits_for="bets")
        return NextStep(left, waits_for="bets")
    if window is not None and state.before.bets:
        return NextStep(0, DEALER, "deal", (state.name,))
    for seat in asked:
        if state.seats[seat] in idle:
            return NextStep(0, DEALER, "sit_out", (state.name, seat))
    if not asked:
        return None
    pause = times.pause if look.round is not None else SOON
    what = "next round" if pause > SOON else ""
    about = (state.name, times.bets // 1000)
    return NextStep(pause, DEALER, "open_bets", about, waits_for=what, early=True)


class Intention(NamedTuple):
    step: NextStep | None
    until: int  # when it is done (monotonic milliseconds)
    shown: Waiting | None  # the clock that the players see


class AutoDealer:
    """Serves one table until it closes."""

    def __init__(self, house: WebHouse, feed: Feed) -> None:
        self.house, self.feed = house, feed
        self.ready = asyncio.Event()  # set when nobody who plays wants to wait
        self._stirred = asyncio.Event()  # set by either
        self._intends: Intention | None = None  # for a state that has just come
        self._ready: set[str] = set()  # in this pause
        self._pause: object = None
        self._lost = awake.lost  # when this pause began
        self.lag: dict[str, int] = {}  # the last round trip to each player, in milliseconds
        self.attendance = Attendance(house.policy)
        self._gone: dict[int, int] = {}  # seats that nobody plays

    async def serve(self) -> None:
        self.feed.clock = self._clock
        while self.feed.look.state.is_open:
            await self._wait_and_do()

    async def _wait_and_do(self) -> None:
        self.feed.changed.clear()
        try:
            plan, self._intends = self._intends or self._planned(), None
        except Refused as refused:
            log.warning("no step at table %s: %s", self.feed.name, refused)
            await self._wait_a_little()
            return
        self.feed.wait_for(plan.shown)
        if (step := plan.step) is None:
            await self.feed.changed.wait()
            return
        attends = awake() + min((ATTENDS, *(left for left in self._gone.values() if left > 0)))
        looks_around = bool(self._gone) and attends < plan.until
        until = attends if looks_around else plan.until
        changed = await self._changed_before(until, early=step.early)
        if (step.early and self.ready.is_set()) if looks_around else not changed:
            await self._do(step)
            self._intends = None  # it did not know yet what this counts

    def _clock(self) -> Waiting | None:
        """For the feed, at each change: what comes next is decided before anybody sees the view."""
        self._stirred.set()
        self._intends = None
        with suppress(Exception):  # it happens again where it ends this dealer, and is logged
            self._intends = self._planned()
        return self._intends.shown if self._intends else None

    def _planned(self) -> Intention:
        self._new_pause()
        if (step := self._step()) is None:
            return Intention(None, 0, None)
        from_here = step.waits_for == "bets" or not step.decide
        due = (awake() if from_here else self.feed.since) + step.after
        window = self.house.policy.times_of(self.feed.name).bets
        total = window if step.waits_for == "bets" else step.after
        shown = Waiting(step.waits_for, due, total) if step.waits_for else None
        return Intention(step, due + self._allowance(step), shown)

    def is_ready(self, player: str) -> None:
        """A player does not want to wait. It takes all who play; others do not count."""
        self._new_pause()
        if player in _playing(self.feed.look):
            self._ready.add(player)
        self._new_pause()

    def _new_pause(self) -> None:
        """Those who were ready in another pause are asked again."""
        state = self.feed.look.state
        before = state.before
        pause = state.rounds, state.round is None, before.window, before.closed is None
        if pause != self._pause:
            self._pause, self._lost = pause, awake.lost
            self._ready.clear()
        who = _playing(self.feed.look)
        if who and who <= self._ready:
            self.ready.set()
            self._stirred.set()
        else:
            self.ready.clear()

    def _step(self) -> NextStep | None:
        look = self.feed.look
        before = look.state.before
        timed = before.closed is not None or before.window is not None
        clock = self.house.room.store.clock() if timed else 0
        self.attendance.look(look, now := awake())
        watching = {viewer.person for viewer in self.feed.viewers}
        self._gone = self.attendance.gone(look, watching, now)
        money, policy = self.house.play_money, self.house.policy
        idle, gone = self.attendance.idle, self._gone
        return next_step(look, clock, idle, gone, play_money=money, policy=policy)

    def _allowance(self, step: NextStep) -> int:
        """Only a turn is extended, by its player's lag."""
        if step.decide != "time_out":
            return 0
        return self.allowance(self.feed.look.state.seats.get(int(str(step.about[1])), ""))

    def allowance(self, player: str) -> int:
        return min(MOST_LAG, self.lag.get(player, 0))

    async def _changed_before(self, until: int, *, early: bool) -> bool:
        """Waits until then, or until the table changes (True) or, if `early`, a player is ready."""
        while not self.feed.changed.is_set() and (left := until - awake()) > 0:
            with suppress(TimeoutError):  # a clock that stood still is looked at again
                async with asyncio.timeout(max(left, A_MOMENT) / 1000):
                    if await self._woken(early=early):
                        break
        return self.feed.changed.is_set()

    async def _woken(self, *, early: bool) -> bool:
        while not (self.feed.changed.is_set() or (early and self.ready.is_set())):
            self._stirred.clear()
            await self._stirred.wait()
        return True

    async def _do(self, step: NextStep) -> None:
        state, missed = self.feed.look.state, _missed(self.feed.look)
        if awake.lost > self._lost:  # who could not bet has missed nothing
            missed = set()
        if not step.decide:  # it looks around, or a betting window has ended without a bet
            self.attendance.missed(missed if step.waits_for else ())
            return
        key = f"{step.decide}/{state.name}/{state.version}/{step.by}"  # pages' keys have no "/"
        try:
            await self.house.do(key, step.by, step.decide, *step.about, **step.more)
        except Refused as refused:
            # Only the code: the message lists what was legal, which may name hidden cards.
            log.info("refused %s at table %s to %s", refused.code, state.name, step.by)
            await self._wait_a_little()
            return
        if step.decide == "deal":
            self.attendance.missed(missed)
        await self._news(state.version)

    async def _news(self, version: int) -> None:
        """Waits for the state after this step before choosing the next."""
        while self.feed.look.state.version <= version:
            self.feed.changed.clear()
            try:
                await asyncio.wait_for(self.feed.changed.wait(), 5)
            except TimeoutError:
                return

    async def _wait_a_little(self) -> None:
        try:
            await asyncio.wait_for(self.feed.changed.wait(), 2)
        except TimeoutError:
            return
