"""Four Card Prime in the simulator: what its loop's columns, tables and codes are called."""

from collections.abc import Sequence

from croupier.games.four_card_prime.loops import rounds
from croupier.games.four_card_prime.rules import ACTIONS, CHOICE, envy_barred
from croupier.odds.figures import House
from croupier.sim.layout import Played


def options(house: House) -> Sequence[int]:
    """The house's options as numbers, in the order of the loop."""
    as_numbers = {"envy_barred": envy_barred(house.options)}
    return [
        as_numbers[name] if name in as_numbers else int(house.options[name])
        for name in rounds.OPTIONS
    ]


LAYOUT = Played(
    game=rounds.GAME,
    wagers=rounds.WAGERS,
    mains=rounds.MAINS,
    meters=rounds.METERS,
    tables=rounds.TABLES,
    options=options,
    choices=(CHOICE.name,),
    decisions=(dict(enumerate(option.name for option in ACTIONS)),),
)
