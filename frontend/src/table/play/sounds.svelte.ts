// Sounds of the table, in sync with the display.
import { untrack } from "svelte";

import { play } from "../../lib/sound";
import type { Countdown } from "./countdown.svelte";
import type { Playback } from "./playback.svelte";

const MOST_CARDS = 12; // played per deal

interface Heard {
  readonly playback: Playback;
  readonly countdown: Countdown;
  /** It is my turn. */
  readonly turn: boolean;
  /** My win or loss in the settled round. */
  readonly net: number;
}

export function useSounds(table: Heard): void {
  $effect(() => {
    const { cards, chips, outcomes, length } = table.playback.moves;
    const timers = [...cards.values()].slice(0, MOST_CARDS).map((move) => setTimeout(() => play("card"), move.delay));
    if (chips.size > 0) play("chip");
    const net = untrack(() => (outcomes.size > 0 ? table.net : 0));
    if (net !== 0) timers.push(setTimeout(() => play(net > 0 ? "win" : "lose"), Math.max(0, length - 300)));
    return () => timers.forEach(clearTimeout);
  });
  $effect(() => {
    if (table.turn) play("turn");
  });
  $effect(() => {
    if (table.turn && table.countdown.seconds <= 5 && table.countdown.seconds > 0) play("clock");
  });
}
