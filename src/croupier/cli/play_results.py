"""The end of a round: what every wager won or lost and why, and the proof of the shuffle."""

from collections.abc import Sequence

from rich.table import Table as Sheet
from rich.text import Text

from croupier import fair
from croupier.cli.called import called
from croupier.cli.draw import GAIN, LOSS, felt, net_text
from croupier.cli.play_desk import Desk
from croupier.cli.play_info import record_path
from croupier.cli.saved import write_private
from croupier.money import dollars
from croupier.rules.felt import Result, Spot
from croupier.table.explain import explanations
from croupier.table.round import Round
from croupier.table.shoe import Record, joined


def show_results(desk: Desk, state: Round) -> None:
    desk.line_across()
    desk.console.print(felt(state, desk.pen), highlight=False)
    for spot in state.spots:
        desk.console.print(_results(state, spot), highlight=False)
    above = state.table.limits.profile.supervisor_above
    for spot in state.spots:
        for result in spot.results.values():
            if result.net > above:
                desk.show(_supervised(spot.seat, result, above), style="yellow")


def _supervised(seat: int, result: Result, above: int) -> str:
    return (
        f"Seat {seat} wins {dollars(result.net)} on {result.wager}: in a card room a supervisor "
        f"would have to acknowledge a win above {dollars(above)}; here it is paid."
    )


def _results(state: Round, spot: Spot) -> Sheet:
    net = sum(result.net for result in spot.results.values())
    colour = GAIN if net > 0 else LOSS if net < 0 else ""
    title = Text(f"Seat {spot.seat}  ", "bold")
    title.append(dollars(net, sign=True) if net else "even", f"bold {colour}".strip())
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
        sheet.add_row(
            f"  {name}", dollars(result.stake), net_text(result), "" if why == said else why
        )
        said = why
    return sheet


def publish(desk: Desk, records: Sequence[Record]) -> str:
    """Writes the proof of a shoe that is finished, its secret included; says how to check it."""
    proof, path = joined(records), record_path(desk)
    assert not fair.check(proof), "the house dealt other cards than it shuffled"
    try:
        write_private(path, proof)
    except OSError as fault:
        return f"The proof of the shuffle cannot be written in {path} ({fault.strerror})."
    return f"Check this shuffle yourself: {called('fair', str(path))}"
