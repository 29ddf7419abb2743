"""Clients that are no pages: they never read, send garbage, or begin what they do not finish."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import cast

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.web.drill.page import Browser

SMALL = 4_096  # bytes that a socket takes before somebody reads
PATIENCE = 5.0


async def never_reads(browser: Browser, table: str, luck: Random) -> None:
    """Opens a table, asks for answers without end, and reads none of them."""
    port = browser.port()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, ("127.0.0.1", port))
        await loop.sock_sendall(line, _handshake(browser, table, port))
        for _ in range(90):  # as many as the server takes within 20 seconds, nearly
            await loop.sock_sendall(line, _frame(b'{"type":"ping","sent":1}'))
        await asyncio.sleep(PATIENCE)


def _handshake(browser: Browser, table: str, port: int) -> bytes:
    return (
        f"GET /ws/table/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Cookie: {browser.cookie}\r\n\r\n"
    ).encode()


def _frame(text: bytes) -> bytes:
    """Masked with zeros, which changes nothing."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def garbage(browser: Browser, table: str, luck: Random) -> None:
    """Frames that mean nothing, at a table and in a name that plays there."""
    port = browser.port()
    rubbish = [
        luck.randbytes(200),
        luck.randbytes(100).hex(),
        "[" * 4_000,
        '{"type":"act","key":"short","seat":1}',
        '{"type":"bet","key":"a-stolen-seat-0001","seat":3,"stakes":{"ante":-5}}',
        '{"type":"buy_in","key":"a-stolen-seat-0002","seat":1,"cents":1e99}',
        "9" * 9_000,
        b"\xff\xfe",
    ]
    async with connect(
        f"ws://127.0.0.1:{port}/ws/table/{table}",
        origin=cast(object, f"http://127.0.0.1:{port}"),  # type: ignore[arg-type]
        additional_headers={"Cookie": browser.cookie},
        proxy=None,
        close_timeout=0.1,
    ) as line:
        for _ in range(20):
            await line.send(luck.choice(rubbish))
            await asyncio.sleep(0.02)


async def noise(browser: Browser, table: str, luck: Random) -> None:
    """Bytes that are no request, or the beginning of one."""
    begun = [
        luck.randbytes(500),
        b"GET /ws/table/1 HTTP/1.1\r\nHost: ",
        b"POST /api/guest HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n{",
        _handshake(browser, table, browser.port()) + b"\x81\xff" + luck.randbytes(60),
    ]
    _, out = await asyncio.open_connection("127.0.0.1", browser.port())
    out.write(luck.choice(begun))
    await out.drain()
    await asyncio.sleep(luck.random())
    out.transport.abort()


Rudeness = Callable[[Browser, str, Random], Awaitable[None]]
ALL: tuple[Rudeness, ...] = (never_reads, garbage, noise)


async def be_rude(how: Rudeness, browser: Browser, table: str, luck: Random) -> None:
    """The server may end it at any moment: nothing is expected of it here."""
    with suppress(OSError, WebSocketException, TimeoutError):
        await how(browser, table, luck)
