"""The socket of one person at one table: acts in, views out.

All input is untrusted. A message that cannot be read, is too large, comes too often or is about
someone else's seat gets a refusal with a reason, and changes nothing.
"""

import asyncio
import logging
import secrets
from time import monotonic
from typing import Protocol

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.bank.clock import passed
from croupier.errors import Refused, RuleError
from croupier.room.requests.request import Request
from croupier.web import messages
from croupier.web.coach.messages import AskCoach, AskCosts, FollowMe
from croupier.web.coach.socket import SocketCoach
from croupier.web.coach.table import TableCoach
from croupier.web.dealer import AutoDealer
from croupier.web.feed import Feed, Viewer
from croupier.web.guard.answers import in_public
from croupier.web.guard.sockets import STOPPING, Outbox, Socket
from croupier.web.house import WebHouse
from croupier.web.house_rules import under_house_rules
from croupier.web.message import Message
from croupier.web.people.sessions import ENDED

log = logging.getLogger("croupier.web")
LARGEST = 8_192  # characters in a message
READ: TypeAdapter[messages.FromPage] = TypeAdapter(messages.FromPage)
CLOSED, RESTARTING = 1008, 1012  # WebSocket codes; after the second, pages reconnect
FOR_NOW = (STOPPING, "store/")  # codes that pass by themselves
FINISH = 1.0  # seconds to finish a closed socket's acts
# Sent by the page itself. Only other messages count as the person's activity.
BY_ITSELF = (
    messages.Ping,
    messages.Echo,
    messages.KeepWord,
    messages.OpenWord,
    AskCoach,
    AskCosts,
    FollowMe,
)


class StillOpen(Protocol):
    """Whether the session is still open; `acts`: the person has done something."""

    def __call__(self, *, acts: bool) -> bool: ...


