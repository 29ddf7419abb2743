"""The house never has the last word: bets, commitments, bets closed, words opened, cards."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier import fair
from croupier.bank.audit import run as bank_audit
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.recall import recall
from croupier.room.cage.cash_postings import BOUGHT
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.bets import LONGEST_WORD, bet_made, word_kept, word_opened
from croupier.room.tables.rounds import acted, dealt, round_called_off, word_added
from croupier.room.tables.seats import sat_in, sat_out
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_closed, table_opened
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import new_room
from tests.room.test_room import check_books
from tests.room.words import commitment_of, keep, open_word, word_of

ANTE = {"ante": 500}
PLAYERS = {1: "pam", 2: "quin", 3: "rob"}
T, P = "7", "9"  # a table of Four Card Prime, and one of poker


class Clock:
    """The store's clock; it stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def passes(self, seconds: int) -> None:
        self.now += 1000 * seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(tmp_path: Path, clock: Clock) -> Iterator[Room]:
    """Three players at both tables."""
    with open_store(f"sqlite:///{tmp_path}/bank.db", clock) as store:
        room = new_room(store)
        room.do("open", "flo", table_opened, T, open_table("four-card-prime", offers=["prime"]))
        room.do("poker", "flo", table_opened, P, open_poker("five-card-hold-out"))
        for name in (T, P):
            room.do(f"fill {name}", "flo", filled, name, Cents(1_000_000))
        for seat, player in PLAYERS.items():
            room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
            for name in (T, P):
                about = (name, seat, player, Cents(20_000))
                room.do(f"{player} at {name}", "dee", bought_in, *about, cash=True)
        yield room


def refused(
    room: Room,
    code: str,
    words: str,
    by: str,
    decide: Callable[..., object],
    *about: object,
    **more: object,
) -> None:
    """With that code and these words; nothing has changed."""
    head, hall = room.store.head(), room.hall
    with pytest.raises(Refused) as error:
        room.do("a refused act", by, decide, *about, **more)
    assert (error.value.code, words in error.value.message) == (code, True), str(error.value)
    assert room.store.head() == head and Room(room.store).hall == hall


def done(
    room: Room, by: str, decide: Callable[..., object], *about: object, **more: object
) -> None:
    """And a restart restores the same."""
    room.do(f"#{room.store.head().sequence}", by, decide, *about, **more)
    assert Room(room.store).hall == room.hall
    check_books(room)


def played_on(room: Room, name: str = T) -> None:
    """Plays the round in progress to its end: everybody folds."""
    while (now := room.hall.table(name).round) is not None:
        if name == P:
            done(room, "dee", acted, name, now.to_act, "fold")
        else:
            done(room, "dee", acted, name, now.turn, "fold")


def bodies(store: Store, name: str) -> list[dict[str, object]]:
    return [json.loads(event.body) for event in store.events(f"table/{name}")]


def test_bets_words_and_cards(room: Room) -> None:
    """Every step, each after a restart; no money moves before the cards."""
    chips = room.store.balances()
    commitment = room.hall.table(T).shoe.commitment
    keep(room, T, 1, ANTE)
    keep(room, T, 3)  # the dealer states its bet
    done(room, "dee", dealt, T, {2: ANTE, 3: {"ante": 1_000, "prime": 500}})
    before = room.hall.table(T).before
    assert before.closed is not None and before.closed.until == room.store.clock() + 30_000
    assert [word.seat for word in before.missing] == [1, 3]
    closing = bodies(room.store, T)[-1]["events"][0]
    assert [one["commitment"] is None for one in closing["words"]] == [False, True, False]
    refused(room, "room/words", "the words of seat 1 pam, seat 3 rob; 30 sec", "dee", dealt, T, {})
    open_word(room, T, 3)
    refused(room, "room/words", "the words of seat 1 pam; 30 sec", "dee", dealt, T, {})
    open_word(room, T, 1)
    assert room.store.balances() == chips
    done(room, "dee", dealt, T, {})
    state = room.hall.banked(T)
    assert state.round is not None and not state.before.stands
    words = [["seat 1 pam", word_of(state, 1)], ["seat 3 rob", word_of(state, 3)]]
    said = bodies(room.store, T)[-1]
    assert said["entropy"] == words and [one["word"] for one in said["words"]] == [
        words[0][1],
        words[1][1],
    ]
    played_on(room)
    found = recall(room.store, T, 1)
    assert found.proof is not None and found.proof["commitment"] == commitment
    assert found.proof["entropy"] == words and found.proof["words"] == said["words"]
    assert fair.check(found.proof) == []
    assert audit(room.store)[1:5] == (1, 0, 0, 0)


