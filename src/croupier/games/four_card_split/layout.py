"""4 Card Split in the simulator: what its loop's columns, tables and codes are called."""

from collections.abc import Sequence
from itertools import product

from croupier.games.figures import Layout
from croupier.games.four_card_split.exact import WAYS
from croupier.games.four_card_split.loops import rounds
from croupier.games.four_card_split.rules import (
    ANTES,
    BLIND,
    DEALERS,
    FOLD_ALL_WAY,
    PLAYS,
    SPLIT,
    THREES,
    settle_blind,
    settle_hand,
)
from croupier.odds.figures import PostedTable


def options(table: PostedTable) -> Sequence[int]:
    """How the dealer's hand is made, in the order of the loop."""
    dealer = DEALERS[table.game.id]
    named = {"any three": int(dealer.any_three), "qualifier": dealer.qualifier}
    return [named[name] for name in rounds.OPTIONS]


def reach(table: PostedTable, seats: int) -> dict[str, tuple[int, int]]:
    """The least and the most that a wager may bring its seat, asked of the rules."""
    drawn, instant, blind = (table.steps(key) for key in rounds.TABLES)
    ends = [
        settle_hand(played, at_once, floor, floor + less, qualified, drawn, instant)[1:]
        for floor, _ in (*drawn, *instant)
        for played, at_once, less, qualified in product((0, 1), (0, 1), (-1, 0, 1), (0, 1))
    ]
    antes, plays = zip(*ends, strict=True)
    blinds = [settle_blind(floor, blind)[1] for floor, _ in blind]
    return {
        **dict.fromkeys(ANTES, (min(antes), max(antes))),
        **dict.fromkeys(PLAYS, (min(plays), max(plays))),
        BLIND: (min(blinds), max(blinds)),
    }


def _decisions() -> dict[int, str]:
    """As the exact figures name them: how the cards are split, and how many hands are played."""
    three_and_one, two_and_two, fold_all = WAYS
    return {
        way << 2 | plays: f"{kind}, {(plays & 1) + (plays >> 1)} played"
        for way in range(FOLD_ALL_WAY + 1)
        for kind in [
            fold_all if way == FOLD_ALL_WAY else three_and_one if way < THREES else two_and_two
        ]
        for plays in range(4)
    }


LAYOUT = Layout(
    game=rounds.GAME,
    wagers=rounds.WAGERS,
    mains=rounds.MAINS,
    meters=rounds.METERS,
    tables=rounds.TABLES,
    options=options,
    choices=(SPLIT,),
    decisions=(_decisions(),),
    reach=reach,
)
