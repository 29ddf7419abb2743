"""What each part of the server takes from the settings."""

from croupier.room.owner import Pace
from croupier.web.guard.address import Names, names
from croupier.web.guard.rates import WINDOW, Credits, Rate
from croupier.web.guard.sockets import Sockets
from croupier.web.people.options import SignInOptions
from croupier.web.settings.record import ServerSettings
from croupier.web.tables import TablePolicy, Times


def host_names(chosen: ServerSettings) -> Names:
    return names(chosen.name, chosen.proxy, request_header=chosen.request_id)


def pace(chosen: ServerSettings) -> Pace:
    return Pace(chosen.gather / 1000, chosen.commit)


def by_address(chosen: ServerSettings) -> Credits:
    return Credits(Rate(chosen.requests_per_address, WINDOW))


def room_sockets(chosen: ServerSettings) -> Sockets:
    return Sockets(
        chosen.sockets_per_person,
        chosen.sockets_per_address,
        chosen.sockets,
        Rate(chosen.messages, WINDOW),
    )


def table_policy(chosen: ServerSettings) -> TablePolicy:
    return TablePolicy(
        shared=Times(chosen.betting_window, chosen.turn_time, chosen.pause),
        absent=chosen.absent,
        idle=chosen.idle,
        empty=chosen.empty,
        most_shared=chosen.shared_tables,
        most_practice=chosen.practice_tables,
        per_person=chosen.tables_per_person,
    )


def sign_in_options(chosen: ServerSettings) -> SignInOptions:
    return SignInOptions(
        idle=chosen.session_idle,
        longest=chosen.session_longest,
        guest_idle=chosen.guest_idle,
        guest_longest=chosen.guest_longest,
        lock_after=chosen.lock_after,
        guests=chosen.guests and not chosen.house,
        per_account=chosen.sessions_per_person,
        sessions=chosen.sessions,
        requests=chosen.messages,
        guests_per_address=chosen.guests_per_address,
        guests_from_here=chosen.guests_from_here,
    )
