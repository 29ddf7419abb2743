"""Paytables of other shapes: rows added, split, merged and removed; pays of 0, large and equal.

Each is solved both ways, also by the plain solver, which walks every deal of a small deck by the
game's own flow; a row that changes nothing must change no figure.
"""

from collections.abc import Callable
from itertools import islice

import pytest

from croupier.cards.card import parse
from croupier.errors import RuleError
from croupier.games.four_card_split import exact, rules
from croupier.odds.figures import MAIN
from croupier.table.table import Table, open_table
from tests.games.four_card_split.tables import PAIR, PRINTED, V1, V2, Rows, shaped, with_ante
from tests.odds.test_small_deck import check_split_odds, check_worth

DECK = "As Ks Qs 2s Ad Ah 7d 7c 3h 9c"


def without(*labels: str) -> Rows:
    return {label: row for label, row in PRINTED.items() if label not in labels}


def paying(pay: str, *labels: str) -> Rows:
    chosen = labels or tuple(PRINTED)
    return {
        label: (hand, pay if label in chosen else printed)
        for label, (hand, printed) in PRINTED.items()
    }


SAME: dict[str, Rows] = {
    "a row for what others are paid": {**PRINTED, **PAIR},
    "a row in two parts": {**PRINTED, "Flush, ace high": ("As 2s 4s", "2")},
    "a row between hands that nobody has": {**PRINTED, "Pair of aces, ace": ("Ac Ad Kh", "1")},
    "many rows": {
        **PRINTED,
        **{f"Trips of {rank}": (f"{rank}c {rank}d {rank}h", "8") for rank in "3456789TJQKA"},
        **{f"Pair of {rank}": (f"{rank}c {rank}d Ah", "1") for rank in "3456789TJQK"},
    },
}
OTHER: dict[str, Rows] = {
    "a pair pays more": {**PRINTED, "Pair": ("2c 2d 3h", "4")},
    "rows merged": without("Royal Flush", "3 of a Kind"),
    "no row but others": without(*(label for label in PRINTED if label != "Others")),
    "others win nothing": paying("Push", "Others"),
    "others lose the ante even so": paying("Loss", "Others"),
    "others win double": paying("2", "Others"),
    "nothing wins": paying("Push"),
    "all alike": paying("5"),
    "a high card is a row": {**PRINTED, "Ace high": ("Ac 3d 2h", "2"), "Others": ("", "Push")},
    "as large as may be": paying("1000000", "Flush", "3 of a Kind"),
}


def figures(table: Table) -> tuple[object, ...]:
    """All figures of the solver for a small deck."""
    deck = sorted(parse(DECK))
    odds = exact.solve(table, deck)
    assert exact.prepare(table, deck)(table)[MAIN] == odds.net
    return odds.net, odds.results, odds.wagered, odds.decisions, odds.parts


@pytest.mark.parametrize("shape", SAME)
@pytest.mark.parametrize("version", [V1, V2])
def test_rows_that_change_nothing_change_no_figure(version: str, shape: str) -> None:
    assert figures(with_ante(version, SAME[shape])) == figures(with_ante(version, PRINTED))


# The plain solver takes ten seconds for each. The quick run has it for the printed table
# (tests/odds/test_small_deck.py), and for other rows the values of single states (test_values.py).
@pytest.mark.slow
@pytest.mark.parametrize(
    "version, shape", [((V1, V2)[place % 2], shape) for place, shape in enumerate([*SAME, *OTHER])]
)
def test_every_shape_is_solved_as_the_plain_solver_does(version: str, shape: str) -> None:
    table = with_ante(version, {**SAME, **OTHER}[shape])
    plain = check_split_odds(table, parse(DECK))
    check_worth(table, parse(DECK), plain)


def test_changed_pays_of_a_shape_are_priced_from_its_counts() -> None:
    deck = sorted(parse(DECK))
    posted = with_ante(V2, {**PRINTED, **PAIR})
    changed = with_ante(V2, {**paying("Push", "Flush"), "Pair": ("2c 2d 3h", "3")})
    priced = exact.prepare(posted, deck)(changed)[MAIN]
    assert priced == exact.solve(changed, deck).net != exact.solve(posted, deck).net


def test_the_rules_decide_what_a_win_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(V2)
    scores = exact.scores_of(table, sorted(parse(DECK)))
    pays, blind = exact.pays_of(table, scores), exact.blind_results(table, {0: 1})
    settle_hand, settle_blind = rules.settle_hand, rules.settle_blind

    def twice(kernel: Callable[..., tuple[int, ...]]) -> Callable[..., tuple[int, ...]]:
        return lambda *facts: (kernel(*facts)[0], *(2 * net for net in kernel(*facts)[1:]))

    monkeypatch.setattr(rules, "settle_hand", twice(settle_hand))
    monkeypatch.setattr(rules, "settle_blind", twice(settle_blind))
    again = exact.scores_of(table, sorted(parse(DECK)))
    assert [*exact.pays_of(table, again).more] == [2 * more for more in pays.more]
    assert exact.blind_results(table, {0: 1}).mean == 2 * blind.mean


def test_counts_of_another_shape_are_refused() -> None:
    pricing = exact.prepare(open_table(V2), sorted(parse(DECK)))
    for rows in ({**PRINTED, **PAIR}, without("Flush"), paying("2", "Others")):
        with pytest.raises(RuleError, match="other rows than the table whose hands were counted"):
            pricing(with_ante(V2, rows))


@pytest.mark.parametrize(
    "group, rows, message",
    [
        ("ante", paying("1000001", "Flush"), "pays 1000001 to 1; odds are computed for pays of up"),
        ("ante", paying("101", "Others"), "pays 101 to 1 in its lowest row"),
        (
            "blind",
            {f"{a} {b}": (f"{a}c {a}d {b}h {b}s" if a != b else "", "1") for a, b in
             islice(((a, b) for a in "AKQJT98765432" for b in "AKQJT98765432"), 110)},
            "has 110 rows; odds are computed for tables of up to 100",
        ),
    ],
)  # fmt: skip
def test_tables_too_large_for_the_loops_are_refused(group: str, rows: Rows, message: str) -> None:
    table = shaped(open_table(V2), group, rows)
    with pytest.raises(RuleError, match=message) as refused:
        exact.solve(table, sorted(parse(DECK)))
    assert refused.value.code.startswith("paytable/")


@pytest.mark.parametrize("version", [V1, V2])
def test_blinds_of_other_shapes(version: str) -> None:
    """The blind's row never changes how the hands are played."""
    deck = sorted(parse(DECK))
    for rows in (
        {"Trips": ("2c 2d 2h 3s", "1000000"), "Others": ("", "Push")},
        {"Others": ("", "3")},
        {"Aces": ("Ac Ad 3h 2s", "7"), "Kings": ("Kc Kd 3h 2s", "7"), "Others": ("", "Loss")},
    ):
        odds = exact.solve(shaped(open_table(version), "blind", rows), deck)
        printed = exact.solve(open_table(version), deck)
        assert odds.parts["antes and plays"] == printed.parts["antes and plays"]
        assert odds.net == sum(odds.parts.values())
        assert odds.results.mean == odds.net
