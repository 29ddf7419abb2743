"""Over the socket: what bets cost by the hour, and the coach at poker."""

import pickle
import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from croupier.cards.card import DECK, text
from croupier.desk.coaching import poker as desk
from croupier.games.registry import poker_game
from croupier.odds.solve import solve
from croupier.table.poker.hand import Hand
from croupier.table.poker.view import HandView, view
from croupier.table.table import open_table
from croupier.web.coach import jobs
from croupier.web.coach.coach import WebCoach
from croupier.web.coach.said import poker_said, said_of
from croupier.web.tables import STANDARD
from tests.desk.test_poker_coach import hands, repeated
from tests.web.coach.coached import CoachedPlayer
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Socket
from tests.web.server.wire import to_choose

pytestmark = pytest.mark.usefixtures("shared")
PRIME, HOLD_OUT = "four-card-prime", "five-card-hold-out"
TABLES = {game: name for name, game in STANDARD.items()}


# ---- bets


def test_bets_are_priced_by_the_hour(bank: Path) -> None:
    """As `croupier odds` says: the house edge, times the stake, times the rounds."""
    odds = solve(open_table(PRIME))

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(TABLES[PRIME]) as socket:
                stakes = {"ante": 2500, "prime": 500, "five card jackpot": 100, "bad beat": 0}
                socket.say(type="costs", stakes=stakes, rounds=60)
                told = await socket.hear("costs", "no_advice")
                assert told["type"] == "costs" and told["rounds"] == 60
                ante, prime, five = told["wagers"]
                assert Fraction(ante["exact"]) == 2500 * odds.house_edge
                assert (ante["cents"], ante["share"]) == (round(150000 * odds.house_edge), "2.73%")
                edge = -odds.wagers["prime"].results.mean
                assert Fraction(prime["exact"]) == 500 * edge
                assert (prime["wager"], prime["stake"], prime["share"]) == ("prime", 500, "4.74%")
                (meter,) = [
                    one["cents"]
                    for one in (await to_view(socket))["meters"]
                    if one["wager"] == "five card jackpot"
                ]
                more = odds.wagers["five card jackpot"].more
                returned = more["fixed_return"] + more["meter_share"] * Fraction(meter, 100)  # type: ignore[operator]
                assert Fraction(five["exact"]) == 100 * (1 - returned)

                for wrong, code in (
                    ({"ante": 1}, "wager/limit"),
                    ({"no such": 500}, "wager/unknown"),
                    ({"ante": 2500, "five card jackpot": 200}, "wager/fixed"),
                ):
                    socket.say(type="costs", stakes=wrong)
                    refused = await socket.hear("costs", "no_advice")
                    assert (refused["type"], refused["code"]) == ("no_advice", code)
                socket.say(type="costs", stakes={"prime": 500})  # and the least ante
                wagers = (await socket.hear("costs"))["wagers"]
                assert [one["wager"] for one in wagers] == ["ante", "prime"]

    run(scenario(), 200)


async def to_view(socket: Socket) -> dict[str, list[dict[str, int]]]:
    welcome = next(one for one in socket.heard() if one["type"] == "welcome")
    view: dict[str, list[dict[str, int]]] = welcome["view"]
    return view


# ---- poker


async def turn_of_poker(server: Server, socket: Socket, guest: object, table: str) -> HandView:
    """A guest among the house's players, at their first turn; as the room has it."""
    player = await CoachedPlayer.at(guest, socket, table, Random(1))  # type: ignore[arg-type]
    await to_choose(player)
    state = await server.house.look(lambda hall: hall.tables[table].round)
    assert isinstance(state, Hand)
    return view(state, state.to_act)


def test_the_coach_at_a_poker_table(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mixed: list[tuple[object, ...]] = []

    async def mix(_: WebCoach, *about: object) -> dict[str, float]:
        mixed.append(about)
        return {"raise 400": 0.611, "call": 0.389}

    monkeypatch.setattr(WebCoach, "mix", mix)

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            wanted = {"game": HOLD_OUT, "others": 2}
            table = (await guest.post("/api/practice", **wanted)).json["table"]
            assert (await guest.get(f"/api/tables/{table}")).json["coach"]
            async with guest.socket(table) as socket:
                seen = await turn_of_poker(server, socket, guest, table)
                state = await server.house.look(lambda hall: hall.tables[table].round)
                socket.say(type="advise", version=state.version, rule=True)
                told = await socket.hear("poker_advice", "no_advice")
                if told["type"] == "no_advice":
                    assert told["code"] == "coach/preparing"
                    told = await socket.hear("poker_advice")
                found = desk.poker_advice(poker_game(HOLD_OUT), seen)
                assert told == poker_said(told["round"], state.version, found).model_dump(
                    mode="json"
                )
                assert re.fullmatch(r"\d+\.\d%", told["share"]) and len(told["keeps"]) == 5
                assert [keep["best"] for keep in told["keeps"]] == [True, *[False] * 4]
                told = await socket.hear("mix")
                assert [one["action"] for one in told["acts"]] == ["raise $4", "call"]
                assert [one["share"] for one in told["acts"]] == ["61%", "39%"]
                assert mixed == [(HOLD_OUT, seen)]
                socket.say(type="coach", on=True)
                assert (await socket.hear("no_advice", "tally"))["code"] == "coach/poker"
                socket.say(type="costs", stakes={"ante": 100})
                assert (await socket.hear("no_advice", "costs"))["code"] == "coach/poker"

    run(scenario(), 200)


def told_of(hand: Hand) -> list[str | bytes]:
    """What is sent to the process that computes, and what to the page."""
    seen, game = view(hand, hand.to_act), poker_game(HOLD_OUT)
    advice = desk.poker_advice(game, seen)
    said = said_of(3, hand.version, seen, advice).model_dump_json()
    return [pickle.dumps((game.id, seen)), said]


def test_hidden_cards_change_no_byte_of_the_advice() -> None:
    lucky, changed = Random(4), 0
    for hand in hands(1, seed=6):
        own = {*hand.held[hand.to_act or 0], *hand.board}
        own |= {
            card for card in DECK if text((card,)) in view(hand, hand.to_act).own.thrown.split()
        }
        places = [place for place, card in enumerate(hand.deck) if card not in own]
        mixed = [hand.deck[place] for place in places]
        lucky.shuffle(mixed)
        deck = list(hand.deck)
        for place, card in zip(places, mixed, strict=True):
            deck[place] = card
        again = repeated(hand, deck)
        changed += again.held != hand.held
        assert told_of(again) == told_of(hand)
    assert changed > 3


def test_the_process_answers_what_the_desk_does(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = next(hands(1, seed=7))
    seen, game = view(hand, hand.to_act), poker_game(HOLD_OUT)
    assert jobs.answer("advise_poker", (game.id, seen)) == desk.poker_advice(game, seen)
    monkeypatch.setattr(jobs, "solved_mix", lambda *about: dict.fromkeys(about[0].bots, 0.5))
    assert jobs.answer("mix_poker", (game.id, seen)) == {"tight": 0.5, "solved": 0.5}
