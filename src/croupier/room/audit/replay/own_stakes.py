"""What rounds count under the limits that players set: compared with what was staked and won."""

from collections.abc import Callable, Mapping, Sequence

from croupier.bank.audit.records import PostingRow, WholeAct
from croupier.bank.batch import posting_of
from croupier.games.registry import game, plays_poker
from croupier.room.audit.claims.audited_act import body_of
from croupier.room.audit.difference import Body, Difference
from croupier.room.names import OWN
from croupier.room.own_limits.stakes import gain
from croupier.room.own_limits.state import AT_STAKE, RESULT
from croupier.room.tables.words import BET
from croupier.rules.limits import most_asked

OwnCounts = Mapping[str, Sequence[tuple[str, Body]]]  # kinds and bodies, by the key of their act


def counts_in(act: WholeAct) -> list[tuple[str, Body]]:
    """What a part of a round's act tells a player's own stream."""
    assert act.act.stream.startswith(OWN)
    return [(event.kind, body_of(event.kind, event.body)) for event in act.events]


def stakes_of(row: Body, game_id: str) -> dict[int, int | None]:
    """What each seat may lose, by the first row of an act that bets, closes bets or deals."""
    if row["event"] == BET:
        bets = {row["seat"]: row["stakes"]}
    elif "stacks" in row:  # a hand of poker may cost them all
        return {int(seat): chips for seat, chips in row["stacks"].items()}
    else:
        bets = row.get("bets") or row.get("wagers") or {}
    poker = plays_poker(game_id)  # when the bets are closed, the deal will tell the stacks
    return {
        int(seat): None if poker else most_asked(game(game_id), stakes)
        for seat, stakes in bets.items()
    }


class RoundStakes:
    """What the acts of one table count; `game_before` is its game after that many events."""

    def __init__(self, table: str, game_before: Callable[[int], str], own: OwnCounts) -> None:
        self.table, self.game_before, self.own = table, game_before, own
        self.seats: tuple[int, ...] = ()  # in the round in progress …
        self.moved: list[Sequence[PostingRow]] = []  # … and the postings of its acts

    def counts(self, act: WholeAct) -> bool:
        return act.act.key in self.own

    def staked(self, act: WholeAct, row: Body, *, deals: bool) -> tuple[int, ...]:
        """The seats whose stakes it tells, by the first row of an act that bets or deals."""
        counts = self.own.get(act.act.key, ())
        told = [said for kind, said in counts if kind == AT_STAKE]
        stakes = stakes_of(row, self.game_before(act.act.version)) if told else {}
        for said in told:
            seat = said["seat"]
            right = said["table"] == self.table and seat in stakes and ("chips" in said) == deals
            if not right or stakes[seat] not in (None, said["cents"]):
                raise Difference(f"{AT_STAKE} {said}, where the act stakes {stakes}")
        return _seats(told)

    def played(self, act: WholeAct, *, deals: bool, over: bool) -> tuple[int, ...]:
        """An act of a round: the seats whose results it tells, at the end."""
        self.moved.append(act.postings)
        counts = self.own.get(act.act.key, ())
        results = [said for kind, said in counts if kind == RESULT]
        stakes = sum(kind == AT_STAKE for kind, _ in counts)
        if len(results) + stakes < len(counts) or (stakes and not deals) or (results and not over):
            raise Difference(f"a round counts {list(counts)}: nothing claims it")
        for said in results:
            rows = [posting_of(row) for moved in self.moved for row in moved]
            net = gain(self.table, said["seat"], rows)
            if said["table"] != self.table or said["net"] != net:
                raise Difference(f"{RESULT} {said}, where the round brought {net} cents")
        return _seats(results)

    def end(self) -> None:
        self.seats, self.moved = (), []


def _seats(told: Sequence[Body]) -> tuple[int, ...]:
    seats = tuple(sorted(said["seat"] for said in told))
    if len(set(seats)) < len(seats):
        raise Difference(f"seats {seats} are counted twice")
    return seats
