"""Checklist item 17, on bytes: nobody is sent a card, a secret or a word that is not theirs yet."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.room.people.roles import Role
from croupier.web.tables import STANDARD, games
from croupier.web.views.view import Look, seat_of, view_of
from tests.web.server.evening import RAIL, Evening, Seen
from tests.web.server.hidden import other_secrets
from tests.web.server.player import Player
from tests.web.server.running import run, serving
from tests.web.server.visible import Sight, lying, sights, told, without_shoes
from tests.web.server.wire import to_choose


def seats_of(seen: Seen) -> dict[int, int | None]:
    """The receiver's seat by version."""
    return {m["view"]["version"]: m["view"]["seat"] for m in seen.messages if "view" in m}


def test_a_message_names_only_cards_that_its_receiver_may_see(played: Evening) -> None:
    checked = 0
    for seen in played.seen:
        by_version, seats = sights(played.events(seen.table)), seats_of(seen)
        for text in seen.texts:
            message = json.loads(text)
            if "view" not in message:
                assert not told(without_shoes(text)), text
                continue
            version = message["view"]["version"]
            may = by_version[version].of(seats[version])
            assert told(without_shoes(text)) <= set(may), text
            assert lying(message["view"]) <= may, text
            checked += bool(may)
    assert checked > 20


def test_own_and_shown_cards_are_sent(played: Evening) -> None:
    """Else the test above would pass for a server that sends nothing."""
    for seen in played.seen:
        by_version, seats = sights(played.events(seen.table)), seats_of(seen)
        for message in seen.messages:
            if "view" in message and message["view"]["phase"] == "playing":
                version = message["view"]["version"]
                own = [
                    card
                    for card, where, sees in by_version[version].cards
                    if where == seats[version] == sees
                ]
                folded = any(
                    one["folded"] or one["rack"]
                    for one in message["view"]["seats"]
                    if one["seat"] == seats[version]
                )
                if own and not folded:
                    assert set(own) <= told(json.dumps(message["view"]["seats"]))


def test_http_names_only_cards_that_the_asker_may_see(played: Evening) -> None:
    """Of a round, what their seat saw in that round; a proof lists the cards dealt besides."""
    checked = 0
    for seen in played.seen:
        if seen.who == RAIL:
            continue
        seat = next(seat for seat in seats_of(seen).values() if seat is not None)
        by_round = _by_round(played, seen.table)
        for path, answer in seen.asked:
            if "rounds/" not in path:
                assert not told(without_shoes(answer.text)), path
            elif answer.status == 200:  # of a round in progress, or over
                checked += _check_receipt(answer.json, by_round, seat)
        for record in seen.records.values():
            checked += _check_receipt(record, by_round, seat)
    assert checked >= 3 * played.rounds


def _by_round(played: Evening, table: str) -> dict[int, Sight]:
    """All that was to be seen of each round."""
    by_version = sights(played.events(table))
    return {
        body["number"]: by_version[version]
        for version, kind, body in played.events(table)
        if kind == "round" and "number" in body
    }


def _check_receipt(record: dict[str, Any], by_round: dict[int, Sight], seat: int) -> bool:
    may = set(by_round[record["receipt"]["round"]].of(seat))
    assert told(without_shoes(json.dumps(record["receipt"]))) <= may
    assert ("dealt" in record) == ("secret" in record)
    shuffle = {name: value for name, value in record.items() if name not in ("dealt", "receipt")}
    assert not told(without_shoes(json.dumps(shuffle)))
    return bool(may)


def test_no_secret_and_no_word_is_in_any_message(played: Evening) -> None:
    """Secrets and words are in records of rounds that are over, and nowhere else."""
    records = [record for seen in played.seen for record in seen.records.values()]
    secrets = {record["secret"] for record in records}
    words = {word for seen in played.seen for word in seen.words.values()}
    assert len(secrets) == 2 * played.rounds and len(words) >= 3 * played.rounds
    sent = "\n".join(text for seen in played.seen for text in seen.texts)
    assert not [one for one in secrets | words if one in sent]


def test_a_record_that_is_asked_for_too_early_tells_no_secret_and_no_hidden_card(
    played: Evening,
) -> None:
    """A receipt is of one round; until it is over it holds what the seat's own view does."""
    early = 0
    for seen in played.seen:
        for path, answer in seen.asked:
            if "rounds/" not in path or answer.status != 200 or "secret" in answer.json:
                continue
            early += 1
            receipt = answer.json["receipt"]
            ever = {
                card
                for sight in sights(played.events(seen.table)).values()
                for card in sight.of(receipt["seat"])
            }
            assert told(without_shoes(json.dumps(receipt))) <= ever
            for word in answer.json["words"]:
                assert word["word"] is None or word["word"] in _opened(played, seen.table)


