"""A sitting at a house-banked table at home: what a player has, bets, and wins or loses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, Self

from croupier import fair
from croupier.bank.meters.meter import Hit
from croupier.desk.coach import Mistakes
from croupier.desk.coaching.course import Course, of_round
from croupier.desk.posting import TablePosting
from croupier.desk.sittings.jackpots import Meters, Shares, fed, new_meters, settled
from croupier.errors import BadRecord, IllegalAction, RuleError
from croupier.money import Cents, dollars
from croupier.rules.felt import Spot
from croupier.rules.jackpots import prize_won
from croupier.rules.limits import ways_to_follow
from croupier.rules.vocabulary import Option
from croupier.table import shoe as shoes
from croupier.table.round import Round, deal
from croupier.table.spots import named, stake_of, takes
from croupier.table.table import Table

CentsByWager = dict[str, Cents]
CentsBySeat = Mapping[int, Mapping[str, Cents]]
NewWord = Callable[[str], str]  # from what the player typed, adds random bits
Words = tuple[fair.Word, ...]
PLAYER = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(TablePosting):
    """What a new sitting starts with: a table as posted, money, and who plays."""

    bankroll: Cents
    seats: int | None = None  # None: the game's usual number
    bots: str = "call,random"
    word: str = ""  # part of every word that the player commits to
    fresh: bool = False  # a new sitting, whatever is saved


@dataclass(frozen=True, slots=True)
class Sitting:
    """Everything that is saved when a player quits."""

    table: Table
    seats: int
    bankroll: Cents  # not counting the round in progress
    buy_in: Cents
    word: str  # typed by the player; part of every word that they commit to
    shoe: shoes.Shoe  # as it was before the round in progress
    bets: CentsBySeat  # the last ones, to be repeated
    words: Words = ()  # for this shoe, once betting was closed
    # Of this shoe's rounds: not to be revealed before its last.
    records: tuple[shoes.ShoeRecord, ...] = field(default=(), repr=False)
    round: Round | None = None
    meters: Meters = field(default_factory=dict)  # of the jackpots that the table offers
    course: Course = field(default_factory=Course)  # so far
    mistakes: Mistakes = field(default_factory=Mistakes)  # those that the coach has seen
    note: str = ""  # what changed when it was loaded
    middle: ClassVar[str] = "a round in progress"

    @property
    def begun(self) -> bool:
        """Whether cards are dealt, so that it is too late for words."""
        return self.round is not None

    def with_word(self, word: str) -> Self:
        return replace(self, word=word)

    @property
    def at_hand(self) -> Cents:
        """What can still be bet: wagers on the felt are spent, settled ones are paid or taken."""
        left = self.bankroll
        for spot in self.round.spots if self.round is not None else ():
            for name, stake in spot.wagers.items():
                settled = spot.results.get(name)
                left = Cents(left + (settled.net if settled is not None else -stake))
        return left


def table_for(game: str, settings: Settings) -> Table:
    """The requested table, or the reason why there is none."""
    table = settings.table(game)
    table.check_seats(range(1, _seats(settings) + 1))
    return table


def _seats(settings: Settings) -> int:
    return 1 if settings.seats is None else settings.seats


def new_sitting(table: Table, settings: Settings, new_secret: shoes.NewSecret) -> Sitting:
    bankroll, word = settings.bankroll, check_typed(settings.word)
    if bankroll < table.least_bet:
        raise RuleError(
            f"a bankroll of {dollars(bankroll)}; {table.game.name} is played for at least "
            f"{dollars(table.least_bet)}",
            "bankroll/small",
        )
    shoe = shoes.new_shoe(table, new_secret=new_secret)
    meters = new_meters(table)
    return Sitting(table, _seats(settings), bankroll, bankroll, word, shoe, {}, meters=meters)


def bought_in(sitting: Sitting) -> Sitting:
    """The sitting with the same amount of money again as it began with."""
    return replace(sitting, bankroll=Cents(sitting.bankroll + sitting.buy_in))


def with_words(sitting: Sitting, seats: Iterable[int], new_word: NewWord) -> Sitting:
    """The words of the seats that bet, committed to and opened; a shuffle takes them only once."""
    if sitting.shoe.first:
        return sitting
    words = committed(sitting.shoe, seats, sitting.word, new_word)
    return replace(sitting, words=words, shoe=mixed(sitting.shoe, words))


def dealt(sitting: Sitting, bets: CentsBySeat) -> Sitting:
    """Places the bets and deals the cards, up to the first choice."""
    if sitting.round is not None:
        raise IllegalAction("a round is in progress; finish it first", "play/round")
    check_covered(Cents(sum(map(total, bets.values()))), sitting.bankroll)
    state = deal(sitting.table, bets, shoes.source(sitting.shoe))
    return replace(sitting, bets=bets, meters=fed(sitting.meters, bets), round=state)


def acted(sitting: Sitting, action: str) -> Sitting:
    """The seat in turn chooses."""
    state = sitting.round
    assert state is not None and state.turn is not None
    option = named(state.options, action)
    if option is not None:
        _check_price(sitting, state, option)
    return replace(sitting, round=state.act(state.turn, action))


def check_covered(on_table: Cents, left: Cents) -> None:
    """Refuses bets that the player cannot afford."""
    if on_table > left:
        raise RuleError(
            f"that would put {dollars(on_table)} on the table, and you have {dollars(left)}; "
            "bet less",
            "bankroll/short",
        )


def price(state: Round, option: Option) -> Cents:
    """What the seat in turn pays for this option."""
    if not option.bet or state.turn is None:
        return Cents(0)
    return stake_of(state.table.game, state.spot(state.turn), option)


def _check_price(sitting: Sitting, state: Round, option: Option) -> None:
    cents, left = price(state, option), sitting.at_hand
    if cents > left:
        free = [other.name for other in state.options if price(state, other) <= left]
        raise RuleError(
            f"{option.name} costs {dollars(cents)} and you have {dollars(left)} left; "
            f"you can {' or '.join(free)}",
            "bankroll/short",
        )


class SettledWager(NamedTuple):
    """The result of a wager, including its share of a meter."""

    wager: str
    stake: Cents
    net: Cents
    prize: Cents  # what is paid for it: winnings, or for a jackpot wager the whole return
    hit: Hit | None  # the share of a meter
    supervised: bool  # whether in a card room the prize would wait for a supervisor


class Closed(NamedTuple):
    """After a round: the results of every seat's wagers; the proof of a shoe that is finished."""

    sitting: Sitting
    outcomes: Mapping[int, Sequence[SettledWager]]
    proof: shoes.ShoeRecord | None


