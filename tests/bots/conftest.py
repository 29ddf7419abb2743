from tests.games.five_card_hold_out.conftest import little_practice  # noqa: F401
