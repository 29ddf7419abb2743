"""Every act says what it moved: to people in dollars and names, to programs in cents."""

from pathlib import Path

from tests.cli.room_desk import folder, furnished, said, told

__all__ = ["folder"]

FLO, DEE = ("--by", "flo"), ("--by", "dee")
PLAIN = ("--offer", "aces baby")


def first_line(*words: str) -> str:
    return said(*words).splitlines()[0]


def test_money_at_the_cage(folder: Path) -> None:
    furnished("four-card-prime", *PLAIN)
    words = ("room", "deposit", "pam", "75", *FLO)
    assert first_line(*words) == "pam brought $75; their deposit is now $575."
    words = ("room", "withdraw", "pam", "25.50", *FLO)
    assert first_line(*words) == "pam took $25.50 in cash; their deposit is now $549.50."
    answer = told("room", "withdraw", "pam", "49.50", *FLO)
    assert answer["moved"] == {"player": "pam", "withdrawn": 4950, "deposit": 50_000}


def test_chips_are_bought_and_cashed_out(folder: Path) -> None:
    furnished("four-card-prime", *PLAIN)
    words = ("room", "buy-in", "7", "3", "pam", "200", *DEE)
    bought = "Seat 3, pam, bought $200 in chips from their deposit; the seat now has $200."
    assert first_line(*words) == bought
    words = ("room", "buy-in", "7", "3", "pam", "12.50", "--cash", *DEE)
    bought = "Seat 3, pam, bought $12.50 in chips in cash; the seat now has $212.50."
    assert first_line(*words) == bought
    words = ("room", "cash-out", "7", "3", *DEE)
    assert first_line(*words) == "Seat 3, pam, cashed out $212.50 to their deposit."
    said("room", "buy-in", "7", "1", "pat", "40", *DEE)
    moved = told("room", "cash-out", "7", "1", "--cash", *DEE)["moved"]
    assert moved == {"seat": 1, "player": "pat", "cashed_out": 4000, "paid": "cash"}


def test_trays_are_filled_credited_and_closed(folder: Path) -> None:
    furnished("four-card-prime", *PLAIN)
    filled = first_line("room", "fill", "7", "500", *FLO)
    assert filled == "Table 7 received a fill of $500; the tray has $5,500."
    credited = first_line("room", "credit", "7", "1500", *FLO)
    assert credited == "Table 7 gave a credit of $1,500; the tray has $4,000."
    said("room", "buy-in", "7", "3", "pam", "200", *DEE)
    said("room", "cash-out", "7", "3", *DEE)  # nothing was played: the table neither won nor lost
    closed = told("room", "close", "7", *FLO)
    assert closed["moved"] == {"drop": 20_000, "tray": 380_000, "win": 0}
    words = "Table 7 is closed: $200 in the drop box, the tray has $3,800; the table won $0."
    assert closed["said"] == words


def test_a_poker_table_that_sold_chips_without_a_fill_is_short(folder: Path) -> None:
    furnished("five-card-hold-out")
    said("room", "buy-in", "7", "3", "pam", "200", *DEE)
    said("room", "cash-out", "7", "3", *DEE)
    words = "Table 7 is closed: $200 in the drop box, the tray is $200 short; the table won $0."
    assert first_line("room", "close", "7", *FLO) == words


def test_an_act_that_is_sent_again_says_what_it_moved_the_first_time(folder: Path) -> None:
    """Seat 3 is empty by then: only the books know about the $200."""
    furnished("four-card-prime", *PLAIN)
    said("room", "buy-in", "7", "3", "pam", "200", *DEE)
    leaves = ("room", "cash-out", "7", "3", *DEE, "--key", "pam leaves")
    first = first_line(*leaves)
    said("room", "buy-in", "7", "3", "pat", "90", *DEE)
    assert first_line(*leaves) == first == "Seat 3, pam, cashed out $200 to their deposit."


def test_a_changed_meter_says_what_it_now_displays(folder: Path) -> None:
    furnished("five-card-hold-out")
    meter = ("room", "meter", "open", "main", "--sensor", "five card jackpot", "--table", "8")
    progressive = ("--contribution", "20", "--reserve", "none", "--cap", "none")
    said(*meter, "--seed", "10000", "--reseed", "5000", *progressive, *FLO)
    two = (*FLO, "--second", "ada", "--reason", "a holiday")
    answer = told("room", "meter", "raise", "main", "100", "--seed", *two)
    _, raised = answer["said"].splitlines()
    assert raised == "Meter main is raised by $100; it now displays $10,100."
    moved = {"meter": "main", "raised": 10_000, "displayed": 1_010_000}
    assert answer["moved"] == {**moved, "proposal": 1, "first": "flo"}
    lower = ("room", "meter", "lower", "main", "40", "--why", "seed from display", *two)
    words = "Meter main is lowered by $40; it now displays $10,060."
    assert words in said(*lower).splitlines()
