import { describe, expect, it } from "vitest";

import { option } from "../../fixtures/make";
import { clampSize, quickSizes, sizeAction } from "./sizes";

const raise = option("raise", { kind: "size", least: 8_000, most: 38_050 });

describe("a size", () => {
  it("stays within the limits, on whole dollars between them", () => {
    expect(clampSize(raise, 100)).toBe(8_000);
    expect(clampSize(raise, 12_345)).toBe(12_300);
    expect(clampSize(raise, 99_999)).toBe(38_050);
  });

  it("is sent in dollars", () => {
    expect(sizeAction(raise, 8_000)).toBe("raise $80");
    expect(sizeAction(raise, 38_050)).toBe("raise $380.50");
  });

  it("of the pot is a call, then what the pot holds with it", () => {
    const sizes = quickSizes(raise, { pot: 10_000, toCall: 4_000, bet: 0, chips: 38_050 });
    expect(sizes).toEqual([
      { name: "Min", cents: 8_000 },
      { name: "½ pot", cents: 11_000 },
      { name: "Pot", cents: 18_000 },
      { name: "All in", cents: 38_050 },
    ]);
  });

  it("is offered once, by its last name", () => {
    const short = option("bet", { kind: "size", least: 200, most: 1_000 });
    expect(quickSizes(short, { pot: 50_000, toCall: 0, bet: 0, chips: 90_000 })).toEqual([
      { name: "Min", cents: 200 },
      { name: "Max", cents: 1_000 },
    ]);
  });
});
