"""Refusals speak of dollars and names, never of a ledger account, an id or a cent."""

import re
from pathlib import Path

import pytest

from croupier.room.names import (
    ROOM_ACCOUNTS,
    in_words,
    player_of,
    poker_accounts,
)
from tests.cli.room_desk import folder, furnished, refused, said

__all__ = ["folder"]

FLO, DEE = ("--by", "flo"), ("--by", "dee")
LEDGER = re.compile(r"act:|player/|table/|outside|posting '|\bcents\b|#\d")


def words_of(*words: str) -> str:
    message = refused(*words).message
    assert not LEDGER.search(message), message
    return message


def test_amounts_that_are_not_amounts(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "aces baby")
    said("room", "buy-in", "7", "3", "pam", "200", *DEE)
    for amount, shown in (("0", "$0"), ("-50", "-$50"), ("-2.50", "-$2.50")):
        for words in (
            ("room", "deposit", "pam", amount, *FLO),
            ("room", "withdraw", "pam", amount, *FLO),
            ("room", "fill", "7", amount, *FLO),
            ("room", "credit", "7", amount, *FLO),
            ("room", "buy-in", "7", "3", "pam", amount, *DEE),
        ):
            answer = words_of(*words)
            assert f"an amount must be more than $0; this one is {shown}" == answer, words
    for amount, shown in (("0", "$0"), ("-5", "-$5")):
        answer = words_of("room", "deal", "7", f"3:ante={amount}", *DEE)
        assert answer == f"seat 3: ante {shown}; a wager is more than $0"
    for bets in ("3:ante", "x:ante=5", "ante=5", "3:", "³:ante=5"):
        assert "write SEAT:WAGER=DOLLARS" in words_of("room", "deal", "7", bets, *DEE)
    assert "such as 5, $5 or 2.50" in words_of("room", "deposit", "pam", "lots", *FLO)


def test_money_that_is_not_there(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "aces baby")
    words = "there is $500 in pam's deposit; $600 cannot be taken out"
    assert words_of("room", "withdraw", "pam", "600", *FLO) == words
    assert words_of("room", "buy-in", "7", "3", "pam", "600", *DEE) == words
    said("room", "buy-in", "7", "3", "pam", "6", *DEE)
    words = "there is $6 in seat 3's chips at table 7; $10 cannot be taken out"
    assert words_of("room", "deal", "7", "3:ante=10", *DEE) == words
    said("room", "cash-out", "7", "3", *DEE)
    words = "there is still $500 in pam's deposit; it must be empty first"
    assert words_of("room", "dismiss", "pam", *FLO) == words


def test_keys(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "aces baby")
    said("room", "deposit", "pam", "5", *FLO, "--key", "k")
    taken = words_of("room", "deposit", "pam", "6", *FLO, "--key", "k")
    assert re.search(r"this key was used for another act, in record \d+", taken)
    said("room", "deposit", "pam", "6", *FLO, "--key", "k" * 100)
    assert "1 to 100" in words_of("room", "deposit", "pam", "6", *FLO, "--key", "k" * 101)


def test_people_who_may_not(folder: Path) -> None:
    furnished("four-card-prime", "--offer", "aces baby")
    said("room", "buy-in", "7", "3", "pam", "60", *DEE)
    said("room", "deal", "7", "3:ante=5", *DEE)
    words = "No one named sam is enrolled. Only dealers and floor staff may act for a player."
    assert words_of("room", "act", "7", "3", "fold", "--by", "sam") == words
    words = "pat is a player here. Only dealers and floor staff may act for a player."
    assert words_of("room", "act", "7", "3", "fold", "--by", "pat") == words
    words = "dee is a dealer here. Only floor staff may fill and credit."
    assert words_of("room", "fill", "7", "5", *DEE) == words
    assert words_of("room", "dismiss", "sam", *FLO) == "No one named sam is enrolled."
    assert "enrol them first" in words_of("room", "deposit", "sam", "5", *FLO)
    assert "say who does this" in words_of("room", "deal", "7", "3:ante=5", "--by", "")
    said("room", "deposit", "pam", "5", *FLO, "--key", "k")
    alone = ("--second", "flo", "--reason", "x", *FLO)
    words = "flo cannot be both. It takes two people to reverse a posting."
    assert words_of("room", "reverse", "k", *alone) == words


def test_an_open_table_is_reported_before_anything_else_that_is_wrong(folder: Path) -> None:
    """A jackpot without a meter would be refused as well; and the same key again is not refused."""
    furnished("four-card-prime", "--offer", "aces baby", "--key", "k")
    words = ("room", "open", "7", "four-card-prime", "--offer", "five card jackpot", *FLO)
    assert words_of(*words) == "table 7 is open already; close it first"
    words = ("room", "open", "7", "four-card-prime", "--offer", "aces baby", *FLO)
    assert "Table 7 is open" in said(*words, "--key", "k")


def test_days_the_wrong_way_round(folder: Path) -> None:
    furnished("five-card-hold-out")
    words = words_of("books", "--from", "2026-11-05", "--to", "2026-11-01")
    assert words == "--from 2026-11-05 is after --to 2026-11-01; exchange them"
    assert said("books", "--out", "books.csv") == "Wrote books.csv.\n"


@pytest.mark.parametrize(
    "account", [account.name for account in (*ROOM_ACCOUNTS, *poker_accounts("7", 2))]
)
def test_every_account_has_words(account: str) -> None:
    assert "/" not in in_words(account) and in_words(player_of("pam")) == "pam's deposit"