def test_a_word_that_is_not_opened_is_named(room: Room, clock: Clock) -> None:
    for number in (1, 2):
        keep(room, T, 1, ANTE)
        keep(room, T, 2, ANTE)
        done(room, "dee", dealt, T, {}, within=60)
        open_word(room, T, 1)
        clock.passes(59)
        refused(room, "room/words", "quin; 1 second is left", "dee", dealt, T, {})
        clock.passes(1)
        done(room, "dee", dealt, T, {})
        assert room.hall.table(T).before.withheld == {"quin": number}
        assert [word.word is None for word in room.hall.table(T).before.last] == [False, True]
        played_on(room)
    proof = recall(room.store, T, 2).proof
    assert proof is not None and fair.check(proof) == []
    assert [one["word"] is None for one in proof["words"]] == [False, True]
    assert audit(room.store).withheld == 2


def test_a_table_that_opens_again_keeps_its_count_of_withheld_words(
    room: Room, clock: Clock
) -> None:
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T, {})
    clock.passes(30)
    done(room, "dee", dealt, T, {})
    played_on(room)
    for seat, player in PLAYERS.items():
        done(room, player, cashed_out, T, seat)
    done(room, "flo", table_closed, T)
    done(room, "flo", table_opened, T, open_table("four-card-prime", offers=["prime"]))
    assert room.hall.table(T).before.withheld == {"pam": 1}
    audit(room.store)


def test_a_word_may_be_opened_until_the_cards_are_dealt(room: Room, clock: Clock) -> None:
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T, {})
    clock.passes(3_000)
    open_word(room, T, 1)
    done(room, "dee", dealt, T, {})
    assert audit(room.store).withheld == 0


def test_the_books_accept_no_deal_that_comes_too_soon(room: Room, clock: Clock) -> None:
    """Whatever the clock does between the decision and the write."""
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T, {})
    times = iter([clock.now + 30_000, clock.now + 29_999])
    room.store.clock = lambda: next(times)
    with pytest.raises(Refused, match="1 ms too soon"):
        room.do("deal", "dee", dealt, T, {})
    assert Room(room.store).hall.table(T).round is None


def test_who_may_not_commit_to_a_word(room: Room) -> None:
    state = room.hall.table(T)
    kept = commitment_of(state, 1)
    for staff in ("dee", "flo", "ada"):
        refused(room, "role/not_allowed", "Only players", staff, bet_made, T, 1, ANTE, kept)
        refused(room, "role/not_allowed", "Only players", staff, word_kept, T, 1, kept)
    refused(room, "room/seat", "pam sits there, not quin", "quin", bet_made, T, 1, ANTE, kept)
    refused(room, "room/seat", "nobody sits there", "quin", word_kept, T, 5, kept)
    for person in ("dee", "flo", "pam"):
        refused(room, "room/words", "a player commits to one", person, word_added, T, "lucky")
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T, {})
    word = word_of(state, 1)
    for staff in ("dee", "flo"):
        refused(room, "role/not_allowed", "Only players", staff, word_opened, T, 1, word)
    refused(room, "room/seat", "pam sits there", "quin", word_opened, T, 1, word)


def test_what_a_player_may_not_bet(room: Room) -> None:
    kept = commitment_of(room.hall.table(T), 1)
    refused(room, "wager/missing", "no ante", "pam", bet_made, T, 1, {"prime": 500})
    refused(room, "wager/unknown", "offered", "pam", bet_made, T, 1, {**ANTE, "tie": 500})
    refused(room, "wager/chips", "bets $250; it has $200", "pam", bet_made, T, 1, {"ante": 25_000})
    refused(room, "room/bets", "no bet to take back", "pam", bet_made, T, 1, {}, kept)
    refused(room, "room/game", "plays poker", "pam", bet_made, P, 1, ANTE)
    for bad in ("lucky", "0" * 63, "A" * 64, "0" * 65):
        refused(room, "room/words", "64 hex digits", "pam", bet_made, T, 1, ANTE, bad)
    refused(room, "room/words", "64 hex digits", "pam", word_kept, P, 1, "")


