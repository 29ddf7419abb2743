"""Checklist items 5, 6 and 7: origins of requests and sockets, and headers of every answer."""

from collections.abc import Mapping

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocket

from croupier.web.guard.address import names
from croupier.web.guard.headers import POLICY
from croupier.web.guard.stack import guarded

HOUSE = "cards.example"
PAGE = f"https://{HOUSE}"


async def told(request: Request) -> Response:
    return JSONResponse(await request.json() if request.method == "POST" else {})


async def broken(request: Request) -> Response:
    raise ZeroDivisionError


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("hello")
    await websocket.close()


ROUTES = [
    Route("/api/told", told, methods=["GET", "POST"]),
    Route("/broken", broken),
    WebSocketRoute("/ws", socket),
]


def client(base: str = PAGE, origins: tuple[str, ...] = ()) -> TestClient:
    app = guarded(Starlette(routes=ROUTES), names([HOUSE], origins=origins))
    return TestClient(app, base, raise_server_exceptions=False)


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "headers, code",
    [
        ({"sec-fetch-site": "same-origin"}, None),
        ({"sec-fetch-site": "same-origin", "origin": PAGE}, None),
        ({"origin": PAGE}, None),  # an old browser
        ({"origin": f"{PAGE}:443"}, None),
        ({"origin": PAGE.upper()}, None),
        ({}, "origin/missing"),
        ({"sec-fetch-site": "same-site"}, "origin/other"),
        ({"sec-fetch-site": "cross-site", "origin": PAGE}, "origin/other"),
        ({"sec-fetch-site": "none"}, "origin/other"),
        ({"sec-fetch-site": "same-origin", "origin": "https://evil.example"}, "origin/other"),
        ({"origin": "null"}, "origin/other"),
        ({"origin": ""}, "origin/other"),
        ({"origin": f"http://{HOUSE}"}, "origin/other"),  # not by TLS
        ({"origin": f"{PAGE}:8443"}, "origin/other"),  # another program there
        ({"origin": f"{PAGE}.evil.example"}, "origin/other"),
        ({"origin": f"https://evil.example/{PAGE}"}, "origin/other"),
    ],
)
def test_item_6_a_change_comes_from_our_own_page(
    headers: Mapping[str, str], code: str | None
) -> None:
    answered = client().post("/api/told", content="{}", headers={**JSON, **headers})
    assert answered.json().get("code") == code
    assert answered.status_code == (403 if code else 200)


@pytest.mark.parametrize(
    "kind, good",
    [
        ("application/json", True),
        ("Application/JSON; charset=UTF-8", True),
        ("text/plain", False),
        ("application/x-www-form-urlencoded", False),
        ("multipart/form-data; boundary=x", False),
        ("text/plain; application/json", False),
        ("application/json; charset=utf-7", False),
        ("", False),
    ],
)
def test_item_6_only_json_changes_something(kind: str, good: bool) -> None:
    headers = {"origin": PAGE, "content-type": kind}
    answered = client().post("/api/told", content="{}", headers=headers)
    assert answered.status_code == (200 if good else 415)


def test_item_6_two_origins_are_none() -> None:
    headers = [("origin", PAGE), ("origin", "https://evil.example"), *JSON.items()]
    assert client().post("/api/told", content="{}", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers, code",
    [
        ({"origin": PAGE}, None),
        ({"origin": PAGE, "cookie": "__Host-croupier=x"}, None),
        ({}, None),  # a program without a session
        ({"cookie": "__Host-croupier=x"}, "origin/missing"),
        ({"origin": "https://evil.example"}, "origin/other"),
        ({"origin": "", "cookie": "a=b"}, "origin/other"),
        ({"origin": "null"}, "origin/other"),
        ({"origin": f"http://{HOUSE}"}, "origin/other"),
        ({"origin": "https://lobby.example"}, None),  # on the list
    ],
)
def test_item_5_a_socket_comes_from_a_page_on_the_list(
    headers: Mapping[str, str], code: str | None
) -> None:
    visitor = client(origins=("https://lobby.example/",))
    connecting = visitor.websocket_connect(f"wss://{HOUSE}/ws", headers=dict(headers))
    if code is None:
        with connecting as open_socket:
            assert open_socket.receive_text() == "hello"
        return
    with pytest.raises(WebSocketDenialResponse) as denied:
        connecting.__enter__()
    assert (denied.value.status_code, denied.value.json()["code"]) == (403, code)


ANSWERS = ["/api/told", "/nothing", "/broken", "refused"]


@pytest.mark.parametrize("path", ANSWERS)
def test_item_7_headers_of_every_response(path: str) -> None:
    if path == "refused":
        answered = client().post("/api/told", content="{}", headers=JSON)
    else:
        answered = client().get(path)
    headers = answered.headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["strict-transport-security"].startswith("max-age=31536000")
    assert answered.status_code == {"/nothing": 404, "/broken": 500, "refused": 403}.get(path, 200)


def test_item_7_a_denied_handshake_has_them_too() -> None:
    with pytest.raises(WebSocketDenialResponse) as denied:
        client().websocket_connect(f"wss://{HOUSE}/ws", headers={"origin": "null"}).__enter__()
    assert denied.value.headers["content-security-policy"] == POLICY


def test_item_7_the_policy_word_for_word() -> None:
    parts = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert parts["default-src"] == "'none'" and parts["frame-ancestors"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    assert parts["trusted-types"] == "svelte-trusted-html"
    assert "unsafe" not in POLICY and "*" not in POLICY


@pytest.mark.parametrize("base", ["http://localhost:8000", "https://localhost:8443"])
def test_item_7_loopback_promises_no_tls(base: str) -> None:
    assert "strict-transport-security" not in client(base).get("/api/told").headers


def test_answers_of_the_api_are_not_kept() -> None:
    assert client().get("/api/told").headers["cache-control"] == "no-store"
    assert "cache-control" not in client().get("/nothing").headers
