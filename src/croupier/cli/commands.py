"""Every command of the program: where it is, and the first paragraph of its help.

The help stands here as well, so that `croupier --help` imports no command; a test compares the two.
"""

from croupier.cli.lazy import Command, Group, Panels

METERS: Panels = {
    "Commands": {
        "open": Command(
            "room.meters.meters:open_",
            "Open a meter for one table, or for several linked by it.",
        ),
        "lower": Command(
            "room.meters.changes:lower",
            "Lower a meter for one of the reasons in WAC 230-15-695.",
        ),
        "raise": Command(
            "room.meters.changes:raise_",
            "The house adds to a display: a correction, or seed money.",
        ),
        "post": Command(
            "room.meters.changes:post",
            "Post a different prize for a house jackpot.",
        ),
        "link": Command(
            "room.meters.changes:link",
            "Link a meter to exactly these tables from now on.",
        ),
        "suspend": Command(
            "room.meters.changes:suspend",
            "Stop wagers on a meter until it is resumed: its funds were seized, for example.",
        ),
        "resume": Command(
            "room.meters.changes:resume",
            "Take wagers on a suspended meter again: its funds are replaced, for example.",
        ),
        "discontinue": Command(
            "room.meters.changes:discontinue",
            "Take a jackpot out of play for good; its money moves on, to the last cent.",
        ),
        "history": Command(
            "room.meters.meters:history",
            "Every event of a meter with the display after it, and its last 25 hits.",
        ),
        "award": Command(
            "room.meters.changes:award",
            "Propose to give a player part of what discontinued jackpots left to the players.",
        ),
        "deposit": Command(
            "room.meters.changes:deposit",
            "Record jackpot money taken to the bank account kept for it.",
        ),
        "draw": Command(
            "room.meters.changes:draw",
            "Record money drawn from that account, for a jackpot that was paid, for example.",
        ),
        "reconcile": Command(
            "room.meters.reconcile:reconcile",
            "Reconcile meters, payments and deposits of some days: meter events against postings.",
        ),
    }
}

ROOM: Panels = {
    "The room": {
        "found": Command(
            "room.staff:found",
            "Start a room in a new bank; its founder is the first administrator.",
        ),
        "show": Command(
            "room.show:show",
            "Tables, seats, chips, meters and people as they are now.",
        ),
        "log": Command(
            "room.show:log",
            "The log of significant events.",
        ),
        "check": Command(
            "room.staff:check",
            "Check that this program is the one approved for the room. Exit 1: it is not.",
        ),
        "approve": Command(
            "room.staff:approve",
            "Approve this program to run the room from now on.",
        ),
        "enrol": Command(
            "room.staff:enrol",
            "Give a person a role.",
        ),
        "dismiss": Command(
            "room.staff:dismiss",
            "Remove a person's role.",
        ),
        "proposals": Command(
            "room.two_people:proposals",
            "What was proposed and awaits a second person.",
        ),
        "second": Command(
            "room.two_people:second",
            "Approve what somebody else proposed, which carries it out; or refuse it.",
        ),
        "known-difference": Command(
            "room.two_people:known_difference",
            "Propose to mark a difference found by the audit as known, so that later audits go on.",
        ),
        "anchor": Command(
            "books.anchors:anchor",
            "Store the fingerprint of the books elsewhere, now; acts do it every minute.",
        ),
        "anchor-key": Command(
            "books.anchors:anchor_key",
            "Make a key that signs anchors, and print its public half for auditors.",
        ),
    },
    "Tables": {
        "open": Command(
            "room.tables:open_",
            "Open a table as posted. One that breaks a limit or favors the player is refused.",
            needs=("sqlalchemy", "numba"),
        ),
        "close": Command(
            "room.tables:close",
            "Close a table: the drop box is counted, the tray returns to the house.",
        ),
        "shoes": Command(
            "room.tables:shoes",
            "Shoes a table did not deal to the end: who, when, why, and the secret of each.",
        ),
        "fill": Command(
            "room.tables:fill",
            "Move chips from the house to a tray.",
        ),
        "credit": Command(
            "room.tables:credit",
            "Move chips from a tray to the house.",
        ),
        "meter": Group(
            "Jackpot meters; a change is proposed by one person and approved by a second.",
            METERS,
        ),
    },
    "Players' money": {
        "deposit": Command(
            "room.cage:deposit",
            "Take a player's cash on deposit.",
        ),
        "withdraw": Command(
            "room.cage:withdraw",
            "Pay a player cash from their deposit.",
        ),
        "reverse": Command(
            "room.cage:reverse",
            "Propose to reverse a wrong deposit, withdrawal, award or correction, in full.",
        ),
        "buy-in": Command(
            "room.cage:buy_in",
            "A player buys chips at a seat.",
        ),
        "cash-out": Command(
            "room.cage:cash_out",
            "A player cashes in their chips and leaves.",
        ),
    },
    "Rounds": {
        "bet": Command(
            "room.bets:bet",
            "A player bets at their own seat, and commits to a word for the shuffle.",
        ),
        "word": Command(
            "room.bets:word",
            "A player commits to a word for the next shuffle: at poker, or where the dealer takes "
            "bets.",
        ),
        "deal": Command(
            "room.rounds:deal",
            "Take the bets, with those that players made themselves, and deal up to the first "
            "choice.",
        ),
        "open-word": Command(
            "room.bets:open_word",
            "Open the word stored on this machine, once the dealer has closed the bets.",
        ),
        "hand": Command(
            "room.rounds:hand",
            "A player looks at their own cards; nobody else may.",
        ),
        "receipt": Command(
            "books.receipt:receipt",
            "A player's own receipt of a round: cards, money and the proof of the shuffle.",
        ),
        "act": Command(
            "room.rounds:act",
            "Act at a seat; after the last choice the round is settled and paid.",
        ),
        "sit-out": Command(
            "room.rounds:sit_out",
            "Poker: a player keeps seat and chips, and is dealt no more hands.",
        ),
        "sit-in": Command(
            "room.rounds:sit_in",
            "Poker: a player is dealt in again, posting missed blinds or waiting for the big "
            "blind.",
        ),
        "acknowledge": Command(
            "room.rounds:acknowledge",
            "A supervisor has seen a win above 3,000 dollars: it is paid.",
        ),
        "call-off": Command(
            "room.mistakes:call_off",
            "A misdeal or a fouled deck: every bet is returned, and new cards are shuffled.",
        ),
        "dead-hand": Command(
            "room.mistakes:dead_hand",
            "Declare a hand dead: unsettled bets are returned, and the round goes on without it.",
        ),
        "exposed": Command(
            "room.mistakes:exposed",
            "Rule on a card exposed by mistake: the hand stands, the card is replaced, or misdeal.",
        ),
        "correct": Command(
            "room.mistakes:correct",
            "Propose to correct one payment of a finished round.",
        ),
        "rehearse": Command(
            "room.rehearse:rehearse",
            "Try a room: made-up players bet and act at random. A new bank is furnished first.",
        ),
    },
}

