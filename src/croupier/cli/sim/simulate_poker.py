"""`croupier simulate`: bots play each other at speed, with duplicate deals."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.bots.duplicate import Match, matched
from croupier.bots.players import NAMES, named, seated
from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.screen import Sheet, screen
from croupier.errors import RuleError
from croupier.games.registry import poker
from croupier.odds.decimals import rounded
from croupier.table.poker.table import open_poker


def run(
    name: str,
    *,
    bots: str,
    hands: int,
    stack: int,
    seed: int,
    options: Mapping[str, str],
    as_json: bool,
) -> None:
    game = poker(name)
    assert game is not None, name
    names = named(bots)
    if not 2 <= len(names) <= game.seats_max:
        raise RuleError(
            f"--bots {bots!r}; write 2 to {game.seats_max} of {', '.join(NAMES)}, with commas",
            "simulate/bots",
        )
    deals = -(-hands // len(names))
    table = open_poker(dict(options), seat_count=len(names))
    with working(f"{', '.join(names)}: {deals * len(names):,} hands"):
        found = matched(table, seated(names), deals, stack, seed)
    big = table.number("big_blind")
    if as_json:
        write_json(_json(game.id, names, found, big, seed))
    else:
        _show(names, found, big)


def _json(
    game: str, names: Sequence[str], found: Sequence[Match], big: int, seed: int
) -> dict[str, object]:
    return {
        "game": game,
        "hands": found[0].hands,
        "deals": found[0].deals,
        "seed": seed,
        "bots": [
            {
                "bot": name,
                "net": match.total,
                "bb_per_100": _shown(_per_100(match, big)),
                "standard_error": _shown(match.error_per_100(big)),
            }
            for name, match in zip(names, found, strict=True)
        ],
    }


def _per_100(match: Match, big: int) -> Fraction:
    return match.mean * 100 / big


def _shown(value: Fraction) -> str:
    return rounded(value, 3)


def _show(names: Sequence[str], found: Sequence[Match], big: int) -> None:
    sheet = Sheet("bot", "bb/100", "95% interval", box=None, padding=(0, 2))
    for name, match in zip(names, found, strict=True):
        middle, wide = _per_100(match, big), match.error_per_100(big) * 2
        span = f"{_shown(middle - wide)} to {_shown(middle + wide)}"
        sheet.add_row(name, _shown(middle), span)
    console = screen()
    console.print(
        f"{found[0].hands:,} hands, {found[0].deals:,} deals, every seat with the same cards",
        style="dim",
        highlight=False,
    )
    console.print(sheet, highlight=False)
