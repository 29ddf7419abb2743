"""What the lean replay accepts, the engine accepts; and it accepts every round that is true.

Tables are played, and then their acts are read twice: as the audit reads them, and by the engine
alone. Falsified in any way, both must say the same.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from croupier.bank.records import (
    EventRow,
    PostingRow,
    WholeAct,
    Window,
    asked,
    read,
    whole_acts,
)
from croupier.bank.store import Store, open_store
from croupier.room.audit import Rounds
from croupier.room.lean_replay import OF_METERS
from croupier.room.replay import Posted, Replay, TableAct, posted
from croupier.room.shuffles import Shuffles
from croupier.rules.registry import GAMES
from croupier.table.shoe import Shoe
from tests.room.rooms import any_room, play

ROUNDS = 12  # at each table
PIECE = re.compile(r'\d+|\w+|"[^"]*"|{[^{}]*}|\[[^][]*\]')  # of a body


class EngineAlone(Replay):
    def _fits(self, act: TableAct) -> bool:
        return False


class NeverEngine(Replay):
    def _round(self, *told: object) -> None:
        raise AssertionError("the engine was asked")


class Listens(Rounds):
    """Keeps the acts of the tables as they are told."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.acts: dict[str, list[TableAct]] = {}

    def _read(self, table: Replay, act: WholeAct) -> None:
        parts = self.parts.pop(act.act.key, {})
        one = TableAct(act.act.version, act.events, act.postings, parts)
        self.acts.setdefault(table.name, []).append(one)


def acts_of(store: Store) -> dict[str, list[TableAct]]:
    with store.reading() as connection:
        records = read(asked(connection), Window(1, 10**9))
    listens = Listens(store)
    listens.see(list(whole_acts(records)))
    return listens.acts


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[TableAct]]:
    """Two tables of each game in different configurations."""
    found: dict[str, list[TableAct]] = {}
    for seed in (4, 8):  # with meters, and with a cut card: a shoe lasts for several rounds
        path: Path = tmp_path_factory.mktemp("room") / "bank.db"
        with open_store(f"sqlite:///{path}") as store:
            rng = Random(seed)
            play(any_room(store, rng, list(GAMES.values())), rng, ROUNDS)
            found |= {f"{name}, {seed}": acts for name, acts in acts_of(store).items()}
    return found


def replayed(kind: type[Replay], name: str, acts: list[TableAct]) -> tuple[object, ...]:
    """How far it was read, and what was wrong then, or where it ended."""

    def posted_at(version: int) -> Posted:
        return posted(bodies[version])

    def shoe_before(version: int) -> Shoe:
        raise ValueError("the acts begin with the opening")

    bodies = {act.version: act.events[0].body for act in acts}
    replay = kind(name, posted_at, shoe_before, Shuffles())
    for place, act in enumerate(acts):
        try:
            replay.read(act)
        except Exception as wrong:
            return place, f"{type(wrong).__name__}: {wrong}"
    return len(acts), replay.rounds, replay.unplayed, replay.in_round, replay.shoe


def name_of(table: str) -> str:
    return table.split(",")[0]


def falsified(rng: Random, acts: list[TableAct]) -> list[TableAct]:
    """One act told or moved otherwise."""
    acts, place = list(acts), rng.randrange(1, len(acts))
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
            acts[place] = act._replace(parts=rng.choice([{}, {"a meter": []}, acts[-1].parts]))
        case _:
            first = act.events[0]
            others = [event.body for other in acts for event in other.events[:1]]
            body = falsified_body(rng, first.body, rng.choice(others))
            acts[place] = act._replace(events=(first._replace(body=body), *act.events[1:]))
    return acts


def falsified_postings(rng: Random, rows: list[PostingRow]) -> list[PostingRow]:
    if not rows:
        return rows
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
    return rows


def falsified_body(rng: Random, body: str, other: str) -> str:
    """A number, a word or a card changed; a piece of it gone, twice there, or out of another."""
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


def all_of(tables: dict[str, list[TableAct]]) -> Iterator[tuple[str, list[TableAct]]]:
    for table, acts in tables.items():
        yield name_of(table), acts


def test_true_rounds_need_no_engine(tables: dict[str, list[TableAct]]) -> None:
    assert len(tables) == 2 * len(GAMES)
    told = [act for acts in tables.values() for act in acts]
    assert any(act.parts for act in told)
    assert any(re.search('"first":[1-9]', act.events[0].body) for act in told)
    for name, acts in all_of(tables):
        lean = replayed(NeverEngine, name, acts)
        assert lean == replayed(EngineAlone, name, acts)
        assert lean[:2] == (len(acts), ROUNDS)


@pytest.mark.parametrize("times", [25, pytest.param(500, marks=pytest.mark.slow)])
def test_falsified_rounds_are_found_as_the_engine_finds_them(
    tables: dict[str, list[TableAct]], times: int
) -> None:
    rng, wrong = Random(times), 0
    for name, acts in all_of(tables):
        for _ in range(times):
            told = falsified(rng, acts)
            seen = replayed(Replay, name, told)
            assert seen == replayed(EngineAlone, name, told)
            wrong += isinstance(seen[1], str)
    assert wrong > len(tables) * times // 2


def test_it_keeps_the_acts_of_a_round_for_the_engine(tables: dict[str, list[TableAct]]) -> None:
    """Where the last act of a round is false, the engine sees the ones before it, too."""
    for name, acts in all_of(tables):
        places = [place for place, act in enumerate(acts) if ends(act.events)]
        for place in places[:4]:
            false = list(acts[: place + 1])
            rows = list(false[place].postings)
            # What a meter pays is not the round's own; the meters are played again elsewhere.
            last = max(at for at, row in enumerate(rows) if row.reason not in OF_METERS)
            row = rows[last]
            rows[last] = row._replace(cents=row.cents + 1)
            false[place] = false[place]._replace(postings=rows)
            at, why = replayed(Replay, name, false)
            assert at == place
            assert f"{row.cents + 1} cents from {row.debit} to {row.credit}" in str(why)


def ends(events: Sequence[EventRow]) -> bool:
    return events[0].kind == "round" and '"shoe":' in events[0].body
