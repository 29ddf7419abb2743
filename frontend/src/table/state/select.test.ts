import { describe, expect, it } from "vitest";

import { option } from "../../fixtures/make";
import { splitting } from "../../fixtures/split";
import { discardAction, matchingSplit, nextSplit, pickingFor, placesOf, toggle } from "./select";

const options = splitting.turn?.options ?? [];
const cards = ["As", "Kd", "Th", "Tc"];

describe("a split by tap", () => {
  it("is found from either of its hands", () => {
    expect(matchingSplit(options, cards, [0, 1])?.action).toBe("As Kd / Th Tc");
    expect(matchingSplit(options, cards, [2, 3])?.action).toBe("As Kd / Th Tc");
    expect(matchingSplit(options, cards, [3])?.action).toBe("As Kd Th / Tc");
    expect(matchingSplit(options, cards, [1, 2, 3])?.action).toBe("Kd Th Tc / As");
  });

  it("is none while nothing or everything is picked, or the rules forbid it", () => {
    expect(matchingSplit(options, cards, [])).toBeNull();
    expect(matchingSplit(options, cards, [0, 1, 2, 3])).toBeNull();
    const only = options.filter((one) => one.action === "As Kd Th / Tc");
    expect(matchingSplit(only, cards, [0, 1])).toBeNull();
    expect(matchingSplit(only, cards, [0, 1, 2])).toBe(only[0]);
  });

  it("can be leafed through", () => {
    const first = nextSplit(options, null);
    expect(first?.action).toBe("As Kd Th / Tc");
    expect(nextSplit(options, first)?.action).toBe("As Kd Tc / Th");
    expect(nextSplit(options, first, -1)?.action).toBe("As Tc / Kd Th");
    expect(nextSplit([], null)).toBeNull();
  });

  it("knows its cards' places, each card once", () => {
    const two = option("x", { kind: "split", hands: [["5h", "9c"], ["5h", "Ad"]] });
    expect(placesOf(two, ["5h", "5h", "9c", "Ad"])).toEqual([0, 2]);
    expect(placesOf(two, ["5h", "5h", "9c", "Ad"], 1)).toEqual([0, 3]);
  });
});

describe("picking", () => {
  it("shows the two hands as the rules call them, whichever was picked", () => {
    const groups = (picked: readonly number[]) => pickingFor(splitting.turn!, cards, picked, () => undefined)?.groups;
    expect(groups([])).toBeNull();
    expect(groups([2, 3])).toEqual([[0, 1], [2, 3]]);
    expect(groups([0, 1])).toEqual([[0, 1], [2, 3]]);
    expect(groups([0])).toEqual([[1, 2, 3], [0]]);
  });

  it("of all cards is none, where they are split", () => {
    let now: readonly number[] = [0, 1, 2];
    pickingFor(splitting.turn!, cards, now, (picked) => (now = picked))?.onpick(3);
    expect(now).toEqual([]);
  });

  it("is undone by a second tap, and stays in order", () => {
    expect(toggle(toggle([], 3), 1)).toEqual([1, 3]);
    expect(toggle([1, 3], 1)).toEqual([3]);
  });
});

describe("a discard", () => {
  const discard = option("discard", { kind: "discard", most: 4 });

  it("names its cards, and nothing where all are kept", () => {
    expect(discardAction(discard, cards, [1, 3])).toBe("discard Kd Tc");
    expect(discardAction(discard, cards, [])).toBe("discard");
  });
});
