"""Sign-ins and refused sign-ins, recorded in the chain in a stream of their own.

Credentials (passwords, keys, tokens) are stored elsewhere and never enter the books: a session is
named by a short public id that grants nothing.
"""

import re
from collections.abc import Mapping

from croupier.bank.act import Act, Event
from croupier.errors import RuleError, shown
from croupier.room.names import SIGN_INS
from croupier.room.people.roles import Role, check_may, unknown
from croupier.room.state.hall import Actor, EventCount, Hall, Transition, decision
from croupier.room.tables.state import body

SIGNED_IN, SIGNED_OUT, SIGN_IN_REFUSED = "signed in", "signed out", "sign-in refused"
SESSION_ENDED, LOCKED, UNLOCKED = "session ended", "account locked", "account unlocked"
PASSWORD_CHANGED, FACTOR_CHANGED = "password changed", "second factor changed"
CLOCK_DRIFTED = "clock drifted"  # of a server, by which sessions end; logged by its dealer
KINDS = (
    *(SIGNED_IN, SIGNED_OUT, SIGN_IN_REFUSED, SESSION_ENDED),
    *(PASSWORD_CHANGED, FACTOR_CHANGED, LOCKED, UNLOCKED),
    CLOCK_DRIFTED,
)
OF_A_SESSION = (SIGNED_IN, SIGNED_OUT, SESSION_ENDED)
# A person who is not signed in cannot act; a clock is the server's.
BY_THE_HOUSE = (SIGN_IN_REFUSED, LOCKED, UNLOCKED, CLOCK_DRIFTED)
SESSION = re.compile("[A-Za-z0-9_-]{0,16}")  # too short for a token
LONGEST_DETAIL = 200


@decision("log_sign_in")
def sign_in_logged(
    hall: Hall, actor: Actor, name: str, what: str, session: str = "", detail: str = ""
) -> Transition:
    """Logs a sign-in event; `session` is a public id, `detail` a few words without secrets."""
    if what not in KINDS:
        raise RuleError(f"{shown(what)} of a sign-in; known: {', '.join(KINDS)}", "sign_in/what")
    check_logged(hall.floor.people, actor.by, name, what)
    check_session(what, session, detail)
    said = {"by": actor.by, "name": name, "session": session, "detail": detail}
    act = Act(actor.key, SIGN_INS, hall.sign_ins, (Event(what, body(said)),))
    return Transition(act, (EventCount(SIGN_INS, hall.sign_ins + 1),))


def check_logged(people: Mapping[str, Role], by: str, name: str, what: str) -> None:
    """People log their own events; staff log anybody's, and only staff log refusals and locks."""
    check_may(people, by, doing(by, name, what))
    if name not in people:
        raise unknown(name)


def doing(by: str, name: str, what: str) -> str:
    own = by == name and what not in BY_THE_HOUSE
    return "log their own sign-ins" if own else "log sign-ins of others"


def check_session(what: str, session: object, detail: object) -> None:
    if not isinstance(session, str) or SESSION.fullmatch(session) is None:
        raise RuleError(
            f"{shown(session)} is not the public id of a session: up to 16 letters (A to Z), digits"
            " and _ -",
            "sign_in/session",
        )
    if what in OF_A_SESSION and not session:
        raise RuleError(f"{what}: say which session", "sign_in/session")
    if not (isinstance(detail, str) and len(detail) <= LONGEST_DETAIL and detail.isprintable()):
        raise RuleError(
            f"the detail of a sign-in has up to {LONGEST_DETAIL} characters that can be seen",
            "sign_in/detail",
        )