def _opened(played: Evening, table: str) -> set[str]:
    rows = [
        row for _, kind, body in played.events(table) if kind == "round" for row in body["events"]
    ]
    return {row["word"] for row in rows if row["event"] == "word opened"}


@pytest.mark.parametrize("game", games())
def test_who_acts_out_of_turn_is_told_no_hidden_card(game: str, bank: Path) -> None:
    """A refusal says what would have been legal; not where that names cards."""

    async def scenario() -> None:
        async with serving(bank) as server:
            one, two = await server.guest(), await server.guest()
            table = next(name for name, each in STANDARD.items() if each == game)
            async with one.socket(table) as here, two.socket(table) as there:
                for seat, socket in ((1, here), (3, there)):
                    socket.say(type="buy_in", key=f"sit-down-{seat}", seat=seat, cents=30_000)
                    await socket.answer(f"sit-down-{seat}")
                players = [
                    await Player.at(guest, socket, table, Random(7))
                    for guest, socket in ((one, here), (two, there))
                ]
                turn = asyncio.create_task(to_choose(players[0]))
                other = asyncio.create_task(to_choose(players[1]))
                await asyncio.wait({turn, other}, return_when=asyncio.FIRST_COMPLETED)
                late = players[1] if turn.done() else players[0]
                view = players[0].view if turn.done() else players[1].view
                for task in (turn, other):
                    task.cancel()
                await asyncio.gather(turn, other, return_exceptions=True)
                seat = late.view["seat"]
                seen = told("".join(without_shoes(text) for text in late.socket.texts))
                for action in ("fold", "check", "no such thing"):
                    key = f"out-of-turn-{len(action)}"
                    late.socket.say(
                        type="act",
                        key=key,
                        seat=seat,
                        action=action,
                        version=view["turn"]["version"],
                    )
                    refused = await late.socket.answer(key)
                    assert refused["type"] == "refused"
                    assert told(refused["message"]) <= seen, refused

    run(scenario())


@pytest.mark.parametrize("game", games())
def test_a_dealer_who_acts_for_a_player_is_told_no_hidden_card(game: str, bank: Path) -> None:
    """Nonsense at the seat whose turn it is: at the socket and by the acts of staff."""

    async def scenario() -> None:
        async with serving(bank) as server:
            dee, guests = await server.member("dee", Role.DEALER), []
            table = next(name for name, each in STANDARD.items() if each == game)
            async with AsyncExitStack() as open_ones:
                rail = await open_ones.enter_async_context(dee.socket(table))
                for seat in (1, 3):
                    guest = await server.guest()
                    socket = await open_ones.enter_async_context(guest.socket(table))
                    socket.say(type="buy_in", key=f"sit-down-{seat}", seat=seat, cents=30_000)
                    await socket.answer(f"sit-down-{seat}")
                    guests.append(await Player.at(guest, socket, table, Random(7)))
                turns = [asyncio.create_task(to_choose(each)) for each in guests]
                await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
                turn = next(each for each in turns if each.done()).result()["turn"]
                about = {"seat": turn["seat"], "action": "xyzzy", "version": turn["version"]}
                rail.say(type="act", key="dealer-looks", **about)
                messages = [(await rail.answer("dealer-looks"))["message"]]
                for act, of_it in (("act", about), ("time_out", {"seat": 3, "version": 1})):
                    asked = {
                        "key": f"dealer-{len(act)}-asks",
                        "act": act,
                        "about": {"name": table, **of_it},
                    }
                    messages.append((await dee.post("/api/staff/acts", **asked)).text)
                for task in turns:
                    task.cancel()
                await asyncio.gather(*turns, return_exceptions=True)
                seen = told("".join(without_shoes(text) for text in rail.texts[:-1]))
            for message in messages:
                assert f"seat {turn['seat']}" in message or "seat 3" in message
                assert told(message) <= seen, message

    run(scenario())


# What a view is made of


def receivers(look: Look) -> list[str | None]:
    return [*sorted(set(look.state.seats.values())), "somebody else", None]


def test_a_view_is_the_same_whatever_the_hidden_cards_are(played: Evening) -> None:
    """Other cards where the receiver sees none, another shoe: not one byte of the view differs."""
    luck, changed = Random(played.game), 0
    for look in played.looks:
        for person in receivers(look):
            other = other_secrets(look, seat_of(look.state, person), luck)
            changed += other != look
            one, two = (view_of(each, person, 0).model_dump_json() for each in (look, other))
            assert one == two
    assert changed > 20