def test_a_bet_is_changed_and_taken_back_until_the_bets_are_closed(room: Room) -> None:
    keep(room, T, 1, ANTE)
    done(room, "pam", bet_made, T, 1, {"ante": 1_500})
    done(room, "pam", bet_made, T, 1, {"ante": 2_000}, commitment_of(room.hall.table(T), 1))
    assert room.hall.table(T).before.bets == {1: {"ante": 2_000}}
    other = commitment_of(room.hall.table(T), 1, "another")
    refused(room, "room/words", "committed to a word", "pam", bet_made, T, 1, ANTE, other)
    refused(room, "room/words", "committed to a word", "pam", word_kept, T, 1, other)
    refused(room, "room/bets", "pam has bet themselves", "dee", dealt, T, {1: ANTE})
    done(room, "pam", bet_made, T, 1, {})
    assert room.hall.table(T).before.bets == {}
    # A player who is not dealt in is not waited for.
    done(room, "dee", dealt, T, {2: ANTE})
    assert room.hall.banked(T).round is not None
    played_on(room)
    done(room, "quin", bet_made, T, 2, ANTE)
    done(room, "dee", dealt, T, {})  # without a word, a deal is one act
    assert [spot.seat for spot in room.hall.banked(T).round.spots] == [2]
    played_on(room)
    assert audit(room.store).rounds == 2


def test_closed_bets_are_closed(room: Room) -> None:
    keep(room, T, 1, ANTE)
    kept = commitment_of(room.hall.table(T), 2)
    refused(room, "room/words", "within 15 to 600", "dee", dealt, T, {2: ANTE}, within=1)
    refused(room, "wager/chips", "seat 2 bets", "dee", dealt, T, {2: {"ante": 30_000}})
    done(room, "dee", dealt, T, {2: ANTE})
    refused(room, "room/bets", "the bets are closed", "quin", bet_made, T, 2, ANTE, kept)
    refused(room, "room/bets", "the bets are closed", "rob", word_kept, T, 3, kept)
    refused(room, "room/bets", "deal without naming any", "dee", dealt, T, {3: ANTE})
    refused(room, "room/seat", "it can be left after it", "pam", cashed_out, T, 1)
    refused(room, "room/seat", "it can be left after it", "quin", cashed_out, T, 2)
    refused(room, "room/words", "no word is kept", "quin", word_opened, T, 2, "word")
    refused(room, "room/seat", "cash out first", "flo", table_closed, T)
    done(room, "rob", cashed_out, T, 3)
    word = word_of(room.hall.table(T), 1)
    for wrong in (word.upper(), f"{word} "):
        refused(room, "room/words", "not the word which pam", "pam", word_opened, T, 1, wrong)
    for wrong in ("", "x" * (LONGEST_WORD + 1), "a\nb"):
        refused(room, "room/words", "can be seen", "pam", word_opened, T, 1, wrong)
    done(room, "pam", word_opened, T, 1, word)
    refused(room, "room/words", "opened already", "pam", word_opened, T, 1, word)
    done(room, "dee", dealt, T, {})
    refused(room, "room/words", "no word is kept", "pam", word_opened, T, 1, word)


def test_no_word_is_opened_before_the_bets_are_closed(room: Room) -> None:
    keep(room, T, 1, ANTE)
    word = word_of(room.hall.table(T), 1)
    refused(room, "room/words", "closed the bets", "pam", word_opened, T, 1, word)


def test_a_player_who_leaves_takes_their_bet_and_word(room: Room) -> None:
    keep(room, T, 1, ANTE)
    done(room, "pam", cashed_out, T, 1)
    assert not room.hall.table(T).before.stands
    done(room, "dee", bought_in, T, 1, "pam", Cents(5_000), cash=True)
    other = commitment_of(room.hall.table(T), 1, "another word")
    done(room, "pam", bet_made, T, 1, ANTE, other)
    done(room, "dee", dealt, T, {})
    done(room, "pam", word_opened, T, 1, "another word")
    done(room, "dee", dealt, T, {})
    played_on(room)
    assert audit(room.store).rounds == 1


