// What the page needs from me now: which bar is below the felt.
import type { PostedTable, Seat, View } from "../../api/messages";
import { smallest, sum } from "./bets";

export type Stage = "watch" | "decide" | "chips" | "away" | "settled" | "bet" | "wait";

/** My requests, which the view cannot know. */
export interface Wish {
  readonly buying: boolean; // chips
  readonly cleared: number; // the round whose cards I have cleared, to bet on the next
}

export function stageOf(posted: PostedTable, view: View, me: Seat | null, { buying, cleared }: Wish): Stage {
  if (me === null) return "watch";
  if (asksMe(view)) return "decide";
  if (buying || isBroke(posted, view, me)) return "chips";
  if (me.away) return "away";
  if (posted.kind === "poker") return "wait";
  if (view.phase === "settled" && me.net !== null && cleared !== view.round && sum(me.bets) === 0) return "settled";
  return takesBets(posted, view) || view.phase === "settled" ? "bet" : "wait";
}

/** Whether it is my turn: only then are there options. */
export function asksMe(view: View): boolean {
  return view.turn !== null && view.turn.seat === view.seat && view.turn.options.length > 0;
}

/** After a round the next bet is taken at once, unless the table pauses first and then asks everyone. */
export function takesBets(posted: PostedTable, view: View): boolean {
  return posted.kind === "banked" && ["open", "betting", "settled"].includes(view.phase) && !pauses(view);
}

export function pauses(view: View): boolean {
  return view.phase === "settled" && view.clock?.waits_for === "next round";
}

/** Too few chips for the smallest bet, or none at poker. */
export function isBroke(posted: PostedTable, view: View, me: Seat): boolean {
  const least = posted.kind === "poker" ? 1 : sum(smallest(posted.wagers));
  return !me.leaving && view.phase !== "playing" && me.chips + sum(me.bets) < least;
}
