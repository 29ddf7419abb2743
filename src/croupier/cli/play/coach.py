"""The coach at the terminal: on request or always, and what the decisions have cost."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.draw import gain_text
from croupier.cli.play.terminal import HousePlayer
from croupier.cli.progress import working
from croupier.desk import coach as desk
from croupier.errors import RuleError
from croupier.extras import missing
from croupier.money import dollars
from croupier.table.round import Round
from croupier.table.view import view

MODES = {
    "on": "The coach comments on your decisions after each round.",
    "warn": "The coach also asks before a choice that gives something up.",
    "off": "The coach is silent; h asks for advice.",
}
RULE = "rule"  # asks for the rule to remember that applies
HABITS = 3  # the most expensive ones are shown


def coach_panel(player: HousePlayer, words: str) -> None:
    """`h` asks for advice or, between rounds, for the tally; `h on` changes the mode."""
    state = player.sitting.round
    if words in MODES:
        player.coach.mode = words
        player.show(MODES[words])
    elif words not in ("", RULE):
        player.warn(f"Type h alone, or h {', h '.join((RULE, *MODES))}.")
    elif state is None or state.turn is None:
        show_tally(player)
    else:
        try:
            (_show_rule if words == RULE else _advise)(player, state)
        except RuleError as wrong:
            player.refuse(wrong)


def _advise(player: HousePlayer, state: Round) -> None:
    show_advice(player, advised(state))


def _show_rule(player: HousePlayer, state: Round) -> None:
    """The lists of rules are found once for each table, which takes up to a minute."""
    with working("the rules to remember"), _needing_its_packages():
        rule = desk.rule_to_remember(state.table, view(state, state.turn))
    player.show(f"To remember: {rule}")


def advised(state: Round) -> desk.Advice:
    """The advice for the seat to act, from its own view."""
    with working("the coach"), _needing_its_packages():
        return desk.advice(state.table, view(state, state.turn))


@contextmanager
def _needing_its_packages() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as lacking:
        raise missing("the coach", str(lacking.name)) from lacking


def consider(player: HousePlayer, state: Round, action: str) -> None:
    """Notes the decision; in `warn` mode the player may take a costly one back."""
    coach = player.coach
    if coach.mode == "off":
        return
    try:
        advice = advised(state)
    except RuleError as wrong:
        coach.mode = "off"
        player.refuse(wrong)
        return
    cost = advice.of(action).cost
    if cost and coach.mode == "warn":
        show_advice(player, advice)
        if not player.agrees(f"{action} gives up {_cents(cost)}. Do it?", default=False):
            raise RuleError("Choose again", "coach/again")
    coach.sees(advice, action)


def show_advice(player: HousePlayer, advice: desk.Advice) -> None:
    sheet = Grid.grid(padding=(0, 2))
    sheet.add_column()
    sheet.add_column(justify="right")
    for option in sorted(advice.options, key=lambda option: option.cost):
        name = Text(option.action, "bold green" if not option.cost else "")
        gives_up = f"gives up {_cents(option.cost)}" if option.cost else "best"
        net = gain_text(desk.in_cents(option.net), "even")
        sheet.add_row(name, net, Text(gives_up, "dim"))
    player.show("Expected result, without side bets that your choice cannot change:")
    player.console.print(sheet)


def show_round(player: HousePlayer) -> None:
    """What the decisions of the round have cost."""
    for decision in player.coach.ends_round():
        advice, cost = decision.advice, decision.cost
        what = f"Seat {advice.seat}, {advice.choice}: {decision.action}"
        if cost:
            better = " or ".join(advice.best)
            player.show(f"Coach: {what} gave up {_cents(cost)}; best: {better}", style="yellow")
        else:
            player.show(f"Coach: {what} was best", style="dim")


def show_tally(player: HousePlayer) -> None:
    tally = player.coach.tally
    if not tally.decisions:
        player.show("The coach has seen no decisions yet. h on: after each round it says what")
        player.show("they cost; h warn: it also asks before a choice that gives something up.")
        return
    one = "decision" if tally.decisions == 1 else "decisions"
    player.show(
        f"{tally.decisions} {one}, {tally.mistakes} not the best: "
        f"given up in all {_cents(tally.cost)}."
    )
    for habit in tally.habits[:HABITS]:
        times = "once" if habit.times == 1 else f"{habit.times} times"
        player.show(
            f"  {habit.choice}: {habit.action} instead of {habit.better}, {times}: "
            f"{_cents(habit.cost)}"
        )


def _cents(cost: Fraction) -> str:
    whole = desk.in_cents(cost)
    return dollars(whole) if whole or not cost else "less than a cent"
