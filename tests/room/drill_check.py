"""The books of a drill, checked by other eyes than the audit's: plain SQL, hashlib, and nothing of
croupier. It says what is wrong, each thing in a line, and counts what it looked at.

    python tests/room/drill_check.py bank.db JOURNALS…     (or a PostgreSQL URL)
"""

import hashlib
import json
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

CHAINED = {
    "accounts": ("account", "name", "kind", "may_go_below_zero"),
    "events": ("event", "stream", "version", "kind", "body"),
    "postings": ("posting", "id", "debit", "credit", "cents", "reason", "memo", "reverses"),
    "acts": ("act", "key", "stream", "version", "first", "content", "snapshot", "at"),
}
BESIDE = {
    "accounts": ("balance",),
    "streams": ("name", "version"),
    "snapshots": ("stream", "sequence", "version", "body"),
    "head": ("sequence", "digest"),
}
ESCROW, CONTRIBUTION = "jackpot escrow", "jackpot contribution"
PART = 10_000  # a meter counts in ten-thousandths of a cent
RANKS, SUITS = "23456789TJQKA", "cdhs"
Row = dict[str, Any]


def rows_of(url: str) -> dict[str, list[Row]]:
    """All tables, as of one moment."""
    if "://" in url and not url.startswith("sqlite"):
        import psycopg

        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            return {name: _rows(connection.execute, name) for name in (*CHAINED, *BESIDE)}
    file = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    try:
        file.execute("BEGIN")
        return {name: _rows(file.execute, name) for name in (*CHAINED, *BESIDE)}
    finally:
        file.close()


def _rows(execute: Any, table: str) -> list[Row]:
    columns = [*CHAINED.get(table, ())[1:], *BESIDE.get(table, ())]
    if table in CHAINED:
        columns += ["sequence", "digest"]
    names = ", ".join(f'"{column}"' for column in columns)
    found = execute(f"SELECT {names} FROM {table}").fetchall()
    return [dict(zip(columns, row, strict=True)) for row in found]


def canonical(values: Iterable[object]) -> bytes:
    """Each value's type, the length of its text in bytes, its text."""
    parts = []
    for value in values:
        letter = "n" if value is None else "i" if isinstance(value, int) else "s"
        text = ("" if value is None else str(value)).encode()
        parts.append(f"{letter}{len(text)}:".encode() + text + b",")
    return b"".join(parts)


def digest(*values: object) -> str:
    return hashlib.sha256(canonical(values)).hexdigest()


def check(url: str, journals: Iterable[Path]) -> tuple[list[str], Counter[str]]:
    """What is wrong, and how much was checked. What was acknowledged is read before the books."""
    told = [line for path in journals for line in _journal(path)]
    return examined(rows_of(url), told)


def examined(books: dict[str, list[Row]], told: list[Row]) -> tuple[list[str], Counter[str]]:
    """The same of rows and lines that were read already."""
    counts = Counter(acts=len(books["acts"]), records=sum(len(books[name]) for name in CHAINED))
    wrong = [
        *_chain(books),
        *_acts(books, counts),
        *_money(books),
        *_streams(books),
        *_acknowledged(books, told, counts),
        *_meters(books),
        *_rounds(books, told, counts),
    ]
    return wrong, counts


