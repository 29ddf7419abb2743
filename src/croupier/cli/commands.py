"""Every command of the program, by the path of its function.

A path is followed by the packages that the command needs, if these are in several extras.
"""

from croupier.cli.lazy import Group, Panels

METERS: Panels = {
    "Commands": {
        "open": "room.meters:open_",
        "lower": "room.meters:lower",
        "raise": "room.meters:raise_",
        "post": "room.meters:post",
        "link": "room.meters:link",
        "suspend": "room.meters:suspend",
        "resume": "room.meters:resume",
        "discontinue": "room.meters:discontinue",
        "history": "room.meters:history",
        "award": "room.meters:award",
        "deposit": "room.meters:deposit",
        "draw": "room.meters:draw",
        "reconcile": "room.reconcile:reconcile",
    }
}

ROOM: Panels = {
    "The room": {
        "found": "room.staff:found",
        "show": "room.show:show",
        "log": "room.show:log",
        "check": "room.staff:check",
        "approve": "room.staff:approve",
        "enrol": "room.staff:enrol",
        "dismiss": "room.staff:dismiss",
        "password": "serve:password sqlalchemy fastapi",
        "remove-factor": "serve:remove_factor sqlalchemy fastapi",
        "proposals": "room.acts:proposals",
        "second": "room.acts:second",
        "known-difference": "books.audit:known_difference",
        "anchor": "books.audit:anchor",
        "anchor-key": "books.audit:anchor_key",
    },
    "Tables": {
        "open": "room.tables:open_ sqlalchemy numba",
        "close": "room.tables:close",
        "shoes": "room.tables:shoes",
        "fill": "room.tables:fill",
        "credit": "room.tables:credit",
        "meter": Group(
            "Jackpot meters; a change is proposed by one person and approved by a second.", METERS
        ),
    },
    "Players' money": {
        "deposit": "room.cage:deposit",
        "withdraw": "room.cage:withdraw",
        "reverse": "room.cage:reverse",
        "buy-in": "room.cage:buy_in",
        "cash-out": "room.cage:cash_out",
        "limit": "room.own_limits:limit",
        "limits": "room.own_limits:limits",
        "break": "room.own_limits:break_",
        "exclude": "room.own_limits:exclude",
    },
    "Rounds": {
        "open-bets": "room.rounds:open_bets",
        "bet": "room.rounds:bet",
        "word": "room.rounds:word",
        "deal": "room.rounds:deal",
        "open-word": "room.rounds:open_word",
        "hand": "room.rounds:hand",
        "receipt": "books.recall:receipt",
        "act": "room.rounds:act",
        "time-out": "room.rounds:time_out",
        "sit-out": "room.rounds:sit_out",
        "sit-in": "room.rounds:sit_in",
        "leave": "room.rounds:leave",
        "acknowledge": "room.rounds:acknowledge",
        "call-off": "room.rounds:call_off",
        "dead-hand": "room.rounds:dead_hand",
        "exposed": "room.rounds:exposed",
        "correct": "room.rounds:correct",
        "rehearse": "room.rehearse:rehearse",
    },
}

COMMANDS: Panels = {
    "Tables": {
        "games": "rules.rules:games",
        "rules": "rules.rules:rules",
        "serve": "serve:serve sqlalchemy fastapi",
        "play": "play.play:play",
        "train": "play.train:train",
        "settle": "rules.proofs:settle",
        "fair": "rules.proofs:fair",
        "replay": "rules.proofs:replay",
    },
    "Figures": {
        "odds": "odds.odds:odds",
        "ev": "odds.odds:ev",
        "verify": "odds.odds:verify",
        "strategy": "odds.odds:strategy",
        "design": "odds.design:design",
        "report": "odds.report:report numba matplotlib",
        "cache": "odds.cache:cache",
    },
    "Poker": {
        "hand": "odds.poker:hand",
        "equity": "odds.poker:equity",
        "keep": "odds.poker:keep",
    },
    "Simulation": {
        "simulate": "sim.simulate:simulate",
        "night": "sim.night:night",
        "ruin": "sim.risk:ruin",
        "band": "sim.risk:band",
    },
    "Card room": {
        "audit": "books.audit:audit",
        "books": "books.books:books",
        "recall": "books.recall:recall",
        "backup": "books.audit:backup",
        "restore": "books.audit:restore",
        "room": Group("Run a card room on its books: people, tables, chips, rounds, meters.", ROOM),
    },
}
