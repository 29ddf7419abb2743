"""The messages between the server and the page: one statement of them, for HTTP and the socket.

TypeScript types are generated from these models (frontend/src/api/messages.ts), and a test fails
when they differ. Money is in cents, times are in milliseconds, cards are written like "As"; None is
a card that lies there face down.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, json_schema_serialization_defaults_required=True
    )


# Made by the page: a UUID.
Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9-]+$")]
Cents = Annotated[int, Field(ge=0, le=10**12)]
SeatNumber = Annotated[int, Field(ge=1, le=12)]
WagerName = Annotated[str, Field(min_length=1, max_length=40)]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Cards = tuple[str | None, ...]
Phase = Literal["open", "betting", "words", "playing", "settled"]


# ---- a table as one person sees it


class Hand(Message):
    """Cards that lie together at a seat, before the dealer, or as the board."""

    # Joined to the layout's `hands`: "hand", "offer", "dealer", "board"; after a split "first" and
    # "second".
    id: str
    cards: Cards
    caption: str = ""  # what they make: "pair of tens" (only from cards the receiver sees)
    made: tuple[int, ...] = ()  # places of the cards that make it: without one it would be less
    unused: tuple[int, ...] = ()  # places of cards that do not count for it


class Outcome(Message):
    """What became of one wager."""

    wager: str
    stake: int
    net: int
    reason: str  # in words; empty where it would tell cards that the receiver does not see
    rule: str  # "rule 6"
    waits: bool = False  # a large win, until a supervisor has seen it


class Seat(Message):
    seat: int
    player: str
    chips: int  # not on the felt
    away: bool = False  # not asked for bets; at poker: sits out
    leaving: bool = False  # at the end of the round
    bets: dict[str, int] = {}  # that stand for the next deal
    word: Literal["none", "kept", "opened"] = "none"
    in_round: bool = False
    wagers: dict[str, int] = {}  # on the felt; at poker {"bet": cents of this betting round}
    hands: tuple[Hand, ...] = ()
    rack: int = 0  # cards refused, folded or thrown away
    did: str = ""  # the last thing it did in this round: "raise 2x", "fold", "discard 2"
    folded: bool = False
    dead: bool = False
    outcomes: tuple[Outcome, ...] = ()  # in the order they were settled
    net: int | None = None  # of the whole round, once over
    button: bool = False  # poker
    owes: tuple[str, ...] = ()  # poker: blinds


class Option(Message):
    """One thing that the receiver may do now."""

    action: str  # what is sent; of a size, the amount follows: "raise $8.50"
    name: str  # on the button
    kind: Literal["choice", "split", "size", "discard"] = "choice"
    # fold: gives up; pass: costs nothing; go: puts chips in
    tone: Literal["fold", "pass", "go"] = "go"
    cost: int = 0  # cents that it puts in now (of a size: unused)
    loses: int = 0  # cents on the felt that are lost by it, whatever cards are still to come
    wager: str = ""  # the spot where the chips go
    least: int = 0  # of a size: to this many cents; of a discard: cards
    most: int = 0
    hands: tuple[tuple[str, ...], ...] = ()  # of a split: the two hands
    note: str = ""  # in a second line: "an instant winner must be taken", "keep 16 points"


class Turn(Message):
    seat: int
    choice: str  # what is to be decided, as printed: "raise", "third card", "bet", "discard"
    version: int  # of the round: an act names it
    options: tuple[Option, ...] = ()  # only for the person whose turn it is
    otherwise: str = ""  # what is done when the clock runs out


class Clock(Message):
    waits_for: Literal["bets", "words", "turn", "next round"]
    remaining: int  # milliseconds, by the server's clock when this was sent
    total: int


class Pot(Message):
    name: str  # "Pot", "Side pot 1"
    cents: int


class Meter(Message):
    wager: str
    name: str
    cents: int  # on display
    notices: tuple[str, ...] = ()  # that the layout must show, word for word


class Shuffle(Message):
    commitment: str  # of the house, to the shoe of the next or present round
    takes_words: bool  # whether a bet may bring one
    waits_for_words: tuple[int, ...] = ()  # seats


class Happening(Message):
    """A line for the log and for screen readers."""

    text: str
    # cards: of a hand; settlement: what became of wagers; turn: what the receiver is asked
    about: Literal["table", "play", "cards", "settlement", "turn"]


class View(Message):
    """All that one person may see of a table: a seat of theirs, or the rail."""

    table: str
    version: int  # of the table's stream: grows with every event
    you: str | None  # your name, if you are signed in (guests too)
    seat: int | None  # yours
    phase: Phase
    round: int  # its number; 0 before the first
    seats: tuple[Seat, ...] = ()  # taken ones, by number
    dealer: Hand | None = None
    board: Hand | None = None
    burned: int = 0
    street: str = ""
    pots: tuple[Pot, ...] = ()
    turn: Turn | None = None
    clock: Clock | None = None
    meters: tuple[Meter, ...] = ()
    shuffle: Shuffle
    balance: int | None = None  # your money off the tables
    settled: tuple[tuple[int, str], ...] = ()  # seat and wager, in the order of settlement
    happened: tuple[Happening, ...] = ()  # since the version before


# ---- from the server


class Welcome(Message):
    type: Literal["welcome"] = "welcome"
    you: str | None
    lag_allowed: int  # milliseconds that the server's clocks wait longer, as measured
    view: View


class Step(Message):
    """The next version of the table."""

    type: Literal["step"] = "step"
    version: int
    view: View


class Skip(Message):
    """A version in which nothing changed that the receiver may see."""

    type: Literal["skip"] = "skip"
    version: int


class Done(Message):
    type: Literal["done"] = "done"
    key: str
    record: int  # its last record in the books
    again: bool = False  # it was done before: the same key


class Refused(Message):
    type: Literal["refused"] = "refused"
    key: str | None = None  # of the act; None: the message could not be read
    code: str  # "action/not_legal"
    message: str


class Pong(Message):
    type: Literal["pong"] = "pong"
    sent: int
    nonce: str  # the page echoes it at once: this is how the server measures the lag


class Bye(Message):
    """Before the server closes the socket."""

    type: Literal["bye"] = "bye"
    code: str  # "session/ended", "table/closed", "server/stopping", "rate/messages"
    message: str


FromServer = Annotated[
    Welcome | Step | Skip | Done | Refused | Pong | Bye, Field(discriminator="type")
]


# ---- from the page: acts carry a key, are sent again until answered, and are done once


class Act(Message):
    key: Key


class TakeSeat(Act):
    """Or more chips at the seat one has."""

    type: Literal["buy_in"] = "buy_in"
    seat: SeatNumber
    cents: Cents


class Bet(Act):
    """Stakes by wager; none: the bet is taken back. A commitment to a word is made for `shoe`."""

    type: Literal["bet"] = "bet"
    seat: SeatNumber
    stakes: dict[WagerName, Cents]
    word_commitment: Hex64 | Literal[""] = ""
    shoe: Hex64 | Literal[""] = ""


class KeepWord(Act):
    type: Literal["word"] = "word"
    seat: SeatNumber
    word_commitment: Hex64
    shoe: Hex64


class OpenWord(Act):
    type: Literal["open_word"] = "open_word"
    seat: SeatNumber
    word: Annotated[str, Field(min_length=1, max_length=80)]


class Choose(Act):
    type: Literal["act"] = "act"
    seat: SeatNumber
    action: Annotated[str, Field(min_length=1, max_length=80)]
    version: int  # of the turn that it answers


class Away(Act):
    """Not asked for bets any more; at poker: dealt no more hands."""

    type: Literal["away"] = "away"
    seat: SeatNumber


class Back(Act):
    type: Literal["back"] = "back"
    seat: SeatNumber
    post: bool = False  # poker: what is owed is posted at once


class Leave(Act):
    """With all chips, at the end of the round."""

    type: Literal["leave"] = "leave"
    seat: SeatNumber


class Ready(Message):
    """Do not wait longer: deal, or go on to the next round. Nothing is written."""

    type: Literal["ready"] = "ready"


class Ping(Message):
    type: Literal["ping"] = "ping"
    sent: int  # by the page's clock; comes back as it is


class Echo(Message):
    """The answer to a pong. A nonce that the server does not wait for is ignored."""

    type: Literal["echo"] = "echo"
    nonce: Annotated[str, Field(max_length=32)]


FromPage = Annotated[
    TakeSeat | Bet | KeepWord | OpenWord | Choose | Away | Back | Leave | Ready | Ping | Echo,
    Field(discriminator="type"),
]


# ---- HTTP


class Me(Message):
    name: str | None
    role: str | None  # player, dealer, floor, auditor, administrator
    guest: bool = False
    balance: int = 0
    play_money: bool = True
    last_sign_in: int | None = None


class LobbyTable(Message):
    table: str
    game: str
    title: str
    seats: int
    taken: int
    least: int  # the smallest bet (banked) or the big blind (poker)
    most: int
    stakes: str  # in words: "$5 to $400", "fixed limit $2/$4"
    phase: str
    practice: bool = False
    mine: bool = False  # you sit there


class LobbyGame(Message):
    game: str
    name: str
    title: str
    felt: str  # green, blue, wine, slate
    ready: bool = True  # False: its figures are still being computed


class Lobby(Message):
    games: tuple[LobbyGame, ...]
    tables: tuple[LobbyTable, ...]


class WagerInfo(Message):
    name: str  # the engine's
    label: str  # as printed on the felt
    required: bool
    in_play: bool  # made by a choice during the round, not before the deal
    equals: str = ""
    at_least: str = ""
    least: int
    most: int
    fixed: int = 0  # cents, where the house fixes the stake
    jackpot: bool = False


class PayRow(Message):
    hand: str
    pays: str  # "25 to 1", "$1,000"


class PayTable(Message):
    id: str
    name: str
    wagers: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[PayRow, ...]


class Posted(Message):
    """A table as it is posted: what does not change while it is open."""

    table: str
    game: str
    name: str
    title: str
    kind: Literal["banked", "poker"]
    practice: bool
    seats: int
    stakes: str
    wagers: tuple[WagerInfo, ...] = ()
    paytables: tuple[PayTable, ...] = ()
    how_to_play: str  # markdown
    notices: tuple[str, ...] = ()
    options: dict[str, str] = {}
    layout: dict[str, object]  # wide and tall: see docs/web.md
    bet_time: int  # ms
    act_time: int
    buy_in_least: int
    buy_in_most: int


class RoundLine(Message):
    round: int
    ended: int
    net: int
    proof: Literal["proved", "sealed", "none"]


class Rounds(Message):
    rounds: tuple[RoundLine, ...]
