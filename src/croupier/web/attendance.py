"""Who sits at a table without playing: windows and turns that they let pass, and for how long.

Each server counts for itself, from when it began. What it does about it names the version of the
table, so two servers do it once.
"""

from collections import Counter
from collections.abc import Collection, Container

from croupier.room.tables.poker.state import OpenPoker
from croupier.web.house import BOTS
from croupier.web.tables import TablePolicy, is_practice
from croupier.web.views.view import Look

MISSED = 2  # betting windows, or turns at poker, in a row before a player is sat out


class Attendance:
    def __init__(self, policy: TablePolicy | None = None) -> None:
        self._policy = policy or TablePolicy()
        self._missed: Counter[str] = Counter()  # betting windows in a row, by player
        self._late: Counter[str] = Counter()  # turns at poker in a row
        self._counted = 0  # the last hand whose turns are in it
        self._still: dict[int, tuple[object, int]] = {}  # how a seat is, and since when

    @property
    def idle(self) -> set[str]:
        """Those who are to be sat out."""
        passed_by = [*self._missed.items(), *self._late.items()]
        return {player for player, many in passed_by if many >= MISSED}

    def look(self, look: Look, now: int) -> None:
        state = look.state
        here = {who for seat, who in state.seats.items() if seat not in state.out}
        back = {state.seats[seat] for seat in state.before.bets}
        for counted in (self._missed, self._late):
            for player in counted.keys() - here:  # who comes back begins again
                del counted[player]
        for player in back:
            self._missed[player] = 0
        if isinstance(state, OpenPoker) and state.round is None and state.rounds != self._counted:
            self._counted = state.rounds
            self._count_turns(look, here)
        self._still = {seat: self._since(look, seat, now) for seat in state.seats}

    def _count_turns(self, look: Look, here: Container[str]) -> None:
        for seat, player in look.players.items():
            if player in here:
                before = 0 if seat in look.chose else self._late[player]
                self._late[player] = before + look.late.get(seat, 0)

    def _since(self, look: Look, seat: int, now: int) -> tuple[object, int]:
        """Words do not count: pages make them by themselves."""
        state = look.state
        how = (
            *(state.seats[seat], seat in state.out, seat in state.leaving),
            *(state.before.bets.get(seat), look.chips.get(seat)),
        )
        before = self._still.get(seat)
        same = before is not None and before[0] == how and not state.plays(seat)
        return before if same and before is not None else (how, now)

    def missed(self, players: Collection[str]) -> None:
        """A betting window is over in which they did not bet."""
        self._missed.update(players)

    def gone(self, look: Look, watching: Container[str | None], now: int) -> dict[int, int]:
        """In how many milliseconds seats that do not play are given up; none during a round."""
        state, left = look.state, dict[int, int]()
        if is_practice(state.name) or state.round is not None or state.before.closed is not None:
            return left
        waits = {one.seat for one in state.held} | set(state.leaving) | set(state.before.bets)
        for seat, (_, since) in self._still.items():
            player = state.seats[seat]
            if player in BOTS or seat in waits:
                continue
            kept = self._policy.idle if player in watching else self._policy.absent
            left[seat] = since + kept - now
        return left
