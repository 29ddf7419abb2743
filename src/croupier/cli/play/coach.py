"""The coach at the terminal: on request or always, and what the decisions have cost."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.draw import gain_text
from croupier.cli.play.course import cost_text, show_bets, show_course
from croupier.cli.play.terminal import HousePlayer, Terminal
from croupier.cli.progress import working
from croupier.desk import coach as desk
from croupier.desk.coach import NotedAct
from croupier.desk.sittings.coached import with_judged
from croupier.errors import RuleError
from croupier.extras import missing
from croupier.table.round import Round
from croupier.table.view import view

MODES = {
    "on": "The coach comments on your decisions after each round.",
    "warn": "The coach also asks before a choice that gives something up.",
    "off": "The coach is silent; h asks for advice.",
}
RULE = "rule"  # asks for the rule to remember that applies
BETS = "bets"  # what they cost by the hour


def coach_panel(player: HousePlayer, words: str) -> None:
    """`h` asks for advice or, between rounds, for the tally; `h on` changes the mode."""
    state = player.sitting.round
    try:
        desk.check_allowed(player.sitting.table)
    except RuleError as forbidden:
        player.refuse(forbidden)
        return
    if words in MODES:
        player.coach.mode = words
        player.show(MODES[words])
        return
    word, _, rest = words.partition(" ")
    if word not in ("", RULE, BETS) or (rest and word != BETS):
        player.warn(f"Type h alone, or h {', h '.join((RULE, BETS, *MODES))}.")
        return
    try:
        with needing_its_packages():
            _show(player, state, word, rest)
    except RuleError as wrong:
        player.refuse(wrong)


def _show(player: HousePlayer, state: Round | None, word: str, rest: str) -> None:
    if word == BETS:
        show_bets(player, rest.strip())
    elif state is None or state.turn is None:
        show_course(player)
    elif word == RULE:
        _show_rule(player, state)
    else:
        show_advice(player, advised(state))


def _show_rule(player: HousePlayer, state: Round) -> None:
    """The lists of rules are found once for each table, which takes up to a minute."""
    with working("the rules to remember"):
        rule = desk.rule_to_remember(state.table, view(state, state.turn))
    player.show(f"To remember: {rule}")


def advised(state: Round) -> desk.Advice:
    """The advice for the seat to act, from its own view."""
    with working("the coach"), needing_its_packages():
        return desk.advice(state.table, view(state, state.turn))


@contextmanager
def needing_its_packages() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as lacking:
        raise missing("the coach", str(lacking.name)) from lacking


def consider(player: HousePlayer, state: Round, action: str) -> None:
    """Notes the decision; in `warn` mode the player may take a costly one back."""
    coach = player.coach
    if coach.mode == "off":
        seen, number = view(state, state.turn), player.sitting.course.rounds + 1
        coach.notes.append(NotedAct(number, state.table, seen, action))
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
        if not player.agrees(f"{action} gives up {cost_text(cost)}. Do it?", default=False):
            raise RuleError("Choose again", "coach/again")
    coach.sees(advice, action)


def show_advice(player: Terminal, advice: desk.Advice) -> None:
    sheet = Grid.grid(padding=(0, 2))
    sheet.add_column()
    sheet.add_column(justify="right")
    for option in sorted(advice.options, key=lambda option: option.cost):
        name = Text(option.action, "bold green" if not option.cost else "")
        gives_up = f"gives up {cost_text(option.cost)}" if option.cost else "best"
        net = gain_text(desk.in_cents(option.net), "even")
        sheet.add_row(name, net, Text(gives_up, "dim"))
    player.show("Expected result, without side bets that your choice cannot change:")
    player.console.print(sheet)


def show_round(player: HousePlayer) -> None:
    """What the decisions of the round have cost."""
    made, number = player.coach.ends_round(), player.sitting.course.rounds
    if made:
        player.keep(with_judged(player.sitting, [(number, decision) for decision in made]))
    for decision in made:
        advice, cost = decision.advice, decision.cost
        what = f"Seat {advice.seat}, {advice.choice}: {decision.action}"
        if cost:
            better = " or ".join(advice.best)
            player.show(f"Coach: {what} gave up {cost_text(cost)}; best: {better}", style="yellow")
        else:
            player.show(f"Coach: {what} was best", style="dim")
