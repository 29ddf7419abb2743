"""How a sitting went, at the terminal, and what its bets cost: with a plot, and by the hour."""

from fractions import Fraction

from rich.text import Text

from croupier.cli.draw import gain_text
from croupier.cli.play.plot import WIDE, Line, plotted
from croupier.cli.play.terminal import HousePlayer
from croupier.cli.progress import working
from croupier.cli.screen import bare, percent
from croupier.desk.coach import in_cents
from croupier.desk.coaching.costs import MOST_ROUNDS, Prices
from croupier.desk.coaching.course import CourseResult, course_result
from croupier.desk.sittings import coached as desk
from croupier.errors import RuleError
from croupier.money import dollars

HABITS = 3  # the most expensive ones are shown
PLOTTED = 5  # rounds; fewer make no plot
LEAST_WIDE, LABEL = 10, 14  # characters of a plot, and beside it


def show_course(player: HousePlayer) -> None:
    """What the rounds brought, and what the bets bring on average."""
    course = player.sitting.course
    if not course.rounds:
        player.show("No round is played yet. h on: after each round the coach says what your")
        player.show("decisions cost; h warn: it also asks before a choice that gives something up.")
        return
    judge(player)
    result = course_result(prices(player), player.sitting.course)
    _show_result(player, result)
    _show_mistakes(player)
    if result.rounds >= PLOTTED:
        _show_plot(player, result)
    _show_hour(player)


def judge(player: HousePlayer) -> None:
    """Judges what was noted while the coach was silent."""
    notes = player.coach.notes
    if notes:
        with working(f"{len(notes)} decisions"):
            judged = [(note.round, note.judged()) for note in notes]
        player.keep(desk.with_judged(player.sitting, judged))
        notes.clear()


def prices(player: HousePlayer) -> Prices:
    """Counted once for a table, and then kept on this machine."""
    if player.coach.prices is None:
        with working("what the bets cost; the first time for a table, up to a minute"):
            player.coach.prices = desk.prices_of(player.sitting)
    return player.coach.prices


def show_bets(player: HousePlayer, rounds: str) -> None:
    """`h bets`: what each wager costs by the hour; `h bets 60` sets the rounds per hour."""
    if rounds:
        player.coach.an_hour = _rounds(rounds)
    hour = player.coach.an_hour
    sheet = bare("wager", "stake", f"an hour of {hour} rounds", "of the stake", numbers=True)
    for made, cost in desk.offered_bets(player.sitting, prices(player)):
        if cost.cost is None or cost.share is None:
            price, share = "not counted", ""
        else:
            price, share = gain_words(-cost.cost * hour), percent(cost.share, 2)
        name = cost.label if made or not player.sitting.bets else f"{cost.label} (not bet)"
        sheet.add_row(name, dollars(cost.stake), price, share)
    player.show("What the wagers cost, played best; later bets of a round are counted in:")
    player.console.print(sheet)


def _rounds(written: str) -> int:
    if not written.isascii() or not written.isdigit() or not 0 < int(written[:6]) <= MOST_ROUNDS:
        raise RuleError(
            f"{written!r} rounds per hour; write h bets and a number from 1 to {MOST_ROUNDS:,}"
        )
    return int(written[:6])


def _show_result(player: HousePlayer, result: CourseResult) -> None:
    many = "1 round" if result.rounds == 1 else f"{result.rounds:,} rounds"
    line = Text(f"{many}: ", "bold").append_text(gain_text(result.actual, "even"))
    line.append(". To be expected of your bets, played best: ")
    player.show(line.append_text(_gain(result.best)).append("."))
    line = Text(f"Less what your decisions gave up, {cost_text(result.given_up)}: ")
    line.append_text(_gain(result.expected)).append("; the rest is luck: ")
    player.show(line.append_text(_gain(result.luck)).append("."))
    if result.unpriced:
        player.show(f"Without {', '.join(result.unpriced)}: nobody has counted what it brings.")


def _gain(worth: Fraction) -> Text:
    return gain_text(in_cents(worth), "less than a cent" if worth else "nothing")


def gain_words(worth: Fraction) -> str:
    return _gain(worth).plain


def cost_text(cost: Fraction) -> str:
    whole = in_cents(cost)
    return dollars(whole) if whole or not cost else "less than a cent"


def _show_mistakes(player: HousePlayer) -> None:
    made, decisions = player.sitting.mistakes, player.sitting.course.decisions
    one = "decision" if made.decisions == 1 else "decisions"
    player.show(
        f"{made.decisions} {one}, {made.mistakes} not the best: "
        f"given up in all {cost_text(made.cost)}."
    )
    for habit in made.habits[:HABITS]:
        times = "once" if habit.times == 1 else f"{habit.times} times"
        player.show(
            f"  {habit.choice}: {habit.action} instead of {habit.better}, {times}: "
            f"{cost_text(habit.cost)}"
        )
    if decisions > made.decisions:
        player.show(f"{decisions - made.decisions} more are not known anymore: the game was left "
                    "before anybody asked about them.", style="dim")  # fmt: skip


def _show_plot(player: HousePlayer, result: CourseResult) -> None:
    start = (0, Fraction(0))
    actual: Line = [start, *((at.rounds, Fraction(at.actual)) for at in result.points)]
    expected: Line = [start, *((at.rounds, at.expected) for at in result.points)]
    wide = max(LEAST_WIDE, min(WIDE, player.console.width - LABEL))
    player.show(plotted(actual, expected, player.pen, wide))
    player.show("Your result, and in yellow or dots what was to be expected.", style="dim")


def _show_hour(player: HousePlayer) -> None:
    cost, hour = desk.cost_of_round(player.sitting, prices(player)), player.coach.an_hour
    if cost is not None:
        said = f"An hour of {hour} rounds with your last bets: {gain_words(-cost * hour)}"
        player.show(f"{said} on average (h bets: each wager).")
