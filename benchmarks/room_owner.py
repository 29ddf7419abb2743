"""Acts per second through the owner of a room: many clients whose acts are batched, against the
same acts sent one by one, each with its own commit. The acts are deposits, which cost little
themselves.
"""

import tempfile
from time import perf_counter

from croupier.bank.store import Store, open_store
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.cage.cage import deposited
from croupier.room.owner import News, Owner
from croupier.room.people.floor import enrolled, founded
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room

ONE_BY_ONE, GATHERED = 300, 3_000


def furnish(store: Store) -> Room:
    room = Room(store, lambda *asked: ())
    room.do("found", "ada", founded, program_hash())
    room.do("flo", "ada", enrolled, "flo", Role.FLOOR)
    room.do("pam", "flo", enrolled, "pam", Role.PLAYER)
    return room


def deposits(label: str, count: int) -> list[Request]:
    about = ("pam", Cents(100))
    return [Request(f"{label} {number}", "flo", deposited, about) for number in range(count)]


def one_by_one(owner: Owner) -> float:
    begin = perf_counter()
    for request in deposits("single", ONE_BY_ONE):
        owner.submit(request).result()
    return ONE_BY_ONE / (perf_counter() - begin)


def gathered(owner: Owner) -> float:
    begin = perf_counter()
    answers = [owner.submit(request) for request in deposits("gathered", GATHERED)]
    for answer in answers:
        answer.result()
    return GATHERED / (perf_counter() - begin)


def main() -> None:
    news: list[News] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(f"sqlite:///{folder}/bank.db") as store,
    ):
        room = furnish(store)
        with Owner(room, gather=0) as owner:
            print(f"one by one  {one_by_one(owner):>9,.0f} acts a second")
        with Owner(room, news.append) as owner:
            print(f"gathered    {gathered(owner):>9,.0f} acts a second, {len(news)} commits")


if __name__ == "__main__":
    main()
