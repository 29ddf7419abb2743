"""The rows of a bank, put together for the drill's checker: plain rows, and nothing of croupier."""

import json
from collections import Counter, defaultdict
from typing import Any

Row = dict[str, Any]
TABLE = "table/"


class Books:
    def __init__(self, rows: dict[str, list[Row]]) -> None:
        self.acts = {row["key"]: row for row in rows["acts"]}
        self.versions = {row["name"].removeprefix(TABLE): row["version"] for row in rows["streams"]}
        self.balances = {row["name"]: row["balance"] for row in rows["accounts"]}
        self._events: dict[int, list[Row]] = defaultdict(list)  # by the act that wrote them
        self._postings: dict[int, list[Row]] = defaultdict(list)
        self._belong(rows)
        self.chips: dict[tuple[str, int], Counter[str]] = {}  # by table and version, then seat
        self._walk(rows)
        self.dealt: dict[tuple[str, int], dict[str, set[str]]] = {}
        self._sat: dict[str, list[tuple[int, str, int]]] = defaultdict(list)
        self._nets: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)  # by seat
        self._players: dict[tuple[str, int], dict[str, str]] = {}  # of a round, by seat
        self._play(rows)
        self.given = Counter[str]()  # deposits less withdrawals
        self._give(rows)

    def _belong(self, rows: dict[str, list[Row]]) -> None:
        """Acts are contiguous: a record belongs to the first act that ends at or after it."""
        ends = iter(sorted(row["sequence"] for row in rows["acts"]))
        end = next(ends, 0)
        both = [(row["sequence"], self._events, row) for row in rows["events"]]
        both += [(row["sequence"], self._postings, row) for row in rows["postings"]]
        for sequence, kept, row in sorted(both, key=lambda one: one[0]):
            while sequence > end:
                end = next(ends)
            kept[end].append(row)

    def _walk(self, rows: dict[str, list[Row]]) -> None:
        """The chips of every table after each of its versions."""
        now: dict[str, Counter[str]] = defaultdict(Counter)
        for act in sorted(rows["acts"], key=lambda row: row["sequence"]):
            for account, cents in self.moved(act).items():
                table, _, seat = account.removeprefix(TABLE).partition("/chips/")
                if seat:
                    now[table][seat] += cents
            for event in self._events[act["sequence"]]:
                if event["stream"].startswith(TABLE):
                    table = event["stream"].removeprefix(TABLE)
                    self.chips[table, event["version"]] = Counter(now[table])

    def _play(self, rows: dict[str, list[Row]]) -> None:
        """The cards of each round, who played it, and what it moved."""
        seats: dict[str, dict[str, str]] = defaultdict(dict)
        for event in sorted(rows["events"], key=lambda row: row["sequence"]):
            if not event["stream"].startswith(TABLE):
                continue
            table, body = event["stream"].removeprefix(TABLE), json.loads(event["body"])
            if event["kind"] == "bought in":
                seats[table][str(body["seat"])] = body["player"]
            if event["kind"] == "round" and "number" in body:
                where = table, body["number"]
                if where not in self.dealt:
                    self.dealt[where] = defaultdict(set)
                    self._players[where] = dict(seats[table])
                for row in body["events"]:
                    self._deal(where, row)
        for posting in rows["postings"]:
            table, _, rest = posting["id"].partition("/")
            number = rest.partition("/")[0]
            if number.isdigit():
                for account, cents in _sides(posting):
                    for kind in ("chips", "held"):
                        begin = f"{TABLE}{table}/{kind}/"
                        if account.startswith(begin):
                            self._nets[table, int(number)][account.removeprefix(begin)] += cents

    def _deal(self, where: tuple[str, int], row: Row) -> None:
        if row["event"] in ("dealt", "turned", "revealed"):
            cards = (row.get("cards") or row.get("card") or "").split()
            place = str(row["seat"]) if "seat" in row else "board"
            self.dealt[where][place].update(cards)

    def _give(self, rows: dict[str, list[Row]]) -> None:
        """Money that came to a deposit or left it other than for chips."""
        for posting in rows["postings"]:
            if posting["reason"] in ("deposit", "withdrawal"):
                for account, cents in _sides(posting):
                    self.given[account.removeprefix("player/")] += cents

    def moved(self, act: Row) -> Counter[str]:
        found = Counter[str]()
        for posting in self._postings[act["sequence"]]:
            for account, cents in _sides(posting):
                found[account] += cents
        return found

    def event(self, act: Row) -> tuple[str, Row]:
        """What the act says on its own stream."""
        event = next(one for one in self._events[act["sequence"]] if one["stream"] == act["stream"])
        return event["kind"], json.loads(event["body"])

    def by(self, act: Row) -> str:
        """Who did it, if it was done at a table."""
        if not act["stream"].startswith(TABLE):
            return ""
        return str(self.event(act)[1].get("by", ""))

    def net(self, table: str, number: int, who: str) -> int | None:
        """What a round brought somebody, by the postings; None if they were not in it."""
        players = self._players.get((table, number), {})
        seat = next((seat for seat, player in players.items() if player == who), None)
        return None if seat is None else self._nets[table, number][seat]

    def worth(self, who: str) -> int:
        """The deposit. At the end everybody has left the tables."""
        return int(self.balances[f"player/{who}"])


def _sides(posting: Row) -> tuple[tuple[str, int], tuple[str, int]]:
    return (posting["debit"], -posting["cents"]), (posting["credit"], posting["cents"])
