import { describe, expect, it } from "vitest";

import type { View } from "../../api/messages";
import { hand, outcome, seat, view } from "../../fixtures/make";
import { difference, TIMES } from "./motion";

function at(cards: string, dealer: string, more: Partial<View> = {}): View {
  return view({ seats: [seat(4, "Nadia", { hands: [hand(cards)] })], dealer: hand(dealer, "", [], "dealer"), ...more });
}

describe("the difference of two views", () => {
  it("is nothing for the first view, or for the same one", () => {
    expect(difference(null, at("As", "??")).length).toBe(0);
    expect(difference(at("As", "??"), at("As", "??")).length).toBe(0);
  });

  it("deals new cards one after another, the seats' before the dealer's", () => {
    const moves = difference(at("", ""), at("As Kd", "Qc ??"));
    expect([...moves.cards].map(([place, move]) => [place, move.kind, move.delay])).toEqual([
      ["4/hand/0", "deal", 0],
      ["4/hand/1", "deal", 75],
      ["dealer/dealer/0", "deal", 150],
      ["dealer/dealer/1", "deal", 225],
    ]);
    expect(moves.length).toBe(4 * TIMES.stagger + TIMES.card);
  });

  it("deals to many seats in little more time", () => {
    const full = (cards: string): View => view({ seats: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => seat(n, "x", { hands: [hand(cards)] })) });
    expect(difference(full(""), full("?? ?? ?? ?? ??")).length).toBeLessThan(2_000);
  });

  it("turns a card where it lies", () => {
    const moves = difference(at("As", "Qc ??"), at("As", "Qc 7h"));
    expect([...moves.cards]).toEqual([["dealer/dealer/1", { kind: "turn", delay: 0 }]]);
    expect(moves.length).toBe(TIMES.turn);
  });

  it("moves a card that lay elsewhere at the seat", () => {
    const before = view({ seats: [seat(4, "Nadia", { hands: [hand("As Kd Th Tc")] })] });
    const after = view({ seats: [seat(4, "Nadia", { hands: [hand("As Kd", "", [], "first"), hand("Th Tc", "", [], "second")] })] });
    const moves = difference(before, after);
    expect(moves.cards.get("4/first/0")).toEqual({ kind: "move", delay: 0, from: "4/hand/0" });
    expect(moves.cards.get("4/second/1")).toEqual({ kind: "move", delay: 0, from: "4/hand/3" });
  });

  it("tells two equal cards of a six-deck shoe apart", () => {
    const before = view({ seats: [seat(4, "Nadia", { hands: [hand("5h"), hand("5h", "", [], "offer")] })] });
    const after = view({ seats: [seat(4, "Nadia", { hands: [hand("5h 5h")] })] });
    expect([...difference(before, after).cards]).toEqual([["4/hand/1", { kind: "move", delay: 0, from: "4/offer/0" }]]);
  });

  it("starts anew with another round", () => {
    const moves = difference(at("As", "Qc", { round: 1 }), at("As", "Qc", { round: 2 }));
    expect([...moves.cards.values()].map((move) => move.kind)).toEqual(["deal", "deal"]);
  });

  it("settles wager after wager, when the cards lie still", () => {
    const before = at("As", "??");
    const after = view({
      ...at("As", "Qc"),
      seats: [seat(4, "Nadia", { hands: [hand("As")], outcomes: [outcome("ante", 500, 500, "", ""), outcome("raise", 500, 500, "", "")] })],
    });
    const moves = difference(before, after);
    expect([...moves.outcomes]).toEqual([
      ["4/ante", TIMES.turn],
      ["4/raise", TIMES.turn + TIMES.beat],
    ]);
    expect(moves.length).toBe(TIMES.turn + 2 * TIMES.beat);
  });

  it("moves chips where a stake grew", () => {
    const before = view({ seats: [seat(4, "Nadia", { wagers: { ante: 500 } })] });
    const after = view({ seats: [seat(4, "Nadia", { wagers: { ante: 500, raise: 1_000 } })] });
    expect([...difference(before, after).chips.keys()]).toEqual(["4/raise"]);
  });
});
