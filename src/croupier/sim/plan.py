"""What to simulate: a table, its seats and wagers, a strategy, a seed; as plain arrays."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.cards.card import DECK
from croupier.errors import RuleError
from croupier.games.figures import Layout, figures_of
from croupier.games.registry import rules_hash
from croupier.kernels.arrays import Codes, Ints
from croupier.kernels.rounds import CODES, LOWEST
from croupier.kernels.written_for import check_written_for
from croupier.odds.figures import MAIN, PostedTable
from croupier.odds.strategy.choices import Choices, choices
from croupier.rules.limits import Stakes
from croupier.rules.vocabulary import Game

ALONE = " alone"
MOST_ROUNDS = 10**15
MOST_SEED = 2**63 - 1
MOST_COUNTS = 1 << 27  # in a tally: a gigabyte


class Plan(NamedTuple):
    """Everything that a loop needs, in a form that every machine reads alike."""

    game: str
    posted: tuple[tuple[str, str], ...]
    seats: int
    seed: int
    strategy: str
    bets: int  # a bit for each column that is bet
    counted: int  # a bit for each row of counts: all main wagers, then the columns
    choices: Codes
    tables: Ints
    options: Ints
    width: int  # of a row of counts

    @property
    def played(self) -> Layout:
        return figures_of(self.game).layout

    @property
    def alone(self) -> bool:
        """Whether a side wager is made without the main ones."""
        return not self.counted & 1

    @property
    def first_row(self) -> int:
        """The row of counts that the simulation is mostly about."""
        return self.row(self.wagers[0]) if self.alone else 0

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that are counted one by one."""
        rows = enumerate(self.played.wagers, 1)
        return tuple(name for row, name in rows if self.counted >> row & 1)

    def row(self, wager: str) -> int:
        return 1 + self.played.wagers.index(wager)

    def meter_row(self, wager: str) -> int | None:
        played = self.played
        if wager not in played.meters:
            return None
        return 1 + len(played.wagers) + played.meters.index(wager)

    @property
    def digest(self) -> str:
        """Plans with the same digest deal the same rounds and pay them alike."""
        total = hashlib.sha256(rules_hash().encode())
        fields = (self.game, self.posted, self.seats, self.seed, self.bets, self.counted)
        total.update(repr(fields).encode())
        for array in (self.choices, self.tables, self.options):
            total.update(array.tobytes())
        return total.hexdigest()


def plan(
    table: PostedTable,
    *,
    seats: int = 1,
    seed: int = 1,
    strategy: str = "optimal",
    wagers: Sequence[str] | None = None,
) -> Plan:
    """The plan for a table; all wagers that it offers, unless some are named."""
    played = figures_of(table.game.id, "its rounds cannot be simulated").layout
    _check(table, seats, seed)
    check_layout(table.game, played, seats)
    bets = bets_of(table, played, wagers)
    main = bets & 1  # the first of the main wagers, which is required
    counted = 1 if wagers == [MAIN] else main | bets << 1
    found = choices(table, strategy)
    return Plan(
        table.game.id,
        tuple((group, paytable.id) for group, paytable in table.posted.items()),
        seats,
        seed,
        strategy,
        bets,
        counted,
        _choices(played, found),
        steps_of(table, played),
        np.array(played.options(table), np.int64),
        _width(table, played, seats),
    )


def _check(table: PostedTable, seats: int, seed: int) -> None:
    if not 1 <= seats <= table.game.seats_max:
        raise RuleError(
            f"{seats} seats; {table.game.id} has 1 to {table.game.seats_max}", "simulate/seats"
        )
    if not 0 <= seed <= MOST_SEED:
        raise RuleError(f"seed {seed}; write a number from 0 to 2**63 - 1", "simulate/seed")


def check_layout(game: Game, played: Layout, seats: int) -> None:
    """Refuses a game that its loop does not play: it would access memory outside its arrays, or
    loop forever in search of more cards than there are.
    """
    loop, decks = played.game, played.game.dealing.decks
    check_written_for(loop.steps, game)
    cards, needed = decks * len(DECK), loop.cards_needed(seats)
    if decks != game.decks:
        wrong = f"{game.id} has {game.decks} decks; its loop deals from {decks}"
    elif needed > cards:
        wrong = f"{seats} seats need {needed} cards; the shoe of {game.id} has {cards}"
    elif len(played.decisions) != loop.seat_choices:
        wrong = (
            f"the loop of {game.id} makes {loop.seat_choices} choices for each seat; there are "
            f"names for {len(played.decisions)}"
        )
    else:
        return
    raise RuleError(wrong, "loops/sizes")


