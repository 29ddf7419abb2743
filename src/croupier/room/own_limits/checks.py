"""The rules of limits and breaks. Decisions ask them before an act, the audit afterwards."""

from collections.abc import Mapping

from croupier.bank.ledger import MOST_CENTS
from croupier.errors import RuleError, shown
from croupier.money import Cents, dollars
from croupier.room.books.days import Days
from croupier.room.own_limits.periods import DAY, PERIODS, amount, ends
from croupier.room.own_limits.state import (
    ASKED,
    BUY_IN,
    BY_PERIOD,
    DEPOSIT,
    EXCLUDED,
    EXCLUSION,
    LIMITS,
    LOSS,
    MINUTE,
    PAUSED,
    REST,
    ROUND_LIMIT,
    SESSION,
    SET,
    OwnLimits,
    Pause,
)
from croupier.room.people.roles import Role, check_may, check_player

LONGEST_SESSION = 24 * 60  # minutes
# How long breaks and exclusions last, in days; None: until further notice.
BREAKS: Mapping[str, int | None] = {"day": 1, "week": 7, "month": 30, "quarter": 90}
EXCLUSIONS: Mapping[str, int | None] = {"half-year": 183, "year": 365, "indefinite": None}
LENGTHS = {PAUSED: BREAKS, EXCLUDED: EXCLUSIONS}
LEAST_INDEFINITE = 365 * DAY  # before one may ask for its end


class OwnLimitReached(RuleError):
    code = "own/limit"


class OnBreak(RuleError):
    code = "own/break"


# What may be done under them


def check_awake(own: OwnLimits, at: int) -> None:
    """A player on a break makes no wager and brings no money."""
    pause = own.paused(at)
    if pause is not None:
        raise OnBreak(
            f"{own.player} {pause_words(pause)}: no wagers, chips or deposits until then; chips and"
            " deposits are paid out at any time"
        )


def check_deposit(own: OwnLimits, at: int, cents: int) -> None:
    check_awake(own, at)
    for period, name in zip(PERIODS, BY_PERIOD[DEPOSIT], strict=True):
        done = amount(own.deposited, period, at)
        if name in own.limits and done + cents > own.limits[name]:
            raise _reached(
                own, name, f"{_dollars(done)} came in already, and {_dollars(cents)} more would"
                f" pass it; the {period} ends on {_time(ends(period, at))}",
            )  # fmt: skip


def check_buy_in(own: OwnLimits, at: int, chips: int) -> None:
    """`chips`: of the player at the table after the purchase."""
    check_awake(own, at)
    if chips > own.limits.get(BUY_IN, chips):
        raise _reached(own, BUY_IN, f"after this it would be {_dollars(chips)}")


def check_stake(
    own: OwnLimits, at: int, place: tuple[str, int], cents: int, *, poker: bool
) -> None:
    """The most that a round may cost at a seat; `cents` is the sum with all its raises.

    At poker a hand may cost all chips at the seat, so there only the limit of buy-ins bounds it.
    """
    check_awake(own, at)
    _check_session(own, at)
    before = own.stakes[place].cents if place in own.stakes else 0
    more = cents - before
    at_table = own.at_risk(place[0]) + more
    if not poker and at_table > own.limits.get(ROUND_LIMIT, at_table):
        raise _reached(own, ROUND_LIMIT, f"with its raises this one may cost {_dollars(at_table)}")
    for period, name in zip(PERIODS, BY_PERIOD[LOSS], strict=True):
        lost = amount(own.lost, period, at)
        if name in own.limits and lost + own.at_risk() + more > own.limits[name]:
            raise _reached(
                own, name, f"{_result(lost)}, {_dollars(own.at_risk() - before)} is at stake"
                f" elsewhere, and this round may cost {_dollars(cents)}; the {period} ends on"
                f" {_time(ends(period, at))}",
            )  # fmt: skip


def _check_session(own: OwnLimits, at: int) -> None:
    session = own.going_on(at)
    if session is None or SESSION not in own.limits:
        return
    if at >= session.began + own.limits[SESSION] * MINUTE:
        raise _reached(
            own, SESSION, f"this one began on {_time(session.began)}; another can begin on"
            f" {_time(session.last + REST)}",
        )  # fmt: skip


# What may be changed


def check_by(people: Mapping[str, Role], by: str, player: str) -> None:
    """Players themselves, or the floor at their request."""
    check_may(people, by, "set their own limits" if by == player else "limit a player who asks")
    check_player(people, player)


