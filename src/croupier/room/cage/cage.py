"""The cage: deposits, withdrawals, and what takes them back."""

from collections.abc import Mapping

from croupier.bank.act import Act, Event
from croupier.bank.ledger import Posting, Reason, reversal
from croupier.errors import Refused, RuleError
from croupier.money import Cents, check_whole
from croupier.room.books.plain import movement
from croupier.room.cage.cash_postings import DEPOSITED, REVERSED, WITHDRAWN, moved_by
from croupier.room.cage.corrections import correction_reversed
from croupier.room.people.roles import Role, check_may, check_two, no_player
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import Asked, Hall, Step
from croupier.room.state.streams import CAGE as CAGE
from croupier.room.tables.state import body

CORRECTABLE = {
    Reason.DEPOSIT,
    Reason.WITHDRAWAL,
    Reason.BANKING,
    Reason.DISTRIBUTION,
    Reason.CORRECTION,
}
UNDONE_AT_THE_TABLE = (
    "only a deposit, a withdrawal, jackpot money banked, drawn or awarded, or a correction can be"
    " reversed; what a table did is undone at the table (cash out, fill, credit, call off, correct)"
)


@decision("deposit", "croupier.room.cage.deposited")
def deposited(hall: Hall, asked: Asked, player: str, cents: Cents) -> Step:
    """Cash that a player leaves with the house."""
    _check(hall, asked, player, cents)
    said = {"player": player, "cents": cents}
    return _step(hall, asked, DEPOSITED, said, moved_by(DEPOSITED, "", asked.id, said))


@decision("withdraw", "croupier.room.cage.withdrawn")
def withdrawn(hall: Hall, asked: Asked, player: str, cents: Cents) -> Step:
    """Cash that a player takes; never more than they have."""
    _check(hall, asked, player, cents)
    said = {"player": player, "cents": cents}
    return _step(hall, asked, WITHDRAWN, said, moved_by(WITHDRAWN, "", asked.id, said))


@decision("reverse", "croupier.room.cage.reversed_")
def reversed_(hall: Hall, asked: Asked, posting: str, second: str, reason: str) -> Step:
    """What was wrong is taken back, in full, by two people and with a reason.

    That is a deposit, a withdrawal, jackpot money banked, drawn or awarded, or the correction of a
    payment.

    It is named by its key, or by the id of its posting.
    """
    check_two(hall.floor.people, asked.by, second, "reverse a posting")
    if not reason.strip():
        raise RuleError("say why the posting is reversed", "room/reason")
    wrong = posting_meant(hall, posting)
    if wrong.reason is Reason.CORRECTION:
        return correction_reversed(hall, asked, wrong, second, reason)
    if wrong.reason not in CORRECTABLE:
        raise RuleError(f"{movement(wrong)}: {UNDONE_AT_THE_TABLE}", "room/reversal")
    back = reversal(wrong, asked.id, reason[:200])
    said = {"posting": posting, "reason": reason, "second": second}
    return _step(hall, asked, REVERSED, said, (back,))


def posting_meant(hall: Hall, name: str) -> Posting:
    """By the key of its act, or by its own id."""
    try:
        return hall.posting(Asked(name, "").id)
    except Refused:
        return hall.posting(name)


def _check(hall: Hall, asked: Asked, player: str, cents: Cents) -> None:
    check_may(hall.floor.people, asked.by, "take deposits and pay them out")
    check_whole(cents)
    if hall.floor.people.get(player) is not Role.PLAYER:
        raise no_player(player)


def _step(
    hall: Hall, asked: Asked, kind: str, said: Mapping[str, object], moved: tuple[Posting, ...]
) -> Step:
    event = Event(kind, body({"by": asked.by, **said}))
    return Step(Act(asked.key, CAGE, hall.cage, (event,), moved), cage=hall.cage + 1)
