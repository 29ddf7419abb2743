"""Checklist items 1 to 4 and 8 to 12, through HTTP and a socket, as a browser would."""

import asyncio
import base64
import json
import logging
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from croupier.errors import Refused
from croupier.web.people.options import HOUR, MINUTE, SignInOptions
from croupier.web.people.passwords import Hasher
from croupier.web.people.records import open_records
from tests.web.people.rooms import HOST, PAGE, PASSWORD, Room, heard, post, room_in

NEW = "eleven dry herons"


OF_THE_HOUSE = (
    *("House Dealer", "HOUSE FLOOR", "bot ann", "House administrator", "Dealer1", "the house"),
    *("house  dealer", "house-dealer", "HouseDealer", "guest", "Guest", "Admin.", "Adm1n", "H0use"),
    *("\u0410dmin", "h\u043euse dealer", "\uff28ouse", "Adm\u00edn", "Adm\u0131n", "The Cage 2"),
    "p\u0430m",  # with a Cyrillic a
)


def me(client: TestClient) -> dict[str, object]:
    told: dict[str, object] = client.get("/api/me").json()
    return told


def cookie(client: TestClient) -> str:
    (found,) = client.cookies.jar
    return str(found.value)


# Coming in


def test_item_1_the_cookie_on_tls(room: Room) -> None:
    answered = room.visitor().post("/api/guest", json={})
    line = answered.headers["set-cookie"]
    assert re.fullmatch(
        r"__Host-croupier=[\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800", line
    )


def test_item_1_the_cookie_on_this_machine(room: Room) -> None:
    local = room.visitor("http://localhost:8000")
    answered = local.post("/api/sign-in", json={"name": "pam", "password": PASSWORD})
    line = answered.headers["set-cookie"]
    assert re.fullmatch(r"croupier=[\w-]{43}; Path=/; HttpOnly; SameSite=Lax", line)
    assert me(local)["name"] == "pam"


def test_item_1_elsewhere_without_tls_nothing_is_answered(room: Room) -> None:
    plain = room.visitor(f"http://{HOST}")
    assert post(plain, "guest", 421)["code"] == "host/plain"


def test_a_guest_is_somebody_with_play_money(room: Room) -> None:
    visitor = room.visitor()
    assert me(visitor)["name"] is None
    told = post(visitor, "guest")
    assert told == me(visitor)
    assert re.fullmatch(r"Guest-\w{6}", told["name"]) and told["guest"] is True
    assert (told["role"], told["balance"], told["play_money"]) == ("player", 100_000, True)
    assert post(visitor, "sign-out")["name"] is None and me(visitor)["name"] is None


def test_guests_are_an_option(tmp_path: Path) -> None:
    with room_in(tmp_path, SignInOptions(guests=False)) as room:
        assert post(room.visitor(), "guest", 403)["code"] == "role/guest"


def test_sign_up_then_sign_in(room: Room) -> None:
    visitor = room.visitor()
    told = post(visitor, "sign-up", name="Zoe\u0308", password=PASSWORD)
    assert told["name"] == "Zoë" and not told["guest"] and told["last_sign_in"] is None
    room.hands.pass_(HOUR)
    back = post(room.visitor(), "sign-in", name="Zoe\u0308", password=PASSWORD)
    assert back["name"] == "Zoë"
    assert back["last_sign_in"] == room.hands.wall - HOUR  # PA 812a.9(a)
    said = [(what, detail) for name, what, _, detail in room.house.log if name == "Zoë"]
    assert said == [("signed in", "a new account"), ("signed in", "")]


@pytest.mark.parametrize(
    "name, code",
    [
        ("pam", "room/person"),
        ("ada", "room/person"),  # enrolled in the room: nobody claims an administrator
        ("Guest-ABC", "room/name"),
        ("The Dealer", "room/name"),
        ("Croupier", "room/name"),
        *((name, "room/name") for name in OF_THE_HOUSE),
        ("a/b", "room/name"),
        ("", "room/name"),
        ("x" * 41, "room/name"),
        ("x" * 201, "message/bad"),
        ("\u202eada", "room/name"),
    ],
)
def test_names_that_cannot_be_taken(room: Room, name: str, code: str) -> None:
    status = 409 if code == "room/person" else 400
    visitor = room.visitor()
    assert post(visitor, "sign-up", status, name=name, password=PASSWORD)["code"] == code
    assert me(visitor)["name"] is None and not room.hasher.verified


