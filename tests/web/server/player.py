"""Somebody at a table who does at random what the views offer, with words of their own."""

from random import Random
from typing import Any
from uuid import uuid4

from croupier import fair
from tests.web.server.visitor import Socket, Visitor

View = dict[str, Any]
Act = dict[str, Any]
BETWEEN = ("open", "betting", "settled")


class Player:
    def __init__(self, visitor: Visitor, socket: Socket, posted: dict[str, Any], luck: Random):
        self.visitor, self.socket, self.posted, self.luck = visitor, socket, posted, luck
        self.words: dict[str, str] = {}  # by the commitment of the shoe
        self.refused: list[str] = []
        self.acts: list[Act] = []
        self.view: View = {}

    @classmethod
    async def at(cls, visitor: Visitor, socket: Socket, table: str, luck: Random) -> "Player":
        return cls(visitor, socket, (await visitor.get(f"/api/tables/{table}")).json, luck)

    async def play(self, rounds: int) -> None:
        """Until so many more are over; what is refused is remembered, and done again or not."""
        waits, last = "", -1
        while True:
            told = await self.socket.hear("welcome", "step", "done", "refused")
            if "view" in told:
                self.view = told["view"]
                last = self.view["round"] + rounds if last < 0 else last
            elif told["key"] == waits:
                waits = ""
                if told["type"] == "refused":
                    self.refused.append(told["code"])
            if self.view["phase"] in BETWEEN and self.view["round"] >= last and not waits:
                return
            if not waits and (act := self.wants(self.view)):
                waits = act.get("key", "")
                self.acts.append(act)
                self.socket.say(**act)

    def wants(self, view: View) -> Act | None:
        turn, seat = view["turn"], view["seat"]
        own = next((one for one in view["seats"] if one["seat"] == seat), None)
        if own is None:
            return None
        if turn is not None:
            mine = view["phase"] == "playing" and turn["seat"] == seat
            return self._choice(own, turn) if mine else None
        if view["phase"] == "words":
            missing = seat in view["shuffle"]["waits_for_words"]
            word = self.words.get(view["shuffle"]["commitment"], "")
            return _act("open_word", seat=seat, word=word) if missing else None
        if view["phase"] not in BETWEEN:
            return None
        return self._word(view, own) if self.posted["kind"] == "poker" else self._bet(view, own)

    def _choice(self, own: dict[str, Any], turn: dict[str, Any]) -> Act:
        option = self.luck.choice(turn["options"])
        action = option["action"]
        if option["kind"] == "size":
            action += f" ${self.luck.choice((option['least'], option['most'])) / 100:.2f}"
        if option["kind"] == "discard":
            cards = next(hand["cards"] for hand in own["hands"] if hand["id"] == "hand")
            many = self.luck.randint(option["least"], option["most"])
            action = " ".join([action, *self.luck.sample(cards, many)])
        return _act("act", seat=own["seat"], action=action, version=turn["version"])

    def _bet(self, view: View, own: dict[str, Any]) -> Act | None:
        if own["bets"]:
            return None
        stakes: dict[str, int] = {}
        for wager in self.posted["wagers"]:
            if wager["in_play"] or not (wager["required"] or self.luck.random() < 0.5):
                continue
            least = stakes.get(wager["equals"] or wager["at_least"], 0)
            stakes[wager["name"]] = wager["fixed"] or max(wager["least"], least)
        if sum(stakes.values()) * 12 > own["chips"]:  # raises and splits cost more
            return _act("buy_in", seat=own["seat"], cents=min(30_000, view["balance"]))
        return _act("bet", seat=own["seat"], stakes=stakes, **self._kept(view, own))

    def _word(self, view: View, own: dict[str, Any]) -> Act | None:
        if kept := self._kept(view, own):
            return _act("word", seat=own["seat"], **kept)
        return {"type": "ready"} if view["phase"] == "settled" else None

    def _kept(self, view: View, own: dict[str, Any]) -> dict[str, str]:
        shuffle = view["shuffle"]
        if not shuffle["takes_words"] or own["word"] != "none":
            return {}
        shoe = shuffle["commitment"]
        word = self.words.setdefault(shoe, fair.new_word())
        commitment = fair.word_commitment(shoe, own["seat"], view["you"], word)
        return {"word_commitment": commitment, "shoe": shoe}


def _act(kind: str, **about: object) -> Act:
    return {"type": kind, "key": str(uuid4()), **about}
