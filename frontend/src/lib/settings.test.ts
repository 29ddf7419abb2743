import { expect, test } from "vitest";
import { hoursAndMinutes, left, seconds, share } from "./clock";
import { FLOOR_VIEWS, floorPath, routeOf, tablePath, trainPath } from "./route.svelte";
import { DEFAULTS, read } from "./settings.svelte";

test("settings that are not understood are the usual ones", () => {
  for (const text of [null, "", "{", "null", "5", "[]"]) expect(read(text)).toEqual(DEFAULTS);
  const kept = { theme: "light", deck: "three", chip: -5, hour: 0, volume: 20, typed: "x".repeat(50), more: 1 };
  expect(read(JSON.stringify(kept))).toEqual({ ...DEFAULTS, theme: "light", volume: 20, typed: "x".repeat(40) });
});

test("a countdown shows whole seconds, one until it is over", () => {
  const count = { waits_for: "turn" as const, ends: 10_000, total: 20_000 };
  expect([0, 9_001, 9_999, 10_000, 99_999].map((now) => seconds(count, now))).toEqual([10, 1, 1, 0, 0]);
  expect(share(count, 5_000)).toBe(0.25);
  expect(left(count, 20_000)).toBe(0);
  expect([0, 59_999, 42 * 60_000, 150 * 60_000].map(hoursAndMinutes)).toEqual(["0:00", "0:00", "0:42", "2:30"]);
});

test("addresses", () => {
  expect(routeOf("/")).toEqual({ page: "lobby" });
  expect(routeOf("/sign-in")).toEqual({ page: "sign-in" });
  expect(routeOf("/table/a%20b")).toEqual({ page: "table", table: "a b" });
  expect(routeOf("/table/%zz")).toEqual({ page: "table", table: "%zz" });
  expect(routeOf("/table/")).toEqual({ page: "lobby" });
  for (const view of FLOOR_VIEWS) expect(routeOf(floorPath(view))).toEqual({ page: "floor", view });
  expect(routeOf(trainPath("a game"))).toEqual({ page: "train", game: "a game" });
  expect(routeOf("/train")).toEqual({ page: "lobby" });
  expect(routeOf("/floor/attic")).toEqual({ page: "floor", view: "tables" });
  expect(tablePath("a/b c")).toBe("/table/a%2Fb%20c");
});