COMMANDS: Panels = {
    "Tables": {
        "games": Command(
            "rules.games:games",
            "The games: wagers, house options and paytables.",
        ),
        "rules": Command(
            "rules.rules:rules",
            "How to play a game, and its paytables as printed; or the rules as posted at one "
            "table.",
        ),
        "play": Command(
            "play.play:play",
            "Sit down and play in the terminal. Quit at any time; one game of each kind is saved.",
        ),
        "settle": Command(
            "rules.settle:settle",
            "What every wager pays, given the cards, with the reason and the rule.",
        ),
        "fair": Command(
            "rules.proofs:fair",
            "Check a finished round against the shuffle that was committed to before the bets.",
        ),
        "replay": Command(
            "rules.proofs:replay",
            "Replay a transcript and check that every line of it follows from the rules.",
        ),
    },
    "Figures": {
        "odds": Command(
            "odds.odds:odds",
            "The exact odds of a table under optimal play: edges, frequencies, variance.",
        ),
        "ev": Command(
            "odds.ev:ev",
            "The exact value of every action in one position, in units of the first bet.",
        ),
        "verify": Command(
            "odds.verify:verify",
            "Every figure printed in the rulebooks beside ours, exact, with a verdict.",
        ),
        "strategy": Command(
            "odds.strategy:strategy",
            "Optimal play as short lists of rules to memorize, with the exact cost of each list.",
        ),
        "design": Command(
            "odds.design:design",
            "Paytables near a target house edge, priced exactly, fewest changes first.",
        ),
        "report": Command(
            "odds.report:report",
            "The mathematics of a table, as a gambling regulator expects it: every figure, exact.",
            needs=("numba", "matplotlib"),
        ),
        "cache": Command(
            "odds.cache:cache",
            "What is cached on this machine (counts, compiled loops): for which game, how large.",
        ),
    },
    "Poker": {
        "hand": Command(
            "odds.hand:hand",
            "Five Card Hold Out: the best high and low of held cards and a board.",
        ),
        "equity": Command(
            "odds.equity:equity",
            "Five Card Hold Out: each hand's share of the pot, exact where the hands are known.",
        ),
        "keep": Command(
            "odds.equity:keep",
            "Five Card Hold Out: every way to keep from five cards, the best first.",
        ),
    },
    "Simulation": {
        "simulate": Command(
            "sim.simulate:simulate",
            "Rounds by the million: every figure with its standard error, beside the exact one.",
        ),
        "night": Command(
            "sim.night:night",
            "House win by the night and by the month: percentiles, losing nights, bankroll needed.",
        ),
        "ruin": Command(
            "sim.ruin:ruin",
            "A player's risk of ruin, simulated; beside it the exact one, for flat main bets.",
        ),
        "band": Command(
            "sim.band:band",
            "The range of 95% and 99% of wins after a number of rounds, and whether one is in it.",
        ),
    },
    "Card room": {
        "audit": Command(
            "books.audit:audit",
            "Check the books from the first record to the last, and replay every round against "
            "them.",
        ),
        "books": Command(
            "books.books:books",
            "The master game report: drop, win, hold and theory by table, game and day; jackpots.",
        ),
        "recall": Command(
            "books.recall:recall",
            "Look up any past round: its transcript, its money and the proof of its shuffle.",
        ),
        "backup": Command(
            "books.backup:backup",
            "Copy the whole bank into one file while it is in use.",
        ),
        "restore": Command(
            "books.backup:restore",
            "Make a bank from a backup, in an empty database of either kind; it is checked first.",
        ),
        "room": Group(
            "Run a card room on its books: people, tables, chips, rounds, meters.",
            ROOM,
        ),
    },
}
