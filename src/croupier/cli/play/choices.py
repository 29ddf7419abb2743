"""A seat's turn: the table as it lies, what may be done, and the answer understood."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.text import Text

from croupier.cli.draw import Pen, compact, felt
from croupier.cli.play.terminal import HousePlayer, check_not_folded_by_a_letter, either
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.rules.vocabulary import Option
from croupier.table.options import named
from croupier.table.round import Round
from croupier.table.spots import stake_of


def ask_action(player: HousePlayer, state: Round) -> str:
    """One of the legal actions, that the player can pay for."""
    show_turn(player, state)
    words = [option.name for option in state.options if option.split is None]
    while True:
        answer = player.ask("> ", actions=words, again=lambda: show_turn(player, state))
        try:
            option = understood(state.options, answer)
            check_cost(player, state, option)
        except RuleError as wrong:
            player.refuse(wrong)
        else:
            return option.name


def show_turn(player: HousePlayer, state: Round) -> None:
    assert state.choice is not None and state.turn is not None
    player.line_across()
    player.console.print(felt(state, player.pen), highlight=False)
    at_hand = player.sitting.at_hand
    player.show(
        f"Seat {state.turn}, {state.choice.name}. Bankroll {dollars(at_hand)}.", style="bold"
    )
    notes = {option.note for option in state.options}
    if notes != {""}:
        (note,) = notes
        player.show(f"{note.capitalize()} ({state.choice.rule}).")
    lines = [
        _option_line(number, option, cost(state, option), at_hand, player.pen)
        for number, option in enumerate(state.options, start=1)
    ]
    player.console.print(Columns(lines, padding=(0, 3), column_first=True), highlight=False)
    player.show(player.keys(dealt=True), style="dim")


def _option_line(number: int, option: Option, price: Cents, at_hand: Cents, pen: Pen) -> Text:
    line = Text(f"{number:>2}  ")
    if option.split is not None:
        first, second = option.split
        line.append_text(compact(first, pen)).append(" / ").append_text(compact(second, pen))
    else:
        line.append(option.name)
    if price:
        line.append(f" ({dollars(price)})")
    if price > at_hand:
        line.append(" more than you have")
        line.stylize("dim")
    return line


def cost(state: Round, option: Option) -> Cents:
    if not option.bet or state.turn is None:
        return Cents(0)
    return stake_of(state.table.game, state.spot(state.turn), option)


def check_cost(player: HousePlayer, state: Round, option: Option) -> None:
    price, at_hand = cost(state, option), player.sitting.at_hand
    if price > at_hand:
        free = [other.name for other in state.options if cost(state, other) <= at_hand]
        raise RuleError(
            f"{option.name} costs {dollars(price)} and you have {dollars(at_hand)} left; "
            f"you can {' or '.join(free)}"
        )


def understood(options: Sequence[Option], answer: str) -> Option:
    """An option by its number, its name (cards of a split in any order), or how its name begins."""
    if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(options):
        return options[int(answer) - 1]
    exact = named(options, answer)
    if exact is not None:
        return exact
    wanted = " ".join(answer.split()).casefold()
    likely = {
        number: option
        for number, option in enumerate(options, start=1)
        if wanted and option.name.casefold().startswith(wanted)
    }
    if len(likely) == 1:
        (option,) = likely.values()
        check_not_folded_by_a_letter(wanted, option.name)
        return option
    if likely:
        meant = ", ".join(option.name for option in likely.values())
        raise RuleError(f"Which one: {meant}? Type {either(likely)}", "action/unknown")
    numbers = either(range(1, len(options) + 1)) if len(options) < 3 else f"1 to {len(options)}"
    said = "Not a choice here. " if wanted else ""
    raise RuleError(f"{said}Type {numbers}, or ? for help", "action/unknown")
