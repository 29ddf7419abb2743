"""What the cage may do: deposits and withdrawals, jackpot money, and what takes them back."""

from collections.abc import Sequence

from croupier.bank.ledger import LONGEST_MEMO, Purpose, reversal
from croupier.bank.meters.events import DUE, ESCROW
from croupier.room.audit.claims.claimed import Must, Seen
from croupier.room.audit.difference import Difference
from croupier.room.audit.past import Past, check_reason
from croupier.room.cage.cage import ACCOUNTS, CORRECTABLE
from croupier.room.cage.cash_postings import AWARDED, DRAWN, moved_by
from croupier.room.names import JACKPOT_BANK
from croupier.room.state.hall import Actor


def by_player(past: Past, act: Seen) -> Must:
    """A deposit or a withdrawal."""
    past.check_may(act.said["by"], "take deposits and pay them out")
    past.check_player(act.said["player"])
    return _moved(past, act)


def banked(past: Past, act: Seen) -> Must:
    """Jackpot money taken to the bank, or drawn: never what is the players'."""
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
    """All of what can be reversed and was not yet; a correction is reversed at its table."""
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
