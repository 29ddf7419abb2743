"""A table as posted, for the page."""

import pytest

from croupier.table.table import open_table
from croupier.web.views.posted import wagers_of


@pytest.mark.parametrize("bonus_alone", [False, True])
def test_the_page_is_told_which_wagers_may_be_made_alone(bonus_alone: bool) -> None:
    table = open_table("4-card-buyout", options={"bonus_alone": bonus_alone})
    alone = {one.name for one in wagers_of(table) if one.alone}
    assert alone == ({"bonus"} if bonus_alone else set())
