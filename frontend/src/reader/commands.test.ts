import { describe, expect, test } from "vitest";
import * as buyout from "../fixtures/buyout";
import * as holdout from "../fixtures/holdout";
import * as prime from "../fixtures/prime";
import * as split from "../fixtures/split";
import { answer, type Context } from "./commands";

const at = (posted: Context["posted"], view: Context["view"], more: Partial<Context> = {}): Context => ({
  posted, view, seconds: 18, last: {}, log: [], ...more,
});
const BETTING = at(prime.PRIME, prime.betting);
const DECISION = at(prime.PRIME, prime.decision);
const SPLITTING = at(split.SPLIT_V2, split.splitting);
const DISCARDING = at(holdout.HOLD_OUT, holdout.discarding);
const SIZING = at(holdout.HOLD_OUT, holdout.sizing);

describe("a turn", () => {
  const acts = (text: string, context: Context) => {
    const { intent } = answer(text, context);
    return intent?.type === "act" ? intent.action : undefined;
  };

  test("an option by its name, in any case, or by its number", () => {
    const { version, seat, options } = prime.decision.turn!;
    expect(answer("FOLD", DECISION).intent).toEqual({ type: "act", seat, action: "fold", version });
    expect(acts("raise 2x", DECISION)).toBe("raise 2x");
    options.forEach((option, place) => expect(acts(String(place + 1), DECISION)).toBe(option.action));
    expect(acts(`${options.length + 1}`, DECISION)).toBeUndefined();
  });

  test("the beginning of a name, if it fits one only", () => {
    expect(acts("fo", DECISION)).toBe("fold");
    expect(answer("raise", DECISION)).toEqual({ say: expect.stringMatching(/^Which one: Raise 1x/) as string });
  });

  test("what costs chips says how much", () => {
    const option = prime.decision.turn!.options.find(({ action }) => action === "raise 2x")!;
    expect(option.cost).toBeGreaterThan(0);
    expect(answer("raise 2x", DECISION).say).toBe("Raise 2x, $50.");
  });

  test("sizes in dollars, within the limits", () => {
    const raise = holdout.sizing.turn!.options.find(({ kind }) => kind === "size")!;
    const dollars = raise.least / 100;
    expect(acts(`${raise.action} ${dollars}`, SIZING)).toBe(`${raise.action} $${dollars}`);
    expect(acts(`${raise.action} to $${dollars}.50`, SIZING)).toBe(`${raise.action} $${dollars}.50`);
    expect(answer(`${raise.action} 1`, SIZING)).toEqual({ say: expect.stringMatching(/not possible/) as string });
    expect(answer(raise.action, SIZING)).toEqual({ say: expect.stringMatching(/^Say how much/) as string });
    expect(acts("raise", at(holdout.HOLD_OUT, holdout.fixed))).toBe("raise $80");
  });

  test("discards by card or place, or none", () => {
    expect(acts("discard 8c 3h", DISCARDING)).toBe("discard 8c 3h");
    expect(acts("discard 8C, 3H", DISCARDING)).toBe("discard 8c 3h");
    expect(acts("discard #4 #5", DISCARDING)).toBe("discard 8c 3h");
    expect(acts("discard none", DISCARDING)).toBe("discard");
    expect(acts("keep", DISCARDING)).toBe("discard");
    expect(answer("discard", DISCARDING).intent).toBeUndefined(); // nothing is thrown away by a slip
    expect(answer("discard 2c", DISCARDING)).toEqual({ say: expect.stringMatching(/not one of your cards/) as string });
    expect(answer("discard ks kd qd 8c 3h", DISCARDING).intent).toBeUndefined();
  });

  test("a split by the cards of either hand", () => {
    expect(acts("split As Kd", SPLITTING)).toBe("As Kd / Th Tc");
    expect(acts("split tc 10h", SPLITTING)).toBe("As Kd / Th Tc");
    expect(acts("split as", SPLITTING)).toBe("Kd Th Tc / As");
    expect(answer("split as kd th tc", SPLITTING)).toEqual({ say: "The cards cannot be split that way." });
    expect(answer("split", SPLITTING).intent).toBeUndefined();
  });

  test("nothing is done out of turn", () => {
    expect(answer("fold", BETTING)).toEqual({ say: expect.stringMatching(/^Not a command here/) as string });
  });

  test("the first letter of an option does not hide a question", () => {
    expect(answer("r", DECISION).intent).toBeUndefined();
    expect(answer("d", DECISION).say).toMatch(/^The dealer has/);
  });
});

