"""Every figure printed in the rulebooks beside ours, with a verdict."""

from collections.abc import Sequence

from croupier.desk.games import game_named
from croupier.odds.figures import fraction
from croupier.odds.solve import Check, verify
from croupier.rules.poker import PokerGame
from croupier.table.table import open_table


def checks(game: str | None = None) -> list[Check]:
    """All checks of a game, or of all of them; the rulebook of poker prints no odds."""
    if game is None:
        return verify(open_table)
    named = game_named(game)
    return [] if isinstance(named, PokerGame) else verify(open_table, [named.id])


def disagrees(found: Sequence[Check]) -> bool:
    """Whether a figure differs that should not."""
    return any(check.verdict == "DIFFERS" for check in found)


def checks_json(found: Sequence[Check]) -> list[dict[str, object]]:
    return [{**check._asdict(), "ours": fraction(check.ours)} for check in found]
