"""Who sits at a table without playing: the betting windows and turns that they let pass.

Each server counts for itself, from when it began. What it does about it names the version of the
table, so two servers do it once.
"""

from collections import Counter
from collections.abc import Collection, Container

from croupier.room.tables.poker.state import OpenPoker
from croupier.web.views.view import Look

MISSED = 2  # betting windows, or turns at poker, in a row before a player is sat out


class Attendance:
    def __init__(self) -> None:
        self._missed: Counter[str] = Counter()  # betting windows in a row, by player
        self._late: Counter[str] = Counter()  # turns at poker in a row
        self._counted = 0  # the last hand whose turns are in it

    @property
    def idle(self) -> set[str]:
        """Those who are to be sat out."""
        passed_by = [*self._missed.items(), *self._late.items()]
        return {player for player, many in passed_by if many >= MISSED}

    def look(self, look: Look) -> None:
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

    def _count_turns(self, look: Look, here: Container[str]) -> None:
        for seat, player in look.players.items():
            if player in here:
                before = 0 if seat in look.chose else self._late[player]
                self._late[player] = before + look.late.get(seat, 0)

    def missed(self, players: Collection[str]) -> None:
        """A betting window is over in which they did not bet."""
        self._missed.update(players)