class TableSocket:
    def __init__(
        self,
        ws: WebSocket,
        house: WebHouse,
        feed: Feed,
        dealer: AutoDealer,
        person: str | None,
        still_open: StillOpen,
        coach: TableCoach,
    ) -> None:
        self.ws, self.house, self.feed, self.dealer = ws, house, feed, dealer
        self.person, self.still_open = person, still_open
        self.outbox = Outbox()
        self.ended = asyncio.Event()
        self.viewer = Viewer(person, self._put, self.close)
        self.coach = SocketCoach(coach, person, self.say)
        self._code = CLOSED
        self._probe: tuple[str, int] | None = None  # a nonce, and when it was sent
        self._acts: set[asyncio.Task[None]] = set()
        self._since: dict[str, float] = {}  # answers not sent yet: when their acts arrived

    def _put(self, text: str) -> None:
        if self.ended.is_set():  # "bye" has been sent
            return
        try:
            self.outbox.put(text)
        except Refused as slow:
            self._note(slow, logging.WARNING)
            self.close(slow.code, slow.message)

    def say(self, message: Message) -> None:
        self._put(message.model_dump_json())

    def close(self, code: str, message: str) -> None:
        """Ends the socket at once, without waiting for unread messages."""
        if not self.ended.is_set():
            self.ended.set()
            self._code = close_code(code)
            self.outbox.end(messages.Bye(code=code, message=message).model_dump_json())

    async def run(self, socket: Socket, version: int | None) -> None:
        """Serves the socket until either side ends it."""
        self.feed.welcome(self.viewer, version, self.dealer.allowance(self.person or ""))
        sending = asyncio.create_task(self._sending())
        reading = asyncio.create_task(self._reading(socket))
        ended = asyncio.create_task(self.ended.wait())
        try:
            await asyncio.wait({sending, reading, ended}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.feed.left(self.viewer):
                self.dealer.lag.pop(self.person or "", None)
            self.coach.close()
            await self._farewell()
            if self._acts:  # submitted acts are committed even if nobody gets the answer
                await asyncio.wait(self._acts, timeout=FINISH)
            for task in (sending, reading, ended, *self._acts):
                task.cancel()

    async def _farewell(self) -> None:
        try:
            async with asyncio.timeout(1):
                while len(self.outbox):
                    await self.ws.send_text(await self.outbox.get())
                await self.ws.close(self._code)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            return

    async def _sending(self) -> None:
        while True:
            text = await self.outbox.get()
            await self.ws.send_text(text)
            self.house.watch.messages.add("out")
            if self._since and (since := self._since.pop(text, None)) is not None:
                self.house.watch.answered(monotonic() - since)

    async def _reading(self, socket: Socket) -> None:
        while True:
            frame = await self.ws.receive()
            if frame["type"] != "websocket.receive":
                return
            self.house.watch.messages.add("in")
            try:
                socket.check_message()
            except Refused as refused:
                self.house.watch.refused(refused.code)
                self.close(refused.code, refused.message)
                return
            self._take(frame.get("text"))

    def _take(self, text: str | None) -> None:
        """`text` is None if the frame was binary."""
        try:
            message = _read(text)
        except Refused as refused:
            self._refuse(refused, None)
            return
        if not self.still_open(acts=not isinstance(message, BY_ITSELF)):
            self.close("session/ended", ENDED)
        elif isinstance(message, messages.Ping):
            if self._probe is None:
                self._probe = secrets.token_hex(8), passed()
            self.say(messages.Pong(sent=message.sent, nonce=self._probe[0]))
        elif isinstance(message, messages.Echo):
            self._measure(message.nonce)
        elif isinstance(message, (AskCoach, AskCosts, FollowMe)):
            self.coach.take(message)
        elif isinstance(message, messages.Ready):
            if self.person is not None:
                self.dealer.is_ready(self.person)
        else:
            task = asyncio.create_task(self._act(message))
            self._acts.add(task)
            task.add_done_callback(self._acts.discard)

    def _refuse(self, refused: Refused, key: str | None) -> None:
        self._note(refused, logging.INFO, key)
        public = in_public(refused, "your act is sent again until they do")
        self.say(messages.Refused(key=key, code=public.code, message=public.message))

    def _note(self, refused: Refused, level: int, key: str | None = None) -> None:
        self.house.watch.refused(refused.code)
        about = {"code": refused.code, "table": self.feed.name, "person": self.person, "key": key}
        told = (refused.code, self.feed.name, self.person)
        log.log(level, "refused %s at table %s to %s", *told, extra={"about": about})

    def _measure(self, nonce: str) -> None:
        """Measures the lag; a page cannot claim a lag, only echo late."""
        if self._probe is None or nonce != self._probe[0]:
            return
        _, sent = self._probe
        self._probe = None
        if self.person is not None:
            self.dealer.lag[self.person] = passed() - sent

    async def _act(self, act: messages.PageAct) -> None:
        since = monotonic()
        try:
            if self.person is None:
                raise RuleError("sign in, or play as a guest", "session/missing")
            decide, about, more = request_of(self.feed.name, self.person, act)
            request = under_house_rules(Request(act.key, self.person, decide, about, more))
            receipt = await self.house.submit(request)
        except Refused as refused:
            self._refuse(refused, act.key)
        except asyncio.CancelledError:
            raise
        except Exception:
            self._failed(act)
        else:
            if receipt.stream == self.feed.look.state.stream:
                await self.feed.reached(receipt.version)  # the view comes before the answer
            done = messages.Done(key=act.key, record=receipt.last, again=receipt.repeated)
            self._answer(done, since)

    def _answer(self, done: messages.Done, since: float) -> None:
        text = done.model_dump_json()
        self._since[text] = since
        self._put(text)
        if log.isEnabledFor(logging.DEBUG):
            about = {
                "table": self.feed.name,
                "person": self.person,
                "key": done.key,
                "record": done.record,
                "duration": round((monotonic() - since) * 1000, 1),
            }
            log.debug("an act is done at table %s", self.feed.name, extra={"about": about})

    def _failed(self, act: messages.PageAct) -> None:
        code, table = "server/fault", self.feed.name
        self.house.watch.refused(code)
        about = {"code": code, "table": table, "person": self.person, "key": act.key}
        log.exception("an act failed at table %s", table, extra={"about": about})
        message = (
            f"internal error, reference {act.key}; either nothing was changed or your act is in"
            " the books"
        )
        self.say(messages.Refused(key=act.key, code=code, message=message))


def close_code(code: str) -> int:
    return RESTARTING if code.startswith(FOR_NOW) else CLOSED


def _read(text: str | None) -> messages.FromPage:
    if text is None:
        raise RuleError("cannot be read: send text", "message/bad")
    if len(text) > LARGEST:
        raise RuleError(f"a message has at most {LARGEST} characters", "size/message")
    try:
        return READ.validate_json(text)
    except ValidationError as wrong:
        where = {".".join(map(str, error["loc"]))[:60] or "the message" for error in wrong.errors()}
        raise RuleError(f"cannot be read: {', '.join(sorted(where))}", "message/bad") from None
    except (ValueError, RecursionError):
        raise RuleError("cannot be read", "message/bad") from None


def request_of(
    table: str, person: str, act: messages.PageAct
) -> tuple[str, tuple[object, ...], dict[str, object]]:
    """The room's decision that a message asks for; the room checks permissions."""
    match act:
        case messages.TakeSeat():
            return "buy_in", (table, act.seat, person, act.cents), {}
        case messages.Bet():
            about = (table, act.seat, dict(act.stakes), act.word_commitment)
            return "bet", about, {"shoe": act.shoe} if act.shoe else {}
        case messages.KeepWord():
            return "word", (table, act.seat, act.word_commitment), {"shoe": act.shoe}
        case messages.OpenWord():
            return "open_word", (table, act.seat, act.word), {}
        case messages.TakeOption():
            return "act", (table, act.seat, act.action, act.version), {}
        case messages.Away():
            return "sit_out", (table, act.seat), {}
        case messages.Back():
            return "sit_in", (table, act.seat), {"post": True} if act.post else {}
        case messages.Leave():
            return "leave", (table, act.seat), {}
        case _:
            raise AssertionError(f"no decision for {type(act).__name__}")
