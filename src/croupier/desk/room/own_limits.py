"""The limits and breaks that players set for themselves: those in force, and answers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.bank.store import Store
from croupier.desk.room.acts import Answer, Moved, Outcome
from croupier.money import Cents, dollars, parse_dollars
from croupier.room.books.days import Days
from croupier.room.names import OWN
from croupier.room.own_limits.checks import amount_of, check_limit, limit_words, pause_words
from croupier.room.own_limits.periods import amount, ends
from croupier.room.own_limits.state import (
    ASKED,
    BY_PERIOD,
    DEPOSIT,
    EXCLUSION,
    LIMITS,
    LOSS,
    SESSION,
    OwnLimits,
    Pause,
)
from croupier.room.people.roles import check_player
from croupier.room.room import Room


class OwnLimit(NamedTuple):
    """A limit in force; amounts in cents, those of a session in minutes."""

    what: str
    amount: int | None
    used: int | None  # in the current period; None if nothing is summed up
    ends: int | None  # the period, in milliseconds since 1970
    asked: int | None  # a higher one that is asked for; None: no limit any more
    asked_from: int | None  # when it can be confirmed; None: nothing is asked for
    asked_until: int | None


class OwnShown(NamedTuple):
    player: str
    limits: list[OwnLimit]  # those in force, or asked for
    pause: Pause | None
    returns: OwnLimit | None  # the end of an exclusion, if it is asked for
    at_stake: int

    @property
    def paused(self) -> str:
        """The break in words; empty if there is none."""
        return "" if self.pause is None else pause_words(self.pause)

    @property
    def data(self) -> dict[str, object]:
        """For programs."""
        return {
            "player": self.player,
            "limits": [one._asdict() for one in self.limits],
            "pause": self.pause and self.pause._asdict(),
            "returns": self.returns and self.returns._asdict(),
            "at_stake": self.at_stake,
        }


def limits_of(store: Store, player: str) -> OwnShown:
    """What a player has set for themself, now."""
    hall = Room(store).hall
    check_player(hall.floor.people, player)
    return own_shown(hall.own(player), store.clock())


def own_shown(own: OwnLimits, at: int) -> OwnShown:
    limits = [_limit(own, what, at) for what in LIMITS if what in own.limits or what in own.asked]
    returns = _limit(own, EXCLUSION, at) if EXCLUSION in own.asked else None
    if returns is not None and returns.asked_from is None:
        returns = None
    return OwnShown(own.player, limits, own.paused(at), returns, own.at_risk())


def _limit(own: OwnLimits, what: str, at: int) -> OwnLimit:
    kind, _, period = what.partition("-")
    used, end = None, None
    if what in BY_PERIOD[LOSS] or what in BY_PERIOD[DEPOSIT]:
        used = amount(own.lost if kind == LOSS else own.deposited, period, at)
        end = ends(period, at)
    elif what == SESSION and (session := own.going_on(at)) is not None:
        used = (at - session.began) // 60_000
    asked = own.asked.get(what)
    if asked is None or at >= asked.ends:
        return OwnLimit(what, own.limits.get(what), used, end, None, None, None)
    return OwnLimit(what, own.limits.get(what), used, end, asked.amount, asked.begins, asked.ends)


def typed_amount(what: str, written: str) -> int | None:
    """As people type it: dollars, or the minutes of a session; `none` for no limit."""
    check_limit(what, None)
    if written == "none":
        return None
    return amount_of(written) if what == SESSION else parse_dollars(written)


# Answers


def limit_answer(act: Outcome) -> Answer:
    said, kind = act.body, act.done.events[0].kind
    player, what = own_player(act), said["what"]
    moved: Moved = {"player": player, "what": what}
    if kind == ASKED:
        return Answer(_asked_words(player, said), moved)
    return Answer(
        f"{player} has set a limit: {limit_words(what, said['amount'])}.{_back(said)}", moved
    )


def _asked_words(player: str, said: Mapping[str, Any]) -> str:
    what, value = said["what"], said["amount"]
    wish = f"{limit_words(what, value)}" if value is not None else f"no limit {what} any more"
    if what == EXCLUSION:
        wish = "the end of their exclusion"
    return (
        f"{player} asks for {wish}. Nothing changes yet: it takes a second yes a day later, from"
        f" {_time(said['at'] + 86_400_000)} on: croupier room limit {player} {what} --confirm --by"
        f" {player}"
    )


def confirm_answer(act: Outcome) -> Answer:
    player, what = own_player(act), act.body["what"]
    return Answer(f"{player} has said yes a second time: {what}.", {"player": player, "what": what})


def break_answer(act: Outcome) -> Answer:
    said, player = act.body, own_player(act)
    pause = Pause(act.done.events[0].kind, said["at"], said["until"])
    moved: Moved = {"player": player}
    if said["until"] is not None:
        moved["until"] = said["until"]
    return Answer(
        f"{player} {pause_words(pause)}: no wagers, chips or deposits. Chips and the deposit are"
        f" paid out at any time; a round in progress is finished.{_back(said)}",
        moved,
    )


def own_player(act: Outcome) -> str:
    return act.receipt.stream.removeprefix(OWN)


def _back(said: Mapping[str, Any]) -> str:
    places = [f"table {table} seat {seat}" for table, seat in said["bets"]]
    return f" The bets at {', '.join(places)} are taken back." if places else ""


def _time(at: int) -> str:
    return f"{Days().shown(at)} UTC"


def used_words(limit: OwnLimit) -> str:
    """`$30.00 so far`."""
    if limit.used is None:
        return ""
    if limit.what == SESSION:
        return f"{limit.used} minutes so far"
    kind = "lost" if limit.what.startswith(LOSS) else "deposited"
    if limit.used < 0:
        return f"{dollars(Cents(-limit.used))} won so far"
    return f"{dollars(Cents(limit.used))} {kind} so far"


def shown_words(limit: OwnLimit) -> str:
    return "" if limit.amount is None else limit_words(limit.what, limit.amount)


def asked_words(limit: OwnLimit) -> str:
    if limit.asked_from is None or limit.asked_until is None:
        return ""
    wish = "no limit" if limit.asked is None else limit_words(limit.what, limit.asked)
    return f"{wish}, from {_time(limit.asked_from)} until {_time(limit.asked_until)}"
