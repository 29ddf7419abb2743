"""What a change of a meter by hand came to, said as in cli/room/said.py."""

from croupier.bank.meters.events import DUE, ESCROW, HOUSE, MOVED, RECEIPTS, Opened
from croupier.bank.meters.json import event_from_json
from croupier.cli.room.meter_words import advice
from croupier.cli.room.said import Answer, Outcome
from croupier.money import dollars
from croupier.room.meters.meters import METER

WORDS = {
    "lowered": "is lowered by {}; it now displays {}",
    "raised": "is raised by {}; it now displays {}",
    "posted": "now posts a prize of {}; it displays {}",
}
STANDING = {
    "suspended": "is suspended: nobody may wager on it until it is resumed",
    "resumed": "is resumed",
}


def changed(act: Outcome) -> Answer:
    name, kind = act.receipt.stream.removeprefix(METER), act.done.events[0].kind
    if kind == "ruled":
        return Answer(f"Meter {name}: {', '.join(act.body['rules']['tables'])}.")
    if kind in STANDING:
        return Answer(f"Meter {name} {STANDING[kind]}.")
    cents = act.body["prize" if kind == "posted" else "cents"]
    now = act.room.hall.meters[name].meter.shown
    text = f"Meter {name} {WORDS[kind].format(dollars(cents), dollars(now))}."
    return Answer(text, {"meter": name, kind: cents, "displayed": now})


def is_open(act: Outcome) -> Answer:
    name, opening = act.receipt.stream.removeprefix(METER), event_from_json(act.body)
    assert isinstance(opening, Opened), "a meter's first event"
    tables = ", ".join(opening.rules.tables)
    return Answer(f"Meter {name} is open for {tables}. {advice(opening.rules)}".rstrip())


def discontinued(done: Outcome) -> Answer:
    """By what left the meter: its own postings, and not those of the meter that got it."""
    name = done.receipt.stream.removeprefix(METER)
    left = [one for one in done.done.postings if one.debit == ESCROW]
    to = done.room.hall.meter(name).meter.discontinued
    went = "; ".join(f"{dollars(one.cents)} {_WHERE[one.credit]}" for one in left)
    text = f"Meter {name} is discontinued, {to}" + (f": {went}." if went else ".")
    return Answer(text, {"meter": name, "cents": sum(one.cents for one in left), "became": to})


_WHERE = {
    MOVED: "to the other meter",
    HOUSE: "of seed money to the house",
    DUE: "due to players",
    RECEIPTS: "to gross receipts",
}
