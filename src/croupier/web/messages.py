"""The messages between server and page, defined once for HTTP and the socket.

TypeScript types are generated from these models (frontend/src/api/messages.ts), and a test fails if
they differ. Money is in cents, times in milliseconds; cards are like "As", None lies face down.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, json_schema_serialization_defaults_required=True
    )


# A UUID made by the page.
Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9-]+$")]
Cents = Annotated[int, Field(ge=0, le=10**12)]
SeatNumber = Annotated[int, Field(ge=1, le=12)]
WagerName = Annotated[str, Field(min_length=1, max_length=40)]
Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Cards = tuple[str | None, ...]
Phase = Literal["open", "betting", "words", "playing", "settled"]


# ---- a table, as seen by one person


class Hand(Message):
    """Cards that lie together: at a seat, in front of the dealer, or as the board."""

    # As in the layout: "hand", "offer", "dealer", "board"; after a split, "first" and "second".
    id: str
    cards: Cards
    caption: str = ""  # their rank: "pair of tens"; only if the receiver sees the cards
    made: tuple[int, ...] = ()  # places of the cards that make it: without one its rank is lower
    unused: tuple[int, ...] = ()  # places of the cards that do not count for it


class WagerResult(Message):
    """The result of one wager."""

    wager: str
    stake: int
    net: int
    reason: str  # as text; empty if it would name cards that the receiver does not see
    rule: str  # "rule 6"
    waits: bool = False  # a large win that a supervisor has not seen yet


class Seat(Message):
    seat: int
    player: str
    chips: int  # not on the felt
    away: bool = False  # sitting out
    leaving: bool = False  # after the round
    bets: dict[str, int] = {}  # for the next deal
    word: Literal["none", "kept", "opened"] = "none"
    in_round: bool = False
    wagers: dict[str, int] = {}  # on the felt; at poker {"bet": cents of this betting round}
    hands: tuple[Hand, ...] = ()
    rack: int = 0  # cards refused, folded or thrown away
    did: str = ""  # the last choice in this round: "raise 2x", "fold", "discard 2"
    folded: bool = False
    dead: bool = False
    outcomes: tuple[WagerResult, ...] = ()  # in the order of settlement
    net: int | None = None  # of the whole round, once it is over
    button: bool = False  # poker
    owes: tuple[str, ...] = ()  # poker: blinds


class Option(Message):
    """A choice that the receiver may make now."""

    action: str  # what to send; of a size, followed by the amount: "raise $8.50"
    name: str  # on the button
    kind: Literal["choice", "split", "size", "discard"] = "choice"
    tone: Literal["fold", "pass", "go"] = "go"  # gives up; costs nothing; bets chips
    cost: int = 0  # cents to bet now (not for a size)
    loses: int = 0  # cents on the felt that it loses, whatever cards are still to come
    wager: str = ""  # the spot for the chips
    least: int = 0  # of a size: the total bet in cents; of a discard: cards
    most: int = 0
    hands: tuple[tuple[str, ...], ...] = ()  # of a split: the two hands
    note: str = ""  # second line: "an instant winner must be taken", "keep 16 points"


class Turn(Message):
    seat: int
    choice: str  # the decision, as printed: "raise", "third card", "bet", "discard"
    version: int  # of the round; the answer must name it
    options: tuple[Option, ...] = ()  # only for the person whose turn it is
    otherwise: str = ""  # what is done if the clock runs out


class Clock(Message):
    waits_for: Literal["bets", "words", "turn", "next round"]
    remaining: int  # milliseconds when this was sent, by the server's clock
    total: int


class Pot(Message):
    name: str  # "Pot", "Side pot 1"
    cents: int


class Meter(Message):
    wager: str
    name: str
    cents: int  # on display
    notices: tuple[str, ...] = ()  # to be shown word for word


class Shuffle(Message):
    commitment: str  # of the house, to the shoe of this or the next round
    takes_words: bool  # whether a bet may come with a word
    waits_for_words: tuple[int, ...] = ()  # for the words of these seats


class Happening(Message):
    """A line for the log and for screen readers; `turn` is what the receiver is asked."""

    text: str
    about: Literal["table", "play", "cards", "settlement", "turn"]


class View(Message):
    """Everything that one person may see of a table, from their seat or from the rail."""

    table: str
    version: int  # of the table; grows with every event
    you: str | None  # your name, if you are signed in or a guest
    seat: int | None  # your seat
    phase: Phase
    round: int  # its number; 0 before the first
    seats: tuple[Seat, ...] = ()  # occupied ones, by number
    dealer: Hand | None = None
    board: Hand | None = None
    burned: int = 0
    street: str = ""
    pots: tuple[Pot, ...] = ()
    turn: Turn | None = None
    clock: Clock | None = None
    meters: tuple[Meter, ...] = ()
    shuffle: Shuffle
    balance: int | None = None  # your deposit: money not at a table
    settled: tuple[tuple[int, str], ...] = ()  # seat and wager, in the order of settlement
    happened: tuple[Happening, ...] = ()  # since the previous version


# ---- from the server


class Welcome(Message):
    type: Literal["welcome"] = "welcome"
    you: str | None
    lag_allowed: int  # milliseconds by which your clocks are extended, as measured
    view: View


class NewView(Message):
    """The next version of the table."""

    type: Literal["step"] = "step"
    version: int
    view: View


class Skip(Message):
    """A version without changes that the receiver may see."""

    type: Literal["skip"] = "skip"
    version: int


class Done(Message):
    type: Literal["done"] = "done"
    key: str
    record: int  # its last record in the books
    again: bool = False  # it had been done before, with the same key


class Refused(Message):
    type: Literal["refused"] = "refused"
    key: str | None = None  # of the act; None if the message could not be read
    code: str  # "action/not_legal"
    message: str


class Pong(Message):
    type: Literal["pong"] = "pong"
    sent: int
    nonce: str  # to be echoed at once, so that the server can measure the lag


class Bye(Message):
    """The last message before the server closes the socket."""

    type: Literal["bye"] = "bye"
    code: str  # "session/ended", "table/closed", "server/stopping", "rate/messages"
    message: str


FromServer = Annotated[
    Welcome | NewView | Skip | Done | Refused | Pong | Bye, Field(discriminator="type")
]


# ---- from the page: an act has a key, is sent until it is answered, and is done once


class PageAct(Message):
    key: Key


class TakeSeat(PageAct):
    """Buys chips: for a new seat, or more for the player's own."""

    type: Literal["buy_in"] = "buy_in"
    seat: SeatNumber
    cents: Cents