def _journal(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8").split("\n")[:-1]:
        yield json.loads(line)


def _chain(books: dict[str, list[Row]]) -> Iterator[str]:
    records = sorted(
        ((row["sequence"], table, row) for table in CHAINED for row in books[table]),
        key=lambda record: record[0],
    )
    last = "0" * 64
    for place, (sequence, table, row) in enumerate(records, 1):
        if sequence != place:
            yield f"record {place} is missing: {sequence} follows"
            return
        kind, *columns = CHAINED[table]
        last = digest(last, sequence, kind, *(row[column] for column in columns))
        if row["digest"] != last:
            yield f"record {sequence} ({kind}): its digest is not the chain's"
            return
    (head,) = books["head"]
    if (head["sequence"], head["digest"]) != (len(records), last):
        yield f"the head is at {head['sequence']}, the chain at {len(records)}"


def _acts(books: dict[str, list[Row]], counts: Counter[str]) -> Iterator[str]:
    """They are contiguous, without duplicate keys, and times never decrease."""
    end, time = 0, 0
    for act in sorted(books["acts"], key=lambda row: row["sequence"]):
        if act["first"] != end + 1 or act["at"] < time:
            yield f"act {act['key']!r}: it begins at {act['first']} after {end}"
        end, time = act["sequence"], act["at"]
    for key, times in Counter(act["key"] for act in books["acts"]).items():
        if times > 1:
            yield f"key {key!r} stands {times} times in the books"


def _money(books: dict[str, list[Row]]) -> Iterator[str]:
    below = {row["name"] for row in books["accounts"] if row["may_go_below_zero"]}
    balances: Counter[str] = Counter()
    for posting in sorted(books["postings"], key=lambda row: row["sequence"]):
        balances[posting["debit"]] -= posting["cents"]
        balances[posting["credit"]] += posting["cents"]
        if posting["cents"] <= 0 or (
            balances[posting["debit"]] < 0 and posting["debit"] not in below
        ):
            yield f"posting {posting['id']!r}: {posting['debit']} goes below zero"
    for row in books["accounts"]:
        if balances[row["name"]] != row["balance"]:
            yield f"{row['name']} has {row['balance']}, its postings make {balances[row['name']]}"
    if sum(row["balance"] for row in books["accounts"]):
        yield "all balances together are not zero"


def _streams(books: dict[str, list[Row]]) -> Iterator[str]:
    """Versions without gaps; each snapshot is from the last act that stored one."""
    versions: dict[str, list[int]] = defaultdict(list)
    for event in sorted(books["events"], key=lambda row: row["sequence"]):
        versions[event["stream"]].append(event["version"])
    for stream, found in versions.items():
        if found != list(range(1, len(found) + 1)):
            yield f"{stream}: its versions have gaps"
    kept = {row["name"]: row["version"] for row in books["streams"]}
    if kept != {stream: len(found) for stream, found in versions.items()}:
        yield "the versions that are kept are not those of the events"
    with_one = {act["sequence"]: act for act in books["acts"] if act["snapshot"]}
    last = {act["stream"]: act for _, act in sorted(with_one.items())}
    for snapshot in books["snapshots"]:
        act = with_one.get(snapshot["sequence"])
        if act is None or act is not last[act["stream"]]:
            yield f"{snapshot['stream']}: its snapshot is not the last act's"
        elif digest(snapshot["body"]) != act["snapshot"] or snapshot["version"] != act["version"]:
            yield f"{snapshot['stream']}: its snapshot is not what came with the act"


def _acknowledged(
    books: dict[str, list[Row]], told: list[Row], counts: Counter[str]
) -> Iterator[str]:
    """Each is in the books once, where its receipt says, whoever received it."""
    acts = {act["key"]: act for act in books["acts"]}
    keys = set()
    for line in told:
        counts["re-sent"] += "again" in line
        counts["database failed"] += "failed" in line
        if "no" in line:
            counts["refused"] += 1
            counts[f"refused {line['code']}"] += 1
        if "ok" not in line:
            continue
        counts["answers"] += 1
        key = line["ok"]
        counts["answered twice"] += key in keys
        keys.add(key)
        act = acts.get(key)
        if act is None:
            yield f"{key!r} was acknowledged and is not in the books"
            continue
        where = (act["stream"], act["version"], act["first"], act["sequence"])
        if where != (line["stream"], line["version"], line["first"], line["last"]):
            yield f"{key!r} was acknowledged at {line}, and stands at {where}"
    counts["acknowledged"] = len(keys)


def _meters(books: dict[str, list[Row]]) -> Iterator[str]:
    """The sum of the wagers of each meter is in the escrow, to the cent, on top of the seeds."""
    rules: dict[str, Row] = {}
    parts: Counter[str] = Counter()
    for event in sorted(books["events"], key=lambda row: row["sequence"]):
        if event["stream"].startswith("meter/"):
            body = json.loads(event["body"])
            rules[event["stream"]] = body.get("rules") or rules[event["stream"]]
            if body["event"] == "wagered":
                rule = rules[event["stream"]]
                rate = rule["contribution_rate"] + rule["reserve_rate"]  # in ten-thousandths
                parts[event["stream"]] += body["wagers"] * body["stake"] * rate
    into = Counter[str]()
    for posting in books["postings"]:
        if posting["credit"] == ESCROW:
            into[posting["reason"]] += posting["cents"]
    must = sum(part // PART for part in parts.values())
    if into[CONTRIBUTION] != must:
        yield f"the meters were given {into[CONTRIBUTION]} of wagers that come to {must}"


def _rounds(books: dict[str, list[Row]], told: list[Row], counts: Counter[str]) -> Iterator[str]:
    shown: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for line in told:
        if "commitment" in line:
            shown[line["table"]].add((line["at"], line["commitment"]))
    streams: dict[str, list[Row]] = defaultdict(list)
    for event in sorted(books["events"], key=lambda row: row["sequence"]):
        if event["stream"].startswith("table/"):
            streams[event["stream"]].append(event)
    snapshots = {row["stream"]: row for row in books["snapshots"]}
    moved: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for posting in books["postings"]:
        table, _, rest = posting["id"].partition("/")
        number = rest.partition("/")[0]
        if number.isdigit():
            moved[table, number][posting["debit"]] -= posting["cents"]
            moved[table, number][posting["credit"]] += posting["cents"]
    for stream, events in streams.items():
        table = Table(stream.removeprefix("table/"), moved)
        promised = [""]
        for event in events:
            table.read(event["kind"], json.loads(event["body"]))
            promised.append(_commitment(table.shoe))
        for at, commitment in sorted(shown[table.name]):
            if promised[at] != commitment:
                table.say(f"at event {at} a commitment was shown that no book has")
        yield from table.wrong
        yield from table.check_kept(snapshots[stream], events)
        counts["rounds"] += table.finished
        counts["cards"] += table.cards


class Table:
    """A table's own story: what was promised, what was dealt, what each seat bet and got."""

    def __init__(self, name: str, moved: Any) -> None:
        self.name, self.moved = name, moved
        self.wrong: list[str] = []
        self.shoe: Row = {}
        self.dealt: list[tuple[int, list[int], list[Any]]] = []  # of this shoe, not yet proved
        self.number, self.going = 0, False
        self.nets: Counter[str] = Counter()
        self.jackpots: set[str] = set()
        self.finished = self.cards = 0

    def say(self, words: str) -> None:
        self.wrong.append(f"table {self.name} round {self.number}: {words}")

    def read(self, kind: str, body: Row) -> None:
        if kind == "opened":
            self.shoe = body["shoe"]
        elif kind == "round" and "number" in body:  # without one, it comes before the deal
            self._play(body)
        elif kind == "word":  # in older books: a plaintext word, before the deal
            self.shoe["entropy"].append([body["by"], body["word"]])
        elif kind == "called off":
            if self.going:  # otherwise there were only bets, before the deal
                self._back()
            self._told(body)

    def _back(self) -> None:
        """Returns all bets, whatever was already settled."""
        seats = (account.rpartition("/")[2] for account in self._moved if "/chips/" in account)
        self.nets, self.jackpots = Counter(dict.fromkeys(seats, 0)), set()
        self.going = False
        self._settled()

    @property
    def _moved(self) -> Counter[str]:
        found: Counter[str] = self.moved[self.name, str(self.number)]
        return found

    def _play(self, body: Row) -> None:
        events = body["events"]
        if events and events[0]["event"] in ("opened", "started"):
            if self.going:
                self.say("another was begun before it was over")
            self.number, self.going = body["number"], True
            self.nets, self.jackpots = Counter(), set()
            words = [
                [f"seat {one['seat']} {one['player']}", one["word"]]
                for one in body.get("words", ())
                if one["word"] is not None
            ]
            entropy = [*self.shoe["entropy"], *words]
            self.shoe = {**self.shoe, "entropy": entropy}
            self.dealt.append((self.shoe["first"], [], entropy))
        elif not self.going or body["number"] != self.number:
            self.say("an act outside of it")
            return
        for event in events:
            self._cards(event)
            for one in event.get("results", ()):
                self.nets[str(event["seat"])] += one["net"]
                if "jackpot" in one["wager"]:
                    self.jackpots.add(str(event["seat"]))
        if "shoe" in body:
            self.going, self.finished = False, self.finished + 1
            self._settled()
            self._told(body)

    def _cards(self, event: Row) -> None:
        if event["event"] in ("dealt", "burned", "turned"):
            for card in (event.get("cards") or event.get("card") or "").split():
                self.dealt[-1][1].append(SUITS.index(card[1]) * 13 + RANKS.index(card[0]))

    def _settled(self) -> None:
        """Nothing is left on the felt, and each seat has the results of its wagers."""
        moved = self._moved
        for account, cents in list(moved.items()):
            place, _, seat = account.removeprefix(f"table/{self.name}/").partition("/")
            if place in ("felt", "pot") and cents:
                self.say(f"{cents} cents stay in {account}")
            if place == "chips" and seat in self.nets and seat not in self.jackpots:
                got = cents + moved[f"table/{self.name}/held/{seat}"]
                if got != self.nets[seat]:
                    self.say(f"seat {seat} won {self.nets[seat]} and was given {got}")

    def _told(self, body: Row) -> None:
        """The next shoe, and the secret of this one: in older books it was with the shoe."""
        secret = body.get("secret") or self.shoe.get("secret")
        following = body["shoe"]
        if _commitment(following) == _commitment(self.shoe):
            if following["first"] != self.shoe["first"] + len(self.dealt[-1][1]):
                self.say("the shoe goes on from another place")
        elif secret is None:
            self.say("the shoe is gone and its secret was not told")
        else:
            self._prove(bytes.fromhex(secret))
            self.dealt = []
        self.shoe = following

    def _prove(self, secret: bytes) -> None:
        decks = self.shoe["decks"]
        if _sha(b"croupier 1 commitment", bytes([decks]), secret) != _commitment(self.shoe):
            self.say("the secret is not the one that was committed to")
        for first, cards, entropy in self.dealt:
            self.cards += len(cards)
            if shuffled(decks, secret, entropy)[first : first + len(cards)] != cards:
                self.say("the cards do not follow from the secret")

    def check_kept(self, snapshot: Row, events: list[Row]) -> Iterator[str]:
        """A snapshot contains the rounds that were begun by then, and none that is over."""
        body = json.loads(snapshot["body"])
        begun = over = 0
        for event in events[: snapshot["version"]]:
            said = json.loads(event["body"]) if event["kind"] in ("round", "called off") else {}
            first = (said.get("events") or [{}])[0].get("event")
            begun += first in ("opened", "started")
            over += "shoe" in said and (event["kind"] == "round" or said.get("number", 0) == begun)
        if body["rounds"] != begun:
            yield f"table {self.name}: its snapshot knows {body['rounds']} rounds of {begun}"
        if body["told"] and begun == over:
            yield f"table {self.name}: a round that is over lies on it"


def _commitment(shoe: Row) -> str:
    if "commitment" in shoe:
        return str(shoe["commitment"])
    return _sha(b"croupier 1 commitment", bytes([shoe["decks"]]), bytes.fromhex(shoe["secret"]))


def _joined(parts: Iterable[bytes]) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _sha(*parts: bytes) -> str:
    return hashlib.sha256(_joined(parts)).hexdigest()


def shuffled(decks: int, secret: bytes, entropy: list[Any]) -> list[int]:
    """Fisher-Yates by the secret, mixed with the words."""
    words = [text.encode() for pair in entropy for text in pair]
    pad = hashlib.shake_256(_joined([b"croupier 1 pad", *words])).digest(len(secret))
    mixed = bytes(one ^ other for one, other in zip(secret, pad, strict=True))
    numbers = iter([int.from_bytes(mixed[at : at + 2], "big") for at in range(0, len(mixed), 2)])
    cards = list(range(52)) * decks
    for size in range(len(cards), 1, -1):
        number = next(numbers)
        while number >= 65536 - 65536 % size:
            number = next(numbers)
        cards[size - 1], cards[number % size] = cards[number % size], cards[size - 1]
    return cards


if __name__ == "__main__":
    found, looked_at = check(sys.argv[1], [Path(name) for name in sys.argv[2:]])
    for count in looked_at.items():
        print(*count)
    print(*found or ["nothing is wrong"], sep="\n")
    sys.exit(bool(found))
