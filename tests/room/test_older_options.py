"""A table's configuration as an older program wrote it, including options by their former names."""

import pytest

from croupier.room.tables.state import config_of, table_from

OLD = {
    "game": "four-card-prime",
    "posted": {"five_card_jackpot": "5CP-02"},
    "options": {
        "bad_beat_on_copy": True,
        "jackpot_type": "progressive",
        "jackpot_wager": 500,
        "jackpot_split": "equal",
        "envy_excludes_winners": False,
        "envy_multiple": True,
    },
    "profile": "wa-2023",
    "minimums": {"five card jackpot": 500, "four card jackpot": 500},
    "maximums": {"bad beat": 500, "five card jackpot": 500, "four card jackpot": 500},
    "offers": ["ante", "five card jackpot", "four card jackpot"],
}


def test_a_stored_table_with_options_by_their_older_names() -> None:
    table = table_from(OLD)
    assert dict(table.options) == {
        "bad_beat_on_copy": True,
        "jackpot_type": "progressive",
        "five_card_jackpot_wager": 500,
        "four_card_jackpot_wager": 500,
        "jackpot_split": "equal",
        "envy_barred": "nobody",
        "envy_multiple": True,
    }
    assert table_from(config_of(table)) == table


@pytest.mark.parametrize("excludes, barred", [(True, "any winner"), (False, "nobody")])
def test_who_was_excluded_from_envy_still_is(excludes: bool, barred: str) -> None:
    table = table_from({**OLD, "options": {"envy_excludes_winners": excludes}})
    assert table.options["envy_barred"] == barred
