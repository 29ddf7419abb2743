"""`croupier simulate` of poker: bots play each other, with duplicate deals."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.screen import Sheet, screen
from croupier.desk.bot_match import BotMatch, bot_match
from croupier.odds.figures import rounded


def show_match(
    game: str,
    bots: str,
    hands: int,
    stack: int,
    seed: int,
    options: Mapping[str, str],
    *,
    as_json: bool,
) -> None:
    with working(f"{bots}: {hands:,} hands"):
        match = bot_match(game, bots, hands, stack, seed, options)
    if as_json:
        write_json(_as_json(match, seed))
    else:
        _show(match)


def _as_json(match: BotMatch, seed: int) -> dict[str, object]:
    return {
        "game": match.game,
        "hands": match.hands,
        "deals": match.deals,
        "seed": seed,
        "bots": [
            {
                "bot": one.bot,
                "net": one.net,
                "bb_per_100": _shown(one.bb_per_100),
                "standard_error": _shown(one.standard_error),
            }
            for one in match.bots
        ],
    }


def _shown(value: Fraction) -> str:
    return rounded(value, 3)


def _show(match: BotMatch) -> None:
    sheet = Sheet("bot", "bb/100", "95% interval", box=None, padding=(0, 2))
    for one in match.bots:
        middle, wide = one.bb_per_100, one.standard_error * 2
        span = f"{_shown(middle - wide)} to {_shown(middle + wide)}"
        sheet.add_row(one.bot, _shown(middle), span)
    console = screen()
    console.print(
        f"{match.hands:,} hands, {match.deals:,} deals, every seat with the same cards",
        style="dim",
        highlight=False,
    )
    console.print(sheet, highlight=False)
