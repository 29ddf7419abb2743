"""The most that one deal may cost: wager by wager, for one seat, and for a full table."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

from croupier.cards.card import DECK, Card, text
from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.money import dollars
from croupier.odds.combinations import Combinations
from croupier.odds.figures import PostedTable
from croupier.odds.jackpots.wager import most_envied
from croupier.report.sheets import Cell, CellKind, Column, Prose, ReportSheet, Section, columns
from croupier.rules.limits import Limits
from croupier.rules.vocabulary import Choose, Game, Option, Wager, program

# Deals that cost a house much: the best hands that a full table can hold at once. A seat takes the
# best hand that the remaining cards allow, then the next seat does. For one seat, tests compare it
# with the largest win, found by hand; for more seats it is a deal that can happen, with no claim
# that none is larger.
Stock = Counter[Card]
MORE = 5  # extra cards tried for a hand that should be weak
RANK_COUNT, SUITS = 13, 4
SettleDispute = Callable[[Mapping[str, object]], Mapping[str, Any]]
UNIT = 100  # cents: one unit of every wager
NET = Column("net", CellKind.DOLLARS)


class DealtSeat(NamedTuple):
    cards: tuple[Card, ...]
    choices: tuple[str, ...]


class LargeDeal(NamedTuple):
    dealer: tuple[Card, ...]
    seats: tuple[DealtSeat, ...]


def four_of_a_rank(left: Stock) -> Iterator[tuple[Card, ...]]:
    for rank in reversed(range(RANK_COUNT)):
        held = [card for card in sorted(left.elements()) if card % RANK_COUNT == rank]
        if len(held) >= 4:
            yield tuple(Card(card) for card in held[:4])


def four_in_a_row(left: Stock) -> Iterator[tuple[Card, ...]]:
    """Four in a row of one suit, from the highest down; an ace may be low."""
    for top in reversed(range(3, RANK_COUNT)):
        for suit in range(SUITS):
            cards = tuple(Card(suit * RANK_COUNT + top - step) for step in range(4))
            if all(left[card] for card in cards):
                yield cards


def lowest(left: Stock, size: int, score: Callable[[tuple[Card, ...]], int]) -> tuple[Card, ...]:
    """The weakest hand of `size` low cards of those left, with as many ranks as possible."""
    ranks: dict[int, list[Card]] = {}
    for card in sorted(left):
        ranks.setdefault(card % RANK_COUNT, []).append(card)
    turned = [ranks[rank][rank % len(ranks[rank]) :] for rank in sorted(ranks)]  # rotates the suits
    lowest_first = [cards[0] for cards in turned]
    lowest_first += [card for card in sorted(left) if card not in lowest_first]
    return min(combinations(lowest_first[: size + MORE], size), key=score)


def whole(table: PostedTable) -> Stock:
    return Counter(dict.fromkeys(DECK, table.game.decks))


def without(left: Stock, cards: tuple[Card, ...]) -> Stock:
    return left - Counter(cards)


class SettledDeal(NamedTuple):
    """A deal as the table settles it, in cents."""

    deal: LargeDeal
    stakes: Mapping[str, int]
    answer: Mapping[str, Any]

    @property
    def cost(self) -> int:
        return -int(self.answer["house"])


def exposure(
    table: PostedTable, limits: Limits, tables: list[Combinations], settle: SettleDispute
) -> Section:
    seats = table.game.seats_max
    one, full = (dearest(table, limits, settle, count, at_limits=True) for count in (1, seats))
    unit = dearest(table, limits, settle, 1, at_limits=False)
    bound = _bound(table, limits, tables)
    return Section(
        "Exposure",
        (
            Prose(_intro(table, limits)),
            bound,
            _one_seat(unit, "One deal, one seat, a unit on every wager"),
            _one_seat(one, "One deal, one seat, the largest stakes"),
            _full_table(full, int(bound.total[3]) * seats),
        ),
    )


def _intro(table: PostedTable, limits: Limits) -> str:
    law = limits.profile
    meter = any(wager.name in table.game.jackpots for wager in offered(table))
    return (
        f"Stakes are the largest that the table takes: limits profile *{law.name}* ({law.source}). "
        "Wins are net of the stake. The rulebook of this game sets no limit on the sum that may "
        "be paid for one deal, to a seat or to the table, so there is nothing to compare the "
        "sums with; only the limits of single wagers apply. "
        f"A win above {dollars(law.supervisor_above)} on one wager waits for a supervisor.\n\n"
        "The deals below were laid out and settled by the table engine itself."
        + (" Shares of a jackpot meter come on top of every sum." if meter else "")
    )


def offered(table: PostedTable) -> tuple[Wager, ...]:
    return table.game.offered(table.options)


def _largest_stake(table: PostedTable, limits: Limits, wager: Wager) -> int:
    return int(table.options[wager.fixed]) if wager.fixed else int(limits.most(wager))


def _stakes(table: PostedTable, limits: Limits, *, at_limits: bool) -> dict[str, int]:
    return {
        wager.name: _largest_stake(table, limits, wager) if at_limits or wager.fixed else UNIT
        for wager in offered(table)
        if not wager.follows
    }


def dearest(
    table: PostedTable, limits: Limits, settle: SettleDispute, seats: int, *, at_limits: bool
) -> SettledDeal:
    """The large deal that costs most at these stakes."""
    stakes = _stakes(table, limits, at_limits=at_limits)
    found = (
        SettledDeal(laid, staked, settle(_request(table, limits, laid, staked)))
        for deal in figures_of(table.game.id).worst_deals(table, seats)
        for laid, staked in _sized(table.game, limits, stakes, deal)
    )
    return max(found, key=lambda priced: priced.cost)


def _bets(game: Game) -> list[list[Option]]:
    """The bets of each choice that has the same options in every state."""
    steps = (step for step, _ in program(game.flow, seat_count=1) if isinstance(step, Choose))
    choices = (step.options for step in steps if isinstance(step.options, tuple))
    return [[option for option in options if option.bet] for options in choices]


def _sized(
    game: Game, limits: Limits, stakes: Mapping[str, int], deal: LargeDeal
) -> Iterator[tuple[LargeDeal, Mapping[str, int]]]:
    """The deal with its bets in every size, each with the largest first wager that allows it."""
    first = game.wagers[0].name
    chosen = {name for seat in deal.seats for name in seat.choices}
    kinds = [bets for bets in _bets(game) if chosen & {option.name for option in bets}]
    for sizes in product(*kinds):
        size_of = {
            option.name: size.name
            for bets, size in zip(kinds, sizes, strict=True)
            for option in bets
        }
        seats = (
            seat._replace(choices=tuple(size_of.get(name, name) for name in seat.choices))
            for seat in deal.seats
        )
        bounds = (
            limits.most(wager) // size.times for size in sizes if (wager := game.wager(size.bet))
        )
        most = min((stakes[first], *bounds))
        equal = {wager.name: most for wager in game.wagers if first in (wager.name, wager.equals)}
        yield deal._replace(seats=tuple(seats)), {**stakes, **equal}


def _request(
    table: PostedTable, limits: Limits, deal: LargeDeal, stakes: Mapping[str, int]
) -> dict[str, object]:
    return {
        "game": table.game.id,
        "posted": {group: paytable.id for group, paytable in table.posted.items()},
        "unprinted": bool(table.unprinted),
        "options": dict(table.options),
        "limits": limits.profile.name,
        "dealer": text(deal.dealer),
        "seats": [
            {
                "seat": number,
                "cards": text(seat.cards),
                "wagers": dict(stakes),
                "choices": list(seat.choices),
            }
            for number, seat in enumerate(deal.seats, 1)
        ],
    }


def _one_seat(priced: SettledDeal, title: str) -> ReportSheet:
    (seat,) = priced.answer["seats"]
    rows: list[tuple[Cell, ...]] = [
        (name, wager["stake"], wager["net"], f"{wager['rule']}: {wager['reason']}")
        for name, wager in seat["wagers"].items()
    ]
    heads = columns("wager", Column("stake", CellKind.DOLLARS), NET, "because")
    deal = priced.deal
    note = (
        f"The seat holds {text(deal.seats[0].cards)} and chooses {', '.join(deal.seats[0].choices)}"
        f"; the dealer holds {text(deal.dealer)}. Cards in the order dealt."
    )
    return ReportSheet(title, heads, tuple(rows), ("all", "", seat["net"], ""), note)


def _full_table(priced: SettledDeal, bound: int) -> ReportSheet:
    answers = sorted(priced.answer["seats"], key=lambda answer: int(answer["seat"]))
    rows: list[tuple[Cell, ...]] = [
        (str(answer["seat"]), text(seat.cards), ", ".join(seat.choices), answer["net"])
        for seat, answer in zip(priced.deal.seats, answers, strict=True)
    ]
    heads = columns("seat", "cards", "choices", NET)
    note = (
        f"The dealer holds {text(priced.deal.dealer)}. Each seat in turn holds the best hand that "
        "the cards left allow: a deal that can happen, though perhaps not the most expensive. No "
        f"deal costs more than {dollars(bound)}, every seat's largest win on every wager."
    )
    title, total = "One deal, a full table, the largest stakes", ("all", "", "", priced.cost)
    return ReportSheet(title, heads, tuple(rows), total, note)


def _bound(table: PostedTable, limits: Limits, tables: list[Combinations]) -> ReportSheet:
    """The largest win of each wager alone, at the table's largest stake."""
    rows: list[tuple[Cell, ...]] = []
    total = 0
    for wager in offered(table):
        stake = _largest_stake(table, limits, wager)
        most, why = _most(table, wager, tables)
        rows.append((wager.name, stake, most, most * stake, why))
        total += most * stake
    staked, won = (Column(f"largest {name}", CellKind.DOLLARS) for name in ("stake", "win"))
    heads = columns("wager", staked, Column("net pay, to 1", CellKind.COUNT), won, "with")
    note = "A bound for one seat: the largest wins of all wagers need not occur together."
    several = (option for bets in _bets(table.game) for option in bets if option.times > 1)
    for bet in dict.fromkeys(option.bet for option in several):
        note += (
            f" A {bet} of several {table.game.wagers[0].name}s is not legal where it would exceed "
            "its own limit."
        )
    bound = ("one seat, all wagers", "", "", total, "")
    return ReportSheet("The largest win of each wager by itself", heads, tuple(rows), bound, note)


