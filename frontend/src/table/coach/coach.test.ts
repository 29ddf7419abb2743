import { describe, expect, test } from "vitest";

import type { CoachHears } from "../../api/connection";
import { adviceOn, pokerOn, someTally } from "../../fixtures/coach";
import * as prime from "../../fixtures/prime";
import { Coach, type Wish } from "./coach.svelte";
import { plotOf } from "./plot";
import { adviceText, bestWords, hourText, mixText, pokerText, byRank, madeText, resultText, tallyText } from "./words";

const TURN = prime.decision;
const LATER = { ...TURN, turn: { ...TURN.turn!, version: TURN.turn!.version + 5 } };
const ASK: Wish = { mode: "ask", warn: 0 };
const ALWAYS: Wish = { mode: "always", warn: 0 };
const WORTHS = { fold: -2_500, "raise 1x": -323, "raise 2x": -485, "raise 3x": -647 };
const figures = adviceOn(TURN, WORTHS);

function listening(): { coach: Coach; said: (CoachHears)[] } {
  const said: (CoachHears)[] = [];
  return { coach: new Coach((question) => said.push(question)), said };
}

describe("what is asked", () => {
  test("on demand: nothing but to be followed, until it is opened; then once", () => {
    const { coach, said } = listening();
    coach.attend(TURN, true, ASK);
    coach.attend(TURN, true, ASK);
    expect(said).toEqual([{ type: "coach", on: true }]);
    expect(coach.shows(TURN, "ask")).toBe(false);
    coach.open(TURN);
    coach.open(TURN);
    expect(said.slice(1)).toEqual([{ type: "advise", version: TURN.turn!.version, rule: true }]);
    expect(coach.shows(TURN, "ask")).toBe(true);
    expect(coach.shows(LATER, "ask")).toBe(false);
  });

  test("always: every turn once, with the rule", () => {
    const { coach, said } = listening();
    for (const view of [TURN, TURN, LATER, { ...LATER, turn: null }]) coach.attend(view, true, ALWAYS);
    const versions = said.flatMap((one) => (one.type === "advise" ? [one.version] : []));
    expect(versions).toEqual([TURN.turn!.version, LATER.turn.version]);
  });

  test("to warn, the figures are needed before they are seen", () => {
    const { coach, said } = listening();
    coach.attend(TURN, true, { mode: "ask", warn: 100 });
    expect(said.at(-1)).toEqual({ type: "advise", version: TURN.turn!.version, rule: false });
    coach.hear(figures);
    expect(coach.shows(TURN, "ask")).toBe(false);
    coach.open(TURN);
    expect(said.at(-1)).toEqual({ type: "advise", version: TURN.turn!.version, rule: true });
  });

  test("off: it is told once, and what was said is forgotten", () => {
    const { coach, said } = listening();
    coach.attend(TURN, true, ALWAYS);
    coach.hear(figures);
    coach.attend(TURN, true, { mode: "off", warn: 100 });
    coach.attend(TURN, true, { mode: "off", warn: 100 });
    expect(said.slice(2)).toEqual([{ type: "coach", on: false }]);
    expect(coach.about(TURN)).toBeNull();
  });

  test("after a reconnection it is told again; onlookers ask nothing", () => {
    const { coach, said } = listening();
    coach.attend(TURN, true, ALWAYS);
    coach.attend(TURN, false, ALWAYS);
    coach.attend(TURN, true, ALWAYS);
    expect(said).toHaveLength(4);
    expect(said.slice(2)).toEqual(said.slice(0, 2));
    const rail = listening();
    rail.coach.attend({ ...TURN, seat: null }, true, ALWAYS);
    rail.coach.open({ ...TURN, seat: null });
    expect(rail.said).toEqual([]);
  });
});

