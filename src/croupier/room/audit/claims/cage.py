"""Audit rules of the cage: deposits, withdrawals, jackpot money, reversals and corrections."""

from collections.abc import Iterator, Sequence

from croupier.bank.ledger import LONGEST_MEMO, Purpose, reversal
from croupier.bank.meters.events import DUE, ESCROW
from croupier.room.audit.claims.audited_act import Must, Seen
from croupier.room.audit.claims.own_limits import check_put_in
from croupier.room.audit.difference import Body, Difference
from croupier.room.audit.past import Past, check_reason
from croupier.room.books.recall import ended
from croupier.room.cage.cage import ACCOUNTS, CORRECTABLE
from croupier.room.cage.cash_postings import (
    AWARDED,
    DEPOSITED,
    DRAWN,
    TO_HOUSE,
    TO_PLAYER,
    moved_by,
)
from croupier.room.cage.corrections import check_wager
from croupier.room.names import JACKPOT_BANK, correction_id, off_id
from croupier.room.state.hall import Actor


def by_player(past: Past, act: Seen) -> Must:
    """A deposit or a withdrawal."""
    past.check_may(act.said["by"], "take deposits and pay them out")
    past.check_player(act.said["player"])
    if act.kind == DEPOSITED:
        check_put_in(past, act, act.said["player"], act.said["cents"])
    return _moved(past, act)


def banked(past: Past, act: Seen) -> Must:
    """Jackpot money banked or drawn; a draw leaves what belongs to the players."""
    said = act.said
    past.check_two(said["by"], said["second"], "change a meter")
    _check_words(said["reference"])
    if act.kind == DRAWN and act.after[JACKPOT_BANK] < act.after[ESCROW] + act.after[DUE]:
        raise Difference(
            f"{said['cents']} cents are drawn; {act.after[JACKPOT_BANK]} are left in the bank, and"
            f" {act.after[ESCROW] + act.after[DUE]} are the players'"
        )
    return _moved(past, act)._replace(accounts=ACCOUNTS)


def players_money(act: Seen) -> Sequence[str]:
    return [JACKPOT_BANK, ESCROW, DUE]


def awarded(past: Past, act: Seen) -> Must:
    said = act.said
    past.check_two(said["by"], said["second"], "award jackpot money")
    past.check_player(said["player"])
    _check_words(said["reason"])
    if said.get("key", act.key) != act.key:
        raise Difference(f"{AWARDED} with the key {said['key']!r}, in the act {act.key!r}")
    return _moved(past, act)


def reversed_(past: Past, act: Seen) -> Must:
    """The whole of a posting that can be reversed and has not been.

    A correction is reversed at its table.
    """
    said = act.said
    past.check_two(said["by"], said["second"], "reverse a posting")
    check_reason(said["reason"])
    wrong = past.reversible.pop(Actor(str(said["posting"]), "").id, None)
    wrong = wrong or past.reversible.pop(str(said["posting"]), None)
    if wrong is None:
        raise Difference(
            f"the reversal of {said['posting']}, which is nothing that stands and can be reversed"
        )
    return Must([reversal(wrong, act.id, said["reason"][:LONGEST_MEMO])])


def _moved(past: Past, act: Seen) -> Must:
    made = moved_by(act.kind, "", act.id, act.said)
    assert all(one.reason in CORRECTABLE - {Purpose.CORRECTION} for one in made), act.kind
    past.reversible |= {one.id: one for one in made}
    return Must(made)


def _check_words(text: object) -> None:
    check_reason(text)
    if len(str(text)) > LONGEST_MEMO:
        raise Difference(f"more than {LONGEST_MEMO} characters of words")


# Corrections: each is an event of its table


def corrected(past: Past, act: Seen) -> Must:
    """Of a wager that a past round settled, for the player at that seat, one at a time."""
    said, name = act.said, act.name
    past.check_two(said["by"], said["second"], "correct a payment")
    check_reason(said["reason"])
    past.check_player(said["player"])
    if said["to"] not in (TO_PLAYER, TO_HOUSE):
        raise Difference(f"a correction to {said['to']!r}")
    settled = ended(past.store, name, said["number"])
    check_wager(settled, said["seat"], said["wager"])
    of = said["player"], said["opened"], said["posting"]
    must = settled.players[said["seat"]], settled.opened, _next_id(past, name, said)
    if of != must:
        raise Difference(f"a correction of {of}, where it must be {must}")
    moved = moved_by(act.kind, name, said["posting"], said)
    past.corrections |= {one.id for one in moved}
    return Must(moved)


def _next_id(past: Past, name: str, said: Body) -> str:
    """A wager may be corrected again only after its last correction was reversed."""
    return next(id_ for id_ in _ids(past, name, said) if id_ not in past.taken_back)


def _ids(past: Past, name: str, said: Body) -> Iterator[str]:
    for time in range(1, len(past.taken_back) + 2):
        yield correction_id(name, said["number"], said["seat"], said["wager"], time)


def correction_reversed(past: Past, act: Seen) -> Must:
    said = act.said
    past.check_two(said["by"], said["second"], "reverse a posting")
    check_reason(said["reason"])
    wrong = said["posting"]
    if wrong not in past.corrections:
        raise Difference(f"the reversal of {wrong}, which is not a standing correction")
    past.corrections.remove(wrong)
    past.taken_back.add(wrong)
    memo = said["reason"][:LONGEST_MEMO]
    return Must([reversal(past.store.posting(wrong), off_id(wrong), memo)])
