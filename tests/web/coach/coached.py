"""A player who asks the coach at every turn, and does what it says, or anything else."""

from collections.abc import Callable
from typing import Any

from croupier.table.round import Round
from tests.web.server.player import BETWEEN, Player
from tests.web.server.running import Server

Told = dict[str, Any]
Choose = Callable[[list[Told]], Told]
HEARD = ("welcome", "step", "done", "refused", "advice", "no_advice", "tally")


def best(options: list[Told]) -> Told:
    return next(one for one in options if one["best"])


def worst(options: list[Told]) -> Told:
    return min(options, key=lambda one: one["cents"])


class CoachedPlayer(Player):
    """`asked` has every turn, as the room had it, with what the coach said and what was done."""

    asked: list[tuple[Round, Told, Told]]

    async def play_coached(
        self, server: Server, rounds: int, choose: Choose, *, priced: bool = False
    ) -> Told:
        """Until so many rounds of the table are in the tally, which is returned."""
        self.asked, waits = [], ""
        self.socket.say(type="coach", on=True)
        while True:
            told = await self.socket.hear(*HEARD)
            if told["type"] == "tally":
                done = told["points"] and told["rounds"] >= rounds
                if told["round"] >= rounds and (done or not priced):
                    return told
            elif told["type"] == "no_advice":
                assert told["code"] == "coach/preparing", told
            elif told["type"] == "advice":
                chosen = choose(told["options"])
                self.asked.append((await self._round(server), told, chosen))
                act = {"action": chosen["action"], "version": told["version"]}
                waits = f"coached-{len(self.asked)}-{told['round']}"
                self.socket.say(type="act", key=waits, seat=self.view["seat"], **act)
            elif "view" in told:
                self.view = told["view"]
            elif told["key"] == waits:
                assert told["type"] == "done", told
                waits = ""
            if not waits and self.view and self._goes_on(rounds) and (act := self.wants(self.view)):
                if act["type"] == "act":
                    waits = "advice"
                    self.socket.say(type="advise", version=act["version"])
                else:
                    waits = act["key"]
                    self.socket.say(**act)

    def _goes_on(self, rounds: int) -> bool:
        return self.view["round"] < rounds or self.view["phase"] not in BETWEEN

    async def _round(self, server: Server) -> Round:
        name = self.view["table"]
        state: Round = await server.house.look(lambda hall: hall.tables[name].round)
        return state