describe("what is answered", () => {
  test("figures are of one turn, and not shown at another", () => {
    const { coach } = listening();
    coach.hear(figures);
    expect(coach.about(TURN)).toEqual(figures);
    expect(coach.about(LATER)).toBeNull();
    expect(coach.about({ ...TURN, round: TURN.round + 1 })).toBeNull();
    expect(coach.about({ ...TURN, turn: null })).toBeNull();
  });

  test("a refusal stands until the coach speaks; one about a turn that is over is not shown", () => {
    const { coach } = listening();
    coach.hear({ type: "no_advice", version: 1, code: "coach/turn", message: "it is not your turn" });
    expect(coach.refusal).toBeNull();
    coach.hear({ type: "no_advice", version: 1, code: "coach/preparing", message: "getting ready" });
    expect(coach.refusal?.code).toBe("coach/preparing");
    coach.hear(someTally());
    expect(coach.refusal).toBeNull();
  });

  test.each([
    [0, []],
    [1, ["raise 2x", "raise 3x", "fold"]],
    [200, ["raise 3x", "fold"]],
    [5_000, []],
  ])("with a warning at %d cents it asks about %j", (warn, asked) => {
    const { coach } = listening();
    coach.hear(figures);
    const costly = Object.keys(WORTHS).filter((action) => coach.costly(TURN, action, { mode: "ask", warn }) !== null);
    expect(costly.toSorted()).toEqual([...asked].toSorted());
    expect(coach.costly(TURN, "fold", { mode: "off", warn })).toBeNull();
    expect(coach.costly(LATER, "fold", { mode: "ask", warn })).toBeNull();
  });
});

test("in words", () => {
  const options = TURN.turn!.options;
  expect(bestWords(figures, options)).toBe("Best: Raise 1x, −$3.23");
  expect(adviceText(figures, options)).toBe(
    "Raise 1x: −$3.23, best. Raise 2x: −$4.85, gives up $1.62. Raise 3x: −$6.47, gives up $3.24. Fold: −$25, gives up $21.77. " +
      "14 cards seen, 8 of them at other seats; all are counted out.",
  );
  expect(byRank("7h 2d 2c / Ts")).toBe("7 2 2 / 10");
  expect(byRank("raise 2x")).toBe("raise 2x");
  const made = { choice: "split", action: "7h 2d / 2c Ts", best: ["fold"], cost: 0, right: false };
  expect(madeText(made)).toBe("Split: 7 2 / 2 10 gave up less than a cent; best: fold");
  expect(madeText({ ...made, right: true })).toBe("Split: 7 2 / 2 10 was best");
  expect(tallyText(someTally())).toBe("No decisions yet since the coach looks on.");
  expect(tallyText(someTally({ decisions: 1 }))).toBe("1 decision, and none gave anything up.");
  expect(tallyText(someTally({ decisions: 12, mistakes: 2, cost: 124 }))).toBe("12 decisions, 2 not the best; given up in all: $1.24.");
  expect(resultText(someTally({ rounds: 1, actual: 500 }))).toBe("1 round: +$5. What was to be expected is being worked out.");
  expect(resultText(someTally({ rounds: 9, actual: 500, expected: -40 }))).toBe("9 rounds: +$5. To be expected: −$0.40; the rest is luck: +$5.40.");
});

describe("the plot", () => {
  test("begins at zero and has every point within it", () => {
    const points = [{ rounds: 1, actual: 300, expected: -10 }, { rounds: 2, actual: -100, expected: -20 }, { rounds: 4, actual: 100, expected: -40 }];
    const plot = plotOf(points)!;
    const read = (line: string): number[][] => line.split(" ").map((one) => one.split(",").map(Number));
    expect(read(plot.actual)[0]).toEqual(read(plot.expected)[0]);
    expect(read(plot.actual).map(([x]) => x)).toEqual([0, 75, 150, 300]);
    const [zero, first, second, last] = read(plot.actual).map(([, y]) => y!) as [number, number, number, number];
    expect(zero).toBeCloseTo(plot.zero, 0);
    expect([first < zero, second > zero, last < zero]).toEqual([true, true, true]);
    expect(read(plot.expected).at(-1)![1]!).toBeGreaterThan(zero);
    for (const [x, y] of [...read(plot.actual), ...read(plot.expected)] as [number, number][]) {
      expect(x >= 0 && x <= 300 && y >= 0 && y <= 96).toBe(true);
    }
  });

  test("nothing has been played, and all results are even", () => {
    expect(plotOf([])).toBeNull();
    expect(plotOf([{ rounds: 1, actual: 0, expected: 0 }])?.actual).not.toContain("NaN");
  });
});

