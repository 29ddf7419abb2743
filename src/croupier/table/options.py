"""The options of a choice: which the game lists, which are legal, and which one a player names."""

from collections.abc import Sequence

from croupier.cards.card import parse
from croupier.errors import BadCards
from croupier.money import Cents
from croupier.rules.felt import Felt
from croupier.rules.vocabulary import Choose, Option, always
from croupier.table.spots import stake_of
from croupier.table.table import Table


def options_of(table: Table, choice: Choose, felt: Felt) -> tuple[Option, ...]:
    """Every option that the seat may take, and nothing else."""
    ways = choice.options(felt) if callable(choice.options) else choice.options
    return tuple([way for way in ways if _is_legal(table, felt, way)])


def option_named(table: Table, choice: Choose, felt: Felt, action: str) -> Option | None:
    """The legal option that an action names; where it is named exactly, no other is looked at."""
    if not callable(choice.options):
        for way in choice.options:
            if way.name == action and _is_legal(table, felt, way):
                return way
    return named(options_of(table, choice, felt), action)


def _is_legal(table: Table, felt: Felt, option: Option) -> bool:
    """A wager outside the table's limits cannot be made, so its option is not legal."""
    if option.when is not always and not option.when(felt):
        return False
    return not option.bet or takes(table, option.bet, stake_of(table.game, felt.spot, option))


def takes(table: Table, bet: str, stake: Cents) -> bool:
    """Whether a wager that a choice makes is within the table's limits."""
    if bet not in table.bounds:
        wager = table.game.wager(bet)
        assert wager is not None, f"{table.game.id} has no wager {bet!r}"
        least = table.limits.minimums.get(bet, 0)  # the house's own; it follows a checked bet
        table.bounds[bet] = (least, table.limits.most(wager))
    least, most = table.bounds[bet]
    return least <= stake <= most


def named(options: Sequence[Option], action: str) -> Option | None:
    """The option that an action names; the cards of a split may be written in any order."""
    for option in options:
        if option.name == action:
            return option
    wanted = " ".join(action.split()).casefold()
    for option in options:
        if option.name.casefold() == wanted:
            return option
    halves = wanted.replace("|", "/").split("/")
    if len(halves) == 2:
        try:
            asked = {frozenset(parse(half)) for half in halves}
        except BadCards:
            return None
        for option in options:
            if option.split is not None and {frozenset(half) for half in option.split} == asked:
                return option
    return None
