"""A house-banked game at the terminal: bets, choices, results, round after round."""

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from croupier.bank.meters.meter import Hit
from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.cli.draw import Pen, compact, felt, gain_text
from croupier.cli.play.bets import ask_bets
from croupier.cli.play.coach import consider, show_round
from croupier.cli.play.info import add_panels, commitment_line, header, meters_line, words_said
from croupier.cli.play.terminal import HousePlayer, Quit, check_not_folded_by_a_letter, either
from croupier.cli.screen import called
from croupier.desk.sittings import sitting as desk
from croupier.desk.sittings.jackpots import Meters
from croupier.desk.sittings.saved import write_private
from croupier.errors import RuleError
from croupier.money import Cents, dollars, share
from croupier.rules.vocabulary import Option
from croupier.table.explain import explanations
from croupier.table.round import Round
from croupier.table.shoe import ShoeRecord
from croupier.table.spots import named

SeatOutcomes = Mapping[int, Sequence[desk.SettledWager]]  # by seat


def sit(player: HousePlayer, sitting: desk.Sitting) -> None:
    """Round after round, until the player quits."""
    player.current = sitting
    add_panels(player)
    header(player)
    while True:
        if player.sitting.round is None:
            _open_round(player)
        state = _play_on(player)
        _close_round(player, state)


def _open_round(player: HousePlayer) -> None:
    if player.sitting.bankroll < player.sitting.table.least_bet:
        _buy_in(player)
    player.show()
    player.show(f"Bankroll {dollars(player.sitting.bankroll)}", style="bold")
    if player.sitting.meters:
        player.show(f"Jackpots: {meters_line(player.sitting.meters)}")
    commitment_line(player)
    player.show(player.keys(), style="dim")
    bets = ask_bets(player)
    sitting = desk.with_words(player.sitting, bets, player.new_word)
    if sitting is not player.sitting:
        for line in words_said(sitting.words, "Betting is closed"):
            player.show(line, style="dim")
    player.keep(desk.dealt(sitting, bets))


def _buy_in(player: HousePlayer) -> None:
    sitting = player.sitting
    needed = dollars(sitting.table.least_bet)
    player.show()
    player.show(
        f"Your bankroll is {dollars(sitting.bankroll)}, and a bet here is at least {needed}. "
        "You are out, but it is only play money."
    )
    if not player.agrees(f"Another {dollars(sitting.buy_in)}?", default=True):
        raise Quit
    player.keep(desk.bought_in(sitting))


def _play_on(player: HousePlayer) -> Round:
    """Plays from choice to choice to the end of the round."""
    while True:
        state = player.sitting.round
        assert state is not None
        if state.over:
            return state
        player.keep(ask_action(player, state))


def _close_round(player: HousePlayer, state: Round) -> None:
    """Proof and bankroll are saved first, then shown: a player who leaves now loses nothing."""
    sitting, outcomes, proof = desk.closed(player.sitting, player.new_secret)
    said = "The shoe continues; its shuffle is proved when the cut card comes."
    if proof is not None:
        said = publish(player, proof)
    player.keep(sitting)
    show_results(player, state, outcomes)
    show_round(player)
    player.command(said)


def ask_action(player: HousePlayer, state: Round) -> desk.Sitting:
    """The sitting after an action that is legal and paid for."""

    def choice(answer: str) -> desk.Sitting:
        action = understood(state.options, answer).name
        after = desk.acted(player.sitting, action)
        consider(player, state, action)
        return after

    words = [option.name for option in state.options if option.split is None]
    return player.choose(words, lambda: show_turn(player, state), choice)


