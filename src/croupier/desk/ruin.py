"""Will the money last? Simulated players, and the exact chance where the result is solved."""

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import NamedTuple

from croupier.desk.stakes import check_no_meter, sides, stakes_text
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.odds.solve import solve
from croupier.odds.strategy.choices import OPTIMAL
from croupier.progress import tracked
from croupier.rules.limits import follow_ups, most_asked
from croupier.sim.plan import MOST_ROUNDS, by_column, plan
from croupier.sim.ruin import Chain, Fates, Purse, played, ruin_chain
from croupier.sim.run import stretches
from croupier.table.table import Table

MOST_EACH = 10_000_000  # rounds of a player: all of theirs are in memory at once


class RuinRequest(NamedTuple):
    """A player's money and bets, and how many such players are simulated."""

    bankroll: Cents
    goal: Cents | None  # at which the player leaves
    stakes: Mapping[str, int]
    rounds: int  # at most
    players: int
    strategy: str
    seed: int


class RuinResult(NamedTuple):
    """What became of the players; `chain` where the result of a round is known exactly."""

    purse: Purse
    fates: Fates
    chain: Chain | None
    not_exact: str  # why there is no chain


def ruin(table: Table, request: RuinRequest) -> RuinResult:
    """Ruin is to have less left than the next round may ask."""
    check_no_meter(table, request.stakes, "what it pays depends on its meter", "ruin/meter")
    purse = _purse(table, request)
    if purse.rounds > MOST_EACH or purse.rounds * request.players > MOST_ROUNDS:
        raise RuleError(
            f"{request.players:,} players of {purse.rounds:,} rounds: too many; write up to"
            f" {MOST_EACH:,} for each, and {MOST_ROUNDS:,} in all",
            "ruin/rounds",
        )
    stakes = request.stakes
    wanted = plan(table, seed=request.seed, strategy=request.strategy, wagers=sides(table, stakes))
    columns = by_column(wanted, table.game, stakes)
    some = played(wanted, columns, purse, request.players)
    fates = reduce(add, tracked("players", some, len(stretches(purse.rounds, request.players))))
    chain, why = None, _not_solved(table, request)
    if not why:
        chain = ruin_chain(solve(table).results, stakes[table.offers[0].name], purse)
        why = "" if chain else "that many rounds and that much money would take too long"
    return RuinResult(purse, fates, chain, why)


def _not_solved(table: Table, request: RuinRequest) -> str:
    """Why a round's result is not known exactly, if it is not."""
    if request.strategy != OPTIMAL:
        return f"the results of {request.strategy} play were not solved"
    if sides(table, request.stakes) or len(set(request.stakes.values())) > 1:
        return "the wagers of a round together were not solved"
    return ""


def _purse(table: Table, request: RuinRequest) -> Purse:
    bankroll, goal = request.bankroll, request.goal
    needed = most_asked(table.game, request.stakes)
    if bankroll < needed:
        raise RuleError(
            f"bankroll {dollars(bankroll)}; one round may ask for {dollars(needed)}: "
            f"{asks(table, request.stakes)}",
            "ruin/bankroll",
        )
    if goal is not None and goal <= bankroll:
        raise RuleError(
            f"goal {dollars(goal)}; it must be more than the bankroll, {dollars(bankroll)}",
            "ruin/goal",
        )
    return Purse(bankroll, needed, goal, request.rounds)


def asks(table: Table, stakes: Mapping[str, int]) -> str:
    """`ante $10, raise up to $30`."""
    later = [f"{name} up to {dollars(bet)}" for name, bet in follow_ups(table.game, stakes).items()]
    return ", ".join([stakes_text(stakes), *later])
