"""The replay accepts every valid round, and none that is falsified.

Tables are played, and then their acts are read twice: as the audit reads them, with events compared
as text; and with every body parsed and compared as data. Falsified in any way, both must give the
same result.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from croupier.bank.audit.records import (
    EventRow,
    PostingRow,
    WholeAct,
    fetch_rows,
    read,
    whole_acts,
)
from croupier.bank.audit.run import AuditFailed
from croupier.bank.reading import Stretch
from croupier.bank.store import Store, open_store
from croupier.games.registry import GAMES
from croupier.room.audit.claims.audited_act import body_of
from croupier.room.audit.replay.acts import EngineFailed
from croupier.room.audit.replay.engines import PostedAs, posted
from croupier.room.audit.replay.inputs import ReplayInputs
from croupier.room.audit.replay.replay import Replay
from croupier.room.audit.replay.shuffles import Shuffles
from croupier.room.audit.window import Rounds
from croupier.room.books.notable import OF_METERS, Parts
from croupier.room.room import Room
from croupier.room.tables.shoes import ShoeEnd
from croupier.room.tables.state import ROUND
from croupier.room.tables.words import BEFORE_DEAL, PendingBets
from croupier.table.shoe import Shoe
from tests.room.rooms import any_room, play

ROUNDS = 12  # at each table
PIECE = re.compile(r'\d+|\w+|"[^"]*"|{[^{}]*}|\[[^][]*\]')  # parts of a body


class Heard(NamedTuple):
    """The acts of a table, what all acts told meters, and the secrets of all its shoes."""

    acts: list[WholeAct]
    parts: dict[str, Parts]
    secrets: dict[str, bytes]


class AsData(Replay):
    """Every act is read alone, and its events are compared as data."""

    def _whole(self, acts: Sequence[WholeAct], place: int) -> int:
        return 0


class AsText(Replay):
    """Counts the rounds that are judged as a whole, by their text."""

    whole = 0

    def _whole(self, acts: Sequence[WholeAct], place: int) -> int:
        taken = super()._whole(acts, place)
        AsText.whole += taken > 0
        return taken


def heard(store: Store) -> dict[str, Heard]:
    with store.reading() as connection:
        acts = list(whole_acts(read(fetch_rows(connection), Stretch(1, 10**9))))
    rounds = Rounds(store)
    rounds.see(acts)
    room = Room(store)
    found: dict[str, Heard] = {}
    for stream, table in rounds.tables.items():
        own = [act for act in acts if act.act.stream == stream]
        opened = Shuffles(event.body for act in own for event in act.events).secrets
        in_use = room.hall.table(table.name).opened_by(room.keys).shoe
        found[table.name] = Heard(own, rounds.parts, {**opened, in_use.commitment: in_use.secret})
    return found


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Heard]:
    """Two tables of each game in different configurations."""
    found: dict[str, Heard] = {}
    for seed in (4, 8):  # with meters, and with a cut card: a shoe lasts for several rounds
        path: Path = tmp_path_factory.mktemp("room") / "bank.db"
        with open_store(f"sqlite:///{path}") as store:
            rng = Random(seed)
            play(any_room(store, rng, list(GAMES.values())), rng, ROUNDS)
            found |= {f"{name}, {seed}": table for name, table in heard(store).items()}
    return found


def replayed(kind: type[Replay], name: str, table: Heard) -> tuple[object, ...]:
    """Which act was wrong, and why; or where it ended."""

    def posted_at(version: int) -> PostedAs:
        return posted(name, bodies[version])

    def game_before(version: int) -> str:
        raise ValueError("nobody has limits of their own")

    def shoe_before(version: int) -> Shoe:
        raise ValueError("the acts begin with the opening")

    def before_at(version: int) -> PendingBets:
        raise ValueError("the acts begin with the opening")

    def shoe_end(_: int, shoe: Shoe) -> ShoeEnd:
        return ShoeEnd(shoe, False)

    def excuse(wrong: AuditFailed) -> None:
        raise wrong

    bodies = {act.act.version: act.events[0].body for act in table.acts}
    shuffles = Shuffles()
    shuffles.secrets = table.secrets
    ends = (game_before, shoe_before, before_at, shoe_end)
    inputs = ReplayInputs(posted_at, *ends, shuffles, table.parts, {}, 0, excuse)
    replay = kind(name, inputs)
    try:
        replay.read(table.acts)
    except AuditFailed as wrong:
        return wrong.sequence, str(wrong)
    counts = replay.rounds, replay.unplayed, replay.withheld
    return None, *counts, replay.in_round, replay.shoe, replay.before


def name_of(table: str) -> str:
    return table.split(",")[0]


def falsified(rng: Random, table: Heard) -> Heard:
    """Falsifies what one act tells or moves."""
    acts, parts = list(table.acts), dict(table.parts)
    place = rng.randrange(1, len(acts))
    act = acts[place]
    match rng.randrange(6):
        case 0:
            del acts[place]
        case 1:
            acts[place] = act._replace(postings=falsified_postings(rng, list(act.postings)))
        case 2:
            other = rng.choice(acts)
            acts[place] = act._replace(postings=other.postings)
        case 3:
            others = [{}, {"a meter": []}, parts.get(acts[-1].act.key, {})]
            parts[act.act.key] = rng.choice(others)
        case _:
            first = act.events[0]
            bodies = [event.body for other in acts for event in other.events[:1]]
            body = falsified_body(rng, first.body, rng.choice(bodies))
            acts[place] = act._replace(events=(first._replace(body=body), *act.events[1:]))
    return Heard(acts, parts, table.secrets)


def falsified_postings(rng: Random, rows: list[PostingRow]) -> tuple[PostingRow, ...]:
    if not rows:
        return ()
    place = rng.randrange(len(rows))
    row = rows[place]
    match rng.randrange(4):
        case 0:
            del rows[place]
        case 1:
            rows.append(row)
        case 2:
            rows.reverse()
        case _:
            name = rng.choice(["id", "debit", "credit", "cents", "memo", "reverses", "reason"])
            value = rng.choice([getattr(rng.choice(rows), name), 100, "winnings", "x"])
            rows[place] = row._replace(**{name: value})
    return tuple(rows)


def falsified_body(rng: Random, body: str, other: str) -> str:
    """Changes a number, a word or a card; removes, duplicates or replaces a piece."""
    pieces = [found.span() for found in PIECE.finditer(body)]
    begin, end = rng.choice(pieces)
    theirs = PIECE.findall(other)
    ways = (
        "",
        " " + body[begin:end],
        body[begin:end] + "," + body[begin:end],
        rng.choice(theirs),
        "true",
        "1",
        "0" + body[begin:end],
        body[begin:end].upper(),
    )
    return body[:begin] + str(rng.choice(ways)) + body[end:]


def all_of(tables: dict[str, Heard]) -> Iterator[tuple[str, Heard]]:
    for name, table in tables.items():
        yield name_of(name), table


def test_valid_rounds_are_as_the_engine_makes_them(tables: dict[str, Heard]) -> None:
    assert len(tables) == 2 * len(GAMES)
    assert any(table.parts for table in tables.values())
    acts = [act for table in tables.values() for act in table.acts]
    assert any(re.search('"first":[1-9]', act.events[0].body) for act in acts)
    assert any(re.search('"entropy":[^]].*"events"', act.events[0].body) for act in acts)
    AsText.whole = 0
    for name, table in all_of(tables):
        found = replayed(AsText, name, table)
        assert found == replayed(AsData, name, table)
        assert found[:2] == (None, ROUNDS)
    assert AsText.whole == sum(undisturbed(table.acts) for table in tables.values()) > 0


def undisturbed(acts: Sequence[WholeAct]) -> int:
    """How many rounds consist only of a deal and acts of its seats, with nobody coming or going."""
    rounds, alone = 0, False
    for act in acts:
        bodies = [body_of(event.kind, event.body) for event in act.events if event.kind == ROUND]
        names = [event["event"] for body in bodies for event in body["events"]]
        alone = bool(names) and not act.accounts and (alone or names[0] == "opened")
        rounds += alone and ends(act.events)
    return rounds


@pytest.mark.parametrize("times", [25, pytest.param(500, marks=pytest.mark.slow)])
def test_falsified_rounds_are_found_as_they_are_in_data(
    tables: dict[str, Heard], times: int
) -> None:
    rng, wrong = Random(times), 0
    for name, table in all_of(tables):
        for _ in range(times):
            false = falsified(rng, table)
            seen = replayed(Replay, name, false)
            assert seen == replayed(AsData, name, false)
            wrong += isinstance(seen[1], str)
    assert wrong > len(tables) * times // 2


@pytest.mark.parametrize("by", ["7", "null", '["dee"]', "{}"])
def test_who_acted_is_a_name(tables: dict[str, Heard], by: str) -> None:
    for name, (acts, parts, secrets) in all_of(tables):
        false, place = list(acts), next(at for at, act in enumerate(acts) if ends(act.events))
        first = false[place].events[0]
        said = re.sub('^{"by":"[^"]*"', f'{{"by":{by}', first.body)
        assert said != first.body
        false[place] = false[place]._replace(events=(first._replace(body=said),))
        at, why = replayed(Replay, name, Heard(false, parts, secrets))
        assert at == false[place].act.sequence and "which is not a name" in str(why)


def test_a_round_of_a_table_that_was_not_opened_at_that_version(tables: dict[str, Heard]) -> None:
    """The version that a round names is not an opening, or not an event at all."""
    for name, (acts, parts, secrets) in all_of(tables):
        place = next(at for at, act in enumerate(acts) if '{"event":"opened"' in act.events[0].body)
        first = acts[place].events[0]
        for version in (first.version, 10**6):
            said = re.sub('"opened":[0-9]+', f'"opened":{version}', first.body)
            assert said != first.body
            false = list(acts)
            false[place] = false[place]._replace(events=(first._replace(body=said),))
            at, _ = replayed(Replay, name, Heard(false, parts, secrets))
            assert at == false[place].act.sequence


def test_books_that_did_not_name_who_acted(tables: dict[str, Heard]) -> None:
    for name, (acts, parts, secrets) in all_of(tables):
        older = []
        for act in acts:
            first = act.events[0]
            if not is_before(act):  # there were no words yet
                said = re.sub('^{"by":"[^"]*",("events")', r"{\1", first.body)
                act = act._replace(events=(first._replace(body=said), *act.events[1:]))
            older.append(act)
        named = [act for act in older if act.events[0].body.startswith('{"by":"dee","events"')]
        assert all(map(is_before, named))
        assert replayed(AsText, name, Heard(older, parts, secrets))[:2] == (None, ROUNDS)


def test_a_cent_more_in_the_last_act_of_a_round(tables: dict[str, Heard]) -> None:
    for name, (acts, parts, secrets) in all_of(tables):
        places = [place for place, act in enumerate(acts) if ends(act.events)]
        for place in places[:4]:
            false = list(acts[: place + 1])
            rows = list(false[place].postings)
            # What a meter pays is not part of the round; the meters are replayed separately.
            last = max(at for at, row in enumerate(rows) if row.reason not in OF_METERS)
            row = rows[last]
            rows[last] = row._replace(cents=row.cents + 1)
            false[place] = false[place]._replace(postings=tuple(rows))
            at, why = replayed(Replay, name, Heard(false, parts, secrets))
            assert at == false[place].act.sequence
            assert f"{row.cents + 1} cents from {row.debit} to {row.credit}" in str(why)


def is_before(act: WholeAct) -> bool:
    """Whether it is an act before a deal."""
    first = act.events[0]
    return (
        first.kind == ROUND and body_of(first.kind, first.body)["events"][0]["event"] in BEFORE_DEAL
    )


def ends(events: Sequence[EventRow]) -> bool:
    return events[0].kind == "round" and '"shoe":' in events[0].body


def test_a_bug_of_the_engine_is_not_reported_as_a_fault_of_the_books(
    tables: dict[str, Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A body may contain anything; but the engine only refuses."""

    def broken(*_: object) -> None:
        raise KeyError("ante")

    name, table = next(iter(tables.items()))
    assert replayed(Replay, name_of(name), table)[0] is None
    monkeypatch.setattr("croupier.table.round.settlement", broken)
    with pytest.raises(EngineFailed, match=r"the engine fails in round 1: KeyError\('ante'\)"):
        replayed(Replay, name_of(name), table)