def test_somebody_of_the_room_without_an_account_is_not_to_be_claimed(room: Room) -> None:
    room.door.accounts.records.remove_person("ada")
    assert post(room.visitor(), "sign-up", 409, name="ada", password=PASSWORD)


def test_item_9_through_the_door(room: Room) -> None:
    for password, code in (
        ("tiny", "password/short"),
        ("password1", "password/common"),
        ("Wilhelmina!", "password/name"),
        ("x1" * 70, "password/long"),
        ("y" * 1001, "message/bad"),
    ):
        told = post(room.visitor(), "sign-up", 400, name="Wilhelmina", password=password)
        assert told["code"] == code and password not in json.dumps(told)
    assert room.house.role_of("Wilhelmina") is None


# Items 2 to 4


def test_item_2_a_new_token_at_sign_in_and_the_old_one_is_dead(room: Room) -> None:
    visitor = room.visitor()
    post(visitor, "guest")
    old = cookie(visitor)
    post(visitor, "sign-in", name="pam", password=PASSWORD)
    assert cookie(visitor) != old
    stale = room.visitor()
    stale.cookies.set("__Host-croupier", old, domain=HOST)
    assert me(stale)["name"] is None


def test_item_2_a_token_that_was_planted_is_not_taken_over(room: Room) -> None:
    visitor = room.visitor()
    visitor.cookies.set("__Host-croupier", "A" * 43, domain=HOST)
    answered = visitor.post("/api/sign-in", json={"name": "pam", "password": PASSWORD})
    assert "A" * 43 not in answered.headers["set-cookie"]


def test_item_3_a_socket_ends_when_nothing_is_done(room: Room) -> None:
    visitor = room.member("pam")
    with visitor.websocket_connect(f"wss://{HOST}/ws") as socket:
        for _ in range(3):
            room.hands.pass_(14 * MINUTE)
            socket.send_text("act")
            assert socket.receive_text() == "act"
            room.run(room.door.sessions.sweep())
        room.hands.pass_(14 * MINUTE)
        socket.send_text("ping")  # the page does that by itself
        assert socket.receive_text() == "ping"
        room.hands.pass_(MINUTE)
        bye = heard(socket)  # the door's own watch does it, within a second
        assert bye["code"] == "session/ended" and "without activity" in bye["message"]
    assert me(visitor)["name"] is None


def test_item_3_a_socket_ends_after_twelve_hours_of_play(room: Room) -> None:
    visitor = room.member("pam")
    with visitor.websocket_connect(f"wss://{HOST}/ws") as socket:
        for _ in range(71):
            room.hands.pass_(10 * MINUTE)
            socket.send_text("act")
            assert socket.receive_text() == "act"
        room.hands.pass_(10 * MINUTE)
        assert "maximum length" in heard(socket)["message"]


ENDINGS = ["sign-out", "end-sessions", "password", "totp", "lock", "administrator", "dismissed"]


@pytest.mark.parametrize("how", ENDINGS)
def test_item_4_what_ends_a_session_closes_its_sockets_at_once(room: Room, how: str) -> None:
    here, there = room.member("pam"), room.member("pam")
    bystander = room.member("dee")
    with (
        here.websocket_connect(f"wss://{HOST}/ws") as own,
        there.websocket_connect(f"wss://{HOST}/ws") as other,
        bystander.websocket_connect(f"wss://{HOST}/ws") as unharmed,
    ):
        administrator = room.door.visitor(cookie(room.member("ada")))
        assert administrator is not None
        if how == "sign-out":
            post(here, "sign-out")
        elif how == "end-sessions":
            assert post(here, "end-sessions")["name"] is None
        elif how == "password":
            assert post(here, "password", old=PASSWORD, new=NEW)["name"] == "pam"
        elif how == "totp":
            code = room.code(post(here, "totp")["secret"])
            assert post(here, "totp/confirm", code=code)["name"] == "pam"
        elif how == "lock":
            room.run(room.door.others.lock(administrator, "pam"))
        elif how == "administrator":
            room.run(room.door.others.end_for(administrator, "pam"))
        else:
            del room.house.people["pam"]
            room.run(room.door.sweep())
        assert heard(own)["code"] == "session/ended"
        if how != "sign-out":  # of this browser alone
            assert heard(other)["code"] == "session/ended"
        unharmed.send_text("ping")
        assert unharmed.receive_text() == "ping"
    assert (me(here)["name"] == "pam") == (how in ("password", "totp"))
    assert (me(there)["name"] == "pam") == (how == "sign-out")
    assert me(bystander)["name"] == "dee"


