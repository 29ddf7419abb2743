"""A poker table: its game and options, stakes within the law, and where the button goes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from croupier.errors import BadTable
from croupier.games.registry import poker_game
from croupier.money import Cents, dollars
from croupier.rules.felt import OptionValue
from croupier.rules.limits import DEFAULT_POKER_PROFILE, PokerProfile, poker_profile
from croupier.rules.poker import PokerGame
from croupier.table.poker.pots import Sharing


@dataclass(frozen=True, slots=True)
class PokerTable:
    game: PokerGame
    options: Mapping[str, OptionValue]
    law: PokerProfile
    seat_count: int
    coach: bool = True  # whether players may use the coach

    # What a table of either kind says of itself (table/table.py).

    kind: ClassVar[Literal["poker"]] = "poker"
    players_least: ClassVar[int] = 2
    notices: ClassVar[tuple[str, ...]] = ()
    jackpots: ClassVar[tuple[str, ...]] = ()

    @property
    def stakes(self) -> tuple[Cents, Cents]:
        """The big blind and the big bet."""
        return Cents(self.number("big_blind")), Cents(self.number("big_bet"))

    @property
    def usual_bet(self) -> Cents:
        """The big blind."""
        return self.stakes[0]

    @property
    def stakes_text(self) -> str:
        blinds = self._pair("small_blind", "big_blind")
        if self.limit == "fixed":
            return f"fixed limit {self._pair('small_bet', 'big_bet')}, blinds {blinds}"
        return f"{self.limit} limit, blinds {blinds}"

    def _pair(self, small: str, big: str) -> str:
        return f"{dollars(self.number(small))}/{dollars(self.number(big))}"

    def number(self, name: str) -> int:
        value = self.options[name]
        assert isinstance(value, int)
        return value

    @property
    def mode(self) -> str:
        return str(self.options["mode"])

    @property
    def limit(self) -> str:
        return str(self.options["limit"])

    @property
    def first_most(self) -> int:
        if self.limit in ("pot", "none"):
            return self.law.single_wager
        return self.number("small_bet" if self.limit == "fixed" else "spread_most")

    def check_seats(self, seats: Iterable[int]) -> None:
        wrong = [seat for seat in seats if not 1 <= seat <= self.seat_count]
        if wrong:
            raise BadTable(f"seat {wrong[0]}; the seats are 1 to {self.seat_count}", "table/seats")

    def sharing(self, positions: "Positions") -> Sharing:
        return sharing_of(self.options, positions.button, self.seat_count)


def sharing_of(options: Mapping[str, OptionValue], button: int, seat_count: int) -> Sharing:
    return Sharing(
        str(options["mode"]),
        button,
        seat_count,
        tda=options["odd_chips"] == "tda",
        rake_percent=int(options["rake_percent"]),
        rake_cap=int(options["rake_cap"]),
    )


def open_poker(
    game: str,
    options: Mapping[str, OptionValue] | None = None,
    *,
    seat_count: int | None = None,
    profile: str = DEFAULT_POKER_PROFILE,
    coach: bool = True,
) -> PokerTable:
    """A table that the rules and the law allow; anything else is refused."""
    table = stored_poker(game, options or {}, seat_count=seat_count, profile=profile, coach=coach)
    _check_stakes(table)
    _check_first_round(table)
    return table


def stored_poker(
    game: str,
    options: Mapping[str, OptionValue],
    *,
    seat_count: int | None,
    profile: str,
    coach: bool = True,
) -> PokerTable:
    """A table as it was opened, whatever the law allows now."""
    played = poker_game(game)
    read = played.settings(options)
    seats = played.seats_max if seat_count is None else seat_count
    least = PokerTable.players_least
    if not least <= seats <= played.seats_max:
        right = f"{played.id} has {least} to {played.seats_max}"
        raise BadTable(f"{seats} seats; {right}", "table/seats")
    return PokerTable(played, read, poker_profile(profile), seats, coach)


def _check_stakes(table: PokerTable) -> None:
    """WAC 230-15-135: a single wager, and how many rounds of them."""
    law = table.law
    stakes = ["small_blind", "big_blind", "ante"]
    if table.limit == "fixed":
        stakes += ["small_bet", "big_bet"]
    if table.limit == "spread":
        stakes += ["spread_least", "spread_most"]
    for name in stakes:
        if table.number(name) > law.single_wager:
            raise BadTable(
                f"{name} of {dollars(table.number(name))}; profile {law.name} allows single "
                f"wagers up to {dollars(law.single_wager)}",
                "limits/profile",
            )
    for low, high in (
        ("small_blind", "big_blind"),
        ("small_bet", "big_bet"),
        ("spread_least", "spread_most"),
    ):
        if table.number(low) > table.number(high):
            raise BadTable(
                f"{low} {dollars(table.number(low))} is above {high} {dollars(table.number(high))}",
                "limits/empty",
            )
    if fault := table.game.fault(table.options):
        raise BadTable(fault, "option/bad")
    check_rake(table.options)
    assert len(table.game.streets) <= law.betting_rounds


def _check_first_round(table: PokerTable) -> None:
    """WAC 230-15-135: blinds are wagers of the first round; all antes together count as one."""
    most, ante, blind = table.first_most, table.number("ante"), table.number("big_blind")
    total = ante * table.seat_count
    if blind > most:
        raise BadTable(
            f"big_blind {dollars(blind)}; it is a wager of the first round, whose largest here is "
            f"{dollars(most)}",
            "limits/blind",
        )
    if total > most:
        raise BadTable(
            f"ante {dollars(ante)} at {table.seat_count} seats is {dollars(total)}; "
            f"the total ante may not exceed the largest wager of the first round, {dollars(most)} "
            "(WAC 230-15-135)",
            "limits/ante",
        )


def check_rake(options: Mapping[str, OptionValue]) -> None:
    if options["rake_percent"] and not options["rake_cap"]:
        raise BadTable("rake_percent without rake_cap; a rake has a cap", "option/bad")


class Positions(NamedTuple):
    """Where the button and the blinds are. Button and small blind may be at an empty seat (a dead
    button, a small blind that nobody posts).
    """

    button: int
    small: int
    big: int


def after(seat: int, seats: Collection[int], seat_count: int) -> int:
    """The first of these seats to the left of a seat."""
    return min(seats, key=lambda other: (other - seat - 1) % seat_count)


def first_positions(button: int, seats: Collection[int], seat_count: int) -> Positions:
    """The button at a seat that plays; heads-up it posts the small blind."""
    small = button if len(seats) == 2 else after(button, seats, seat_count)
    return Positions(button, small, after(small, seats, seat_count))


def next_positions(before: Positions, seats: Collection[int], seat_count: int) -> Positions:
    """Dead button rule: the big blind moves to the next seat that plays, the others follow it."""
    big = after(before.big, seats, seat_count)
    if len(seats) == 2:
        button = after(big, seats, seat_count)
        return Positions(button, button, big)
    button = before.small
    if button == big:  # heads-up before: the former button is now the big blind
        button = min(seats, key=lambda other: (before.big - other - 1) % seat_count)
    return Positions(button, before.big, big)
