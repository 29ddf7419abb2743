"""What the books refuse, said to people: in dollars and names, without accounts or ids."""

from croupier.bank.act import KeyTaken, StaleAct, TooLate
from croupier.bank.ledger import MOST_CENTS, LedgerError, Posting, Refusal
from croupier.errors import BankError, Refused
from croupier.money import dollars
from croupier.room.names import in_words


def plain(refused: Refused) -> Refused:
    """The same refusal, with the same code; what is plain already stays as it is."""
    match refused:
        case LedgerError():
            message = _of_the_ledger(refused)
        case KeyTaken(record=record) if record:
            message = (
                f"this key was used for another act, in record {record}; give a new act a new key"
            )
        case TooLate():
            message = "this came too late, and nothing was done; ask again"
        case StaleAct():
            message = "somebody else acted at the same moment; look again, then act"
        case _:
            return refused
    return BankError(message, refused.code) if message else refused


def _of_the_ledger(refused: LedgerError) -> str:
    """Empty for what no act of a room can cause."""
    posting, holds = refused.posting, dollars(refused.holds)
    match refused.refusal:
        case Refusal.AMOUNT_NOT_POSITIVE if posting is not None:
            return f"an amount must be more than $0; this one is {dollars(posting.cents)}"
        case Refusal.WOULD_GO_BELOW_ZERO if posting is not None:
            amount = dollars(posting.cents)
            return f"there is {holds} in {in_words(refused.account)}; {amount} cannot be taken out"
        case Refusal.ALREADY_REVERSED if posting is not None:
            return f"{movement(posting)}: this is reversed already"
        case Refusal.NOT_CLEARED if refused.account:
            return f"there is still {holds} in {in_words(refused.account)}; it must be empty first"
        case Refusal.AMOUNT_TOO_LARGE | Refusal.BALANCE_TOO_LARGE:
            return f"that is too much; no amount and no balance may pass {dollars(MOST_CENTS)}"
        case _:
            return ""


def movement(posting: Posting) -> str:
    """`$75 from cash to pam's deposit (deposit)`."""
    debit, credit = in_words(posting.debit), in_words(posting.credit)
    return f"{dollars(posting.cents)} from {debit} to {credit} ({posting.reason.value})"