describe("bets", () => {
  const stakes = (text: string, context = BETTING) => {
    const { intent } = answer(text, context);
    return intent?.type === "bet" ? intent.stakes : undefined;
  };
  const fresh = at(prime.PRIME, {
    ...prime.betting,
    seats: prime.betting.seats.map((seat) => ({ ...seat, bets: {} })),
  });

  test("wagers by name and amount, several at once", () => {
    expect(stakes("bet ante 5", fresh)).toEqual({ ante: 500 });
    expect(stakes("bet Ante $25 prime 5", fresh)).toEqual({ ante: 2_500, prime: 500 });
    expect(stakes("bet aces baby 5", fresh)).toMatchObject({ ante: 500 }); // the required one with it
    expect(answer("bet ante 5", fresh).say).toMatch(/^Bet: Ante \$5/);
  });

  test("wagers that follow another one are made with it", () => {
    const context = at(split.SPLIT_V2, { ...split.betting, seats: split.betting.seats.map((seat) => ({ ...seat, bets: {} })) });
    const made = stakes("bet ante 1 10", context)!;
    expect(Object.values(made)).toEqual([1_000, 1_000, 1_000]);
    expect(stakes("bet ante 10", context)).toEqual(made);
    const alike = split.SPLIT_V2.wagers.map((wager) => ({ ...wager, label: wager.label.replace(/ \d$/, "") }));
    const { say } = answer("bet ante 10", { ...context, posted: { ...split.SPLIT_V2, wagers: alike } });
    expect(say).toMatch(/^Bet: ante 1 \$10, ante 2 \$10 and/i); // the same print on two spots
  });

  test("limits are kept, and said", () => {
    expect(answer("bet ante 4000", fresh)).toEqual({ say: expect.stringMatching(/^Ante: at most \$400/) as string });
    expect(answer("bet ante 1", fresh)).toEqual({ say: expect.stringMatching(/^Ante: at least \$5/) as string });
    expect(answer("bet ante", fresh).say).toMatch(/^How much on Ante/);
    expect(answer("bet house 5", fresh).say).toMatch(/^No wager is called house/);
  });

  test("the same again, by word or by bet alone; and taken back", () => {
    const before = { ...fresh, last: { ante: 1_000 } };
    expect(stakes("again", before)).toEqual({ ante: 1_000 });
    expect(stakes("bet", before)).toEqual({ ante: 1_000 });
    expect(answer("bet", fresh).intent).toBeUndefined();
    expect(answer("again", fresh).say).toMatch(/^There is no bet to repeat/);
    expect(stakes("clear", fresh)).toEqual({});
  });

  test("ready", () => {
    for (const text of ["deal", "ready", "next"]) expect(answer(text, fresh).intent).toEqual({ type: "ready" });
  });
});

describe("a seat", () => {
  const watching = at(prime.PRIME, { ...prime.watching, seat: null, balance: 100_000 });

  test("sit, buy, away, back, leave", () => {
    const free = Array.from({ length: prime.PRIME.seats }, (_, n) => n + 1).find((n) => !watching.view.seats.some(({ seat }) => seat === n))!;
    expect(answer(`sit ${free} 100`, watching).intent).toEqual({ type: "buy_in", seat: free, cents: 10_000 });
    expect(answer(`sit ${free} 1`, watching).say).toMatch(/at least/);
    expect(answer(`sit ${watching.view.seats[0]!.seat} 100`, watching).say).toMatch(/is taken/);
    expect(answer("bet ante 5", watching).say).toMatch(/^You have no seat/);
    const { seat } = prime.betting;
    expect(answer("leave", BETTING).intent).toEqual({ type: "leave", seat });
    expect(answer("away", BETTING).intent).toEqual({ type: "away", seat });
    expect(answer("back post", BETTING).intent).toEqual({ type: "back", seat, post: true });
    expect(answer("buy 50", BETTING).intent).toEqual({ type: "buy_in", seat, cents: 5_000 });
  });
});

describe("questions", () => {
  test("cards, dealer, board, pot, chips", () => {
    expect(answer("cards", DECISION).say).toBe("You have ten of spades, ten of clubs, king of hearts, eight of spades and six of clubs: pair of tens (10 K 8).");
    expect(answer("dealer", DECISION).say).toMatch(/^The dealer has king of diamonds, and 5 face down/);
    expect(answer("board", SIZING).say).toMatch(/The board is queen of spades, eight of diamonds and three of clubs/);
    expect(answer("pot", SIZING).say).toBe("Main pot $186 and Side pot 1 $120.");
    expect(answer("chips", SIZING).say).toMatch(/^Your chips: \$380/);
    expect(answer("cards", at(buyout.ULTIMATE, buyout.offer)).say).toMatch(/On offer: king of diamonds: makes 20 points\.$/);
  });

  test("the turn with all that can be done, the clock, the seats", () => {
    expect(answer("", DECISION).say).toMatch(/^Your turn: .*You can Fold.*; or Raise 3x/);
    expect(answer("clock", DECISION).say).toBe("18 seconds for this turn.");
    expect(answer("seats", DECISION).say).toMatch(/Seat 4, Nadia, you/);
    expect(answer("seat 4", DECISION).say).toMatch(/^Seat 4/);
  });

  test("results say won and lost in words: a minus is not read aloud", () => {
    const { say } = answer("result", at(prime.PRIME, prime.settled));
    expect(say).toMatch(/^In all you (won|lost) \$/);
    expect(say).toMatch(/rule|appendix/);
    expect(say).not.toContain("\u2212");
  });

  test("help, and what is no command", () => {
    expect(answer("?", DECISION).say).toMatch(/bet ante 5/);
    expect(answer("constructor", DECISION).say).toMatch(/^Not a command here/);
    expect(answer("last", { ...DECISION, log: ["One.", "Two."] }).say).toBe("Two.");
  });

  test("every question has an answer at every table", () => {
    const names = "now cards dealer board pot turn clock chips bets seats wagers pays jackpots result last shuffle rounds rules help".split(" ");
    const tables = [BETTING, DECISION, SPLITTING, DISCARDING, SIZING, at(buyout.ULTIMATE, buyout.offer), at(prime.PRIME, prime.watching)];
    for (const context of tables) for (const name of names) expect(answer(name, context).say).not.toBe("");
  });
});
