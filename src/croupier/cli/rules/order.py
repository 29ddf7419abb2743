"""The order of a round in words: who is dealt what, who decides, and what is settled when."""

from collections.abc import Collection, Iterator

from croupier.rules.felt import Face
from croupier.rules.vocabulary import (
    Choose,
    Collect,
    Deal,
    EachSeat,
    Flow,
    Place,
    Reveal,
    Settle,
    Step,
    To,
    always,
)

FACES = {Face.DOWN: "face down", Face.OWN: "for the player's own eyes", Face.UP: "face up"}


def order(flow: Flow, wagers: Collection[str]) -> Iterator[str]:
    """A line for each part of the flow, in its order, where these wagers may be made."""
    for part in flow:
        if isinstance(part, EachSeat):
            way = "from the dealer's right" if part.right_to_left else "from the dealer's left"
            steps = [step for step in part.steps if _is_made(step, wagers)]
            if steps:
                yield f"Each seat in turn, {way}: {'; '.join(map(_step, steps))}"
        elif getattr(part, "to", To.SEAT) is To.DEALER:
            yield f"The dealer: {_step(part)}"
        else:
            yield f"Each seat, from the dealer's left: {_step(part)}"


def _is_made(step: Step, wagers: Collection[str]) -> bool:
    return not isinstance(step, Settle) or any(name in wagers for name in step.wagers)


def _step(step: Step) -> str:
    rule = getattr(step, "rule", "")
    kind = ("rules " if "," in rule else "rule ") if rule[:1].isdigit() else ""
    where = f" ({kind}{rule})" if rule else ""
    open_ = "" if step.when is always else ", where it applies"
    return f"{_words(step)}{open_}{where}"


def _words(step: Step) -> str:
    match step:
        case Deal(place=Place.OFFER):
            return "is offered a card"
        case Deal(cards=cards, face=face, up_to=True):
            return f"is dealt what is missing of {cards} cards, {FACES[face]}"
        case Deal(cards=cards, face=face):
            return f"is dealt {cards} card{'s' if cards > 1 else ''}, {FACES[face]}"
        case Choose(name=name, options=options):
            chosen = "" if callable(options) else f": {', '.join(each.name for each in options)}"
            return f"decides ({name}{chosen})"
        case Reveal():
            return "shows the cards"
        case Collect(hand=hand):
            return f"hand {hand + 1} is collected"
        case Settle(wagers=wagers):
            return f"{' and '.join(wagers)} settled"