def test_item_4_an_administrator_ends_sessions_by_http(room: Room) -> None:
    pam, ada = room.member("pam"), room.member("ada")
    assert post(pam, "end-sessions", 403, name="dee")["code"] == "role/not_allowed"
    assert post(ada, "end-sessions", name="pam")["name"] == "ada"
    assert me(pam)["name"] is None and me(ada)["name"] == "ada"
    assert ("pam", "session ended") in [(name, what) for name, what, *_ in room.house.log]


def test_item_4_who_is_locked_cannot_come_back_until_unlocked(room: Room) -> None:
    ada = room.door.visitor(cookie(room.member("ada")))
    assert ada is not None
    room.run(room.door.others.lock(ada, "pam"))
    wrong = post(room.visitor(), "sign-in", 401, name="pam", password=PASSWORD)
    assert wrong["code"] == "sign-in/wrong"
    room.run(room.door.others.unlock(ada, "pam"))
    room.member("pam")


def test_who_was_dismissed_is_nobody_at_once(room: Room) -> None:
    pam = room.member("pam")
    del room.house.people["pam"]
    assert me(pam)["name"] is None
    assert post(room.visitor(), "sign-in", 401, name="pam", password=PASSWORD)


WHILE = ["lock", "set password", "own password", "second factor", "elsewhere", "too many failures"]


@pytest.mark.parametrize("what", WHILE)
def test_item_4_no_sign_in_survives_a_change_that_is_made_meanwhile(room: Room, what: str) -> None:
    """The password is right when it is verified, and everything has changed when that is done."""
    ada, pam = room.member("ada"), room.member("pam")
    by, own = room.door.visitor(cookie(ada)), room.door.visitor(cookie(pam))
    secret = post(pam, "totp")["secret"]
    assert by is not None and own is not None
    door, verify = room.door, room.hasher.matches

    async def change() -> None:
        if what == "lock":
            await door.others.lock(by, "pam")
        elif what == "set password":
            await door.others.set_password(by, "pam", NEW)
        elif what == "own password":
            await door.change_password(own, PASSWORD, NEW, "192.0.2.9")
        elif what == "second factor":
            await door.confirm_totp(own, room.code(secret), "192.0.2.9")
        elif what == "elsewhere":  # by a command
            await door.accounts.put_password("pam", NEW)
        else:
            await door.accounts.change("pam", locked=1)

    async def meanwhile(hashed: str | None, password: str) -> bool:
        room.hasher.matches = verify  # type: ignore[method-assign]
        right = await verify(hashed, password)
        await change()
        return right

    room.hasher.matches = meanwhile  # type: ignore[method-assign]
    thief = room.visitor()
    told = post(thief, "sign-in", 401, name="pam", password=PASSWORD)
    assert told["code"] == "sign-in/wrong" and me(thief)["name"] is None
    person = room.door.accounts.records.person("pam")
    assert person is not None and person.last_sign_in == room.hands.wall  # pam's own
    room.run(room.door.recorded())
    signed_in = [what for name, what, *_ in room.house.log if name == "pam"].count("signed in")
    assert signed_in == 1