describe("bets", () => {
  const stakes = { ante: 500 };

  test("are priced once, and again if they or the rounds change, or after a reconnection", () => {
    const { coach, said } = listening();
    coach.price(stakes, 45); // nobody looks on yet
    coach.attend(TURN, true, ASK);
    for (const rounds of [45, 45, 60]) coach.price({ ...stakes }, rounds);
    expect(said.slice(1)).toEqual([{ type: "costs", stakes, rounds: 45 }, { type: "costs", stakes, rounds: 60 }]);
    coach.attend(TURN, false, ASK);
    coach.attend(TURN, true, ASK);
    coach.price(stakes, 60);
    expect(said).toHaveLength(5);
  });

  test("that the table does not take have no price, and are no refusal", () => {
    const { coach } = listening();
    coach.hear({ type: "costs", rounds: 45, wagers: [] });
    expect(coach.costs?.rounds).toBe(45);
    coach.hear({ type: "no_advice", version: null, code: "wager/limit", message: "ante $1" });
    expect([coach.costs, coach.refusal]).toEqual([null, null]);
  });

  test("in words", () => {
    const one = { wager: "ante", stake: 500, share: "2.73%" };
    expect(hourText({ ...one, cents: 613, exact: "13/1" })).toBe("−$6.13");
    expect(hourText({ ...one, cents: -613, exact: "-13/1" })).toBe("+$6.13");
    expect(hourText({ ...one, cents: 0, exact: "0/1" })).toBe("nothing");
    expect(hourText({ ...one, cents: 0, exact: "1/1000" })).toBe("less than a cent");
    expect(hourText({ ...one, cents: null, exact: "" })).toBe("not counted");
  });
});

describe("at poker", () => {
  function atPoker(): { coach: Coach; said: CoachHears[] } {
    const said: CoachHears[] = [];
    return { coach: new Coach((question) => said.push(question), false), said };
  }

  test("no decisions are judged, and the mix is asked for only by hand", () => {
    const { coach, said } = atPoker();
    coach.attend(TURN, true, { mode: "always", warn: 100 });
    coach.attend(LATER, true, { mode: "ask", warn: 100 });
    coach.open(LATER);
    coach.openMix(LATER);
    coach.openMix(LATER);
    const versions = [TURN, LATER, LATER].map((view) => view.turn!.version);
    expect(said).toEqual(versions.map((version, place) => ({ type: "advise", version, rule: place === 2 })));
  });

  test("the share is of one turn, and so is the mix", () => {
    const { coach } = atPoker();
    const advice = pokerOn(TURN);
    const mix = { type: "mix" as const, round: TURN.round, version: TURN.turn!.version, acts: [{ action: "raise $4", share: "61%" }, { action: "call", share: "39%" }] };
    coach.hear(advice);
    coach.hear(mix);
    expect([coach.aboutPoker(TURN), coach.mixFor(TURN)]).toEqual([advice, mix]);
    expect([coach.aboutPoker(LATER), coach.mixFor(LATER), coach.about(TURN)]).toEqual([null, null, null]);
    expect(pokerText(advice)).toBe("Against 2 others: 54.0% ± 0.9% of the pot, if you keep A♥ A♦. A call of $1 needs 16.7%.");
    expect(pokerText({ ...advice, opponents: 1, keeps: [], needed: "" })).toBe("Against one other: 54.0% ± 0.9% of the pot.");
    expect(mixText(mix)).toBe("The player who has practiced: raise $4 61%, call 39%.");
  });
});
