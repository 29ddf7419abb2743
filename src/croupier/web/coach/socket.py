"""The coach at one socket: it answers one question at a time, and the newest counts."""

import asyncio
from collections.abc import Callable

from croupier.errors import RuleError
from croupier.table.view import View
from croupier.web.coach import messages
from croupier.web.coach.said import costs_said, mix_said, rule_said, said_of, tally_said
from croupier.web.coach.table import OwnTurn, TableCoach
from croupier.web.message import Message

PREPARING = "the coach is getting ready for this game, which takes a few seconds the first time"


class SocketCoach:
    def __init__(self, at: TableCoach, person: str | None, say: Callable[[Message], None]) -> None:
        self.at, self.person, self.say = at, person, say
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by the kind of the question

    def take(self, message: messages.CoachHears) -> None:
        """The newest question of each kind is answered."""
        match message:
            case messages.AskCoach():
                answer = self._answer(message)
            case messages.AskCosts():
                answer = self._price(message)
            case messages.FollowMe():
                answer = self._follow(on=message.on)
        self._cancel(self._tasks.get(message.type))
        self._tasks[message.type] = asyncio.create_task(answer)

    def close(self) -> None:
        self.at.listeners.discard(self._told)
        for task in self._tasks.values():
            task.cancel()

    def _cancel(self, task: "asyncio.Task[None] | None") -> None:
        if task is not None:
            task.cancel()

    def _turn(self, version: int) -> OwnTurn | None:
        """The turn that was asked about, if it is still this person's."""
        turn = self.at.turn_of(self.person)
        return turn if turn is not None and turn.version == version else None

    async def _answer(self, asked: messages.AskCoach) -> None:
        """What comes too late, because the turn has moved on, is not sent."""
        try:
            if (turn := self._turn(asked.version)) is None:
                raise RuleError("it is not your turn, so there is nothing to advise", "coach/turn")
            if not self.at.is_ready_for(turn):
                self._refuse(RuleError(PREPARING, "coach/preparing"), asked.version)
                await self.at.make_ready_for(turn)
            advice = await self.at.advice(turn)
            if self._turn(asked.version) != turn:
                self.at.coach.counts["late"] += 1
                return
            self.say(said_of(turn.round, turn.version, turn.seen, advice))
            if asked.rule:
                more = await self._more(turn)
                if self._turn(asked.version) == turn:
                    self.say(more)
        except RuleError as refused:
            self._refuse(refused, asked.version)

    async def _more(self, turn: OwnTurn) -> Message:
        """The rule to remember; at poker, how the player who has practiced plays."""
        if isinstance(turn.seen, View):
            found = await self.at.reminder(turn.seen)
            return rule_said(turn.round, turn.seen, found)
        return mix_said(turn.round, turn.version, await self.at.mix(turn.seen))

    async def _price(self, asked: messages.AskCosts) -> None:
        try:
            self.say(costs_said(asked.rounds, await self.at.costs(self.person, asked.stakes)))
        except RuleError as refused:
            self._refuse(refused, None)

    async def _follow(self, *, on: bool) -> None:
        try:
            if self.person is None:
                raise RuleError("sign in, or play as a guest", "session/missing")
            is_ready = self.at.is_ready  # refused where there is no coach
            self.at.follow(self.person, on=on)
            if not on:
                self.at.listeners.discard(self._told)
                return
            self.at.listeners.add(self._told)
            self._told(self.person)
            if not is_ready:
                await self.at.ready()
                self._told(self.person)
        except RuleError as refused:
            self._refuse(refused, None)

    def _told(self, player: str) -> None:
        sitting = self.at.sitting(player)
        if player == self.person and sitting is not None and sitting.follows:
            self.say(tally_said(sitting, ready=self.at.is_ready))

    def _refuse(self, refused: RuleError, version: int | None) -> None:
        message = messages.NoAdvice(version=version, code=refused.code, message=refused.message)
        self.say(message)
