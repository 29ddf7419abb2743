// My bets from round to round: on my spots now, made last, and waiting for the table.
import { untrack } from "svelte";

import type { Send } from "../../api/intent";
import type { PostedTable, Seat, View } from "../../api/messages";
import { addChip, again, bettable, sum, takeChip, type Stakes } from "./bets";
import { pauses, takesBets } from "./stage";

interface Table {
  readonly posted: PostedTable;
  readonly view: View;
  readonly me: Seat | null;
  /** Nothing can be sent: an act is in flight, or the connection is down. */
  readonly busy: boolean;
  readonly send: Send;
}

export class MyBets {
  stakes = $state.raw<Stakes>({}); // on my spots before the deal, as I placed them
  last = $state.raw<Stakes>({}); // of the previous round
  wanted = $state.raw<Stakes | null>(null); // to be bet as soon as the table takes bets
  cleared = $state(-1); // the round whose cards I have cleared
  #goOn = $state(false); // deal as soon as my bet is in
  #phase = "";
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    $effect(() => {
      const bet = this.wanted;
      if (bet === null || table.busy || !takesBets(table.posted, table.view)) return;
      untrack(() => this.place(bet));
    });
    // A player who has bet need not wait, but the bet must be in first.
    $effect(() => {
      if (!this.#goOn || table.busy || !takesBets(table.posted, table.view) || sum(table.me?.bets ?? {}) === 0) return;
      this.#goOn = false;
      untrack(() => table.send({ type: "ready" }));
    });
  }

  /** Updates them from a new view. */
  arrived(view: View, own: Seat | null): void {
    const { posted } = this.#table;
    const names = new Set(bettable(posted.wagers).map((wager) => wager.name));
    const made = again(posted.wagers, Object.fromEntries(Object.entries(own?.wagers ?? {}).filter(([name]) => names.has(name))));
    if (sum(made) > 0) this.last = made;
    if (own !== null && sum(own.bets) > 0) this.stakes = own.bets;
    else if (this.wanted === null && this.#phase !== "" && this.#phase !== view.phase && view.phase === "betting") this.stakes = {};
    this.#phase = view.phase;
  }

  place(bet: Stakes): void {
    const { posted, view, me, send } = this.#table;
    if (me === null) return;
    this.stakes = bet;
    if (takesBets(posted, view)) {
      this.wanted = null;
      send({ type: "bet", seat: me.seat, stakes: bet });
      this.#goOn = sum(bet) > 0;
    } else {
      this.wanted = bet;
      this.cleared = view.round;
      send({ type: "ready" }); // no need to pause on my account
    }
  }

  /** Clears the cards, to bet on the next round. */
  change(): void {
    const { view, send } = this.#table;
    this.cleared = view.round;
    this.stakes = {};
    if (pauses(view)) send({ type: "ready" });
  }

  add(wager: string, chip: number): void {
    this.stakes = addChip(this.#table.posted.wagers, this.stakes, wager, chip);
  }

  take(wager: string, chip: number): void {
    this.stakes = takeChip(this.#table.posted.wagers, this.stakes, wager, chip);
  }
}
