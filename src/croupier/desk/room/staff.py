"""What came of acts about the room's people and its program."""

from croupier.desk.room.acts import Answer, Outcome
from croupier.room.people.roles import A, Role


def founding_answer(act: Outcome) -> Answer:
    return Answer(f"{act.body['by']} founded the room and is its first administrator.")


def approved_answer(act: Outcome) -> Answer:
    return Answer(f"{act.body['by']} approved the program {act.body['program'][:16]}.")


def enrol_answer(act: Outcome) -> Answer:
    return Answer(f"{act.body['name']} is now {A[Role(act.body['role'])]}.")


def dismissal_answer(act: Outcome) -> Answer:
    return Answer(f"{act.body['name']} no longer has a role here.")
