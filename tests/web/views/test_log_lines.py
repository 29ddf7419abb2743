"""Every line says what it is about: the page logs acts, and shows cards and results elsewhere."""

from croupier.cards.card import parse
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.web.messages import View
from croupier.web.views.log_lines import log_lines
from croupier.web.views.view import view_of
from tests.web.server.test_hidden_cards import look_at

CARDS = "Ts Tc Kh 8s 6c Ah Ac 9d 7d 2s Kd 9h 7c 5d 3s Js"


def seen(state: Round) -> View:
    return view_of(look_at(state, b""), "player 1", 0)


def told(before: Round, now: Round) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for line in log_lines(seen(before), seen(now)):
        lines.setdefault(line.about, []).append(line.text)
    return lines


def test_acts_cards_results_and_turns_are_told_apart() -> None:
    bets = {seat: {"ante": 1000} for seat in (1, 2)}
    first = deal(open_table("four-card-prime"), bets, Deck(parse(CARDS)))
    one = first.act(1, "raise 1x")
    assert told(first, one) == {"play": ["You: raise 1x."]}
    lines = told(one, one.act(2, "fold"))
    assert lines["play"] == ["player 2: fold."]
    assert lines["cards"] == [
        "Dealer: nine of hearts, seven of clubs, five of diamonds, three of spades, jack of "
        "spades, king high (K J 9 7)."
    ]
    assert lines["settlement"][-2:] == ["You: +$20 in this round.", "player 2: −$10 in this round."]
    assert set(lines) == {"play", "cards", "settlement"}


def test_a_turn_is_told_to_whose_it_is() -> None:
    bets = {seat: {"ante": 1000} for seat in (1, 2)}
    last = deal(open_table("four-card-prime"), bets, Deck(parse(CARDS)))
    before = seen(last).model_copy(update={"turn": None})
    assert [line.text for line in log_lines(before, seen(last)) if line.about == "turn"] == [
        "Your turn: fold, raise 1x, raise 2x, raise 3x."
    ]
