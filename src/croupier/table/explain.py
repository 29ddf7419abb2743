"""Why a wager was paid or taken: the rule, and the hands and the row that decided."""

from typing import NamedTuple

from croupier.money import dollars
from croupier.rules.felt import Fact, Result
from croupier.rules.paytable import Steps, prize
from croupier.rules.vocabulary import Game, Settle, steps_of
from croupier.table.events import FactValue, Settled, Voided
from croupier.table.round import Round
from croupier.table.spots import results_of
from croupier.table.table import Table


class Explanation(NamedTuple):
    rule: str
    text: str


def explanations(state: Round) -> dict[int, dict[str, Explanation]]:
    reasons: dict[int, dict[str, Explanation]] = {spot.seat: {} for spot in state.spots}
    for event in state.events:
        if isinstance(event, Settled):
            reasons[event.seat].update(
                {result.wager: explain(state.table, event, result) for result in event.results}
            )
        elif isinstance(event, Voided):
            became = "lost" if event.forfeit else "returned"
            said = Explanation("irregularities", f"dead hand: wagers {became}")
            reasons[event.seat].update({result.wager: said for result in event.results})
    return reasons


def explain(table: Table, event: Settled, result: Result) -> Explanation:
    step = settles(table.game, result.wager, result.why)
    reason = step.reason(result.wager, result.why)
    facts = dict(zip(step.facts, event.facts, strict=True))
    for (
        key,
        fact,
    ) in step.tables:  # if there are several scores, name only those that the table pays
        scores = facts[fact]
        if isinstance(scores, tuple):
            facts[fact] = tuple(score for score in scores if prize(table.steps(key), score) > 0)
    text = reason.text
    if any(_changes(table, step, event, result.wager, key) for key in named(step, reason.bonus)):
        text += reason.bonus
    for fact, value in facts.items():
        if f"{{{fact.name}}}" in text:
            text = text.replace(f"{{{fact.name}}}", fact.words(value))
    for key, fact in named(step, text).items():
        text = text.replace(f"{{{key}}}", _said(table, key, fact, facts[fact]))
    return Explanation(reason.rule, text + _limited(table, step, event, result))


def named(step: Settle, text: str) -> dict[str, Fact]:
    """The tables that a template names, with the fact that is looked up in each."""
    return {key: fact for key, fact in step.tables if f"{{{key}}}" in text}


def _changes(table: Table, step: Settle, event: Settled, wager: str, key: str) -> bool:
    """Whether the wager is paid otherwise than it would be in the lowest row of a table."""
    steps = {name: table.steps(name) for name, _ in step.tables}
    place = step.wagers.index(wager) + 1  # after the reason

    def paid(rows: Steps) -> int:
        return step.kernel(*event.facts, *{**steps, key: rows}.values())[place]

    return paid(steps[key]) != paid(steps[key][-1:])


def _limited(table: Table, step: Settle, event: Settled, result: Result) -> str:
    limit = table.limits.aggregates.get(result.wager)
    if limit is None:
        return ""
    tables = [table.steps(key) for key, _ in step.tables]
    units = step.kernel(*event.facts, *tables)
    (whole,) = results_of(step, units, {result.wager: result.stake})
    if whole.net == result.net:
        return ""
    return (
        f"; of {dollars(whole.net)} won, {dollars(result.net)} is paid: the table's aggregate "
        f"limit of {dollars(limit)} is shared by all who won"
    )


def _said(table: Table, key: str, fact: Fact, value: FactValue) -> str:
    """The row of the posted table; for several hands, the row of each."""
    group, _, column = key.partition(".")
    posted = table.displayed(group)
    if isinstance(value, int):
        return posted.says(value, column or "pays")
    return ", ".join(f"{fact.words((score,))}: {posted.cell(score, column)}" for score in value)


def settles(game: Game, wager: str, why: int | None = None) -> Settle:
    """The step that settles a wager; with `why`, the one that has this reason."""
    for step in steps_of(game.flow):
        if isinstance(step, Settle) and wager in step.wagers and why in (None, *step.reasons):
            return step
    raise AssertionError(f"{game.id} never settles {wager!r}")
