"""The coach at one table: advice about the turn of each player, and what their decisions cost."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.desk.coach import Advice, check_allowed
from croupier.desk.coaching.choices import choices_made
from croupier.desk.coaching.costs import WagerCost, stakes_priced
from croupier.desk.coaching.course import of_round
from croupier.desk.coaching.poker import PokerAdvice
from croupier.desk.coaching.rehearsal import RuleRemembered
from croupier.desk.coaching.results import net_of
from croupier.errors import RuleError
from croupier.table.poker.table import PokerTable
from croupier.table.poker.view import HandView
from croupier.table.poker.view import view as hand_view
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, view
from croupier.web.coach.coach import WebCoach
from croupier.web.coach.sitting import CoachedSitting
from croupier.web.feed import Feed
from croupier.web.views.view import seat_of

log = logging.getLogger("croupier.web")
MOST_SITTINGS = 100  # those that have long been idle are forgotten
AdviceTask = asyncio.Task[Advice | PokerAdvice]
Told = Callable[[str], None]  # whose tally has changed


class OwnTurn(NamedTuple):
    """A turn, as the player whose turn it is sees it."""

    round: int
    version: int
    seen: View | HandView


class EndedRound(NamedTuple):
    number: int
    seat: int
    played: Round
    paid: Mapping[str, int]  # on jackpot wagers that won a share of a meter
    meters: Mapping[str, int]  # what they displayed when the cards were dealt


class TableCoach:
    def __init__(self, coach: WebCoach, feed: Feed) -> None:
        self.coach, self.feed = coach, feed
        self.listeners: set[Told] = set()
        self._sittings: OrderedDict[str, CoachedSitting] = OrderedDict()  # by player
        self._advice: dict[tuple[int, int], AdviceTask] = {}  # by round and version
        self._judging: set[asyncio.Task[None]] = set()
        self._meters: Mapping[str, int] = {}  # as displayed before the round in progress
        feed.looked.append(self._look)
        self._look()

    @property
    def any_table(self) -> Table | PokerTable:
        """The table, if the coach may speak here."""
        table = self.feed.look.state.table
        check_allowed(table)
        if self.coach.lacking is not None:
            raise self.coach.lacking
        return table

    @property
    def table(self) -> Table:
        table = self.any_table
        if not isinstance(table, Table):
            raise RuleError("at poker the coach judges no decisions", "coach/poker")
        return table

    @property
    def is_ready(self) -> bool:
        return self.coach.is_ready(self.table)

    async def ready(self) -> None:
        await self.coach.ready_for(self.table)

    def is_ready_for(self, turn: OwnTurn) -> bool:
        table = self.any_table
        return self.is_ready if isinstance(table, Table) else self.coach.is_ready_for_poker(table)

    async def make_ready_for(self, turn: OwnTurn) -> None:
        table = self.any_table
        if isinstance(table, Table):
            await self.ready()
        else:
            assert isinstance(turn.seen, HandView)
            await self.coach.poker_ready(table, turn.seen)

    # ---- advice

    def turn_of(self, person: str | None) -> OwnTurn | None:
        """The choice that this person is to make now, as their seat sees it."""
        state = self.feed.look.state
        seat, now = seat_of(state, person), state.round
        if seat is None or now is None:
            return None
        if isinstance(now, Round):
            return OwnTurn(state.rounds, now.version, view(now, seat)) if now.turn == seat else None
        return (
            OwnTurn(state.rounds, now.version, hand_view(now, seat)) if now.to_act == seat else None
        )

    async def advice(self, turn: OwnTurn) -> Advice | PokerAdvice:
        """Computed once for each turn, however often it is asked."""
        key = (turn.round, turn.version)
        if key not in self._advice:
            self._advice = {known: one for known, one in self._advice.items() if known[0] == key[0]}
            self._advice[key] = asyncio.create_task(self._advise(turn.seen))
            self._advice[key].add_done_callback(lambda done: self._forget_refused(key, done))
        return await asyncio.shield(self._advice[key])

    async def _advise(self, seen: View | HandView) -> Advice | PokerAdvice:
        if isinstance(seen, View):
            return await self.coach.advice(self.table, seen)
        return await self.coach.poker_advice(self.any_table.game.id, seen)

    def _forget_refused(self, key: tuple[int, int], done: "AdviceTask") -> None:
        if (done.cancelled() or done.exception()) and self._advice.get(key) is done:
            del self._advice[key]

    async def reminder(self, seen: View) -> RuleRemembered:
        return await self.coach.reminder(self.table, seen)

    async def mix(self, seen: HandView) -> Mapping[str, float]:
        return await self.coach.mix(self.any_table.game.id, seen)

    async def costs(self, person: str | None, stakes: Mapping[str, int]) -> list[WagerCost]:
        """Of these bets: a jackpot wager is shared with the others who have bet on it."""
        look, table = self.feed.look, self.table
        made = stakes_priced(table, stakes)
        others = [
            bets
            for seat, bets in look.state.before.bets.items()
            if look.players.get(seat) != person
        ]
        sharers = {name: 1 + sum(name in bets for bets in others) for name in table.jackpots}
        meters = {meter.wager: meter.cents for meter in look.meters}
        reseeds = tuple(look.reseeds.items())
        return await self.coach.costs(table, reseeds, made, sharers, meters)

    # ---- the sitting

    def follow(self, person: str, *, on: bool) -> CoachedSitting:
        """From the round in progress on; what was judged before is kept."""
        state, sitting = self.feed.look.state, self._sittings.pop(person, CoachedSitting())
        if on and not sitting.follows:
            sitting.judged = state.rounds - (state.round is not None)
        sitting.follows = on
        self._sittings[person] = sitting
        if len(self._sittings) > MOST_SITTINGS:
            self._sittings.popitem(last=False)
        return sitting

    def sitting(self, person: str) -> CoachedSitting | None:
        return self._sittings.get(person)

    def _look(self) -> None:
        """A round that is over is judged for all who are followed; at two seats, for the first."""
        look = self.feed.look
        if look.state.round is not None:
            return
        number, last, meters = look.state.rounds, look.last, self._meters
        self._meters = {meter.wager: meter.cents for meter in look.meters}
        if not isinstance(last, Round):
            return
        for seat, player in sorted(look.players.items()):
            sitting = self._sittings.get(player)
            if sitting is not None and sitting.follows and sitting.judged < number:
                sitting.judged = number
                paid = {
                    wager: cents for (whose, wager), cents in look.paid.items() if whose == seat
                }
                ended = EndedRound(number, seat, last, paid, meters)
                task = asyncio.create_task(self._judge(player, sitting, ended))
                self._judging.add(task)
                task.add_done_callback(self._judging.discard)

    async def _judge(self, player: str, sitting: CoachedSitting, ended: EndedRound) -> None:
        """First what the decisions cost; then, which may take longer, what was to be expected."""
        seat, played = ended.seat, ended.played
        try:
            await self.ready()
            made = await self.coach.judged(played.table, choices_made(played, seat))
            given_up = sum((one.cost for one in made), Fraction(0))
            net = net_of(played, seat, ended.paid)
            stint = of_round(played, [seat], net, ended.meters, given_up)
            sitting.judge(ended.number, made, sitting.course.after(stint))
            self._tell(player)
            reseeds = tuple(self.feed.look.reseeds.items())
            sitting.result = await self.coach.course(played.table, reseeds, sitting.course)
            self._tell(player)
        except RuleError as refused:
            log.warning("round %d of table %s: %s", ended.number, self.feed.name, refused.message)

    def _tell(self, player: str) -> None:
        for told in list(self.listeners):
            told(player)
