"""The trainer over HTTP. The server keeps nothing: the page stores the record."""

import json

from fastapi import APIRouter

from croupier.cards.card import name
from croupier.desk.coach import in_cents
from croupier.desk.coaching.trainer import (
    STAKE,
    SeenQuestion,
    Trained,
    Training,
    new_training,
    training_from_json,
    training_to_json,
)
from croupier.errors import RuleError
from croupier.odds.figures import fraction, rounded
from croupier.table.table import Table, open_table
from croupier.table.view import SeenCards
from croupier.web.coach.coach import WebCoach
from croupier.web.coach.messages import OptionWorth
from croupier.web.people.visitors import Player
from croupier.web.training import messages
from croupier.web.views.posted import felt_of

WEAKEST = 3  # kinds that are shown


def training_routes(coach: WebCoach) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.post("/training")
    async def training(asked: messages.TrainingAsked, person: Player) -> messages.Training:
        table = open_table(asked.game)
        done = await coach.train(table, record_of(table, asked.record), asked.answer)
        return training_said(table, done)

    return router


def record_of(table: Table, written: messages.TrainingRecord | None) -> Training:
    """A record that the page made up is no better than another, but it has to be one."""
    if written is None:
        return new_training()
    try:
        return training_from_json(written.model_dump())
    except (ValueError, ArithmeticError) as wrong:  # a RuleError is one
        said = wrong.message if isinstance(wrong, RuleError) else str(wrong)
        raise RuleError(
            f"the record of the training cannot be used: {said}", "train/record"
        ) from wrong


def training_said(table: Table, done: Trained) -> messages.Training:
    return messages.Training(
        game=table.game.id,
        title=table.game.name,
        felt=felt_of(table.game.id),
        record=_record(done.training),
        score=_score(done.training),
        marked=_marked(done),
        question=_question(done.question),
    )


def _record(training: Training) -> messages.TrainingRecord:
    return messages.TrainingRecord.model_validate_json(json.dumps(training_to_json(training)))


def _score(now: Training) -> messages.TrainingScore:
    weakest = (
        messages.WeakKind(
            choice=one.kind.choice, best=one.kind.best, asked=one.asked, wrong=one.wrong
        )
        for one in now.weakest[:WEAKEST]
    )
    return messages.TrainingScore(
        asked=now.asked,
        right=now.right,
        accuracy=f"{rounded(now.accuracy * 100, 0)}%",
        streak=now.streak,
        longest=now.longest,
        cost=in_cents(now.cost_per_hundred),
        stake=STAKE,
        weakest=tuple(weakest),
    )


def _marked(done: Trained) -> messages.TrainingMarked | None:
    if done.before is None or done.marked is None:
        return None
    option = done.marked.option
    return messages.TrainingMarked(
        action=option.action,
        right=done.marked.right,
        gives_up=in_cents(option.cost),
        best=done.marked.best,
        options=tuple(
            OptionWorth(
                action=one.action,
                cents=in_cents(one.net),
                exact=fraction(one.net),
                gives_up=in_cents(one.cost),
                gives_up_exact=fraction(one.cost),
                best=not one.cost,
            )
            for one in done.before.advice.options
        ),
        rule=done.rule,
        question=_question(done.before),
    )


def _question(asked: SeenQuestion) -> messages.TrainingQuestion:
    """What the seat sees, and nothing else."""
    seen = asked.seen
    (own,) = seen.spots
    return messages.TrainingQuestion(
        name=asked.deal,
        again=asked.again,
        choice=seen.choice,
        options=seen.legal,
        dealer=_names(seen.dealer),
        hands=tuple(map(_names, own.hands)),
        offer=_names(own.offer),
        rack=_names(own.rack),
        wagers=dict(own.wagers),
    )


def _names(cards: SeenCards) -> messages.ShownCards:
    return tuple(None if card is None else name(card) for card in cards)