def closed(sitting: Sitting, new_secret: shoes.NewSecret) -> Closed:
    """Ends the round: settles the bankroll, and replaces a finished shoe."""
    state, words, proof = sitting.round, sitting.words, None
    assert state is not None and state.over, "wagers are still open"
    records = (
        *sitting.records,
        {**shoes.record(sitting.shoe, state), "words": words_to_json(words)},
    )
    shoe = shoes.after_round(sitting.shoe, state)
    if shoes.is_finished(shoe, sitting.table):
        proof, records, words = shoes.joined(records), (), ()
        assert not fair.check(proof), "the house dealt other cards than it shuffled"
        shoe = shoes.new_shoe(sitting.table, new_secret=new_secret)
    meters, shares = settled(sitting.meters, state)
    outcomes = {spot.seat: _outcomes(state, spot, shares) for spot in state.spots}
    nets = sum(outcome.net for seat in outcomes.values() for outcome in seat)
    displays = {name: int(meter.shown) for name, meter in sitting.meters.items()}
    one = of_round(state, [spot.seat for spot in state.spots], nets, displays)
    after = replace(
        sitting,
        bankroll=Cents(sitting.bankroll + nets),
        shoe=shoe,
        words=words,
        records=records,
        round=None,
        meters=meters,
        course=sitting.course.after(one),
    )
    return Closed(after, outcomes, proof)


