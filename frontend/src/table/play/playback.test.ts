import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { View } from "../../api/messages";
import { hand, option, outcome, seat, view } from "../../fixtures/make";
import { TIMES } from "./motion";
import { Playback } from "./playback.svelte";

const at = (version: number, more: Partial<View> = {}): View => view({ version, seats: [seat(4, "Nadia")], ...more });
const dealt = at(2, { seats: [seat(4, "Nadia", { hands: [hand("As Kd")] })] });
const over = at(3, { phase: "settled", seats: [seat(4, "Nadia", { hands: [hand("As Kd")], outcomes: [outcome("ante", 500, 500, "", ""), outcome("raise", 500, -500, "", "")] })] });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("views", () => {
  it("are shown in order, each when the one before lies still", () => {
    const playback = new Playback(at(1));
    playback.push(dealt);
    expect(playback.shown.version).toBe(2);
    playback.push(at(3));
    expect(playback.shown.version).toBe(2);
    vi.advanceTimersByTime(2 * TIMES.stagger + TIMES.card);
    expect(playback.shown.version).toBe(3);
  });

  it("that are old, or the same, are not shown", () => {
    const playback = new Playback(dealt);
    playback.push(at(1));
    playback.push(dealt);
    expect(playback.shown).toBe(dealt);
  });

  it("are skipped to the newest by a click", () => {
    const playback = new Playback(at(1));
    playback.push(dealt);
    playback.push(at(3));
    playback.skip();
    expect([playback.shown.version, playback.still]).toEqual([3, true]);
  });

  it("come at once where nothing may move", () => {
    const playback = new Playback(at(1));
    playback.enabled = false;
    playback.push(dealt);
    expect([playback.shown.version, playback.still, playback.moves.length]).toEqual([2, true, 0]);
  });

  it("catch up when it is my turn, but no settlement is left out", () => {
    const turn = { seat: 4, choice: "raise", version: 1, options: [option("fold", { tone: "fold" })], otherwise: "" };
    const playback = new Playback(at(1));
    playback.push(dealt);
    playback.push(over);
    playback.push(at(4, { phase: "betting" }));
    playback.push(at(5, { round: 1205, turn }));
    vi.advanceTimersByTime(2 * TIMES.stagger + TIMES.card);
    expect(playback.shown.version).toBe(3);
    vi.advanceTimersByTime(2 * TIMES.beat);
    expect(playback.shown.version).toBe(5);
  });
});

describe("a settlement", () => {
  it("is told wager after wager", () => {
    const playback = new Playback(dealt);
    playback.push(over);
    vi.advanceTimersByTime(1);
    expect([...playback.hidden]).toEqual(["4/raise"]);
    expect(playback.settling(4)).toBe(true);
    vi.advanceTimersByTime(TIMES.beat);
    expect(playback.settling(4)).toBe(false);
  });

  it("lies there for a while, until the next round is dealt or somebody acts", () => {
    const playback = new Playback(dealt);
    playback.push(over);
    playback.push(at(4, { phase: "betting" }));
    vi.advanceTimersByTime(2 * TIMES.beat + 2_000);
    expect(playback.shown.version).toBe(3);
    vi.advanceTimersByTime(1_500);
    expect(playback.shown.version).toBe(4);

    const hurried = new Playback(dealt);
    hurried.push(over);
    vi.advanceTimersByTime(2 * TIMES.beat + 100);
    hurried.push(at(4, { round: 1205 }));
    expect(hurried.shown.version).toBe(4);
  });
});
