"""`croupier ruin`: will the money last? By simulated players, and exactly where it can be."""

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import NamedTuple

from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.screen import Sheet, screen
from croupier.cli.sim.simulate import whole
from croupier.cli.stakes import sides, stakes_of
from croupier.cli.unprinted import marks, show_mark
from croupier.errors import RuleError
from croupier.money import dollars, parse_dollars
from croupier.odds.solve import solve
from croupier.odds.strategy.choices import OPTIMAL
from croupier.progress import told
from croupier.rules.follow_ups import follow_ups, most_asked
from croupier.sim.plan import MOST_ROUNDS, plan
from croupier.sim.ruin import Fates, Purse, played
from croupier.sim.ruin_chain import Chain, ruin_chain
from croupier.sim.run import stretches
from croupier.sim.stakes import by_column
from croupier.sim.summary import Share
from croupier.table.table import Table

MOST_EACH = 10_000_000  # rounds of a player: all of his are in memory at once


class Asked(NamedTuple):
    """As it was typed."""

    bankroll: str
    ante: str
    side: str
    goal: str | None
    rounds: str
    players: int
    strategy: str
    seed: int


class Found(NamedTuple):
    stakes: Mapping[str, int]
    purse: Purse
    fates: Fates
    chain: Chain | None  # where the result of a round is known exactly


def run(house: Table, asked: Asked, *, as_json: bool) -> None:
    found_ = found(house, asked)
    if as_json:
        write_json(report(house, found_, asked))
    else:
        _show(house, found_, asked)


def found(house: Table, asked: Asked) -> Found:
    stakes = stakes_of(house, asked.ante, asked.side)
    for name in house.game.jackpots:
        if name in stakes:
            raise RuleError(
                f"{name}: what it pays depends on its meter; leave it out", "ruin/meter"
            )
    purse = _purse(house, stakes, asked)
    if purse.rounds > MOST_EACH or purse.rounds * asked.players > MOST_ROUNDS:
        raise RuleError(
            f"{asked.players:,} players of {purse.rounds:,} rounds: too many; write up to"
            f" {MOST_EACH:,} for each, and {MOST_ROUNDS:,} in all",
            "ruin/rounds",
        )
    with working(f"{house.game.name}, {asked.players:,} players"):
        wanted = plan(house, seed=asked.seed, strategy=asked.strategy, wagers=sides(house, stakes))
        columns = by_column(wanted, house.game, stakes)
        some = played(wanted, columns, purse, asked.players)
        fates = reduce(add, told("players", some, len(stretches(purse.rounds, asked.players))))
        chain = None
        if asked.strategy == OPTIMAL and flat(house, stakes):
            unit = stakes[house.offers[0].name]
            chain = ruin_chain(solve(house).results, unit, purse)
    return Found(stakes, purse, fates, chain)


def flat(house: Table, stakes: Mapping[str, int]) -> bool:
    """No wager beside the main game, and all of that alike: a round's result is known exactly."""
    return not sides(house, stakes) and len(set(stakes.values())) == 1


def _purse(house: Table, stakes: Mapping[str, int], asked: Asked) -> Purse:
    bankroll, needed = parse_dollars(asked.bankroll), most_asked(house.game, stakes)
    if bankroll < needed:
        raise RuleError(
            f"--bankroll {dollars(bankroll)}; one round may ask for {dollars(needed)}: "
            f"{asks(house, stakes)}",
            "ruin/bankroll",
        )
    goal = None if asked.goal is None else parse_dollars(asked.goal)
    if goal is not None and goal <= bankroll:
        raise RuleError(
            f"--goal {dollars(goal)}; write more than the bankroll, {dollars(bankroll)}",
            "ruin/goal",
        )
    return Purse(bankroll, needed, goal, whole(asked.rounds))


def asks(house: Table, stakes: Mapping[str, int]) -> str:
    """`ante $10, raise up to $30`."""
    first = [f"{name} {dollars(stake)}" for name, stake in stakes.items()]
    later = [f"{name} up to {dollars(bet)}" for name, bet in follow_ups(house.game, stakes).items()]
    return ", ".join(first + later)


def report(house: Table, found_: Found, asked: Asked) -> dict[str, object]:
    """Money is in cents."""
    purse, fates, chain = found_.purse, found_.fates, found_.chain
    return {
        "game": house.game.id,
        "posted": house.posted_ids,
        **marks(house),
        "strategy": asked.strategy,
        "seed": asked.seed,
        "stakes": dict(found_.stakes),
        "bankroll": purse.bankroll,
        "goal": purse.goal,
        "most_rounds": purse.rounds,
        "ruined_below": purse.needed,
        "players": fates.players,
        "ruin": _share(fates.ruin, chain and chain.ruin),
        "reached": None if purse.goal is None else _share(fates.goal, chain and chain.goal),
        "rounds": {
            "mean": fates.mean_rounds,
            "se": fates.rounds_error,
            "exact": chain and chain.rounds,
        },
    }


def _share(one: Share, exact: float | None) -> dict[str, object]:
    return {"count": one.many, "share": float(one.share), "se": one.error, "exact": exact}


def _show(house: Table, found_: Found, asked: Asked) -> None:
    purse, fates, chain = found_.purse, found_.fates, found_.chain
    console = screen()
    goal = "" if purse.goal is None else f", or {dollars(purse.goal)} in hand"
    console.print(
        f"{house.game.name}: {fates.players:,} players with {dollars(purse.bankroll)}, "
        f"{asked.strategy} play, seed {asked.seed}\n"
        f"Each plays up to {purse.rounds:,} rounds{goal}.\n"
        f"Ruin: less than {dollars(purse.needed)} left, which the next round may ask for:\n"
        f"{asks(house, found_.stakes)}",
        highlight=False,
    )
    show_mark(console, house)
    sheet = Sheet(box=None, padding=(0, 2, 0, 0))
    for head in ("", "simulated", "± s.e.", "exact" if chain else ""):
        sheet.add_column(head, justify="right" if head else "left", overflow="fold")

    def row(name: str, one: Share, exact: float | None) -> None:
        known = "" if exact is None else f"{exact:.3%}"
        sheet.add_row(name, f"{float(one.share):.3%}", f"{one.error:.3%}", known)

    row("ruined", fates.ruin, chain and chain.ruin)
    if purse.goal is not None:
        row("reached the goal", fates.goal, chain and chain.goal)
    over = Share(fates.players - fates.ruined - fates.reached, fates.players)
    row("played all rounds", over, chain and 1 - chain.ruin - chain.goal)
    mean, known = f"{fates.mean_rounds:,.1f}", f"{chain.rounds:,.1f}" if chain else ""
    sheet.add_row("rounds played", mean, f"{fates.rounds_error:,.1f}", known)
    console.print(sheet, highlight=False)
    if chain is None:
        console.print(f"Not known exactly: {_why(house, found_, asked)}", highlight=False)


def _why(house: Table, found_: Found, asked: Asked) -> str:
    if asked.strategy != OPTIMAL:
        return f"the results of {asked.strategy} play were not solved"
    if not flat(house, found_.stakes):
        return "the wagers of a round together were not solved"
    return "so many rounds and so much money would take too long"