def bets_of(table: PostedTable, played: Layout, wagers: Sequence[str] | None) -> int:
    """A bit for each column that is bet: the main wagers, and side wagers."""
    mains = (1 << played.mains) - 1
    offered = {}
    here = {wager.name for wager in table.game.offered(table.options)}
    for column, name in enumerate(played.wagers[played.mains :], played.mains):
        if name not in here:
            continue
        meter = name in played.meters
        also = 1 << len(played.wagers) + played.meters.index(name) if meter else 0
        offered[name] = 1 << column | also
    names = list(offered) if wagers is None else [name for name in wagers if name != MAIN]
    if any(name.endswith(ALONE) for name in names):
        return offered[_alone(table, names)]
    for name in names:
        if name not in offered:
            known = ", ".join([MAIN, *offered])
            raise RuleError(f"no wager {name!r} to simulate; there are: {known}", "wager/unknown")
    return mains | sum(offered[name] for name in set(names))


def _alone(table: PostedTable, names: Sequence[str]) -> str:
    """The wager that is made without the main ones, `bonus` for `bonus alone`."""
    name, *others = names
    wager = table.game.wager(name.removesuffix(ALONE))
    if others or wager is None or not wager.alone or not table.options[wager.alone]:
        may = [f"{one.name}{ALONE}" for one in table.game.wagers if one.alone]
        right = ", ".join(f"{one!r} by itself, with its option on" for one in may) or "none may be"
        raise RuleError(f"wagers {', '.join(names)}; alone: {right}", "wager/alone")
    return wager.name


def steps_of(table: PostedTable, played: Layout) -> Ints:
    """The posted tables as one array; a shorter table repeats its first row."""
    steps = [table.steps(key) for key in played.tables]
    tables = np.zeros((len(steps), max(map(len, steps)), 2), np.int64)
    for filled, rows in zip(tables, steps, strict=True):
        filled[:] = rows[0]
        filled[len(filled) - len(rows) :] = rows
    return tables


def _choices(played: Layout, choices: Choices) -> Codes:
    """The concatenated tables of choices; refuses codes above those that a loop can count."""
    table = np.concatenate([choices[name] for name in played.choices])
    bits = played.game.bits
    most = int(table.max()) if bits == 8 else (1 << bits) - 1  # otherwise codes are packed
    if most >= CODES:
        raise RuleError(
            f"a choice of code {most}; the simulator counts codes up to {CODES - 1}",
            "simulate/choices",
        )
    return table


def _width(table: PostedTable, played: Layout, seats: int) -> int:
    """The number of possible results of a round, from LOWEST up; refuses any result outside."""
    least, most = _reach(table, played, seats)
    rows = 1 + played.columns
    if least < LOWEST:
        raise RuleError(
            f"a seat of {table.game.id} may lose {-least} units in a round; the simulator counts "
            f"losses of up to {-LOWEST}",
            "simulate/pays",
        )
    if (most - LOWEST + 1) * rows > MOST_COUNTS:
        raise RuleError(
            f"a seat of {table.game.id} may win {most} units in a round; with {seats} seats the "
            f"simulator counts wins of up to {MOST_COUNTS // rows + LOWEST - 1}",
            "simulate/pays",
        )
    return most - LOWEST + 1


def _reach(table: PostedTable, played: Layout, seats: int) -> tuple[int, int]:
    """The lowest and the highest of any row of counts, including the sum of the main wagers."""
    reached = played.reach(table, seats)
    leasts, mosts = zip(*(reached[column] for column in range(played.columns)), strict=True)
    mains = slice(played.mains)
    return min(*leasts, sum(leasts[mains])), max(*mosts, sum(mosts[mains]))


def by_column(plan: Plan, game: Game, stakes: Stakes) -> Ints:
    """The stake that each column's results are multiples of; for a follow-up, its first wager's."""
    cents = []
    for name in plan.played.wagers:
        wager = game.wager(name)
        assert wager is not None, name
        cents.append(stakes.get(wager.part_of if wager.follows else name, 0))
    return np.array(cents, np.int64)
