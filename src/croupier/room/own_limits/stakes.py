"""What acts at tables and at the cage add to the streams of players with limits of their own."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from croupier.bank.act import Event
from croupier.bank.ledger import Posting
from croupier.errors import Refused
from croupier.room.names import chips_of, held_of
from croupier.room.own_limits.checks import check_deposit, check_stake
from croupier.room.own_limits.state import AT_STAKE, PUT_IN, RESULT, OwnLimits
from croupier.room.state.hall import Actor, AnyTable, Hall, Transition
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.state import body
from croupier.rules.limits import most_asked
from croupier.table.opening import Bets

WRITTEN_WITHIN = 60_000  # milliseconds after the time that an event tells


def timed(step: Transition, actor: Actor) -> Transition:
    """An act whose events tell the time: it is written then, or not at all."""
    act, last = step.act, actor.now + WRITTEN_WITHIN
    since = actor.now if act.since is None else max(act.since, actor.now)
    until = last if act.until is None else min(act.until, last)
    return step._replace(act=replace(act, since=since, until=until))


class OwnParts:
    """The further parts of an act, and the limits as they leave them."""

    def __init__(self, hall: Hall, actor: Actor) -> None:
        self.hall, self.actor = hall, actor
        self.now: dict[str, OwnLimits] = {}
        self.events: dict[str, list[Event]] = {}

    def join(self, step: Transition) -> Transition:
        if not self.events:
            return step
        made = [self.hall.own(player).part(*some) for player, some in self.events.items()]
        also = (*step.act.also, *(part for part, _ in made))
        states = (*step.states, *(after for _, after in made))
        return timed(Transition(replace(step.act, also=also), states), self.actor)

    def of(self, player: str) -> OwnLimits:
        return self.now[player] if player in self.now else self.hall.own(player)

    def _add(self, player: str, kind: str, **said: object) -> None:
        event = Event(kind, body({"at": self.actor.now, **said}))
        self.now[player] = self.of(player).after(event)
        self.events.setdefault(player, []).append(event)

    def put_in(self, player: str, cents: int) -> "OwnParts":
        """Money that a player brings: a deposit, or chips bought with cash."""
        own = self.of(player)
        check_deposit(own, self.actor.now, cents)
        if own.counts_deposits:
            self._add(player, PUT_IN, cents=cents)
        return self

    def bet(self, state: AnyTable, bets: Bets) -> "OwnParts":
        return self.stake(state, at_risk(state, bets), deals=False)

    def stake(self, state: AnyTable, stakes: Mapping[int, int], *, deals: bool) -> "OwnParts":
        """What seats may lose in the next round, when they bet or their bets are closed.

        What is at stake already is not asked again, so whoever has bet is dealt in.
        """
        for seat, cents in stakes.items():
            player, place = state.seats[seat], (state.name, seat)
            own = self.of(player)
            before = own.stakes[place].cents if place in own.stakes else 0
            if cents > before:
                poker = isinstance(state, OpenPoker)
                check_stake(own, self.actor.now, place, cents, poker=poker)
            if before or own.counts_play:
                self._stake(state, seat, cents, deals=deals)
        return self

    def dealt(self, state: AnyTable, bets: Bets) -> "OwnParts":
        """The cards are dealt. If the bets were closed before, nothing is refused any more."""
        stakes = at_risk(state, bets)
        if state.before.closed is None:
            return self.stake(state, stakes, deals=True)
        for seat, cents in stakes.items():
            if (state.name, seat) in self.of(state.seats[seat]).stakes:
                self._stake(state, seat, cents, deals=True)
        return self

    def take_back(self, state: AnyTable, seats: Iterable[int]) -> "OwnParts":
        """Bets that are not dealt."""
        for seat in seats:
            if (state.name, seat) in self.of(state.seats[seat]).stakes:
                self._stake(state, seat, 0, deals=False)
        return self

    def _stake(self, state: AnyTable, seat: int, cents: int, *, deals: bool) -> None:
        said = {"table": state.name, "seat": seat, "cents": cents}
        if deals:
            said["chips"] = self._has(state, seat)
        self._add(state.seats[seat], AT_STAKE, **said)

    def end(self, state: AnyTable, moved: Iterable[Posting]) -> "OwnParts":
        """The results of a round that ends with these postings."""
        for seat in sorted(state.seats):
            player = state.seats[seat]
            stake = self.of(player).stakes.get((state.name, seat))
            if stake is not None and stake.chips is not None:
                net = self._has(state, seat) + gain(state.name, seat, moved) - stake.chips
                self._add(player, RESULT, table=state.name, seat=seat, net=net)
        return self

    def _has(self, state: AnyTable, seat: int) -> int:
        return sum(map(self.hall.balance, own_accounts(state.name, seat)))


def at_risk(state: AnyTable, bets: Bets) -> dict[int, int]:
    """The most that each seat may lose in a round with all its raises; at poker all its chips."""
    if isinstance(state, OpenPoker):
        return {seat: state.stacks[seat] for seat in bets}
    return {seat: most_asked(state.table.game, stakes) for seat, stakes in bets.items()}


def own_accounts(table: str, seat: int) -> tuple[str, str]:
    """A seat's chips, and its wins that wait for a supervisor."""
    return chips_of(table, seat), held_of(table, seat)


def gain(table: str, seat: int, moved: Iterable[Posting]) -> int:
    """What postings bring to a seat."""
    own = own_accounts(table, seat)
    return sum(one.cents * ((one.credit in own) - (one.debit in own)) for one in moved)


def may_play(hall: Hall, actor: Actor, state: OpenPoker, seat: int) -> bool:
    """Whether a seat can be dealt a hand, under the limits of its player."""
    own, place = hall.own(state.seats[seat]), (state.name, seat)
    if place in own.stakes:
        return True
    try:
        check_stake(own, actor.now, place, state.stacks[seat], poker=True)
    except Refused:
        return False
    return True
