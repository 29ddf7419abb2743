"""The end of a round: what every wager won or lost and why, and the proof of the shuffle."""

from rich.table import Table as Sheet
from rich.text import Text

from croupier.bank.meters.meter import Hit
from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.cli.called import called
from croupier.cli.draw import GAIN, LOSS, felt, gain_text
from croupier.cli.play.info import record_path
from croupier.cli.play.terminal import HousePlayer
from croupier.desk.sittings.jackpots import Meters, Shares
from croupier.desk.sittings.saved import write_private
from croupier.money import dollars, share
from croupier.rules.felt import Spot
from croupier.rules.jackpots import won
from croupier.table.explain import explanations
from croupier.table.round import Round
from croupier.table.shoe import Record


def show_results(player: HousePlayer, state: Round, shares: Shares) -> None:
    player.line_across()
    player.console.print(felt(state, player.pen), highlight=False)
    for spot in state.spots:
        player.console.print(_results(state, spot, shares, player.sitting.meters), highlight=False)
    if len(state.spots) > 1:
        whole = sum(_net(spot, shares) for spot in state.spots)
        player.show(Text("Total  ", "bold").append_text(_amount(whole)))
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


def _amount(net: int) -> Text:
    colour = GAIN if net > 0 else LOSS if net < 0 else ""
    return Text(dollars(net, sign=True) if net else "even", f"bold {colour}".strip())


def _supervised(seat: int, wager: str, cents: int, above: int) -> str:
    return (
        f"Seat {seat} wins {dollars(cents)} on {wager}: in a card room a supervisor would have to "
        f"acknowledge a win above {dollars(above)}; here it is paid."
    )


def _results(state: Round, spot: Spot, shares: Shares, meters: Meters) -> Sheet:
    title = Text(f"Seat {spot.seat}  ", "bold").append_text(_amount(_net(spot, shares)))
    sheet = Sheet.grid(padding=(0, 2, 0, 0))
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
    path = record_path(player)
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
