"""Checks a game's loops against its flow before they run.

Loops hard-code the position of each card and the order of choices; the rest they ask of the rules.
"""

from collections.abc import Iterator

from croupier.errors import RuleError
from croupier.rules.vocabulary import Choose, Deal, EachSeat, Flow, Game, Step, To, steps_of


def deals_and_choices(flow: Flow) -> tuple[str, ...]:
    """The deals and choices of a flow in words; those of one turn together."""
    parts = [(part, ", ".join(_words(part))) for part in flow]
    return tuple(
        f"in turn: {words}" if isinstance(part, EachSeat) else words
        for part, words in parts
        if words
    )


def _words(part: Step | EachSeat) -> Iterator[str]:
    for step in steps_of((part,)):
        if isinstance(step, Choose):
            yield f"choose {step.name}"
        elif isinstance(step, Deal):
            to = "dealer" if step.to is To.DEALER else step.place.name.lower().replace("_", " ")
            yield f"deal {'up to ' if step.up_to else ''}{step.cards} {step.face.value} to {to}"


def check_written_for(steps: tuple[str, ...], *games: Game) -> None:
    """Refuses games whose deals and choices differ from these steps."""
    for game in games:
        flow = deals_and_choices(game.flow)
        if flow != steps:
            raise RuleError(
                f"a round of {game.id} is: {'; '.join(flow)}. Its compiled loops are written for: "
                f"{'; '.join(steps)}; rewrite them before this game is solved or simulated",
                "loops/steps",
            )


def dealt(flow: Flow, to: To, *, up_to: bool = False) -> int:
    """The cards dealt to the dealer or to one seat: fixed counts, or the count filled up to."""
    return sum(
        step.cards
        for step in steps_of(flow)
        if isinstance(step, Deal) and step.to is to and step.up_to == up_to
    )
