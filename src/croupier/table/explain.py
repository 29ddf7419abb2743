"""Why a wager was paid or taken: the rule, and the hands and the row that decided."""

from typing import NamedTuple

from croupier.rules.felt import Result
from croupier.rules.vocabulary import EachSeat, Game, Settle
from croupier.table.round import Round


class Explanation(NamedTuple):
    rule: str
    text: str


def settles(game: Game, wager: str) -> Settle:
    """How a wager is settled; where several steps settle it, they do so in the same way."""
    for part in game.flow:
        for step in part.steps if isinstance(part, EachSeat) else (part,):
            if isinstance(step, Settle) and wager in step.wagers:
                return step
    raise AssertionError(f"{game.id} never settles {wager!r}")


def explain(state: Round, seat: int, result: Result) -> Explanation:
    step = settles(state.table.game, result.wager)
    reason = step.reasons[result.why]
    felt = state.felt([spot.seat for spot in state.spots].index(seat))
    text = reason.text
    for fact in step.facts:
        if f"{{{fact.name}}}" in text:
            text = text.replace(f"{{{fact.name}}}", fact.words(fact.of(felt)))
    for key, fact in step.tables:
        if f"{{{key}}}" in text:
            group, _, column = key.partition(".")
            table = state.table.posted[group]
            said = table.says(fact.of(felt), column or "pays")
            text = text.replace(f"{{{key}}}", said)
    return Explanation(reason.rule, text)