def _outcomes(state: Round, spot: Spot, shares: Shares) -> list[SettledWager]:
    law, sensors = state.table.limits.profile, state.table.game.jackpots
    outcomes = []
    for name, result in spot.results.items():
        hit = shares.get((spot.seat, name))
        share = Cents(0) if hit is None else hit.paid
        prize = prize_won(result, sensors, share)
        net, supervised = Cents(result.net + share), law.needs_supervisor(prize)
        outcomes.append(SettledWager(name, result.stake, net, prize, hit, supervised))
    return outcomes


def total(stakes: Mapping[str, int]) -> Cents:
    return Cents(sum(stakes.values()))


def not_covered(table: Table, bets: CentsBySeat, bankroll: Cents) -> str:
    """What the player could not afford after these bets, in words; empty if all is covered."""
    left = bankroll - sum(sum(stakes.values()) for stakes in bets.values())
    short = list(_short(table, bets, left))
    if not short:
        return ""
    return f"These bets leave you {dollars(left)}. You could not make {', '.join(short)}."


def _short(table: Table, bets: CentsBySeat, left: int) -> Iterator[str]:
    """Seat after seat, each making the largest bets that it can still pay."""
    for seat, stakes in bets.items():
        where = f" at seat {seat}" if len(bets) > 1 else ""
        for name, ways in ways_to_follow(table.game, stakes).items():
            legal = [bet for bet in ways if takes(table, name, Cents(bet))]
            paid = [bet for bet in legal if bet <= left]
            if len(paid) < len(legal):
                yield _missed(table, stakes, name, legal, paid) + where
            left -= max(paid, default=0)


def _missed(
    table: Table, stakes: Mapping[str, int], name: str, legal: list[int], paid: list[int]
) -> str:
    if not paid:
        least, most = dollars(min(legal)), dollars(max(legal))
        return f"{name} ({least})" if least == most else f"any {name} ({least} to {most})"
    wager = table.game.wager(name)
    assert wager is not None, f"{table.game.id} has no wager {name!r}"
    times = max(paid) // stakes[wager.part_of]
    return f"a {name} of more than {times}x ({dollars(max(paid))})"


# The player's words in the shuffle: committed to with the bets, opened when betting is closed.


def check_typed(word: str) -> str:
    """The part of a word that a player types; refuses what cannot be one."""
    try:
        fair.new_word(word)
    except ValueError as wrong:
        raise RuleError(str(wrong), "shoe/word") from wrong
    return word


def committed(shoe: shoes.Shoe, seats: Iterable[int], typed: str, new_word: NewWord) -> Words:
    """A new word for each seat that bets, and what its client gives the house with the bet."""
    return tuple(_word(shoe.commitment, seat, new_word(typed)) for seat in sorted(seats))


def _word(promise: str, seat: int, word: str) -> fair.Word:
    given = fair.word_commitment(promise, seat, PLAYER, word)
    return fair.Word(seat, PLAYER, given, word)


def mixed(shoe: shoes.Shoe, words: Words) -> shoes.Shoe:
    """The shoe as it is dealt from, with every word opened."""
    return replace(shoe, entropy=tuple(fair.opened(words)))


def words_to_json(words: Words) -> list[dict[str, object]]:
    return [word._asdict() for word in words]


def words_from_json(written: object, entropy: Sequence[tuple[str, str]]) -> Words:
    """The words of a saved game, if they are those that its shoe was mixed with."""
    words = fair.listed(written)
    if fair.opened(words) != list(entropy):
        raise BadRecord("its words are not those of its shuffle", "record/saved")
    return tuple(words)
