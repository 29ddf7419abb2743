"""The engine that plays a hand of poker: streets, betting, discards, showdown.

A hand is immutable: `act` returns the next one, or refuses.
"""

from typing import NamedTuple

from croupier.cards.card import Card, parse, text
from croupier.errors import IllegalAction, StaleAction
from croupier.table.poker import events
from croupier.table.poker.betting import Betting, Rivals, Sizes, is_full, sizes_of
from croupier.table.poker.pots import paid
from croupier.table.poker.table import PokerTable, Positions


class Legal(NamedTuple):
    """One kind of act, with its minimum and maximum in chips (for a raise, the level raised to)."""

    action: str
    least: int = 0
    most: int = 0


FOLD, CHECK = Legal("fold"), Legal("check")
SIZED = ("bet", "raise")


class Hand:
    """A hand of poker so far. All lists are by seat number; index 0 is nobody."""

    __slots__ = (
        "acts", "betting", "board", "burn", "dead", "deck", "discards", "events", "held", "in_hand",
        "live", "order", "over", "paid", "place", "positions", "stacks", "street", "table",
        "waiting",
    )  # fmt: skip

    def __init__(self, table: PokerTable, positions: Positions, stacks: list[int]) -> None:
        self.table, self.positions = table, positions
        self.stacks = stacks
        self.in_hand = tuple(seat for seat, chips in enumerate(stacks) if chips > 0)
        count = table.seat_count
        self.order = tuple(
            sorted(self.in_hand, key=lambda seat: (seat - positions.button - 1) % count)
        )
        self.paid = [0] * len(stacks)
        self.dead = [0] * len(stacks)  # part of it: made-up small blinds, which are not bets
        self.held: list[tuple[Card, ...]] = [()] * len(stacks)
        self.discards: list[int | None] = [None] * len(stacks)
        self.live = list(self.order)
        self.board: tuple[Card, ...] = ()
        self.deck: tuple[Card, ...] = ()
        self.place = 0  # index of the next card in the deck
        self.burn: Card | None = None  # an exposed card, to be burned first
        self.street = 0
        self.betting: Betting | None = None
        self.waiting: list[int] = []  # seats that still have to discard
        self.acts: tuple[Legal, ...] = ()  # what the seat to act may do
        self.over = False
        self.events: tuple[events.HandEvent, ...] = ()

    def _copy(self) -> "Hand":
        """Spelled out, because it runs at every act and a loop over the slots would be slow."""
        hand = object.__new__(Hand)
        hand.table, hand.positions, hand.deck = self.table, self.positions, self.deck
        hand.in_hand, hand.order, hand.dead = self.in_hand, self.order, self.dead
        hand.board, hand.place, hand.street = self.board, self.place, self.street
        hand.burn = self.burn
        hand.over, hand.acts, hand.events = self.over, self.acts, self.events
        hand.stacks, hand.paid = self.stacks[:], self.paid[:]
        hand.held, hand.discards = self.held[:], self.discards[:]
        hand.live, hand.waiting = self.live[:], self.waiting[:]
        hand.betting = None if self.betting is None else self.betting.copy()
        return hand

    def _tell(self, *new: events.HandEvent) -> None:
        self.events += new

    def __eq__(self, other: object) -> bool:
        """Everything else follows from the table, the deck and the events."""
        if not isinstance(other, Hand):
            return NotImplemented
        return (self.table, self.deck, self.events) == (other.table, other.deck, other.events)

    # ---- what may be done

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the hand is over."""
        if self.over:
            return None
        if self.waiting:
            return self.waiting[0]
        return self.betting.queue[0] if self.betting is not None else None

    @property
    def version(self) -> int:
        """Grows with every event; an act may name the version that it answers."""
        return len(self.events)

    @property
    def started(self) -> events.Started:
        first = self.events[0]
        assert isinstance(first, events.Started)
        return first

    @property
    def discarding(self) -> bool:
        return bool(self.waiting)

    @property
    def pot(self) -> int:
        return sum(self.paid)

    def bet(self, seat: int) -> int:
        """What a seat has put in that must be called, antes included."""
        return self.paid[seat] - self.dead[seat]

    def sizes(self) -> Sizes:
        assert self.betting is not None
        seat = self.betting.queue[0]
        bets, stacks = self.betting.bets, self.stacks
        reach, able = 0, False
        for other in self.live:  # one loop, because it runs before every act
            if other != seat:
                able = able or stacks[other] > 0
                could = bets[other] + stacks[other]
                reach = could if could > reach else reach
        street, rivals = self.table.game.streets[self.street], Rivals(reach, able)
        return sizes_of(self.table, street, self.betting, seat, stacks[seat], self.pot, rivals)

    def legal(self) -> tuple[Legal, ...]:
        return self.acts

    @property
    def otherwise(self) -> str:
        """The act taken on a timeout: no chips, no discards; empty if nobody is to act."""
        if self.waiting:
            return "discard"
        legal = CHECK if CHECK in self.acts else FOLD
        return legal.action if self.acts else ""

    def _acts(self, betting: Betting) -> tuple[Legal, ...]:
        sizes = self.sizes()
        stay = Legal("call", sizes.call, sizes.call) if sizes.call else CHECK
        if not sizes.most:
            return FOLD, stay
        return FOLD, stay, Legal("raise" if betting.level else "bet", sizes.least, sizes.most)

    # ---- acts

    def act(self, seat: int, action: str, *, version: int | None = None) -> "Hand":
        """The hand after an act: fold, check, call, bet 400, raise 800 (to), discard 2c 9d."""
        if version is not None and version != self.version:
            raise StaleAction(
                f"event {self.version} seat {seat}: {action!r} answers event {version}; "
                "look again, then act"
            )
        if self.over:
            raise IllegalAction(f"seat {seat}: {action}; the hand is over", "action/over")
        if seat != self.to_act:
            raise IllegalAction(
                f"seat {seat}: {action}; it is the turn of seat {self.to_act}", "action/turn"
            )
        word, _, rest = action.strip().partition(" ")
        hand = self._copy()
        if self.waiting:
            hand._discard(seat, word, rest)
        else:
            hand._bet(seat, word, rest.strip())
        hand._go_on()
        return hand

    def void(self, seat: int) -> "Hand":
        """The hand after this seat's cards were declared dead, in turn or not."""
        if self.over or seat not in self.live:
            why = "the hand is over" if self.over else "it is not in the hand any more"
            raise IllegalAction(f"seat {seat}: a dead hand; {why}", "action/seat")
        hand = self._copy()
        hand.live.remove(seat)
        for turns in (hand.waiting, [] if hand.betting is None else hand.betting.queue):
            if seat in turns:
                turns.remove(seat)
        hand._tell(events.HandVoided(seat))
        hand._go_on()
        return hand

    @property
    def untouched(self) -> bool:
        """Whether nothing has happened since the deal, except for an exposed card."""
        return isinstance(self.events[-1], events.CardDealt | events.Exposed)

    def is_misdeal(self, seat: int, number: int) -> bool:
        """Whether an exposed card means a misdeal: one of the first two dealt, or a second one."""
        first_two = number == 1 and seat in self.order[:2]
        return self.untouched and (first_two or isinstance(self.events[-1], events.Exposed))

    def expose(self, seat: int, number: int) -> "Hand":
        """The hand after a card of the deal was exposed: the first burn replaces it, and it is
        burned instead, so that no extra card is needed.
        """
        if not self.untouched or self.is_misdeal(seat, number):
            why = "it is a misdeal" if self.untouched else "somebody has acted, so the hand stands"
            raise IllegalAction(f"seat {seat}: an exposed card; {why}", "action/exposed")
        if seat not in self.in_hand or number not in range(1, self.table.game.dealt + 1):
            raise IllegalAction(
                f"seat {seat}: card {number} exposed; seats {', '.join(map(str, self.in_hand))} "
                f"have cards 1 to {self.table.game.dealt}",
                "action/cards",
            )
        hand = self._copy()
        held = list(hand.held[seat])
        hand.burn, replacement = held[number - 1], hand._take()
        held[number - 1] = replacement
        hand.held[seat] = tuple(held)
        hand._tell(events.Exposed(seat, number, hand.burn, replacement))
        return hand

    def _discard(self, seat: int, word: str, rest: str) -> None:
        """Discards are made in turn; everybody sees how many, nobody sees the faces."""
        if word != "discard":
            raise IllegalAction(
                f"seat {seat}: {word}; it must discard now, such as 'discard 2c 9d', or 'discard' "
                "to keep all",
                "action/not_legal",
            )
        cards = parse(rest) if rest else ()
        wrong = [card for card in cards if card not in self.held[seat]]
        if wrong:
            raise IllegalAction(f"seat {seat} does not hold {text(wrong[:1])}", "action/cards")
        game = self.table.game
        if len(cards) > game.most_discarded:
            raise IllegalAction(
                f"seat {seat} discards {len(cards)} cards; at least "
                f"{game.dealt - game.most_discarded} of {game.dealt} must be kept",
                "action/discards",
            )
        self.held[seat] = tuple(card for card in self.held[seat] if card not in cards)
        self.discards[seat] = len(cards)
        self.waiting.pop(0)
        self._tell(events.Discarded(seat, cards))

    def _bet(self, seat: int, word: str, rest: str) -> None:
        betting = self.betting
        assert betting is not None
        legal = next((legal for legal in self.acts if legal.action == word), None)
        if legal is None or (rest and word not in SIZED):
            known = ", ".join(legal.action for legal in self.acts)
            raise IllegalAction(
                f"seat {seat}: {word} {rest}".rstrip() + f"; it may {known}", "action/not_legal"
            )
        if word in SIZED:
            level = self._amount(seat, legal, rest)
            chips = level - betting.bets[seat]
            full = is_full(self.table, self.table.game.streets[self.street], betting, level)
            betting.raise_to(seat, level, full, self._after(seat))
        else:
            chips = legal.most  # the call, or nothing
            betting.answer(seat, chips)
            if word == "fold":
                self.live.remove(seat)
        self._pay(seat, chips)
        said = f"{word} {rest}".strip()
        self._tell(events.SeatActed(seat, said, chips))

    def _after(self, seat: int) -> list[int]:
        """The other live seats with chips, clockwise from a seat."""
        place = self.order.index(seat)
        around = self.order[place + 1 :] + self.order[:place]
        return [other for other in around if other in self.live and self.stacks[other] > 0]

    def _amount(self, seat: int, legal: Legal, rest: str) -> int:
        word, least, most = legal
        if not (rest.isascii() and rest.isdigit() and len(rest) < 13):
            raise IllegalAction(
                f"seat {seat}: {word} {rest!r}; write the chips that it comes to, such as "
                f"{word} {least}",
                "action/amount",
            )
        level = int(rest)
        if not least <= level <= most:
            span = f"{least}" if least == most else f"{least} to {most}"
            raise IllegalAction(
                f"seat {seat}: {word} {level}; it may {word} to {span}", "action/amount"
            )
        return level

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    # ---- what needs no choice

    def _go_on(self) -> None:
        """Deals streets and settles until somebody has to act."""
        self.acts = ()
        while not self.over:
            if len(self.live) == 1:
                self._end()
            elif self.waiting:
                self.acts = (Legal("discard", 0, self.table.game.most_discarded),)
                return
            elif self.betting is not None:
                if self._must_act(self.betting):
                    return
                self.betting = None
                if self.table.game.streets[self.street].discards:
                    self.waiting = list(self.live)
            elif self.street == len(self.table.game.streets) - 1:
                self._end()
            else:
                self._next_street()

    def _must_act(self, betting: Betting) -> bool:
        """Whether somebody has to act; a seat that could only check is skipped."""
        while betting.queue:
            self.acts = self._acts(betting)
            if self.acts != (FOLD, CHECK):
                return True
            betting.queue.pop(0)
        self.acts = ()
        return False

    def _next_street(self) -> None:
        """A burn, then the community cards."""
        self.street += 1
        street = self.table.game.streets[self.street]
        burned = self._take() if self.burn is None else self.burn
        self.burn = None
        self._tell(events.Burned(burned))
        cards = tuple(self._take() for _ in range(street.community))
        self.board += cards
        self._tell(events.Turned(street.name, cards))
        # From the left of the button.
        able = [seat for seat in self.live if self.stacks[seat] > 0]
        self.betting = Betting(len(self.stacks), able)

    def _take(self) -> Card:
        card = self.deck[self.place]
        self.place += 1
        return card

    def _unmatched(self) -> dict[int, int]:
        """Returns chips above all bets of live seats: nobody wins more than they matched.

        This happens when a made-up blind folds before it is called, or a hand that had bet is dead.
        """
        most = max(self.bet(seat) for seat in self.live)
        return {seat: self.bet(seat) - most for seat in self.in_hand if self.bet(seat) > most}

    def _end(self) -> None:
        """Cards speak. The last player left takes the pot without showing."""
        high: dict[int, int | None] = {}
        low: dict[int, int | None] = {}
        if len(self.live) > 1:
            hands, options = self.table.game.hands, self.table.options
            for seat in self.live:
                high[seat], low[seat] = hands(self.held[seat], self.board, options)
            self._tell(*(events.Showed(seat, self.held[seat]) for seat in self.live))
        back = self._unmatched()
        bets = {seat: self.bet(seat) - back.get(seat, 0) for seat in self.in_hand}
        sharing, dead = self.table.sharing(self.positions), sum(self.dead)
        payment = paid(bets, self.live, high, low, sharing, flop=bool(self.board), dead=dead)
        back |= payment.returned
        for seat, chips in back.items():
            self._tell(events.Returned(seat, chips))
        for number, pot in enumerate(payment.pots, start=1):
            for half, shares in zip(("high", "low"), pot.split, strict=True):
                for seat, won in shares.items():
                    self._tell(events.Awarded(seat, number, half, won))
        rake = sum(pot.rake for pot in payment.pots)
        if rake:
            self._tell(events.Raked(rake))
        for part in (back, payment.payouts):
            for seat, chips in part.items():
                self.stacks[seat] += chips
        self.over, self.betting = True, None