def show_turn(player: HousePlayer, state: Round) -> None:
    assert state.choice is not None and state.turn is not None
    player.line_across()
    player.console.print(felt(state, player.pen))
    at_hand = player.sitting.at_hand
    player.show(
        f"Seat {state.turn}, {state.choice.name}. Bankroll {dollars(at_hand)}.", style="bold"
    )
    notes = {option.note for option in state.options}
    if notes != {""}:
        (note,) = notes
        player.show(f"{note.capitalize()} ({state.choice.rule}).")
    lines = [
        _option_line(number, option, desk.price(state, option), at_hand, player.pen)
        for number, option in enumerate(state.options, start=1)
    ]
    player.console.print(Columns(lines, padding=(0, 3), column_first=True))
    player.show(player.keys(dealt=True), style="dim")


def _option_line(number: int, option: Option, cents: Cents, at_hand: Cents, pen: Pen) -> Text:
    line = Text(f"{number:>2}  ")
    if option.split is not None:
        first, second = option.split
        line.append_text(compact(first, pen)).append(" / ").append_text(compact(second, pen))
    else:
        line.append(option.name)
    if cents:
        line.append(f" ({dollars(cents)})")
    if cents > at_hand:
        line.append(" more than you have")
        line.stylize("dim")
    return line


def understood(options: Sequence[Option], answer: str) -> Option:
    """An option by its number, its name (cards of a split in any order), or the start of it."""
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


def show_results(player: HousePlayer, state: Round, outcomes: SeatOutcomes) -> None:
    player.line_across()
    player.console.print(felt(state, player.pen))
    for seat in outcomes:
        player.console.print(_results(state, seat, outcomes[seat], player.sitting.meters))
    if len(outcomes) > 1:
        whole = sum(map(_net, outcomes.values()))
        player.show(Text("Total  ", "bold").append_text(gain_text(whole, "even", "bold")))
    above = state.table.limits.profile.supervisor_above
    for seat, wagers in outcomes.items():
        for won in wagers:
            if won.supervised:
                player.show(_supervised(seat, won, above), style="yellow")


def _net(wagers: Sequence[desk.SettledWager]) -> int:
    return sum(outcome.net for outcome in wagers)


def _supervised(seat: int, won: desk.SettledWager, above: int) -> str:
    return (
        f"Seat {seat} wins {dollars(won.prize)} on {won.wager}: in a card room a supervisor would "
        f"have to acknowledge a win above {dollars(above)}; here it is paid."
    )


def _results(state: Round, seat: int, wagers: Sequence[desk.SettledWager], meters: Meters) -> Grid:
    title = Text(f"Seat {seat}  ", "bold")
    title.append_text(gain_text(_net(wagers), "even", "bold"))
    sheet = Grid.grid(padding=(0, 2, 0, 0))
    sheet.title, sheet.title_justify, sheet.title_style = title, "left", ""
    sheet.add_column(no_wrap=True)
    sheet.add_column(justify="right")
    sheet.add_column(justify="right")
    sheet.add_column()
    reasons = explanations(state)[seat]
    said = ""
    for name, stake, net, _, hit, _ in wagers:
        why = f"{reasons[name].text} ({reasons[name].rule})"
        if hit is not None:
            why = f"{why}; {share_text(hit, meters[name].rules)}"
        sheet.add_row(f"  {name}", dollars(stake), gain_text(net), "" if why == said else why)
        said = why
    return sheet


def publish(player: HousePlayer, proof: ShoeRecord) -> str:
    """Writes the proof of a finished shoe, including its secret; returns how to check it."""
    path = player.record
    try:
        write_private(path, proof)
    except OSError as fault:
        return f"The proof of the shuffle cannot be written in {path} ({fault.strerror})."
    return f"Check this shuffle yourself: {called('fair', str(path))}"


def share_text(hit: Hit, rules: MeterRules) -> str:
    """`100% of the meter: $10,023.40`; for a house jackpot, its posted prize."""
    what = "posted prize" if rules.kind == HOUSE_JACKPOT else "meter"
    shared = ", shared" if hit.paid < share(hit.percent, hit.displayed) else ""
    return f"{hit.percent}% of the {what}{shared}: {dollars(hit.paid)}"
