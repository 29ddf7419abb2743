"""A night on the screen, and for programs."""

from collections.abc import Callable
from fractions import Fraction

from rich.console import Console

from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.cli.room.meters.meters import NONE
from croupier.cli.screen import Sheet, screen
from croupier.cli.sim.histogram import bins, lines
from croupier.cli.sim.night import Asked, Found, Jackpot, Stretch
from croupier.cli.unprinted import marks, show_mark
from croupier.money import dollars
from croupier.sim.summary import Share
from croupier.table.table import Table

PERCENTS = tuple(map(Fraction, ("0.1", "1", "5", "25", "50", "75", "95", "99", "99.9")))
SURE = Fraction(99)  # percent of nights for which the money must suffice
BAR = 40


def report(house: Table, night: Found, asked: Asked) -> dict[str, object]:
    """Money is in cents."""
    return {
        "game": night.plan.game,
        "posted": dict(night.plan.posted),
        **marks(house),
        "seats": night.plan.seats,
        "seed": night.plan.seed,
        "strategy": night.plan.strategy,
        "stakes": dict(night.stakes),
        "rounds": night.rounds,
        "theory_is_exact": night.exact,
        "nights": _stretch(night.night),
        "months": None if night.month is None else _stretch(night.month) | {"nights": asked.month},
        "jackpots": {name: _jackpot(one) for name, one in night.jackpots.items()},
    }


def _stretch(one: Stretch) -> dict[str, object]:
    wins = one.wins
    return {
        "number": len(wins.ordered),
        "mean": float(wins.mean),
        "se": wins.error,
        "theory": None if one.theory is None else float(one.theory),
        "z": z(one),
        "deviation": wins.deviation,
        "percentiles": {f"{float(p):g}": wins.percentile(p) for p in PERCENTS},
        "losing": _share(wins.losing),
        "bankroll_99": one.needed.percentile(SURE),
    }


def _share(share: Share) -> dict[str, object]:
    return {"count": share.many, "share": float(share.share), "se": share.error}


def _jackpot(one: Jackpot) -> dict[str, object]:
    return {
        **_rules(one.life.rules),
        "after": {
            path.after: {
                "runs": len(path.shown.ordered),
                **{str(p): path.shown.percentile(Fraction(p)) for p in (5, 50, 95)},
            }
            for path in one.paths
        },
        "rounds": one.life.fed,
        "won_whole": one.whole,
        "rounds_to_win": one.life.fed / one.whole if one.whole else None,
        "rounds_to_win_exact": float(1 / one.chance) if one.chance else None,
    }


def _rules(rules: MeterRules) -> dict[str, object]:
    """As they were played, said or not; rates in percent."""
    if rules.kind == HOUSE_JACKPOT:
        return {"seed": rules.seed}
    return {
        "seed": rules.seed,
        "reseed": rules.reseed,
        "contribution": rules.contribution_rate / 100,
        "reserve": rules.reserve_rate / 100,
        "cap": rules.cap,
    }


def z(one: Stretch) -> float | None:
    """How many standard errors the mean is off theory."""
    if one.theory is None or not one.wins.error:
        return None
    return float(one.wins.mean - one.theory) / one.wins.error


def show(house: Table, night: Found, asked: Asked) -> None:
    console = screen()
    seats = "seat" if asked.seats == 1 else "seats"
    staked = ", ".join(f"{name} {dollars(stake)}" for name, stake in night.stakes.items())
    console.print(
        f"{house.game.name}: {asked.nights:,} nights of {night.rounds:,} rounds, {asked.seats} "
        f"{seats}, {asked.strategy} play, seed {asked.seed}\nEach seat: {staked}",
        highlight=False,
    )
    show_mark(console, house)
    console.print(_sheet(night, asked), highlight=False)
    console.print("What nights brought", style="bold")
    wide = max(10, min(BAR, console.width - 30))
    brought = bins(night.night.wins.ordered)
    for one, line in zip(brought, lines(brought, wide), strict=True):
        console.print(line, highlight=False, style="red" if one.high <= 0 else None)
    for name, jackpot in night.jackpots.items():
        _show_jackpot(console, name, jackpot, night.rounds)


def _sheet(night: Found, asked: Asked) -> Sheet:
    sheet = Sheet(box=None, padding=(0, 2, 0, 0))
    sheet.add_column("The house's win", overflow="fold")
    stretches = [night.night] + ([night.month] if night.month else [])
    for head in ("a night", f"a month of {asked.month}")[: len(stretches)]:
        sheet.add_column(head, justify="right", overflow="fold")

    def row(name: str, cell: Callable[[Stretch], str]) -> None:
        sheet.add_row(name, *map(cell, stretches))

    row("mean", lambda one: money(one.wins.mean))
    row("  standard error", lambda one: money(one.wins.error))
    row("theory" if night.exact else "theory, in the long run", _theory)
    if night.exact:
        row("  standard errors off", lambda one: "" if z(one) is None else f"{z(one):+.2f}")
    row("standard deviation", lambda one: money(one.wins.deviation))
    for percent in PERCENTS:
        wins = (money(one.wins.percentile(percent)) for one in stretches)
        sheet.add_row(f"{float(percent):g}% win at most", *wins)
    row("loses", lambda one: share(one.wins.losing))
    row("money for 99% of them", lambda one: money(one.needed.percentile(SURE)))
    sheet.add_row("how many were played", *(f"{len(one.wins.ordered):,}" for one in stretches))
    return sheet


def _theory(one: Stretch) -> str:
    return "not known" if one.theory is None else money(one.theory)


def money(cents: Fraction | float | None) -> str:
    """To the nearest cent."""
    return "too few to tell" if cents is None else dollars(round(cents))


def share(one: Share) -> str:
    if not one.many:
        return f"none of {one.total:,}"
    return f"{float(one.share):.2%} ± {one.error:.2%}"


def _show_jackpot(console: Console, name: str, one: Jackpot, rounds: int) -> None:
    seed, played = one.life.rules.seed, one.life.fed
    begins = "begins at" if one.paths else "pays"
    console.print(f"\n{name}: {begins} {dollars(seed)}", style="bold", highlight=False)
    if one.life.rules.kind != HOUSE_JACKPOT:
        console.print(f"  {_rules_text(one.life.rules)}", highlight=False)
    if one.paths:
        sheet = Sheet(box=None, padding=(0, 2))
        for head in ("displayed after", "5%", "median", "95%", "runs"):
            sheet.add_column(head, overflow="fold")
        for path in one.paths:
            cells = [money(path.shown.percentile(Fraction(p))) for p in (5, 50, 95)]
            sheet.add_row(path.after, *cells, f"{len(path.shown.ordered):,}")
        console.print(sheet, highlight=False)
    if one.whole:
        mean, error = played / one.whole, played / one.whole**1.5
        said = f"once in {mean:,.0f} ± {error:,.0f} rounds, {mean / rounds:,.1f} nights"
    else:
        said = f"not once in {played:,} rounds"
    exact = f"exactly, once in {float(1 / one.chance):,.0f}" if one.chance else ""
    console.print(f"  won whole {one.whole:,} times: {said}\n  {exact}".rstrip(), highlight=False)


def _rules_text(rules: MeterRules) -> str:
    """All that `room meter open` asks the operator for: a night takes what is not said as this."""
    reserve = f"{rules.reserve_rate / 100:g}%" if rules.reserve_rate else NONE
    cap = NONE if rules.cap is None else dollars(rules.cap)
    return (
        f"reseed {dollars(rules.reseed)}, contribution {rules.contribution_rate / 100:g}%, "
        f"reserve {reserve}, cap {cap}"
    )
