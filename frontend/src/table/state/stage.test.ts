import { describe, expect, it } from "vitest";

import type { Seat, View } from "../../api/messages";
import { HOLD_OUT } from "../../fixtures/holdout";
import { option, seat, view } from "../../fixtures/make";
import { PRIME } from "../../fixtures/prime";
import { stageOf, takesBets } from "./stage";

const wish = { buying: false, cleared: -1 };
const turn = { seat: 4, choice: "raise", version: 1, options: [option("fold")], otherwise: "fold" };

function at(more: Partial<View>, own: Partial<Seat> = {}): View {
  return view({ seats: [seat(4, "Nadia", own)], ...more });
}
function stage(now: View, more: Partial<typeof wish> = {}, posted = PRIME): string {
  return stageOf(posted, now, now.seats[0] ?? null, { ...wish, ...more });
}

describe("what the page asks of me", () => {
  it("is nothing of an onlooker", () => {
    expect(stageOf(PRIME, at({ seat: null }), null, wish)).toBe("watch");
  });

  it("is a decision, whatever else there is", () => {
    expect(stage(at({ turn }, { away: true }), { buying: true })).toBe("decide");
    expect(stage(at({ turn: { ...turn, seat: 5 } }))).toBe("wait");
    expect(stage(at({ turn: { ...turn, options: [] } }))).toBe("wait");
  });

  it("is more chips where there are too few for a bet, but not in a round", () => {
    expect(stage(at({ phase: "betting" }, { chips: 499 }))).toBe("chips");
    expect(stage(at({ phase: "betting" }, { chips: 0, bets: { ante: 500 } }))).toBe("bet");
    expect(stage(at({ phase: "playing" }, { chips: 0 }))).toBe("wait");
    expect(stage(at({ phase: "settled" }, { chips: 0, leaving: true }))).toBe("bet");
    expect(stage(at({ phase: "open" }, { chips: 1 }), {}, HOLD_OUT)).toBe("wait");
    expect(stage(at({ phase: "open" }, { chips: 0 }), {}, HOLD_OUT)).toBe("chips");
  });

  it("is the next bet, once the cards of the last round are put away", () => {
    const over = at({ phase: "settled", round: 7 }, { net: 500 });
    expect(stage(over)).toBe("settled");
    expect(stage(over, { cleared: 7 })).toBe("bet");
    expect(stage(over, { cleared: 6 })).toBe("settled");
    expect(stage(at({ phase: "settled" }))).toBe("bet"); // not in that round
  });

  it("is nothing while I am away", () => {
    expect(stage(at({ phase: "betting" }, { away: true }))).toBe("away");
  });
});

it("a table that pauses after a round takes no bets yet", () => {
  const clock = { waits_for: "next round", remaining: 1, total: 1 } as const;
  expect(takesBets(PRIME, at({ phase: "settled", clock }))).toBe(false);
  expect(takesBets(PRIME, at({ phase: "settled" }))).toBe(true);
  expect(takesBets(HOLD_OUT, at({ phase: "open" }))).toBe(false);
});