@pytest.mark.parametrize("closed", [False, True])
def test_bets_are_called_off_with_their_shoe(room: Room, closed: bool) -> None:
    shoe = room.hall.table(T).shoe
    keep(room, T, 1, ANTE)
    if closed:
        done(room, "dee", dealt, T, {})
        open_word(room, T, 1)
    refused(room, "role/not_allowed", "may call off", "dee", round_called_off, T, "a quarrel")
    done(room, "flo", round_called_off, T, "a quarrel")
    state = room.hall.table(T)
    assert not state.before.stands and state.shoe.commitment != shoe.commitment
    assert state.rounds == 0
    refused(room, "room/round", "no round to call off", "flo", round_called_off, T, "again")
    keep(room, T, 1, ANTE)
    done(room, "dee", dealt, T, {})
    open_word(room, T, 1)
    done(room, "dee", dealt, T, {})
    played_on(room)
    assert audit(room.store).rounds == 1


def test_a_shoe_in_use_takes_no_words(tmp_path: Path) -> None:
    """It was shuffled with the words of its first round, and every round is proved with them."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        room = new_room(store)
        table = open_table("4-card-buyout", options={"cut_card": 60})
        room.do("open", "flo", table_opened, T, table)
        room.do("fill", "flo", filled, T, Cents(1_000_000))
        room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
        room.do("sit", "dee", bought_in, T, 1, "pam", Cents(500_000), cash=True)
        stakes = {w.name: table.limits.least(w) for w in table.offers if w.required}
        keep(room, T, 1, stakes)
        done(room, "dee", dealt, T, {})
        open_word(room, T, 1)
        done(room, "dee", dealt, T, {})
        words = room.hall.table(T).before.last
        assert [word.player for word in words] == ["pam"]
        while (state := room.hall.banked(T)).round is not None or state.shoe.first:
            if state.round is None:
                kept = commitment_of(state, 1)
                refused(room, "room/words", "dealt already", "pam", bet_made, T, 1, stakes, kept)
                refused(room, "room/words", "dealt already", "pam", word_kept, T, 1, kept)
                done(room, "pam", bet_made, T, 1, stakes)
                done(room, "dee", dealt, T, {})
                assert room.hall.table(T).before.last == words
                assert recall(store, T, 1).proof is None  # its shoe is still in use
            else:
                done(room, "dee", acted, T, 1, state.round.legal[-1])
        assert state.rounds > 2
        proofs = [recall(store, T, number).proof for number in range(1, state.rounds + 1)]
        for proof in proofs:
            assert proof is not None and fair.check(proof) == []
            assert proof["words"] == [word._asdict() for word in words]
        assert audit(store).rounds == state.rounds


def test_at_poker_the_players_dealt_in_are_fixed(room: Room, clock: Clock) -> None:
    keep(room, P, 1)
    keep(room, P, 3)
    done(room, "dee", dealt, P)
    assert set(room.hall.table(P).before.closed.bets) == {1, 2, 3}
    for decide in (sat_out, sat_in):
        refused(room, "room/bets", "wait for it", "rob", decide, P, 3)
    refused(room, "room/seat", "buy after it", "rob", bought_in, P, 3, "rob", Cents(100))
    refused(room, "room/seat", "left after it", "rob", cashed_out, P, 3)
    refused(room, "room/bets", "naming any", "dee", dealt, P, {1: {}, 2: {}})
    room.do("enrol sue", "flo", enrolled, "sue", Role.PLAYER)
    done(room, "dee", bought_in, P, 4, "sue", Cents(5_000), cash=True)
    open_word(room, P, 3)
    clock.passes(30)
    done(room, "dee", dealt, P)
    hand = room.hall.poker(P).round
    assert hand is not None and set(hand.in_hand) == {1, 2, 3}
    played_on(room, P)
    proof = recall(room.store, P, 1).proof
    assert proof is not None and fair.check(proof) == []
    assert [one["word"] is None for one in proof["words"]] == [True, False]
    keep(room, P, 2)
    done(room, "dee", dealt, P)
    done(room, "flo", round_called_off, P, "a quarrel")
    assert not room.hall.table(P).before.stands
    assert audit(room.store)[1:5] == (1, 0, 0, 1)


def test_a_round_without_words_is_dealt_as_before(room: Room) -> None:
    done(room, "dee", dealt, T, {1: ANTE, 2: ANTE})
    said = bodies(room.store, T)[-1]
    assert set(said) == {"by", "events", "number", "opened"}
    played_on(room)
    proof = recall(room.store, T, 1).proof
    assert proof is not None and proof["words"] == [] and fair.check(proof) == []


def test_nobody_chooses_the_shuffle(room: Room, clock: Clock) -> None:
    """The dealer, the floor and a player collude, and know the secret. Once pam's word is open,
    this tries everything that they can do: only two shuffles are possible.
    """
    shoe = room.hall.table(T).shoe
    word = fair.new_word()
    room.do("pam bets", "pam", bet_made, T, 1, ANTE, commitment_of(room.hall.table(T), 1, word))
    keep(room, T, 2, ANTE)  # quin is one of them
    done(room, "dee", dealt, T, {3: ANTE})
    done(room, "pam", word_opened, T, 1, word)
    state, quins = room.hall.table(T), word_of(room.hall.table(T), 2)
    seen, tried = room.store.head(), 0
    for number in range(60):
        ground = fair.new_word(f"try {number}")
        kept = commitment_of(state, 2, ground)
        for by, decide, *about in (
            ("quin", word_opened, T, 2, ground),
            ("quin", word_kept, T, 2, kept),
            ("quin", bet_made, T, 2, ANTE, kept),
            ("quin", bet_made, T, 2, {"ante": 1_000}),
            ("quin", word_added, T, ground),
            ("quin", cashed_out, T, 2),
            ("rob", word_kept, T, 3, commitment_of(state, 3, ground)),
            ("dee", word_added, T, ground),
            ("flo", word_added, T, ground),
            ("dee", word_opened, T, 2, ground),
            ("flo", word_opened, T, 1, ground),
            ("dee", word_kept, T, 3, kept),
            ("dee", dealt, T, {3: ANTE}),
            ("dee", dealt, T, {}),
            ("flo", cashed_out, T, 2),
        ):
            with pytest.raises(Refused):
                room.do(f"try {tried}", by, decide, *about)
            tried += 1
    assert room.store.head() == seen
    pams = ("seat 1 pam", word)
    left = {
        fair.shuffled(1, shoe.secret, [pams]),
        fair.shuffled(1, shoe.secret, [pams, ("seat 2 quin", quins)]),
    }
    clock.passes(30)
    done(room, "dee", dealt, T, {})
    played_on(room)
    found = recall(room.store, T, 1)
    dealt_cards = tuple(fair.CARD_NAMES.index(card) for card in str(found.proof["dealt"]).split())
    assert len(left) == 2 and any(order[: len(dealt_cards)] == dealt_cards for order in left)
    assert fair.check(found.proof) == []
    assert audit(room.store).withheld == 1 and room.hall.table(T).before.withheld == {"quin": 1}


def test_a_round_of_one_act(tmp_path: Path) -> None:
    """Dealt with words, and over: its act tells words and the next shoe."""
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        room = new_room(store)
        table = open_table("ultimate-4-card-buyout", options={"bonus_alone": True})
        room.do("open", "flo", table_opened, T, table)
        room.do("fill", "flo", filled, T, Cents(1_000_000))
        room.do("enrol", "flo", enrolled, "pam", Role.PLAYER)
        room.do("sit", "dee", bought_in, T, 1, "pam", Cents(50_000), cash=True)
        for _ in range(3):
            keep(room, T, 1, {"bonus": 500})
            done(room, "dee", dealt, T, {})
            open_word(room, T, 1)
            done(room, "dee", dealt, T, {})
            assert {"words", "shoe"} <= set(bodies(store, T)[-1])
        assert audit(store, workers=1).rounds == 3


def test_the_audit_begins_anywhere(
    room: Room, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window of the chain may begin after any bet, word or closing."""
    for _ in range(3):
        keep(room, T, 1, ANTE)
        done(room, "pam", bet_made, T, 1, {"ante": 1_000})
        keep(room, T, 2)
        done(room, "rob", cashed_out, T, 3)
        done(room, "dee", dealt, T, {2: ANTE})
        done(room, "dee", bought_in, T, 3, "rob", Cents(5_000), cash=True)
        open_word(room, T, 2)
        clock.passes(40)
        done(room, "dee", dealt, T, {})
        played_on(room)
        keep(room, P, 1)
        done(room, "dee", dealt, P)
        open_word(room, P, 1)
        done(room, "dee", dealt, P)
        played_on(room, P)
    for window in range(3, 30, 4):
        monkeypatch.setattr(bank_audit, "WINDOW", window)
        assert audit(room.store, workers=1)[1:5] == (6, 0, 0, 3)
    assert BOUGHT in [event.kind for event in room.store.events(f"table/{T}")]
