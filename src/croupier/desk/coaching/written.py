"""The coach's part of a saved sitting as plain data: what was bet and won, and the mistakes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.desk.coach import Habit, Mistakes
from croupier.desk.coaching.course import Course, Named, SeatBets, Stint
from croupier.errors import BadRecord
from croupier.money import Cents
from croupier.odds.figures import fraction
from croupier.table.table import Table


def course_to_json(course: Course) -> list[dict[str, object]]:
    return [
        {
            "rounds": stint.rounds,
            "decisions": stint.decisions,
            "net": stint.net,
            "given_up": fraction(stint.given_up),
            "bets": [
                {
                    "stakes": dict(each.stakes),
                    "sharers": dict(each.sharers),
                    "times": each.times,
                    "meters": dict(each.meters),
                }
                for each in stint.bets
            ],
        }
        for stint in course.stints
    ]


def course_from_json(written: Sequence[Mapping[str, Any]], table: Table) -> Course:
    """Refuses bets on wagers that the table does not offer: they have no price."""
    course = Course(tuple(map(_stint, written)))
    offered = {wager.name for wager in table.offers}
    every = (each for stint in course.stints for each in stint.bets)
    if any(not dict(each.stakes).keys() <= offered for each in every):
        raise BadRecord("its past bets are not ones of this table", "record/saved")
    return course


def _stint(written: Mapping[str, Any]) -> Stint:
    bets = tuple(map(_bets, written["bets"]))
    rounds, decisions, net = (_whole(written[name]) for name in ("rounds", "decisions", "net"))
    return Stint(rounds, decisions, Cents(net), Fraction(written["given_up"]), bets)


def _bets(written: Mapping[str, Any]) -> SeatBets:
    stakes, sharers, meters = (_named(written[name]) for name in ("stakes", "sharers", "meters"))
    return SeatBets(stakes, sharers, _whole(written["times"]), meters)


def _named(written: Mapping[str, Any]) -> Named:
    return tuple((str(name), _whole(number)) for name, number in written.items())


def _whole(number: object) -> int:
    if type(number) is not int:
        raise BadRecord(f"{number!r} is not a whole number", "record/saved")
    return number


def mistakes_to_json(made: Mistakes) -> dict[str, object]:
    return {
        "decisions": made.decisions,
        "mistakes": made.mistakes,
        "cost": fraction(made.cost),
        "habits": [[*habit[:4], fraction(habit.cost)] for habit in made.habits],
    }


def mistakes_from_json(written: Mapping[str, Any]) -> Mistakes:
    habits = tuple(
        Habit(str(choice), str(action), str(better), _whole(times), Fraction(cost))
        for choice, action, better, times, cost in written["habits"]
    )
    return Mistakes(
        _whole(written["decisions"]),
        _whole(written["mistakes"]),
        Fraction(written["cost"]),
        habits,
    )
