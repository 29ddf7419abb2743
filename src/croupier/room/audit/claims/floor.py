"""What rounds tell beside themselves, and what the floor rules on: dead hands, exposed cards, wins
that wait, payments that are corrected.
"""

from collections.abc import Iterator
from typing import Any

from croupier.bank.ledger import LONGEST_MEMO, reversal
from croupier.money import Cents
from croupier.room.audit.claims.claimed import Must, Seen, body_of
from croupier.room.audit.difference import Body, Difference
from croupier.room.audit.past import HeldSince, Past, PastTable, check_reason
from croupier.room.books.recall import ended
from croupier.room.cage.cash_postings import CORRECTED, TO_HOUSE, TO_PLAYER, moved_by
from croupier.room.cage.corrections import check_wager
from croupier.room.names import correction_id, off_id
from croupier.room.tables.mistakes import DEAD, EXPOSED, REPLACED, STANDS
from croupier.room.tables.state import HIT, LARGE, Held


def round_(past: Past, act: Seen) -> Must:
    """An act of a round that tells more than the round. Which that must be, and all its money,
    room/audit/replay/replay.py compares; this holds it against who sits there and who may."""
    table, round_said = past.table(act.name), act.said
    for event in act.events[1:]:
        said = body_of(event.kind, event.body)
        if event.kind == DEAD:
            _dead(past, table, round_said, said)
        elif event.kind == EXPOSED:
            _replaced(past, table, round_said, said)
        elif event.kind == LARGE:
            won = Held(said["round"], said["seat"], said["wager"], Cents(said["cents"]))
            table.held.append(HeldSince(event.version, won))
        elif event.kind != HIT:
            raise Difference(f"{event.kind} beside a round: nothing claims it")
    return Must(act.made, more=[event.kind for event in act.events[1:]])


def _dead(past: Past, table: PastTable, round_said: Body, said: Body) -> None:
    past.check_may(said["by"], "declare a hand dead")
    check_reason(said["reason"])
    first = round_said["events"][0]
    names = ("by", "number", "seat", "forfeit", "player")
    must = {"forfeit": True, **round_said, **first, "player": table.seats[first["seat"]]}
    if first["event"] != "voided" or any(must[name] != said[name] for name in names):
        raise Difference(f"a dead hand {said}, and the round tells {first}")


def _replaced(past: Past, table: PastTable, round_said: Body, said: Body) -> None:
    first = round_said["events"][0]
    must = {"by": round_said["by"], "number": round_said["number"], "ruling": REPLACED}
    must |= {"seat": first["seat"], "place": first["number"], "card": first["card"]}
    _check_exposed(past, table, said, must)


def exposed(past: Past, act: Seen) -> Must:
    """A card that was turned over, and the hand stands."""
    table = past.table(act.name)
    _check_exposed(past, table, act.said, {"ruling": STANDS, "number": table.rounds})
    return Must()


def _check_exposed(past: Past, table: PastTable, said: Body, must: dict[str, Any]) -> None:
    past.check_may(said["by"], "rule on an exposed card")
    check_reason(said["reason"])
    must = {**said, "player": table.seats[said["seat"]], **must}
    if said != must:
        raise Difference(f"an exposed card {said}, where it must be {must}")


def corrected(past: Past, act: Seen) -> Must:
    """Of a wager that a past round settled, of the player who sat there, once at a time."""
    said, name = act.said, act.name
    past.check_two(said["by"], said["second"], "correct a payment")
    check_reason(said["reason"])
    past.check_player(said["player"])
    if said["to"] not in (TO_PLAYER, TO_HOUSE):
        raise Difference(f"a correction to {said['to']!r}")
    settled = ended(past.store, name, said["number"])
    check_wager(settled, said["seat"], said["wager"])
    of = said["player"], said["opened"], said["posting"]
    must = settled.players[said["seat"]], settled.opened, _next_id(past, name, said)
    if of != must:
        raise Difference(f"a correction of {of}, where it must be {must}")
    moved = moved_by(CORRECTED, name, said["posting"], said)
    past.corrections |= {one.id for one in moved}
    return Must(moved)


def _next_id(past: Past, name: str, said: Body) -> str:
    """A wager is corrected once, and again only if that was reversed."""
    return next(id_ for id_ in _ids(past, name, said) if id_ not in past.taken_back)


def _ids(past: Past, name: str, said: Body) -> Iterator[str]:
    for time in range(1, len(past.taken_back) + 2):
        yield correction_id(name, said["number"], said["seat"], said["wager"], time)


def correction_reversed(past: Past, act: Seen) -> Must:
    said = act.said
    past.check_two(said["by"], said["second"], "reverse a posting")
    check_reason(said["reason"])
    wrong = said["posting"]
    if wrong not in past.corrections:
        raise Difference(f"the reversal of {wrong}, which is not a standing correction")
    past.corrections.remove(wrong)
    past.taken_back.add(wrong)
    memo = said["reason"][:LONGEST_MEMO]
    return Must([reversal(past.store.posting(wrong), off_id(wrong), memo)])
