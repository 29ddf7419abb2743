"""What staff see in the browser and what they send. TypeScript types are generated from these
models too, as from web/messages.py.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from croupier.room.people.proposals import HOURS
from croupier.room.people.roles import MAY, Role
from croupier.room.tables.mistakes import CAUSES
from croupier.web.message import Message
from croupier.web.messages import Cents, Key, WagerInfo, WagerName

Doing = Annotated[str, Field(json_schema_extra={"enum": list(MAY)})]
RoleName = Annotated[str, Field(json_schema_extra={"enum": [role.value for role in Role]})]
Cause = Annotated[str, Field(json_schema_extra={"enum": list(CAUSES)})]
Name = Annotated[str, Field(max_length=200)]  # the room has the rules for names
LimitsPosted = dict[WagerName, Cents]
OptionsPosted = dict[Annotated[str, Field(max_length=40)], str | int | bool]


# ---- what they see


class Staff(Message):
    """The person at the page, what they may do, and what is waiting for them."""

    name: str
    role: RoleName
    may: tuple[Doing, ...]
    enrols: tuple[RoleName, ...]  # the roles that they may enrol and dismiss
    play_money: bool
    wins: int  # large wins waiting for a supervisor
    proposals: int  # proposals they may approve


class FloorSeat(Message):
    seat: int
    player: str
    chips: int
    in_round: bool
    away: bool
    leaving: bool


class FloorWin(Message):
    """A large win that waits for a supervisor."""

    table: str
    seat: int
    player: str
    round: int
    wager: str
    cents: int
    # Why it was won; empty while its round is in progress, because cards may be hidden.
    rule: str = ""
    reason: str = ""
    in_round: bool = False  # it is acknowledged after the round


class FloorTable(Message):
    table: str
    name: str  # of the game
    poker: bool
    stakes: str
    seats_most: int
    practice: bool
    phase: Literal["open", "betting", "words", "playing", "unread"]
    round: int
    turn: int | None
    stands: bool  # whether there is a round, bets or words to call off
    coach: bool = True  # whether players may use the coach
    seats: tuple[FloorSeat, ...] = ()
    tray: int
    drop: int
    fault: str = ""  # why it cannot be read


class FloorTables(Message):
    tables: tuple[FloorTable, ...]  # open ones
    closed: tuple[str, ...]  # names that may be opened again
    wins: tuple[FloorWin, ...]
    causes: tuple[Cause, ...]  # why a round is called off


class FloorOption(Message):
    """A house option of poker."""

    name: str
    text: str
    value: str | int | bool  # the default
    values: tuple[str, ...] = ()  # to choose from; none: a number, or on and off
    money: bool = False
    least: int = 0
    most: int = 0


class FloorGame(Message):
    """A game that can be opened, with its default limits."""

    game: str
    name: str
    poker: bool
    seats_most: int
    wagers: tuple[WagerInfo, ...] = ()
    options: tuple[FloorOption, ...] = ()


class FloorGames(Message):
    games: tuple[FloorGame, ...]


class FloorAccount(Message):
    """A person's account."""

    password: bool  # whether one is set
    second_factor: bool
    locked: bool
    sessions: int  # open now
    last_sign_in: int | None


class FloorPerson(Message):
    name: str
    role: RoleName
    deposit: int | None = None  # of a player
    sits: tuple[str, ...] = ()  # tables
    limits: tuple[str, ...] = ()  # that players have set for themselves, and a break
    account: FloorAccount | None = None  # only for those who may change it; None: no account
    automatic: bool = False  # part of the program, such as the dealer


class FloorPeople(Message):
    people: tuple[FloorPerson, ...]
    more: int  # how many more match


class FloorProposal(Message):
    """A request that waits for a second person."""

    number: int
    by: str
    at: int
    until: int
    words: str
    may_approve: bool
    may_refuse: bool  # if it is their own, that withdraws it