def _most(table: PostedTable, wager: Wager, tables: list[Combinations]) -> tuple[int, str]:
    """The largest net pay of a wager in units of itself, and the hand that wins it."""
    # Over all tables of the group: a hand that best play never holds can still be held.
    own = [counted for counted in tables if counted.whole_wager and counted.group == wager.table]
    lines = [line for counted in own for line in counted.lines if line.ways]
    if lines:
        envy = {line.label: _envy(table, wager, line.label) for line in lines}
        line = max(lines, key=lambda line: line.pays + envy[line.label])
        percents = [line.label for line in lines if line.percent]
        meter = f"; the meter: {', '.join(percents)}" if percents else ""
        envied = ", and envy of all other seats" if envy[line.label] else ""
        return line.pays + envy[line.label], line.label + envied + meter
    largest = figures_of(table.game.id).largest_wins(table)
    if wager.name not in largest:
        raise RuleError(
            f"The largest win of the {wager.name} of {table.game.id} is not known, so there is no "
            "bound on what a deal may cost: its figures declare it in `largest_wins`",
            "report/largest_win",
        )
    return largest[wager.name]


def to_1(most: int) -> tuple[int, str]:
    """The most that a wager without a posted table may win, in units of itself."""
    return most, f"paid {most} to 1"


def _envy(table: PostedTable, wager: Wager, label: str) -> int:
    """The largest envy for every other seat, an upper bound: no two hands could both have it.

    Zero for a seat whose own hand, in the row `label`, bars it from envy.
    """
    paytable = table.posted[wager.table]
    if "envy" not in paytable.steps:
        return 0
    others = [most_envied(table, wager.table)] * (table.game.seats_max - 1)
    envy = figures_of(table.game.id).envy
    floors = (row.floor for row in paytable.rows if row.label == label)
    return min((envy(table, floor, others) for floor in floors), default=0)
