"""One WebSocket on a connection: the page's side, without what a page does not need.

The server's frames are not masked and its messages not fragmented. Ours are masked with zeros,
which every server takes: the mask is against proxies that mistake a frame for a request.
"""

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable, Mapping

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST, MASKED = 0x80, 0x80
OPENS = 30  # seconds
HEAD_END = b"\r\n\r\n"
Heard = Callable[[list[bytes]], None]


class Wire(asyncio.Protocol):
    """`heard` is called with the texts that came together, `lost` when the connection ends."""

    def __init__(self, heard: Heard, lost: Callable[[], None]) -> None:
        self.heard, self.lost = heard, lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._held = bytearray()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport

    def ask(self, path: str, headers: Mapping[str, str]) -> None:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        lines = {**headers, **upgrade, "Sec-WebSocket-Key": key}
        text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._write(f"GET {path} HTTP/1.1\r\n{text}\r\n".encode())

    def say(self, text: str) -> None:
        self._frame(TEXT, text.encode())

    def leave(self) -> None:
        if self._transport is not None:
            self._frame(CLOSE, struct.pack(">H", 1000))
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._held += data
        if not self.opened.done() and not self._answered():
            return
        texts: list[bytes] = []
        for kind, body in self._frames():
            if kind == TEXT:
                texts.append(body)
            elif kind == PING:
                self._frame(PONG, body)
        if texts:
            self.heard(texts)

    def connection_lost(self, fault: Exception | None) -> None:
        self._transport = None
        if not self.closed.done():
            self.closed.set_result(None)
        if not self.opened.done():
            self.opened.set_exception(fault or ConnectionError("closed before it was open"))
        self.lost()

    def _answered(self) -> bool:
        end = self._held.find(HEAD_END)
        if end < 0:
            return False
        head = bytes(self._held[:end])
        del self._held[: end + len(HEAD_END)]
        if head.startswith(b"HTTP/1.1 101"):
            self.opened.set_result(None)
            return True
        self.opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
        return False

    def _frames(self) -> list[tuple[int, bytes]]:
        frames, held, at = [], self._held, 0
        while len(held) - at >= 2:
            size, begin = held[at + 1], at + 2
            if size == 126:
                begin = at + 4
                size = int.from_bytes(held[at + 2 : begin], "big")
            elif size == 127:
                begin = at + 10
                size = int.from_bytes(held[at + 2 : begin], "big")
            if len(held) < begin + size:
                break
            frames.append((held[at] & 15, bytes(held[begin : begin + size])))
            at = begin + size
        del held[:at]
        return frames

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = struct.pack(">BB", LAST | kind, MASKED | min(size, 126))
        more = struct.pack(">H", size) if size >= 126 else b""
        self._write(head + more + bytes(4) + body)

    def _write(self, raw: bytes) -> None:
        if self._transport is not None:
            self._transport.write(raw)


async def opened(
    port: int, path: str, headers: Mapping[str, str], heard: Heard, lost: Callable[[], None]
) -> Wire:
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(heard, lost), "127.0.0.1", port)
    wire.ask(path, {"Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}", **headers})
    async with asyncio.timeout(OPENS):
        await wire.opened
    return wire
