"""What would change: other posted tables, other house options; and the most a table may pay."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from croupier.kernels.progress import told
from croupier.money import dollars
from croupier.odds import four_card_prime
from croupier.odds.combinations import Combinations, combinations
from croupier.odds.figures import House, Odds
from croupier.odds.report_sheets import Cell, Column, Kind, Plot, Prose, Section, Sheet
from croupier.rules.felt import OptionValue
from croupier.rules.limits import Limits
from croupier.rules.vocabulary import HouseOption, Wager

Vary = Callable[[Mapping[str, str], Mapping[str, object]], House]

# Where the main game is priced again in seconds under another table of these groups.
QUICK: Mapping[str, tuple[tuple[str, ...], Callable[[House], Fraction]]] = {
    "four-card-prime": (("win_bonus", "bad_beat_bonus"), four_card_prime.net),
}


def table_section(house: House, odds: Odds, tables: list[Combinations], vary: Vary) -> Section:
    """The edge under every table that might be posted, one group at a time."""
    parts: list[Prose | Sheet | Plot] = []
    quick, net = QUICK.get(house.game.id, ((), four_card_prime.net))
    wagers = {table.group: table for table in reversed(tables) if table.whole_wager}
    for group, choice in house.game.paytables.items():
        if group in wagers:
            wager = wagers[group]
            edges = [(table.id, -wager.under(table).net) for table in choice.tables]
            parts += _edges(house, group, f"{wager.name} wager", edges)
            if group in odds.parts:  # this wager is required: its table moves the main game
                rest = odds.house_edge + odds.parts[group]
                whole = [(id_, edge + rest) for id_, edge in edges]
                parts += _edges(house, group, f"main game, per {odds.unit}", whole)
        elif group in quick and len(choice.tables) > 1:
            posted = told(f"main game under each {group} table", choice.tables, len(choice.tables))
            edges = [(table.id, -net(vary({group: table.id}, {}))) for table in posted]
            parts += _edges(house, group, f"main game, per {odds.unit}", edges)
    intro = Prose("One group of tables is varied at a time; the others stay as posted.")
    return Section("Other tables that may be posted", (intro, *parts))


def _edges(
    house: House, group: str, of: str, edges: list[tuple[str, Fraction]]
) -> list[Sheet | Plot]:
    posted = house.posted[group].id
    rows = tuple(
        (id_, "posted" if id_ == posted else "", edge, edge, _remark(edge)) for id_, edge in edges
    )
    columns = (
        Column("table"),
        Column(""),
        Column("house edge", Kind.PERCENT),
        Column("exactly", Kind.EXACT),
        Column("remark"),
    )
    found: list[Sheet | Plot] = [Sheet(f"{group}: house edge, {of}", columns, rows)]
    if len(edges) > 1:
        found.append(Plot(f"{group}: house edge, {of}", "house edge", tuple(edges)))
    return found


def _remark(edge: Fraction) -> str:
    return "favours the player" if edge < 0 else ""


def option_section(house: House, tables: list[Combinations], vary: Vary) -> Section:
    """House options, one at a time, as far as they move the net of a wager with its own table."""
    now = {table.name: -table.net for table in tables if table.whole_wager}
    rows: list[tuple[Cell, ...]] = []
    options = house.game.options
    for option in told("effect of each house option", options, len(options)):
        for value in _others(option, house.options[option.name]):
            then = {
                table.name: -table.net
                for table in combinations(vary({}, {option.name: value}))
                if table.whole_wager
            }
            rows += _moved(f"{option.name} = {_word(value)}", now, then)
    columns = (
        Column("option"),
        Column("wager"),
        Column("edge now", Kind.PERCENT),
        Column("edge then", Kind.PERCENT),
        Column("then, exactly", Kind.EXACT),
    )
    note = (
        "The edge by the rows of the posted table. Envy, the meter and what a split of it changes "
        "are not in it. Options that are numbers are not varied."
    )
    sheet = Sheet("Effect of each house option", columns, tuple(rows), note=note)
    return Section("Other house options", (sheet,))


def _moved(
    name: str, now: Mapping[str, Fraction], then: Mapping[str, Fraction]
) -> Iterator[tuple[Cell, ...]]:
    changed = [wager for wager in now if then.get(wager) != now[wager]]
    for wager in changed:
        if wager in then:
            yield name, wager, now[wager], then[wager], then[wager]
        else:
            yield name, wager, now[wager], "not offered", ""
    if not changed:
        yield name, "no change in the rows", "", "", ""


def _others(option: HouseOption, value: OptionValue) -> list[OptionValue]:
    if isinstance(value, bool):
        return [not value]
    return [word for word in option.values if word != value]


def _word(value: OptionValue) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def exposure(house: House, limits: Limits, tables: list[Combinations]) -> Section:
    """The largest win of each wager at the table's largest stake, in dollars."""
    rows: list[tuple[Cell, ...]] = []
    total = 0
    for wager in house.game.wagers:
        if wager.needs and house.options[wager.needs] == "none":
            continue
        stake = int(house.options[wager.fixed]) if wager.fixed else int(limits.most(wager))
        most, why = _most(house, wager, tables)
        rows.append((wager.name, stake, most, most * stake, why))
        total += most * stake
    seats = house.game.seats_max
    columns = (
        Column("wager"),
        Column("largest stake", Kind.DOLLARS),
        Column("net pay", Kind.COUNT),
        Column("largest win", Kind.DOLLARS),
        Column("with"),
    )
    law = limits.profile
    note = (
        f"Limits: profile {law.name}. All seats ({seats}): at most {dollars(total * seats)} a "
        "deal. The sums are bounds: the largest wins need not fall together, and a multiple of a "
        "wager is not legal where it would exceed the limit of its own spot. Shares of a meter "
        f"come on top. A win above {dollars(law.supervisor_above)} on one wager waits for a "
        "supervisor."
    )
    bound = ("one seat, all wagers", "", "", total, "")
    sheet = Sheet("The most that one deal may cost", columns, tuple(rows), bound, note)
    return Section("Exposure", (sheet,))


def _most(house: House, wager: Wager, tables: list[Combinations]) -> tuple[int, str]:
    """The largest net pay of a wager in units of itself, and the hand that has it."""
    # Of all tables of the group: a hand that best play never holds can still be held.
    own = [table for table in tables if table.whole_wager and table.group == wager.table]
    lines = [line for table in own for line in table.lines if line.ways]
    if lines:
        line = max(lines, key=lambda line: line.pays)
        percents = [line.label for line in lines if line.percent]
        meter = f"; the meter: {', '.join(percents)}" if percents else ""
        return line.pays + _envy(house, wager), line.label + _envy_words(house, wager) + meter
    if wager.name == "ante":
        win = max(pay for _, pay in house.steps("win_bonus"))
        beat = max(pay for _, pay in house.steps("bad_beat_bonus"))
        return max(1 + win, beat), "the largest bonus of the ante"
    if wager.name.startswith("ante "):
        return max(pay for steps in house.posted["ante"].steps.values() for _, pay in steps), (
            "the top row of the ante table"
        )
    return 1, "paid 1 to 1"


def _envy(house: House, wager: Wager) -> int:
    """Envy for every other seat at the largest envy, which no two hands could both have."""
    steps = house.posted[wager.table].steps.get("envy") if wager.table else None
    seats = house.game.seats_max - 1 if house.options.get("envy_multiple") else 1
    return seats * max(pay for _, pay in steps) if steps else 0


def _envy_words(house: House, wager: Wager) -> str:
    return ", and envy of all other seats" if _envy(house, wager) else ""
