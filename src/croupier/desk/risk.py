"""Money against chance: how far the house's win may be from theory and still be consistent with
chance; and whether a player's money lasts, by simulation, and exactly if a round is solved.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from croupier.desk.night import SeatPlay, share_json
from croupier.desk.stakes import check_no_meter, sides, stakes_text
from croupier.errors import RuleError
from croupier.money import Cents, dollars
from croupier.odds.house_edge import LEVELS, Band, Bounds, bounds
from croupier.odds.solve import solve
from croupier.odds.strategy.choices import OPTIMAL
from croupier.progress import tracked
from croupier.rules.limits import follow_ups, most_asked
from croupier.sim.exact import WinVariance, round_variance, round_win
from croupier.sim.plan import MOST_ROUNDS, by_column
from croupier.sim.ruin import Chain, Fates, Purse, played, ruin_chain
from croupier.sim.run import stretches
from croupier.table.table import Table

SIZES = tuple(10**power for power in range(3, 8))
MOST_EACH = 10_000_000  # rounds of one player, which are all in memory at once


class BandRequest(NamedTuple):
    """What was played, and the house's win from it, if that is to be judged."""

    rounds: int
    actual: Cents | None
    play: SeatPlay


class BandResult(NamedTuple):
    """A round's win and variance, and the bands that follow from them."""

    rounds: int
    win: Fraction  # the house's, per round
    strays: WinVariance
    actual: Cents | None

    def theory(self, rounds: int) -> Fraction:
        return self.win * rounds

    def within(self, rounds: int, level: Fraction) -> Bounds:
        return bounds(self.theory(rounds), self.strays.variance * rounds, level)

    @property
    def sizes(self) -> list[int]:
        """The numbers of rounds to show bands for."""
        return sorted({*SIZES, self.rounds})

    @property
    def verdict(self) -> Band | None:
        if self.actual is None:
            return None
        return Band(self.actual, self.theory(self.rounds), self.strays.variance * self.rounds)


def band(table: Table, request: BandRequest) -> BandResult:
    stakes = request.play.stakes
    check_no_meter(table, stakes, "meters are reconciled separately", "band/meter")
    wanted = request.play.plan(table)
    win = round_win(table, wanted, stakes)
    if win is None:
        raise RuleError(
            f"{request.play.strategy} play: no exact theory of it with these wagers; there is "
            "one of optimal play, and of rules-N without a wager on the cards bought",
            "band/theory",
        )
    return BandResult(request.rounds, win, round_variance(table, wanted, stakes), request.actual)


def band_json(table: Table, request: BandRequest, result: BandResult) -> dict[str, object]:
    verdict = result.verdict
    return {
        **request.play.to_json(table),
        "round": {
            "theory": float(result.win),
            "deviation": float(result.strays.variance) ** 0.5,
            "deviation_se": result.strays.error,
            "simulated_rounds": result.strays.simulated,
        },
        "rounds": result.rounds,
        "bands": {str(rounds): _bands_json(result, rounds) for rounds in result.sizes},
        "actual": result.actual,
        "deviations": verdict and verdict.deviations,
        "verdict": verdict and verdict.verdict,
    }


def _bands_json(result: BandResult, rounds: int) -> dict[str, object]:
    ranges = {f"{float(level):.0%}": list(result.within(rounds, level)) for level in LEVELS}
    return {"theory": float(result.theory(rounds)), **ranges}


class RuinRequest(NamedTuple):
    """A player's money and bets, and how many such players are simulated."""

    bankroll: Cents
    goal: Cents | None  # at which the player leaves
    rounds: int  # at most
    players: int
    play: SeatPlay  # for one seat


class RuinResult(NamedTuple):
    """The outcome for the players; `chain` if the result of a round is known exactly."""

    purse: Purse
    fates: Fates
    chain: Chain | None
    not_exact: str  # why there is no chain


def ruin(table: Table, request: RuinRequest) -> RuinResult:
    """A player is ruined when less is left than the next round may require."""
    stakes = request.play.stakes
    check_no_meter(table, stakes, "what it pays depends on its meter", "ruin/meter")
    purse = _purse(table, request)
    if purse.rounds > MOST_EACH or purse.rounds * request.players > MOST_ROUNDS:
        raise RuleError(
            f"{request.players:,} players of {purse.rounds:,} rounds: too many; write up to"
            f" {MOST_EACH:,} for each, and {MOST_ROUNDS:,} in all",
            "ruin/rounds",
        )
    wanted = request.play.plan(table)
    columns = by_column(wanted, table.game, stakes)
    some = played(wanted, columns, purse, request.players)
    fates = reduce(add, tracked("players", some, len(stretches(purse.rounds, request.players))))
    chain, why = None, _not_solved(table, request.play)
    if not why:
        chain = ruin_chain(solve(table).results, stakes[table.offers[0].name], purse)
        why = "" if chain else "that many rounds and that much money would take too long"
    return RuinResult(purse, fates, chain, why)


def _not_solved(table: Table, play: SeatPlay) -> str:
    """Why a round's result is not known exactly; empty if it is."""
    if play.strategy != OPTIMAL:
        return f"the results of {play.strategy} play were not solved"
    if sides(table, play.stakes) or len(set(play.stakes.values())) > 1:
        return "the wagers of a round together were not solved"
    return ""


def _purse(table: Table, request: RuinRequest) -> Purse:
    bankroll, goal, stakes = request.bankroll, request.goal, request.play.stakes
    needed = most_asked(table.game, stakes)
    if bankroll < needed:
        raise RuleError(
            f"bankroll {dollars(bankroll)}; one round may ask for {dollars(needed)}: "
            f"{asks(table, stakes)}",
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


def ruin_json(table: Table, request: RuinRequest, result: RuinResult) -> dict[str, object]:
    purse, fates, chain = result.purse, result.fates, result.chain
    about = request.play.to_json(table)
    del about["seats"]  # there is only one
    return {
        **about,
        "bankroll": purse.bankroll,
        "goal": purse.goal,
        "most_rounds": purse.rounds,
        "ruined_below": purse.needed,
        "players": fates.players,
        "ruin": {**share_json(fates.ruin), "exact": chain and chain.ruin},
        "reached": None
        if purse.goal is None
        else {**share_json(fates.goal), "exact": chain and chain.goal},
        "rounds": {
            "mean": fates.mean_rounds,
            "se": fates.rounds_error,
            "exact": chain and chain.rounds,
        },
    }
