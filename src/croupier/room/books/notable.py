"""What an act of a round contains besides the round: large wins, jackpots, meter postings."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.bank.audit.records import PostingRow
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.meters.events import MeterSettled
from croupier.bank.meters.meter import kind_of
from croupier.money import Cents
from croupier.room.audit.difference import Body, Difference
from croupier.room.meters.meters import event_of
from croupier.room.names import at_seat, held_of, meter_postings_begin, round_id
from croupier.room.tables.mistakes import DEAD, EXPOSED
from croupier.room.tables.state import Held
from croupier.room.tables.state import notable as notable_events
from croupier.rules.jackpots import prizes_paid
from croupier.rules.limits import Profile
from croupier.table.round import Play, Round

Parts = dict[str, list[str]]  # the events of each meter, as text
JACKPOTS = {Purpose.JACKPOT_CONTRIBUTION, Purpose.JACKPOT_AWARD, Purpose.FUNDING}  # moved by meters
LOGGED = {"voided": DEAD, "exposed": EXPOSED}  # how the log names these events
OF_METERS = {reason.value for reason in JACKPOTS}
SETTLED = kind_of(MeterSettled)


class Notable(NamedTuple):
    """What the act must log: wins that wait for a supervisor, and jackpots."""

    held: tuple[Held, ...] = ()
    hits: tuple[Held, ...] = ()


def own_rows(rows: Sequence[PostingRow]) -> tuple[PostingRow, ...]:
    """The rows of an act's postings, except those of meters."""
    for row in rows:
        if row[5] in OF_METERS:
            return tuple([row for row in rows if row[5] not in OF_METERS])
    return tuple(rows)


def jackpots_in(
    name: str,
    number: int,
    law: Profile,
    meters: Mapping[str, str],
    parts: Parts,
    postings: Sequence[Posting],
) -> Notable:
    """The jackpots won, from the meters' events and payments."""
    held, hits = list[Held](), list[Held]()
    for sensor, meter in meters.items():
        for event in map(json.loads, parts.get(meter, ())):
            if event["event"] == SETTLED:
                won = _won(name, number, sensor, law, postings)
                shares = {int(claim["account"]) for claim in event["claims"] if claim["percent"]}
                large = [seat for seat in sorted(won) if law.needs_supervisor(won[seat])]
                held += [Held(number, seat, sensor, won[seat]) for seat in large]
                hits += [Held(number, seat, sensor, won[seat]) for seat in sorted(shares)]
    return Notable(tuple(held), tuple(hits))


def _won(
    name: str, number: int, sensor: str, law: Profile, postings: Sequence[Posting]
) -> dict[int, Cents]:
    """What a jackpot paid each seat; a large win, and no other, is in the seat's held account."""
    begins = meter_postings_begin(name, number, sensor, SETTLED)
    awards = [one for one in postings if one.reason is Purpose.JACKPOT_AWARD]
    own = [(_seat(one), one) for one in awards if one.id.startswith(begins)]
    won = prizes_paid((seat, one.cents) for seat, one in own)
    for seat, one in own:
        if (one.credit == held_of(name, seat)) != law.needs_supervisor(won[seat]):
            raise Difference(f"{one}: a large win waits for a supervisor, and no other does")
    return won


def _seat(award: Posting) -> int:
    at = at_seat(award.credit)
    if at is None:
        raise Difference(f"{award}: a jackpot is paid to a seat")
    return at[1]


def logged_of(notable: Notable) -> list[tuple[str, str]]:
    """The log events, sorted, because two meters may come in either order."""
    return sorted((event.kind, event.body) for event in notable_events(*notable))


def check_logged(data: Body, logged: Sequence[tuple[str, str]], notable: Notable) -> None:
    """A dead hand, a replaced card, large wins and jackpots must be in the log.

    room/audit/claims/table.py checks what those entries say.
    """
    first = LOGGED.get(data["events"][0]["event"])
    if first is not None and [kind for kind, _ in logged[:1]] != [first]:
        raise Difference(f"round {data['number']} has a {first}; the log has none")
    must, does = logged_of(notable), sorted(logged if first is None else logged[1:])
    if does != must:
        raise Difference(
            f"round {data['number']} logs {_listed(does)}, and must log {_listed(must)}"
        )


def _listed(logged: Sequence[tuple[str, str]]) -> str:
    return "; ".join(f"{kind} {event}" for kind, event in logged) or "nothing"


def check_of_meters(
    name: str, number: int, parts: Parts, postings: Sequence[Posting], *, claims: bool = True
) -> None:
    """The meter events and meter postings of an act belong to its round.

    room/audit/meters.py checks the amounts.
    """
    for event in (json.loads(text) for texts in parts.values() for text in texts):
        if (event["table"], event["round"]) != (name, number):
            raise Difference(f"round {number} tells a meter {event}")
        if not claims and event.get("claims"):
            raise Difference(f"round {number} is called off, and wins {event['claims']}")
    for one in postings:
        of_round = one.id.startswith(f"{round_id(name, number)}/")
        if one.reason in JACKPOTS and not (parts and of_round):
            raise Difference(f"{one} in round {number}: nothing claims it")


def off_events(name: str, number: int, meters: Mapping[str, str], now: Round | Play) -> Parts:
    """The meter events of a round that is called off: settled without claims."""
    text = event_of(MeterSettled(name, number)).body
    played = {sensor for spot in now.spots for sensor in spot.wagers}
    return {meter: [text] for sensor, meter in meters.items() if sensor in played}