@pytest.mark.parametrize("what", ["password", "second factor"])
def test_item_4_nor_does_a_change_of_ones_own(room: Room, what: str) -> None:
    ada, pam = room.member("ada"), room.member("pam")
    by, own = room.door.visitor(cookie(ada)), room.door.visitor(cookie(pam))
    secret = post(pam, "totp")["secret"]
    assert by is not None and own is not None
    room.run(room.door.others.lock(by, "pam"))
    before = room.door.accounts.records.person("pam")
    change = (
        room.door.change_password(own, PASSWORD, NEW, "192.0.2.9")
        if what == "password"
        else room.door.confirm_totp(own, room.code(secret), "192.0.2.9")
    )
    with pytest.raises(Refused, match="session/ended"):
        room.run(change)
    after = room.door.accounts.records.person("pam")
    assert before is not None and after is not None
    assert (after.password, after.totp, after.locked) == (before.password, None, 1)
    assert not room.door.sessions.of("pam")


def test_item_4_a_change_by_another_process_ends_sessions_within_a_second(room: Room) -> None:
    """Whatever it has told the books, and when."""
    pam, dee = room.member("pam"), room.member("dee")
    records = open_records(f"sqlite:///{room.file}")
    assert records.change_credentials("pam", None, locked=1) == 2
    records.close()
    room.run(room.door.sweep())
    assert me(pam)["name"] is None and me(dee)["name"] == "dee"


def test_a_hash_that_is_made_anew_does_not_bring_an_old_password_back(room: Room) -> None:
    hash_anew = room.hasher.hashed
    room.hasher._argon = Hasher(memory=16, passes=1)._argon

    async def meanwhile(password: str) -> str:
        room.hasher.hashed = hash_anew  # type: ignore[method-assign]
        await room.door.accounts.put_password("pam", NEW)
        return await hash_anew(password)

    room.hasher.hashed = meanwhile  # type: ignore[method-assign]
    post(room.visitor(), "sign-in", 401, name="pam", password=PASSWORD)
    post(room.visitor(), "sign-in", 401, name="pam", password=PASSWORD)
    post(room.visitor(), "sign-in", name="pam", password=NEW)


# Items 8, 10 and 11


def test_item_8_an_old_hash_is_made_anew(room: Room) -> None:
    records = room.door.accounts.records
    before = records.person("pam")
    room.hasher._argon = Hasher(memory=16, passes=1)._argon
    assert before is not None and "m=8," in str(before.password)
    room.member("pam")
    after = records.person("pam")
    assert after is not None and "m=16," in str(after.password)
    room.member("pam")


def test_item_10_one_answer_and_one_hash_for_every_failure(room: Room) -> None:
    """Unknown, wrong, a guest (who has no password), locked, dismissed."""
    guest = post(room.visitor(), "guest")["name"]
    room.run(room.door.accounts.change("dee", locked=1))
    del room.house.people["ann"]
    answers = set()
    for name, password in (
        ("nobody at all", PASSWORD),
        ("", PASSWORD),
        ("pam", "wrong"),
        (guest, PASSWORD),
        ("dee", PASSWORD),
        ("ann", PASSWORD),
    ):
        room.hasher.verified, logged = 0, len(room.house.log)
        body = {"name": name, "password": password}
        answered = room.visitor().post("/api/sign-in", json=body)
        room.run(room.door.recorded())
        assert room.hasher.verified == 1, name
        assert len(room.house.log) == logged + 1, name
        answers.add((answered.status_code, answered.text))
    assert len(answers) == 1


def test_item_10_no_failure_waits_for_the_books(room: Room) -> None:
    """They have a record of it for a known name only: who waited could be told from who did not."""
    goes_on = asyncio.Event()
    log_sign_in = room.house.log_sign_in

    async def slow(*about: str) -> None:
        await goes_on.wait()
        await log_sign_in(*about)

    room.house.log_sign_in = slow  # type: ignore[method-assign]
    for name in ("pam", "nobody at all"):
        post(room.visitor(), "sign-in", 401, name=name, password="wrong")
    assert not room.house.log

    async def on() -> None:
        goes_on.set()
        await room.door.recorded()

    room.run(on())
    said = [(name, what) for name, what, *_ in room.house.log]
    assert said == [("pam", "sign-in refused"), ("", "sign-in refused")]


