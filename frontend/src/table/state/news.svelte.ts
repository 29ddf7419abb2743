// News from new views: the log, announcements, and how my last round ended.
import type { View } from "../../api/messages";
import { endedFor, type Ended } from "./ended";
import { asksMe } from "./stage";
import { logged } from "./words";

const LONGEST = 60; // lines

export class News {
  log = $state.raw<readonly string[]>([]); // newest first
  spoken = $state("");
  ended = $state.raw<Ended | null>(null);

  /** True if one of my rounds has ended. */
  read(view: View): boolean {
    const lines = logged(view.happened);
    if (lines.length > 0) this.log = [...lines.toReversed(), ...this.log].slice(0, LONGEST);
    const asked = view.happened.some(({ about }) => about === "turn");
    const turn = asksMe(view) && !asked ? [`Your turn: ${view.turn?.choice ?? ""}.`] : [];
    this.spoken = [...view.happened.map(({ text }) => text), ...turn].join(" ");
    const ended = endedFor(view);
    if (ended === null || ended.round === this.ended?.round) return false;
    this.ended = ended;
    return true;
  }
}
