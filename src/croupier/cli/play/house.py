"""A house-banked game at the terminal: bets, choices, results, round after round."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from croupier.bank.meters.meter import Hit
from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.cli.called import called
from croupier.cli.draw import Pen, compact, felt, gain_text
from croupier.cli.play.bets import ask_bets
from croupier.cli.play.info import add_panels, commitment_line, header, meters_line, words_said
from croupier.cli.play.terminal import HousePlayer, Quit, check_not_folded_by_a_letter, either
from croupier.desk.sittings.jackpots import Meters, Shares
from croupier.desk.sittings.saved import write_private
from croupier.desk.sittings.sitting import (
    Sitting,
    acted,
    bought_in,
    closed,
    dealt,
    least_bet,
    with_words,
)
from croupier.errors import RuleError
from croupier.money import Cents, dollars, share
from croupier.rules.felt import Spot
from croupier.rules.jackpots import won
from croupier.rules.vocabulary import Option
from croupier.table.explain import explanations
from croupier.table.round import Round
from croupier.table.shoe import Record
from croupier.table.spots import named, stake_of


def sit(player: HousePlayer, sitting: Sitting) -> None:
    """Round after round, until the player quits."""
    player.kept = sitting
    add_panels(player)
    header(player)
    while True:
        if player.sitting.round is None:
            _open_round(player)
        state = _play_on(player)
        _close_round(player, state)


def _open_round(player: HousePlayer) -> None:
    if player.sitting.bankroll < least_bet(player.sitting.table):
        _buy_in(player)
    player.show()
    player.show(f"Bankroll {dollars(player.sitting.bankroll)}", style="bold")
    if player.sitting.meters:
        player.show(f"Jackpots: {meters_line(player.sitting.meters)}")
    commitment_line(player)
    player.show(player.keys(), style="dim")
    bets = ask_bets(player)
    sitting = with_words(player.sitting, bets, player.new_word)
    if sitting is not player.sitting:
        for line in words_said(sitting.words, "Betting is closed"):
            player.show(line, style="dim")
    player.keep(dealt(sitting, bets))


def _buy_in(player: HousePlayer) -> None:
    sitting = player.sitting
    needed = dollars(least_bet(sitting.table))
    player.show()
    player.show(
        f"Your bankroll is {dollars(sitting.bankroll)}, and a bet here is at least {needed}. "
        "You are out, but it is only play money."
    )
    if not player.agrees(f"Another {dollars(sitting.buy_in)}?", default=True):
        raise Quit
    player.keep(bought_in(sitting))


def _play_on(player: HousePlayer) -> Round:
    """From choice to choice to the end of the round."""
    while True:
        state = player.sitting.round
        assert state is not None
        if state.over:
            return state
        action = ask_action(player, state)  # which may change the sitting, by a word
        player.keep(acted(player.sitting, action))


def _close_round(player: HousePlayer, state: Round) -> None:
    """Proof and bankroll are kept first, then shown: a player who leaves now loses nothing."""
    sitting, shares, proof = closed(player.sitting, player.new_secret)
    said = "The shoe goes on; its shuffle is proved when the cut card comes."
    if proof is not None:
        said = publish(player, proof)
    player.keep(sitting)
    show_results(player, state, shares)
    player.command(said)


def ask_action(player: HousePlayer, state: Round) -> str:
    """One of the legal actions, that the player can pay for."""

    def choice(answer: str) -> str:
        option = understood(state.options, answer)
        check_cost(player, state, option)
        return option.name

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
        _option_line(number, option, cost(state, option), at_hand, player.pen)
        for number, option in enumerate(state.options, start=1)
    ]
    player.console.print(Columns(lines, padding=(0, 3), column_first=True))
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


def show_results(player: HousePlayer, state: Round, shares: Shares) -> None:
    player.line_across()
    player.console.print(felt(state, player.pen))
    for spot in state.spots:
        player.console.print(_results(state, spot, shares, player.sitting.meters))
    if len(state.spots) > 1:
        whole = sum(_net(spot, shares) for spot in state.spots)
        player.show(Text("Total  ", "bold").append_text(gain_text(whole, "even", "bold")))
    law, sensors = state.table.limits.profile, state.table.game.jackpots
    for spot in state.spots:
        for name, result in spot.results.items():
            hit = shares.get((spot.seat, name))
            cents = won(result, for_1=name in sensors) + (hit.paid if hit is not None else 0)
            if law.needs_supervisor(cents):
                player.show(
                    _supervised(spot.seat, name, cents, law.supervisor_above), style="yellow"
                )


def _won(spot: Spot, wager: str, shares: Shares) -> int:
    """The net of a wager, with what it won of a meter."""
    hit = shares.get((spot.seat, wager))
    return spot.results[wager].net + (hit.paid if hit is not None else 0)


def _net(spot: Spot, shares: Shares) -> int:
    return sum(_won(spot, name, shares) for name in spot.results)


def _supervised(seat: int, wager: str, cents: int, above: int) -> str:
    return (
        f"Seat {seat} wins {dollars(cents)} on {wager}: in a card room a supervisor would have to "
        f"acknowledge a win above {dollars(above)}; here it is paid."
    )


def _results(state: Round, spot: Spot, shares: Shares, meters: Meters) -> Grid:
    net = gain_text(_net(spot, shares), "even", "bold")
    title = Text(f"Seat {spot.seat}  ", "bold").append_text(net)
    sheet = Grid.grid(padding=(0, 2, 0, 0))
    sheet.title, sheet.title_justify, sheet.title_style = title, "left", ""
    sheet.add_column(no_wrap=True)
    sheet.add_column(justify="right")
    sheet.add_column(justify="right")
    sheet.add_column()
    reasons = explanations(state)[spot.seat]
    said = ""
    for name, result in spot.results.items():
        why = f"{reasons[name].text} ({reasons[name].rule})"
        hit = shares.get((spot.seat, name))
        if hit is not None:
            why = f"{why}; {share_text(hit, meters[name].rules)}"
        net = gain_text(_won(spot, name, shares))
        sheet.add_row(f"  {name}", dollars(result.stake), net, "" if why == said else why)
        said = why
    return sheet


def publish(player: HousePlayer, proof: Record) -> str:
    """Writes the proof of a shoe that is finished, its secret included; says how to check it."""
    path = player.record
    try:
        write_private(path, proof)
    except OSError as fault:
        return f"The proof of the shuffle cannot be written in {path} ({fault.strerror})."
    return f"Check this shuffle yourself: {called('fair', str(path))}"


def share_text(hit: Hit, rules: MeterRules) -> str:
    """`100% of the meter: $10,023.40`; a house jackpot has no meter, but a posted prize."""
    what = "posted prize" if rules.kind == HOUSE_JACKPOT else "meter"
    shared = ", shared" if hit.paid < share(hit.percent, hit.displayed) else ""
    return f"{hit.percent}% of the {what}{shared}: {dollars(hit.paid)}"
