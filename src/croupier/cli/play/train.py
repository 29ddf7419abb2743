"""`croupier train`: one choice after another, with what was right, and the score."""

from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns
from rich.text import Text

from croupier.cli.draw import felt
from croupier.cli.options import WhatIfOptions, show_mark
from croupier.cli.play.coach import needing_its_packages, show_advice
from croupier.cli.play.course import cost_text
from croupier.cli.play.house import understood
from croupier.cli.play.info import help_panel
from croupier.cli.play.terminal import Quit, Terminal, terminal
from croupier.cli.progress import working
from croupier.cli.screen import called, percent
from croupier.desk.coach import rule_to_remember
from croupier.desk.coaching import trainer as desk
from croupier.desk.sittings import trainings
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.table.table import Table
from croupier.table.view import view

WEAKEST = 3  # kinds that are shown at the end


def train(
    *,
    at: WhatIfOptions,
    questions: Annotated[
        int | None, typer.Option(min=1, help="How many; until you quit if left out.")
    ] = None,
    rules: Annotated[
        bool, typer.Option(help="Tell the rule to remember; found once, in up to a minute.")
    ] = True,
    again: Annotated[bool, typer.Option("--forget", help="Begin a new record.")] = False,
) -> None:
    """Practice the choices of a game, above all those that you get wrong; the record is kept.

    Example: [bold]croupier train four-card-prime --questions 20[/bold]
    """
    table = at.opened()
    school = School(Terminal(terminal(), input), table, trainings.place(), rules=rules)
    show_mark(school.terminal.console, table)
    school.sit(questions, forget=again)


class School:
    """A player at the trainer of one table."""

    def __init__(self, at: Terminal, table: Table, folder: Path, *, rules: bool) -> None:
        self.terminal, self.table, self.folder, self.rules = at, table, folder, rules
        self.training = desk.Training("")
        at.panels = {"help": lambda _: help_panel(at, table.game.how_to_play)}

    def sit(self, questions: int | None, *, forget: bool) -> None:
        """Question after question, until the player quits; each answer is saved."""
        self.training = (None if forget else self._kept()) or desk.new_training()
        before = self.training
        try:
            while questions is None or self.training.asked < before.asked + questions:
                self._ask()
        except (Quit, KeyboardInterrupt):
            pass
        self._goodbye(before)

    def _kept(self) -> desk.Training | None:
        """The record; one that cannot be used is set aside, and a new one begins."""
        try:
            return trainings.load(self.folder, self.table.game.id)
        except RuleError as wrong:
            aside = trainings.aside(self.folder, self.table.game.id)
            self.terminal.warn(f"The record cannot be used: {wrong.message}.")
            self.terminal.command(f"It is kept as {aside}")
            return None

    def _ask(self) -> None:
        with working("the next choice"), needing_its_packages():
            asked = desk.next_question(self.table, self.training)
        self._show(asked)
        while True:
            answer = self.terminal.ask("> ", again=lambda: self._show(asked))
            try:
                action = understood(asked.round.options, answer).name
                self.training, marked = desk.answered(self.training, asked, action)
                break
            except RuleError as wrong:
                self.terminal.warn(f"{wrong.message}.")
        trainings.save(self.folder, self.table.game.id, self.training)
        self._tell(asked, marked)

    def _show(self, asked: desk.Question) -> None:
        at, state = self.terminal, asked.round
        at.line_across()
        at.console.print(felt(state, at.pen))
        more = ", which you got wrong before" if asked.again else ""
        at.show(f"{asked.advice.choice}{more}: what is best?", style="bold")
        lines = [
            Text(f"{number:>2}  {option.name}")
            for number, option in enumerate(state.options, start=1)
        ]
        at.console.print(Columns(lines, padding=(0, 3), column_first=True))
        at.show(at.keys(dealt=True), style="dim")

    def _tell(self, asked: desk.Question, marked: desk.Marked) -> None:
        at = self.terminal
        if marked.right:
            at.show("Right.", style="bold green")
        else:
            best = " or ".join(marked.best)
            gone = cost_text(marked.option.cost)
            at.show(
                f"Wrong: {marked.option.action} gives up {gone}; best: {best}.", style="bold red"
            )
        show_advice(at, asked.advice)
        if self.rules:
            with working("the rules to remember"):
                rule = rule_to_remember(self.table, view(asked.round, desk.SEAT))
            at.show(f"To remember: {rule}" if rule else "")
        at.show(score_line(self.training), style="dim")

    def _goodbye(self, before: desk.Training) -> None:
        at, now = self.terminal, self.training
        if now.asked > before.asked:
            many, right = now.asked - before.asked, now.right - before.right
            at.show(f"{right} of {many} right. In all: {score_line(now)}")
            for one in now.weakest[:WEAKEST]:
                at.show(f"  {one.kind.choice}, {one.kind.best} is best: "
                        f"{one.wrong} of {one.asked} wrong")  # fmt: skip
        at.command(f"Come again: {called('train', self.table.game.id)}")


def score_line(now: desk.Training) -> str:
    return (
        f"{percent(now.accuracy, 0)} of {now.asked:,} right, {now.streak} in a row "
        f"(at most {now.longest}), {cost_text(now.cost_per_hundred)} given up in a hundred choices "
        f"at a first bet of {dollars(desk.STAKE)}."
    )
