"""The bets before the deal: one question per wager, with refusals in the engine's own words."""

from collections.abc import Iterable, Mapping

from croupier.cli.play.terminal import HousePlayer
from croupier.desk.sittings import sitting as desk
from croupier.desk.stakes import stakes_text
from croupier.errors import RuleError
from croupier.money import DOLLAR, Cents, dollars, parse_dollars
from croupier.rules.vocabulary import Wager
from croupier.table.table import Table

CHANGE = ("c", "change")
NONE = ("0", "n", "no", "none")


class StartAgain(Exception):
    """The player wants to answer this seat's questions again."""


def ask_bets(player: HousePlayer) -> dict[int, desk.CentsByWager]:
    """The bets of every seat that plays this round, checked by the engine."""
    bets = _repeated(player)
    while True:
        if bets is None:
            bets = _questioned(player)
        try:
            player.sitting.table.check_seats(bets)
            for seat, stakes in bets.items():
                player.sitting.table.check_stakes(seat, stakes)
        except RuleError as wrong:
            player.refuse(wrong)
        else:
            if _goes_on(player, bets):
                return bets
        bets = None


def _goes_on(player: HousePlayer, bets: Mapping[int, desk.CentsByWager]) -> bool:
    """Warns before the deal if a raise could not be paid."""
    short = desk.not_covered(player.sitting.table, bets, player.sitting.bankroll)
    if not short:
        return True
    player.warn(short)
    return player.agrees("Deal anyway? n changes the bets.", default=False)


def bets_line(bets: Mapping[int, Mapping[str, int]]) -> str:
    """`ante $5, prime $1`; if several seats bet, each with its number."""
    lines = {seat: stakes_text(stakes) for seat, stakes in bets.items()}
    if list(lines) == [1]:
        return lines[1]
    if len(lines) > 1 and len(set(lines.values())) == 1:
        return f"{next(iter(lines.values()))} at each of {len(lines)} seats"
    return "; ".join(f"seat {seat} {line}" for seat, line in lines.items())


def _repeated(player: HousePlayer) -> dict[int, desk.CentsByWager] | None:
    """The last bets, if the player wants them again."""
    bets = {seat: dict(stakes) for seat, stakes in player.sitting.bets.items()}
    if not bets:
        return None
    on_table = Cents(sum(map(desk.total, bets.values())))
    player.show(f"Last bets: {bets_line(bets)}. Total {dollars(on_table)}.")
    if on_table > player.sitting.bankroll:
        player.show("That is more than you have left; please bet again.")
        return None
    while True:
        answer = player.ask("Enter bets the same, c changes: ").casefold()
        if not answer:
            return bets
        if answer in CHANGE:
            return None
        player.warn("Press Enter to bet the same again, or type c to change the bets.")


def _questioned(player: HousePlayer) -> dict[int, desk.CentsByWager]:
    bets: dict[int, desk.CentsByWager] = {}
    for seat in range(1, player.sitting.seats + 1):
        left = Cents(player.sitting.bankroll - sum(map(desk.total, bets.values())))
        if left < player.sitting.table.least_bet:
            player.show(f"Nothing is left to bet at seat {seat}; it sits out.")
            continue
        stakes = _seat_bets(player, seat, left)
        if stakes:
            bets[seat] = stakes
    return bets


def _seat_bets(player: HousePlayer, seat: int, left: Cents) -> desk.CentsByWager:
    while True:
        try:
            stakes = _questions(player, seat, left)
            if stakes:
                player.sitting.table.check_stakes(seat, stakes)
        except StartAgain:
            continue
        except RuleError as wrong:
            player.refuse(wrong)
        else:
            return stakes


def _questions(player: HousePlayer, seat: int, left: Cents) -> desk.CentsByWager:
    """The required wagers first; if they are declined, only what this house lets be bet alone."""
    table = player.sitting.table
    first, *others = sorted(table.offers, key=lambda wager: not wager.required)
    stakes = _answers(player, seat, [first], {}, left)
    return _answers(player, seat, others if stakes else table.alone, stakes, left)


def _answers(
    player: HousePlayer, seat: int, wagers: Iterable[Wager], stakes: desk.CentsByWager, left: Cents
) -> desk.CentsByWager:
    for wager in wagers:
        if wager.name in stakes or (wager.equals and wager.equals not in stakes):
            continue  # set together with the wager that it equals, or bet alone with it
        stakes = _one(player, seat, wager, stakes, left)
    return stakes


def _one(
    player: HousePlayer, seat: int, wager: Wager, stakes: desk.CentsByWager, left: Cents
) -> desk.CentsByWager:
    """The stakes with this wager's, once it is one that the table takes and the player can pay."""
    table = player.sitting.table
    while True:
        try:
            stake = _amount(player, seat, wager, stakes, left)
            if stake == 0:
                return stakes
            tried = table.with_equals({**stakes, wager.name: stake})
            _check_so_far(table, seat, tried)
            _check_covered(tried, left)
        except RuleError as wrong:
            player.refuse(wrong)
        else:
            return tried


def _check_covered(stakes: desk.CentsByWager, left: Cents) -> None:
    try:
        desk.check_covered(desk.total(stakes), left)
    except RuleError as short:
        raise RuleError(
            f"{short.message}, or type c to change this seat's bets", short.code
        ) from short


def _amount(
    player: HousePlayer, seat: int, wager: Wager, stakes: desk.CentsByWager, left: Cents
) -> Cents:
    limits = player.sitting.table.limits
    least, most = limits.least(wager), limits.most(wager)
    usual = _usual(player, seat, wager, stakes, left)
    who = f"Seat {seat} " if player.sitting.seats > 1 else ""
    if wager.fixed:
        wanted = player.agrees(f"{who}{wager.name}, {dollars(least)}?", default=bool(usual))
        return least if wanted else Cents(0)
    span = f"{dollars(least)} to {dollars(most)}" + ("" if wager.required else " or none")
    usually = dollars(usual) if usual else "none"
    answer = player.ask(f"{who}{wager.name}, {span} [{usually}]: ").casefold()
    if answer in CHANGE:
        raise StartAgain
    if answer in NONE:
        return Cents(0)
    stake = parse_dollars(answer) if answer else usual
    if stake < 0:
        raise RuleError(f"{dollars(stake)} is not a bet; this table takes {span}", "wager/limit")
    return stake


def _usual(
    player: HousePlayer, seat: int, wager: Wager, stakes: desk.CentsByWager, left: Cents
) -> Cents:
    """The last bet again, or the minimum of a required one; never more than the player has."""
    table = player.sitting.table
    last = player.sitting.bets.get(seat, {}).get(wager.name, Cents(0))
    least, _ = table.span(wager, stakes)
    if not last and not wager.required:
        return Cents(0)
    for amount in range(max(last, least), least - 1, -DOLLAR):
        tried = {**stakes, wager.name: Cents(amount)}
        if wager.required or stakes:
            tried = table.completed(tried)
        if desk.total(tried) <= left:
            return Cents(amount)
    return least if wager.required else Cents(0)


def _check_so_far(table: Table, seat: int, stakes: desk.CentsByWager) -> None:
    try:
        table.check_stakes(seat, stakes)
    except RuleError as wrong:
        if wrong.code != "wager/missing":  # not asked for yet
            raise