def test_a_failure_that_is_not_in_the_books_is_in_the_log(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.house.full = True
    post(room.visitor(), "sign-in", 401, name="pam", password="wrong")
    room.run(room.door.recorded())
    assert "a failed sign-in is not in the books: store/failed" in caplog.text


def test_item_11_through_the_door(room: Room) -> None:
    def attempt(password: str, address: str = "198.51.100.7") -> int:
        body = {"name": "pam", "password": password}
        return room.visitor(address=address).post("/api/sign-in", json=body).status_code

    assert [attempt(f"wrong {n}") for n in range(8)] == [401] * 5 + [429] * 3
    room.hasher.verified = 0
    assert attempt(PASSWORD) == 429 and not room.hasher.verified  # and costs nothing
    body = {"name": "pam", "password": PASSWORD}
    late = room.visitor().post("/api/sign-in", json=body)
    assert late.headers["retry-after"] == "1"
    room.hands.pass_(1000)
    assert attempt(PASSWORD) == 200
    assert attempt(PASSWORD) == 200


def test_item_11_accounts_are_locked_only_if_the_house_says_so(tmp_path: Path) -> None:
    for lock_after, status in ((0, 200), (3, 401)):
        folder = tmp_path / str(lock_after)
        folder.mkdir()
        with room_in(folder, SignInOptions(lock_after=lock_after)) as room:
            for n in range(3):
                post(room.visitor(), "sign-in", 401, name="pam", password=f"wrong {n}")
            post(room.visitor(), "sign-in", status, name="pam", password=PASSWORD)
            room.run(room.door.recorded())
            locked = [name for name, what, *_ in room.house.log if what == "account locked"]
            assert locked == (["pam"] if lock_after else [])
            post(room.visitor(), "sign-in", 401, name="unknown", password="x")


def test_item_11_failures_are_of_one_row(tmp_path: Path) -> None:
    with room_in(tmp_path, SignInOptions(lock_after=3)) as room:
        for n in (1, 2):
            post(room.visitor(), "sign-in", 401, name="pam", password=f"wrong {n}")
        room.member("pam")  # begins anew
        for n in (1, 2):
            post(room.visitor(), "sign-in", 401, name="pam", password=f"wrong {n}")
        room.member("pam")


def test_new_names_of_one_address_are_few(room: Room) -> None:
    """Each is in the books for good."""
    statuses = [
        room.visitor(address="203.0.113.5").post("/api/guest", json={}).status_code
        for _ in range(12)
    ]
    assert statuses == [200] * 10 + [429] * 2
    post(room.visitor(address="203.0.113.6"), "guest")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_whoever_tries_the_room_on_this_machine_may_begin_anew_more_often(
    room: Room, address: str
) -> None:
    for _ in range(12):
        post(room.visitor(address=address), "guest")


def test_a_password_is_changed_with_the_old_one_only(room: Room) -> None:
    pam = room.member("pam")
    assert post(pam, "password", 403, old="wrong", new=NEW)["code"] == "password/wrong"
    assert post(pam, "password", 400, old=PASSWORD, new="pam")["code"] == "password/short"
    old = cookie(pam)
    post(pam, "password", old=PASSWORD, new=NEW)
    assert cookie(pam) != old
    post(room.visitor(), "sign-in", 401, name="pam", password=PASSWORD)
    post(room.visitor(), "sign-in", name="pam", password=NEW)


# Item 12


@pytest.mark.parametrize(
    "name, needs", [("ada", 1), ("flo", 1), ("ann", 1), ("dee", 0), ("pam", 0)]
)
def test_item_12_staff_may_only_set_up_their_second_factor(
    room: Room, name: str, needs: int
) -> None:
    visitor = room.visitor()
    post(visitor, "sign-in", name=name, password=PASSWORD)
    answered = visitor.get("/api/books")
    if not needs:
        assert answered.status_code == 200
        return
    assert (answered.status_code, answered.json()["code"]) == (403, "session/second_factor")
    told = post(visitor, "password", 403, old=PASSWORD, new=NEW)
    assert told["code"] == "session/second_factor"
    assert post(visitor, "end-sessions", 403, name="pam")["code"] == "role/not_allowed"
    before = cookie(visitor)
    secret = post(visitor, "totp")["secret"]
    assert visitor.get("/api/books").status_code == 403  # it is not confirmed yet
    assert post(visitor, "totp/confirm", 400, code="000000")["code"] == "totp/wrong"
    post(visitor, "totp/confirm", code=room.code(secret))
    assert visitor.get("/api/books").status_code == 200
    assert cookie(visitor) != before  # more rights, another token


def test_item_12_a_code_at_sign_in_counts_once(room: Room) -> None:
    flo = room.visitor()
    post(flo, "sign-in", name="flo", password=PASSWORD)
    told = post(flo, "totp")
    assert told["uri"].startswith("otpauth://totp/Croupier%3Aflo?secret=" + told["secret"])
    used = room.code(told["secret"])
    post(flo, "totp/confirm", code=used)

    def attempt(status: int, code: str) -> str:
        body = {"name": "flo", "password": PASSWORD, "code": code}
        return str(post(room.visitor(), "sign-in", status, **body).get("code"))

    assert attempt(401, "") == "sign-in/code"
    assert attempt(401, used) == "sign-in/code_wrong"  # replayed
    room.hands.pass_(30_000)
    fresh = room.code(told["secret"])
    assert attempt(401, "123456" if fresh != "123456" else "654321") == "sign-in/code_wrong"
    assert attempt(200, fresh) == "None"
    assert attempt(401, fresh) == "sign-in/code_wrong"


def test_item_12_a_wrong_password_says_nothing_about_the_code(room: Room) -> None:
    room.member("flo")
    told = post(room.visitor(), "sign-in", 401, name="flo", password="wrong", code="")
    assert told["code"] == "sign-in/wrong"


@pytest.mark.parametrize("name", ["flo", "pam"])
def test_item_12_a_session_left_open_does_not_change_it(room: Room, name: str) -> None:
    """Nor set up the first one: whoever did could keep the account."""
    member = room.member(name)
    post(member, "totp")
    room.hands.pass_(11 * MINUTE)
    assert post(member, "totp", 403)["code"] == "session/not_fresh"


def test_item_12_the_secret_is_sealed(room: Room) -> None:
    flo = room.visitor()
    post(flo, "sign-in", name="flo", password=PASSWORD)
    secret = post(flo, "totp")["secret"]
    post(flo, "totp/confirm", code=room.code(secret))
    kept = b"".join(path.read_bytes() for path in room.file.parent.glob("bank.db.people*"))
    assert secret.encode() not in kept
    assert base64.b32decode(secret) not in kept
    person = room.door.accounts.records.person("flo")
    assert person is not None and person.totp is not None
    # Moved to another row, it does not open.
    room.run(room.door.accounts.change("dee", totp=person.totp))
    told = post(room.visitor(), "sign-in", 400, name="dee", password=PASSWORD, code="123456")
    assert told["code"] == "room/sealed"


def test_item_12_a_lost_authenticator(room: Room) -> None:
    """An administrator removes it from whom it is not demanded; the books say who did."""
    pam, ada = room.member("pam"), room.door.visitor(cookie(room.member("ada")))
    assert ada is not None
    post(pam, "totp/confirm", code=room.code(post(pam, "totp")["secret"]))
    told = post(room.visitor(), "sign-in", 401, name="pam", password=PASSWORD)
    assert told["code"] == "sign-in/code"
    pam_now = room.door.visitor(cookie(pam))
    assert pam_now is not None
    with pytest.raises(Refused, match="role/not_allowed"):
        room.run(room.door.others.remove_factor(pam_now, "pam"))
    for _ in range(2):
        room.run(room.door.others.remove_factor(ada, "pam", "lost-by-pam"))
    assert me(pam)["name"] is None
    post(room.visitor(), "sign-in", name="pam", password=PASSWORD)
    changes = [(name, detail) for name, what, _, detail in room.house.log if what.startswith("sec")]
    assert changes[-2:] == [("pam", ""), ("pam", "removed")]


def test_item_12_of_staff_it_is_removed_at_the_server(room: Room) -> None:
    """With it and a new password, one administrator would be both of two people."""
    ada = room.door.visitor(cookie(room.member("ada")))
    assert ada is not None
    room.member("flo")
    before = room.door.accounts.records.person("flo")
    with pytest.raises(Refused, match=r"role/not_allowed.*remove-factor 'flo' --by 'ada'"):
        room.run(room.door.others.remove_factor(ada, "flo"))
    assert room.door.accounts.records.person("flo") == before


def test_a_guest_has_no_second_factor(room: Room) -> None:
    guest = room.visitor()
    post(guest, "guest")
    assert post(guest, "totp", 403)["code"] == "role/guest"


# Around it


@pytest.mark.parametrize("path", ["password", "end-sessions", "totp", "totp/confirm"])
def test_without_a_session(room: Room, path: str) -> None:
    bodies = {"password": {"old": PASSWORD, "new": NEW}, "totp/confirm": {"code": "123456"}}
    told = post(room.visitor(), path, 401, **bodies.get(path, {}))
    assert told["code"] == "session/missing"


def test_item_6_no_get_changes_anything(room: Room) -> None:
    """Every route that is not `me` is a POST, and from another page each is refused."""
    paths = {"guest", "sign-up", "sign-in", "sign-out", "password", "end-sessions", "totp"}
    pam = room.member("pam")
    for path in (*paths, "totp/confirm"):
        assert pam.get(f"/api/{path}").status_code == 405
        foreign = {"origin": "https://evil.example"}
        answered = pam.post(f"/api/{path}", json={}, headers=foreign)
        assert (answered.status_code, answered.json()["code"]) == (403, "origin/other")
    assert me(pam)["name"] == "pam"


def test_item_14_requests_of_a_session(room: Room) -> None:
    pam = room.member("pam")
    statuses = [pam.get("/api/books").status_code for _ in range(102)]
    assert statuses == [200] * 100 + [429] * 2
    assert me(pam)["name"] == "pam"
    room.hands.pass_(200)  # one hundredth of 20 seconds
    assert [pam.get("/api/books").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize(
    "body",
    ["", "{", "[]", "null", '{"name": 5, "password": "x"}', '{"name": "a"}', "9" * 5000]
    + ['{"name": "pam", "password": "s3cret-typed-here", "more": 1}']
    + ['{"name": "\\ud800", "password": "s3cret-typed-here"}'],
)  # fmt: skip
def test_what_cannot_be_read_is_answered_without_repeating_it(room: Room, body: str) -> None:
    headers = {"content-type": "application/json"}
    answered = room.visitor().post("/api/sign-in", content=body, headers=headers)
    assert answered.status_code == 400
    assert set(answered.json()) == {"code", "message"}
    assert "s3cret" not in answered.text and "9999" not in answered.text


TWICE = [
    b'{"name": "pam", "name": "ada", "password": "seventeen wet otters"}',
    b'\xef\xbb\xbf{"name": "pam", "password": "seventeen wet otters"}',
    '{"name": "pam", "password": "seventeen wet otters"}'.encode("utf-16"),
    '{"name": "pam", "password": "seventeen wet otters"}'.encode("utf-16-le"),
    '{"name": "pam", "password": "seventeen wet otters"}'.encode("utf-32"),
]


@pytest.mark.parametrize("body", TWICE)
def test_item_13_what_others_could_read_otherwise_is_refused(room: Room, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answered = room.visitor().post("/api/sign-in", content=body, headers=headers)
    assert (answered.status_code, answered.json()["code"]) == (400, "message/bad")


S3CRET = b'"s3cret-typed-here"'
UNREADABLE = {
    "no JSON": (b"{" + S3CRET, "message/bad", 400),
    "no text": (b"\xff" + S3CRET, "message/bad", 400),
    "a list": (b"[" + S3CRET + b"]", "message/bad", 400),
    "a wrong type": (b'{"name": [' + S3CRET + b'], "password": ""}', "message/bad", 400),
    "a field too many": (b'{"s3cret-typed-here": 1}', "message/bad", 400),
    "too deep": (b"[" * 20 + S3CRET + b"]" * 20, "size/depth", 400),
    "too large": (S3CRET * 5_000, "size/body", 413),
    "a form": (b"password=s3cret-typed-here", "content/type", 415),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_item_15_what_cannot_be_read_is_in_the_log_by_its_name_alone(
    room: Room, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    body, code, status = UNREADABLE[what]
    form = "application/x-www-form-urlencoded" if what == "a form" else "application/json"
    caplog.clear()
    with caplog.at_level(logging.INFO, "croupier.web"):
        answered = room.visitor().post(
            "/api/sign-in?q=s3cret-too", content=body, headers={"content-type": form}
        )
    assert (answered.status_code, answered.json()["code"]) == (status, code)
    (line,) = [record.getMessage() for record in caplog.records if "refused" in record.msg]
    assert line == f"refused {code} at '/api/sign-in' from '192.0.2.1'"
    assert "s3cret" not in caplog.text


@pytest.mark.parametrize("path, code", [("nothing", "http/404"), ("sign-in", "http/405")])
def test_item_15_what_is_not_there_is_in_the_log(
    room: Room, path: str, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    answered = room.visitor().get(f"/api/{path}")
    assert answered.json()["code"] == code and f"refused {code} at" in caplog.text
    assert (answered.headers.get("allow") == "POST") == (code == "http/405")


def test_faults_of_ours_tell_nothing(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    client = TestClient(room.app, PAGE, raise_server_exceptions=False)
    client.portal = room.visitors[0].portal
    answered = client.get("/api/broken")
    assert answered.status_code == 500 and answered.json()["code"] == "server/fault"
    assert "ZeroDivision" not in answered.text
    assert answered.headers["x-content-type-options"] == "nosniff"
    assert room.visitor().get("/api/nothing").json() == {"code": "http/404", "message": "Not Found"}


def test_nobody_is_in_whom_the_books_do_not_have(room: Room) -> None:
    room.house.full = True
    visitor = room.visitor()
    assert post(visitor, "sign-in", 503, name="pam", password=PASSWORD)["code"] == "store/failed"
    room.house.full = False
    assert not room.door.sessions.of("pam") and not visitor.cookies


def test_item_15_no_secret_is_in_a_log(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    """Nor in an event: looked for on the bytes, after every kind of request."""
    secrets = [PASSWORD, NEW, "typed in the wrong place"]
    with caplog.at_level(logging.DEBUG):
        flo = room.visitor()
        post(flo, "guest")
        secrets.append(cookie(flo))
        post(flo, "sign-up", name="Mia", password=PASSWORD)
        secrets.append(cookie(flo))
        post(
            flo,
            "sign-in",
            401,
            name="typed in the wrong place",
            password="typed in the wrong place",
        )
        post(flo, "sign-in", 401, name="flo", password=f"{PASSWORD}x")
        post(flo, "sign-in", name="flo", password=PASSWORD)
        secrets.append(cookie(flo))
        told = post(flo, "totp")
        code = room.code(told["secret"])
        secrets += [told["secret"], code]
        post(flo, "totp/confirm", code=code)
        secrets.append(cookie(flo))
        post(flo, "password", old=PASSWORD, new=NEW)
        secrets.append(cookie(flo))
        flo.post("/api/told?token=" + cookie(flo), json={})
        flo.post("/api/sign-out", json={}, headers={"origin": "https://evil.example"})
        post(flo, "sign-out")
        for _ in range(9):
            flo.post("/api/sign-in", json={"name": "flo", "password": PASSWORD + "y"})
    person = room.door.accounts.records.person("flo")
    assert person is not None
    secrets += [str(person.password), str(person.totp)]
    said = "\n".join(
        caplog.handler.format(record) + repr(record.args)
        for record in caplog.records
        if not record.name.startswith(("httpx", "httpcore"))  # the test's own browser
    )
    books = repr(room.house.log)
    for secret in secrets:
        assert secret not in said and secret not in books, secret
    assert "failed sign-in (password) of flo" in said
    assert "failed sign-in (password) of an unknown name" in said
    assert ("", "sign-in refused", "", "password") in room.house.log
    assert "origin/other" in said and "sign-in/wait" in said