def check_limit(what: str, value: int | None) -> None:
    if what not in LIMITS and not (what == EXCLUSION and value is None):
        raise RuleError(f"{shown(what)} is no limit; there are: {', '.join(LIMITS)}", "own/what")
    most = LONGEST_SESSION if what == SESSION else MOST_CENTS
    if value is not None and not (value > 0 if what == SESSION else value >= 0):
        raise RuleError(f"a limit of {value}: it cannot be that low", "own/amount")
    if value is not None and value > most:
        unit = f"{most} minutes" if what == SESSION else _dollars(most)
        raise RuleError(f"a limit of {value}: at most {unit}", "own/amount")


def change(own: OwnLimits, by: str, at: int, what: str, value: int | None) -> str:
    """The kind of the event: a lower limit is set at once, a higher one is only asked for."""
    check_limit(what, value)
    if what == EXCLUSION:
        _check_return(own, at)
    elif what not in own.limits and value is None:
        raise RuleError(f"{own.player} has no limit {what}", "own/what")
    elif value is not None and value <= own.limits.get(what, value):
        return SET
    if by != own.player:
        raise RuleError(
            f"only {own.player} can ask for a higher limit, and say yes to it a day later",
            "own/higher",
        )
    return ASKED


def _check_return(own: OwnLimits, at: int) -> None:
    pause = own.paused(at)
    if pause is None or pause.until is not None:
        raise RuleError(f"{own.player} is not excluded until further notice", "own/break")
    if at < pause.at + LEAST_INDEFINITE:
        raise OnBreak(
            f"an exclusion until further notice lasts a year at least; its end can be asked for"
            f" from {_time(pause.at + LEAST_INDEFINITE)} on"
        )


def check_confirmed(own: OwnLimits, by: str, at: int, what: str) -> None:
    """The second yes: by the player, after a day, and not when it was forgotten."""
    asked = own.asked.get(what)
    if by != own.player or asked is None:
        raise RuleError(f"{by} has not asked for a higher limit {what}", "own/asked")
    if at < asked.begins:
        raise RuleError(
            f"a higher limit takes a day: say yes to it again from {_time(asked.begins)} on",
            "own/early",
        )
    if at >= asked.ends:
        raise RuleError(
            f"that was asked for on {_time(asked.at)}, and forgotten; ask again", "own/late"
        )


def pause_until(own: OwnLimits, at: int, kind: str, length: str) -> int | None:
    """When a new break or exclusion would end; it never shortens one that is in force."""
    lengths = LENGTHS[kind]
    if length not in lengths:
        raise RuleError(f"{shown(length)}: it lasts a {', '.join(lengths)}", "own/length")
    days, before = lengths[length], own.paused(at)
    until = None if days is None else at + days * DAY
    if before is not None and (before.until is None or (until and until <= before.until)):
        raise RuleError(
            f"{own.player} {pause_words(before)} already; that cannot be shortened", "own/break"
        )
    return until


def amount_of(written: str) -> int:
    """Minutes, as people type them."""
    if not (written.isascii() and written.isdigit() and len(written) <= 6):
        raise RuleError(f"{shown(written)}: a session's limit is in whole minutes", "own/amount")
    return int(written)


# In words


def limit_words(what: str, value: int) -> str:
    """`losses of $100 a day`."""
    if what == SESSION:
        return f"sessions of {value} minute{'s' if value != 1 else ''}"
    money = _dollars(value)
    if what in (ROUND_LIMIT, BUY_IN):
        return f"{money} at stake in a round" if what == ROUND_LIMIT else f"{money} bought in"
    kind, period = what.split("-")
    return f"{'deposits' if kind == DEPOSIT else 'losses'} of {money} a {period}"


def pause_words(pause: Pause) -> str:
    until = "further notice" if pause.until is None else _time(pause.until)
    return f"{'takes a break' if pause.kind == PAUSED else 'is excluded'} until {until}"


def _reached(own: OwnLimits, what: str, why: str) -> OwnLimitReached:
    words = limit_words(what, own.limits[what])
    return OwnLimitReached(f"{own.player} has set a limit, {words}: {why}")


def _result(lost: int) -> str:
    return f"{_dollars(lost)} is lost" if lost >= 0 else f"{_dollars(-lost)} is won"


def _dollars(cents: int) -> str:
    return dollars(Cents(cents))


def _time(at: int) -> str:
    return f"{Days().shown(at)} UTC"
