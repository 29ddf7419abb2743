import { describe, expect, it } from "vitest";

import { SCENES } from "../../fixtures/scenes";
import { BadLayout, readLayout, stretched, type Plan } from "./layout";
import { plainLayout } from "./plain";

const posted = new Map(Object.values(SCENES).map((scene) => [scene.posted.game, scene.posted]));

describe.each([...posted.values()])("the layout of $game", (table) => {
  const layout = readLayout(table.layout);

  it("is this game's", () => {
    expect(table.layout["game"]).toBe(table.game);
  });

  it("has a spot for every wager, in both plans, and no other", () => {
    const wagers = table.wagers.map((wager) => wager.name).toSorted();
    for (const plan of [layout.wide, layout.tall]) expect(plan.spots.map((spot) => spot.id).toSorted()).toEqual(wagers);
  });

  it("keeps everything on the felt", () => {
    for (const plan of [layout.wide, layout.tall]) for (const [x, y] of points(plan)) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(plan.size[0]);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(plan.size[1]);
    }
  });

  it("has room for eight others", () => {
    expect(layout.wide.seats).toHaveLength(8);
    expect(layout.tall.seats).toBe("strip");
  });

  it("lets no two spots touch", () => {
    for (const plan of [layout.wide, layout.tall]) for (const [i, a] of plan.spots.entries()) for (const b of plan.spots.slice(i + 1)) {
      expect(Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1])).toBeGreaterThan(a.r + b.r);
    }
  });
});

describe("a game without a layout", () => {
  it("gets a plain one, with a spot for every wager", () => {
    for (const table of posted.values()) for (const plan of [plainLayout(table).wide, plainLayout(table).tall]) {
      expect(plan.spots.map((spot) => spot.id)).toEqual(table.wagers.map((wager) => wager.name));
      for (const [i, a] of plan.spots.entries()) for (const b of plan.spots.slice(i + 1)) {
        expect(Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1])).toBeGreaterThan(a.r + b.r);
      }
    }
  });
});

describe.each([...posted.values()])("the layout of $game in a broader frame", (table) => {
  const { tall, wide } = readLayout(table.layout);

  it.each([tall, wide])("keeps its sizes and its height, and moves apart", (plan) => {
    const [W, H] = plan.size;
    const broad = stretched(plan, [1.3 * W, H], 2);
    expect(broad.size).toEqual([1.3 * W, H]);
    expect(broad.spots.map((spot) => [spot.id, spot.r, spot.at[1]])).toEqual(plan.spots.map((spot) => [spot.id, spot.r, spot.at[1]]));
    for (const [x] of points(broad)) expect(x).toBeLessThanOrEqual(1.3 * W);
    for (const [i, a] of broad.spots.entries()) for (const b of broad.spots.slice(i + 1)) {
      expect(Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1])).toBeGreaterThan(a.r + b.r);
    }
    expect(broad.hands.map((hand) => hand.at[0] / (1.3 * W))).toEqual(plan.hands.map((hand) => expect.closeTo(hand.at[0] / W)));
  });

  it("goes no farther than is asked, and not at all in a narrow frame or in none", () => {
    expect(stretched(tall, [9_000, 100], 1.5).size[0]).toBe(1.5 * tall.size[0]);
    for (const frame of [[100, 9_000], [0, 0]] as const) expect(stretched(tall, frame, 1.5)).toBe(tall);
  });
});

describe("a layout that cannot be drawn", () => {
  it("is refused, with the reason", () => {
    expect(() => readLayout(null)).toThrow(BadLayout);
    expect(() => readLayout({ felt: "pink" })).toThrow("felt is pink; it is one of green, blue, wine, slate");
    expect(() => readLayout({ felt: "blue", shape: "oval", wide: {}, tall: {} })).toThrow("size is not a list");
  });
});

function points(plan: Plan): readonly (readonly [number, number])[] {
  return [plan.dealer.at, plan.dealer.caption, plan.notice, ...plan.spots.map((spot) => spot.at), ...plan.hands.flatMap((one) => [one.at, one.caption])];
}