class Bet(PageAct):
    """Stakes by wager; none to take the bet back. A commitment to a word is valid for `shoe`."""

    type: Literal["bet"] = "bet"
    seat: SeatNumber
    stakes: dict[WagerName, Cents]
    word_commitment: Hex64 | Literal[""] = ""
    shoe: Hex64 | Literal[""] = ""


class KeepWord(PageAct):
    type: Literal["word"] = "word"
    seat: SeatNumber
    word_commitment: Hex64
    shoe: Hex64


class OpenWord(PageAct):
    type: Literal["open_word"] = "open_word"
    seat: SeatNumber
    word: Annotated[str, Field(min_length=1, max_length=80)]


class TakeOption(PageAct):
    type: Literal["act"] = "act"
    seat: SeatNumber
    action: Annotated[str, Field(min_length=1, max_length=80)]
    version: int  # of the turn being answered


class Away(PageAct):
    """Sits out: keeps the seat, but is not dealt in."""

    type: Literal["away"] = "away"
    seat: SeatNumber


class Back(PageAct):
    type: Literal["back"] = "back"
    seat: SeatNumber
    post: bool = False  # poker: post the owed blinds at once


class Leave(PageAct):
    """Leaves with all chips, after the round."""

    type: Literal["leave"] = "leave"
    seat: SeatNumber


class Ready(Message):
    """No need to wait: deal, or start the next round. Nothing is recorded."""

    type: Literal["ready"] = "ready"


class Ping(Message):
    type: Literal["ping"] = "ping"
    sent: int  # by the page's clock; returned unchanged


class Echo(Message):
    """The reply to a pong. An unexpected nonce is ignored."""

    type: Literal["echo"] = "echo"
    nonce: Annotated[str, Field(max_length=32)]


FromPage = Annotated[
    TakeSeat | Bet | KeepWord | OpenWord | TakeOption | Away | Back | Leave | Ready | Ping | Echo,
    Field(discriminator="type"),
]


# ---- HTTP


class Me(Message):
    name: str | None
    role: str | None  # player, dealer, floor, auditor, administrator
    guest: bool = False
    staff: bool = False  # may read the books: the pages of the floor are for them
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
    stakes: str  # as text: "$5 to $400", "fixed limit $2/$4"
    phase: str
    practice: bool = False
    mine: bool = False  # whether you sit there


class LobbyGame(Message):
    game: str
    name: str
    title: str
    felt: str  # green, blue, wine, slate
    drawing: str  # a hand on its card in the lobby; see docs/web.md
    ready: bool = True  # False while its figures are being computed


class Lobby(Message):
    games: tuple[LobbyGame, ...]
    tables: tuple[LobbyTable, ...]


class WagerInfo(Message):
    name: str  # in the rules
    label: str  # as printed on the felt
    required: bool
    alone: bool = False  # at this table it may be made without the required ones
    in_play: bool  # made during the round, not before the deal
    equals: str = ""
    at_least: str = ""
    least: int
    most: int
    fixed: int = 0  # cents, if the house fixes the stake
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


class PostedTable(Message):
    """A table as posted: what does not change while it is open."""

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
    layout: dict[str, object]  # wide and tall; see docs/web.md
    bet_time: int  # milliseconds
    act_time: int
    buy_in_least: int
    buy_in_usual: int  # offered first
    buy_in_most: int


class RoundLine(Message):
    round: int
    ended: int
    net: int
    proof: Literal["proved", "sealed", "none"]


class PastRounds(Message):
    rounds: tuple[RoundLine, ...]
