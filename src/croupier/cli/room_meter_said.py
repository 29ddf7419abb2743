"""What a change of a meter by hand came to, said as in cli/room_said.py."""

from croupier.cli.room_said import Answer, Outcome
from croupier.money import dollars
from croupier.room.meters import METER

WORDS = {
    "lowered": "is lowered by {}; it now displays {}",
    "raised": "is raised by {}; it now displays {}",
    "posted": "now posts a prize of {}; it displays {}",
}


def changed(act: Outcome) -> Answer:
    name, kind = act.receipt.stream.removeprefix(METER), act.done.events[0].kind
    cents = act.body["prize" if kind == "posted" else "cents"]
    now = act.room.hall.meters[name].meter.shown
    text = f"Meter {name} {WORDS[kind].format(dollars(cents), dollars(now))}."
    return Answer(text, {"meter": name, kind: cents, "displayed": now})