class FloorProposals(Message):
    proposals: tuple[FloorProposal, ...]


class FloorHit(Message):
    table: str
    round: int
    seat: str
    percent: int
    paid: int


class FloorMeter(Message):
    name: str
    sensor: str
    kind: str
    tables: tuple[str, ...]
    displayed: int
    reserve: int
    held: int  # in escrow for it
    cap: int | None
    suspended: str  # why; empty if it is not
    discontinued: str  # how it was discontinued
    hits: tuple[FloorHit, ...]  # newest first


class FloorJackpots(Message):
    meters: tuple[FloorMeter, ...]
    escrow: int  # of all meters
    due: int  # to players, of discontinued jackpots
    banked: int  # in the bank account for jackpots


class ServerCount(Message):
    name: str  # a code of refusals, or a game
    count: int


class ServerTimes(Message):
    """How long something took, in milliseconds, and how often that was measured."""

    count: int
    half: int  # of them were at most so long
    most: int  # 95 of 100
    longest: int  # 99 of 100


class ServerFault(Message):
    """An error in the log."""

    at: int
    event: str
    code: str
    reference: str  # what the person concerned was told


class FloorServer(Message):
    """The process that answers: how it is, and what it has done since it began."""

    ready: bool
    reasons: tuple[str, ...]  # against it
    version: str
    uptime: int  # seconds
    acts: tuple[int, ...]  # in each of the last seconds, the oldest first
    acted: int  # in all
    answers: ServerTimes  # acts of pages in the last minute, until their view was sent
    commits: ServerTimes
    waits: ServerTimes  # of the first act of a commit, for it to begin
    commit_failures: int
    coach: ServerTimes
    coach_refused: int
    refusals: tuple[ServerCount, ...]  # by code, the most frequent first
    rounds: tuple[ServerCount, ...]  # by game
    sockets: int
    viewers: int
    messages_in: int
    messages_out: int
    sessions: int
    failed_sign_ins: int
    tables: int
    served: int
    queue: int  # acts and reads that wait for the room's owner
    records: int
    memory: int  # bytes
    cpu: int  # milliseconds
    files: int
    errors: tuple[ServerFault, ...]  # the latest first


class FloorEvent(Message):
    record: int
    at: int
    where: str
    what: str
    about: str


class FloorLog(Message):
    events: tuple[FloorEvent, ...]  # newest first
    before: int  # the `before` of the next page; 0: no more


# ---- what they do: each carries a key, and is executed once


class StaffAct(Message):
    key: Key
    act: Annotated[str, Field(max_length=40)]
    about: dict[Annotated[str, Field(max_length=20)], str | int | bool | None]


class Proposed(Message):
    key: Key
    what: Annotated[str, Field(max_length=40)]
    about: dict[Annotated[str, Field(max_length=40)], Any]
    hours: Annotated[int, Field(ge=1, le=720)] = HOURS


class TableOpening(Message):
    """A table to open; omitted fields take the game's defaults."""

    key: Key
    table: Name
    game: Annotated[str, Field(max_length=40)]
    least: LimitsPosted = Field(default_factory=dict)
    most: LimitsPosted = Field(default_factory=dict)
    options: OptionsPosted = Field(default_factory=dict)
    seats: Annotated[int, Field(ge=2, le=12)] | None = None  # at poker
    coach: bool = True  # whether players may use the coach
    # An administrator's reason for opening a table that favors the player.
    override: Annotated[str, Field(max_length=200)] = ""


class AccountAct(Message):
    key: Key
    name: Name
    act: Literal["lock", "unlock", "end sessions", "remove factor"]


class PasswordSet(Message):
    key: Key
    name: Name
    password: Annotated[str, Field(max_length=1000)]


class Answered(Message):
    """The result of an act, as text and, for programs, in cents."""

    text: str
    record: int = 0  # 0: unknown
    moved: dict[str, Any]
