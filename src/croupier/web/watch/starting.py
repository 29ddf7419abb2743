"""The server answers from the first moment: probes at once, all else once the room is ready."""

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import Refused
from croupier.web.guard.answers import refuse
from croupier.web.watch.probes import is_probe

NOT_BEGUN = Refused("the room could not begin; its log says why", "server/starting")


class Starting:
    """Runs the lifespan of the app in the background."""

    def __init__(self, app: ASGIApp, failed: Callable[[], object] = lambda: None) -> None:
        """`failed` is called if the app does not begin; then `fault` is the reason."""
        self.app, self.failed = app, failed
        self.watch = getattr(app, "watch", None)  # for what never reaches the app
        self.fault: BaseException | None = None
        self._decided, self._to_app = asyncio.Event(), asyncio.Queue[Message]()

    @property
    def begun(self) -> bool:
        """Whether the room is ready, or never will be."""
        return self._decided.is_set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        if not is_probe(scope):
            await self._decided.wait()
        if self.fault is None or is_probe(scope):
            await self.app(scope, receive, send)
        else:
            await refuse(NOT_BEGUN, scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._to_app.put_nowait(await receive())
        life = asyncio.create_task(self._life(scope))
        await send({"type": "lifespan.startup.complete"})
        self._to_app.put_nowait(await receive())
        await life
        await send({"type": "lifespan.shutdown.complete"})

    async def _life(self, scope: Scope) -> None:
        async def said(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                self._decided.set()

        try:
            await self.app(scope, self._to_app.get, said)
        except Exception as fault:
            self.fault = fault
            self._decided.set()
            self.failed()
