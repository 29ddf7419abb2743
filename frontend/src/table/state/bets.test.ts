import { describe, expect, it } from "vitest";

import { ULTIMATE } from "../../fixtures/buyout";
import { PRIME } from "../../fixtures/prime";
import { SPLIT_V2 } from "../../fixtures/split";
import { dollars } from "../../lib/money";
import { addChip, again, complete, doubled, fault, firstChip, same, smallest, sum, takeChip, trayChips } from "./bets";

const prime = PRIME.wagers;
const split = SPLIT_V2.wagers;
const alone = ULTIMATE.wagers.map((wager) => ({ ...wager, alone: wager.name === "bonus" }));

describe("the smallest bet", () => {
  it("is every required wager at its minimum", () => {
    expect(smallest(prime)).toEqual({ ante: 500 });
    expect(smallest(split)).toEqual({ "ante 1": 500, "ante 2": 500, blind: 500 });
  });
});

describe("a chip on a spot", () => {
  it("is at least the minimum, and then itself", () => {
    const once = addChip(prime, {}, "ante", 100);
    expect(once).toEqual({ ante: 500 });
    expect(addChip(prime, once, "ante", 100)).toEqual({ ante: 600 });
  });

  it("brings the required wagers along", () => {
    expect(addChip(prime, {}, "prime", 100)).toEqual({ ante: 500, prime: 100 });
  });

  it("stops at the most", () => {
    expect(addChip(prime, { ante: 39_900 }, "ante", 500)).toEqual({ ante: 40_000 });
    expect(addChip(prime, { ante: 500, "bad beat": 400 }, "bad beat", 2_500)["bad beat"]).toBe(500);
  });

  it("puts a fixed stake there, or takes it away", () => {
    const on = addChip(prime, { ante: 500 }, "five card jackpot", 2_500);
    expect(on).toEqual({ ante: 500, "five card jackpot": 100 });
    expect(addChip(prime, on, "five card jackpot", 500)).toEqual({ ante: 500 });
  });

  it("keeps equal wagers equal, from either side", () => {
    const both = { "ante 1": 2_500, "ante 2": 2_500, blind: 2_500 };
    expect(addChip(split, {}, "ante 1", 2_500)).toEqual(both);
    expect(addChip(split, {}, "ante 2", 2_500)).toEqual(both);
  });

  it("keeps the blind at least an ante", () => {
    const more = addChip(split, smallest(split), "blind", 2_500);
    expect(more).toEqual({ "ante 1": 500, "ante 2": 500, blind: 3_000 });
    expect(addChip(split, more, "ante 1", 10_000)).toEqual({ "ante 1": 10_500, "ante 2": 10_500, blind: 10_500 });
  });

  it("does nothing where no bet can be made before the deal", () => {
    expect(addChip(prime, { ante: 500 }, "raise", 500)).toEqual({ ante: 500 });
    expect(addChip(prime, { ante: 500 }, "nothing", 500)).toEqual({ ante: 500 });
  });
});

describe("a chip taken off", () => {
  it("leaves the rest, down to the minimum", () => {
    expect(takeChip(prime, { ante: 1_000, prime: 200 }, "prime", 100)).toEqual({ ante: 1_000, prime: 100 });
    expect(takeChip(prime, { ante: 1_000, prime: 100 }, "prime", 100)).toEqual({ ante: 1_000 });
  });

  it("takes the whole bet back with a required wager", () => {
    expect(takeChip(prime, { ante: 500, prime: 100 }, "ante", 500)).toEqual({});
  });
});

describe("a wager that this house takes alone", () => {
  it("brings no other along", () => {
    expect(addChip(alone, {}, "bonus", 500)).toEqual({ bonus: 500 });
    expect(addChip(ULTIMATE.wagers, {}, "bonus", 500)).toEqual({ first: 500, bonus: 500 });
    expect(complete(alone, { bonus: 100 })).toEqual({ bonus: 100 });
    expect(doubled(alone, { bonus: 300 })).toEqual({ bonus: 600 });
    expect(again(alone, { bonus: 300 })).toEqual({ bonus: 300 });
  });

  it("is joined by the required one, and stays when that is taken off", () => {
    const both = addChip(alone, { bonus: 500 }, "first", 500);
    expect(both).toEqual({ first: 500, bonus: 500 });
    expect(takeChip(alone, both, "first", 500)).toEqual({ bonus: 500 });
    expect(takeChip(ULTIMATE.wagers, both, "first", 500)).toEqual({});
  });

  it("has no fault by itself", () => {
    expect(fault(alone, { bonus: 500 }, 10_000, dollars)).toBe("");
    expect(fault(ULTIMATE.wagers, { bonus: 500 }, 10_000, dollars)).toBe("First is required");
  });
});

describe("all stakes at once", () => {
  it("are doubled up to the limits, fixed ones not", () => {
    expect(doubled(prime, { ante: 30_000, "bad beat": 300, "five card jackpot": 100 })).toEqual({ ante: 40_000, "bad beat": 500, "five card jackpot": 100 });
  });

  it("are made again as far as the table takes them", () => {
    expect(again(prime, { ante: 50_000, raise: 2_500, gone: 100 })).toEqual({ ante: 40_000 });
    expect(again(prime, {})).toEqual({});
  });

  it("have a fault in words", () => {
    const told = (stakes: Record<string, number>, chips = 10_000): string => fault(prime, stakes, chips, dollars);
    expect(told({ ante: 500 })).toBe("");
    expect(told({})).toBe("no bet yet");
    expect(told({ ante: 500 }, 200)).toBe("$3 more than your chips");
    expect(told({ prime: 500 })).toBe("Ante is required");
    expect(told({ ante: 400 })).toBe("Ante: $5 at least");
    expect(told({ ante: 500, "bad beat": 600 })).toBe("Bad Beat: $5 at most");
  });

  it("are summed and compared", () => {
    expect(sum({ ante: 500, prime: 100 })).toBe(600);
    expect(same({ ante: 500 }, { ante: 500 })).toBe(true);
    expect(same({ ante: 500 }, { ante: 500, prime: 100 })).toBe(false);
    expect(complete(split, { "ante 1": 700 })).toEqual({ "ante 1": 700, "ante 2": 700, blind: 700 });
  });
});

describe("the tray", () => {
  it("has no chip that no spot takes", () => {
    expect(trayChips(prime)).toEqual([100, 500, 2_500, 10_000]);
    expect(trayChips([])).toEqual([100]);
  });

  it("starts with a chip of the smallest bet", () => {
    expect(firstChip(prime)).toBe(500);
  });
});
