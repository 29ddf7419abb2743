"""The trainer over HTTP: questions, answers and a record that the page keeps."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards.card import name
from croupier.desk.coaching.trainer import (
    SEAT,
    Trained,
    Training,
    next_question,
    seen_question,
    training_from_json,
)
from croupier.table.round import Round
from croupier.table.table import open_table
from croupier.table.view import view
from croupier.web.training.routes import training_said
from tests.web.coach.conftest import bank, shared, workers
from tests.web.server.running import run, serving
from tests.web.server.test_hidden_cards import alike, dealt_otherwise

__all__ = ["bank", "shared", "workers"]
SPLIT = "4-card-split-v2"
TABLE = open_table(SPLIT)


def shown(state: Round) -> set[str]:
    """Every card that the seat sees."""
    seen = view(state, SEAT)
    rows = [seen.dealer, *seen.spots[0].hands, seen.spots[0].offer, seen.spots[0].rack]
    return {name(card) for row in rows for card in row if card is not None}


@pytest.mark.usefixtures("shared")
def test_questions_are_asked_and_answers_marked(bank: Path) -> None:
    """As in `croupier train`, with the same record."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()

            async def asked(**about: object) -> Any:
                return await guest.post("/api/training", game=SPLIT, **about)

            first = (await asked()).json
            record, lucky = first["record"], Random(1)
            assert first["marked"] is None and record["asked"] == 0
            assert (await asked(record=record)).json["question"] == first["question"]
            for number in range(1, 6):
                training = training_from_json(record)
                right = next_question(TABLE, training)
                answer = lucky.choice(right.round.legal)
                told = (await asked(record=record, answer=answer)).json
                marked, cost = told["marked"], right.advice.of(answer).cost
                assert (marked["right"], marked["best"]) == (not cost, list(right.advice.best))
                assert marked["gives_up"] == round(cost) and marked["action"] == answer
                assert [one["action"] for one in marked["options"]] == list(right.round.legal)
                assert marked["question"]["name"] == right.deal
                record = told["record"]
                assert told["score"]["asked"] == record["asked"] == number
            assert told["score"]["right"] == record["right"]

            wrong = await asked(record=record, answer="raise 9x")
            assert wrong.json["code"] == "action/not_legal"
            for change in ({"asked": 99}, {"seed": "../x"}, {"kinds": 7}, {"streak": -1}):
                answered = await asked(record={**record, **change})
                assert answered.status in (400, 409, 422), (change, answered.json)
            assert (await guest.post("/api/training", game="no game")).status >= 400
            stranger = server.visitor()
            assert (await stranger.post("/api/training", game=SPLIT)).status == 401

    run(scenario(), 120)


@pytest.mark.parametrize("number", range(6))
def test_hidden_cards_change_no_byte_of_a_question(number: int) -> None:
    """Only what the seat sees is sent."""
    question = next_question(TABLE, Training(f"{number:032x}", number))
    lucky, state = Random(number), question.round
    again = dealt_otherwise(lucky, state, SEAT)
    sent = said(question)
    if alike(state, again):
        assert again is not None
        assert said(question._replace(round=again)) == sent
    cards = {card for card in json.loads(sent)["question"]["dealer"] if card}
    assert cards <= shown(state) and None in json.loads(sent)["question"]["dealer"]


def said(question: Any) -> str:
    done = Trained(Training("0" * 32), None, None, "", seen_question(question))
    return training_said(TABLE, done).model_dump_json()
