"""The page's files, and what every answer carries."""

from pathlib import Path

import pytest

from croupier.web import app as web_app
from croupier.web.guard.headers import ALWAYS
from tests.web.server.running import run, serving
from tests.web.server.visitor import Answer

INDEX, SCRIPT = "<!doctype html><title>Croupier</title>", "let felt = 'green'"
SECRET = "not for you"


@pytest.fixture
def page(bank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small page, and a file beside it that is none of it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "assets" / "felt.js").write_text(SCRIPT, "utf-8")
    (tmp_path / "secret.txt").write_text(SECRET, "utf-8")
    (tmp_path / "page2").mkdir()
    (tmp_path / "page2" / "secret.txt").write_text(SECRET, "utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr(web_app, "PAGE", folder)
    return bank


def answers(bank: Path, *paths: str) -> list[Answer]:
    async def scenario() -> list[Answer]:
        async with serving(bank) as server:
            return [await server.visitor().get(path) for path in paths]

    return run(scenario())


def test_every_address_of_the_page_is_the_same_file(page: Path) -> None:
    for answer in answers(page, "/", "/table/7", "/account", "/a/b/c", "/index.html?x=1"):
        assert (answer.status, answer.text) == (200, INDEX)
        assert answer.headers["content-type"].startswith("text/html")


def test_whether_the_page_is_there_may_be_asked(page: Path) -> None:
    async def scenario() -> list[Answer]:
        async with serving(page) as server:
            return [await server.visitor().ask("HEAD", path) for path in ("/", "/assets/felt.js")]

    for answer in run(scenario()):
        assert (answer.status, answer.text) == (200, "") and int(answer.headers["content-length"])


def test_the_page_is_asked_for_again_and_its_parts_are_kept(page: Path) -> None:
    """The names of parts change with what is in them."""
    index, part = answers(page, "/table/7", "/assets/felt.js")
    assert index.headers["cache-control"] == "no-cache"
    assert (part.text, part.headers["content-type"]) == (SCRIPT, "text/javascript; charset=utf-8")
    assert part.headers["cache-control"] == "public, max-age=31536000, immutable"


NO_FILES = [
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/..%252fsecret.txt",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/../page2/secret.txt",
    "/link.txt",
    "/assets",
    "/assets/",
    "/.",
    "/a%00b",
    "/%00",
    "/" + "a" * 5000,
    "/" + "a/" * 2000,
    "/%ff%fe",
    "/~root",
    "/con",
]


def test_nothing_else_is_served(page: Path) -> None:
    """What is no file of the page is the page itself."""
    for path, answer in zip(NO_FILES, answers(page, *NO_FILES), strict=True):
        assert (path, answer.status, answer.text) == (path, 200, INDEX)


def test_every_answer_has_the_headers(page: Path) -> None:
    """Checklist item 7: the page, its parts, the API, and refusals of both."""
    paths = ("/", "/assets/felt.js", "/api/lobby", "/api/no", "/api/tables/no", "/ws/table/1")
    for answer in answers(page, *paths):
        for name, value in ALWAYS.items():
            assert answer.headers[name.lower()] == value
        assert "server" not in answer.headers


def test_there_is_no_page_below_the_api(page: Path) -> None:
    paths = ("/api/no", "/api/", "/api/tables/1/no", "/ws/no", "/api/../api/x")
    for answer in answers(page, *paths):
        assert (answer.status, answer.code) == (404, "http/404")
        assert set(answer.json) == {"code", "message"}


def test_a_page_that_is_not_built_says_so(page: Path) -> None:
    (web_app.PAGE / "index.html").unlink()
    (answer,) = answers(page, "/")
    assert (answer.status, answer.code) == (503, "page/missing")


def test_refusals_of_the_api_are_a_code_and_a_message(page: Path) -> None:
    async def scenario() -> list[Answer]:
        async with serving(page) as server:
            guest = await server.guest()
            return [
                await guest.get("/api/tables/no"),
                await guest.get("/api/tables/no/rounds"),
                await guest.get("/api/tables/1/rounds?before=x"),
                await guest.get("/api/tables/1/rounds/x"),
                await guest.get("/api/tables/1/rounds/0"),
                await guest.get("/api/tables/1/rounds/99999999999999999999"),
                await guest.get("/api/tables/%00/rounds/1"),
                await guest.post("/api/practice", game="no"),
                await guest.post("/api/practice", game=1),
                await guest.post("/api/practice", game="four-card-prime", others=9),
                await guest.post("/api/tables", game="four-card-prime", table="practice-1-1"),
                await guest.post("/api/tables", game="four-card-prime", table="a/b"),
                await guest.post("/api/tables", game="four-card-prime", table="\ud800"),
                await guest.post("/api/sign-up", name="\ud800", password="x" * 20),
                await guest.ask("POST", "/api/practice", b"{"),
                await guest.ask("POST", "/api/practice", b"\xff"),
                await guest.ask("POST", "/api/practice", b"[" * 1000),
                await guest.ask("POST", "/api/practice", b'"' + b"a" * 70_000 + b'"'),
                await guest.ask("DELETE", "/api/lobby"),
                await guest.ask("PUT", "/api/practice", b"{}"),
            ]

    for answer in run(scenario()):
        assert 400 <= answer.status < 500, answer
        assert set(answer.json) == {"code", "message"}, answer.text
        assert answer.headers["cache-control"] == "no-store"
