"""Audit rules of a meter's stream: who changed it, and was it possible.

room/audit/meters.py replays every meter and checks the amounts and postings.
"""

from croupier.bank.ledger import Account, Kind, Posting, Purpose
from croupier.bank.meters import events
from croupier.bank.meters.meter import event_from_json
from croupier.bank.meters.rules import MeterRules
from croupier.room.audit.claims.audited_act import Must, Seen
from croupier.room.audit.difference import Difference
from croupier.room.audit.past import Past, PastMeter, check_reason
from croupier.room.names import METER, hand_posting_id, hand_postings_begin

BY_HAND = {Purpose.FUNDING, Purpose.TRANSFER}


def opened(past: Past, act: Seen) -> Must:
    event = _event(act)
    assert isinstance(event, events.MeterOpened)
    _check_by(past, act)
    if act.name in past.meters:
        raise Difference(f"there is a meter {act.name} already")
    _check_apart(past, act.name, event.rules)
    past.meters[act.name] = PastMeter(event.rules)
    return Must(_own(act, act.postings))


def changed(past: Past, act: Seen) -> Must:
    """Lowered, raised, suspended or resumed, or given another prize or other rules."""
    event = _event(act)
    _check_answered(past, act, event.authority)  # type: ignore[union-attr]
    meter = _meter(past, act.name)
    if isinstance(event, events.Ruled):
        _check_apart(past, act.name, event.rules)
        meter.rules = event.rules
    return Must(_own(act, act.postings))


def received(past: Past, act: Seen) -> Must:
    """Part of the act that discontinues the other meter; it moves nothing by itself."""
    event = _event(act)
    assert isinstance(event, events.Received)
    _check_answered(past, act, event.authority)
    _meter(past, act.name).received = act.version
    return Must()


def discontinued(past: Past, act: Seen) -> Must:
    event = _event(act)
    assert isinstance(event, events.Discontinued)
    _check_answered(past, act, event.authority)
    for table in past.tables.values():
        if table.is_open and act.name in table.meters.values():
            raise Difference(f"it is discontinued, and table {table.name} plays for it")
    _meter(past, act.name).discontinued = True
    if event.to is None:
        accounts = (Account(events.DUE, Kind.ESCROW),) if event.players else ()
        return Must(_own(act, act.postings), accounts)
    taker = hand_postings_begin(f"{METER}{event.to}", _meter(past, event.to).received)
    theirs = [one for one in act.postings if one.id.startswith(taker) and one.reason in BY_HAND]
    own = [one for one in act.postings if one not in theirs]
    return Must([*_own(act, own), *theirs], (Account(events.MOVED, Kind.ESCROW),))


def _event(act: Seen) -> events.MeterEvent:
    said = act.said
    if said.get("event") != act.kind:
        raise Difference(f"{act.kind} is told as {said.get('event')!r}")
    return event_from_json(said)


def _own(act: Seen, postings: list[Posting]) -> list[Posting]:
    """The manual postings of a meter, checked by id and reason; the replay checks the amounts."""
    for place, one in enumerate(postings):
        is_own = one.id == hand_posting_id(act.stream, act.version, place)
        if not is_own or one.reason not in BY_HAND:
            raise Difference(f"{one} is no meter's")
    return postings


def _meter(past: Past, name: str) -> PastMeter:
    if name not in past.meters:
        raise Difference(f"there is no meter {name}")
    return past.meters[name]


def _check_by(past: Past, act: Seen) -> None:
    """Older books do not say who opened a meter."""
    if "by" in act.said or past.protocol > 1:
        past.check_may(act.said["by"], "change a meter")


def _check_answered(past: Past, act: Seen, authority: events.Authority) -> None:
    past.check_two(authority.first, authority.second, "change a meter")
    check_reason(authority.reason)
    by = act.said.get("by", authority.first if past.protocol == 1 else None)
    if by not in (authority.first, authority.second):
        raise Difference(f"{by} is neither of those who answer for it")


def _check_apart(past: Past, name: str, rules: MeterRules) -> None:
    """A sensor of a table plays for one jackpot only."""
    for other, meter in past.meters.items():
        shared = set(rules.tables) & set(meter.rules.tables)
        if other != name and shared and not meter.discontinued:
            if meter.rules.sensor == rules.sensor:
                raise Difference(f"table {min(shared)} plays for {other} with its {rules.sensor}")
