/** The player's own side, as the server last said it; and the clock of this session. */
import { session } from "../account/session.svelte";
import * as api from "../api/own";
import { inWords } from "../api/http";
import type { OwnSide } from "../api/messages";

const EVERY = 60_000; // milliseconds between looks

let current = $state.raw<OwnSide | null>(null);
let fault = $state("");
let ahead = 0; // the server's clock, compared with this one
let asksNow = $state(false);

export const own = {
  get side(): OwnSide | null {
    return current;
  },
  /** Why it is not known, in words. */
  get fault(): string {
    return fault;
  },
  /** Since when this session lasts, by this clock. */
  get since(): number | null {
    return current === null ? null : current.session.began - ahead;
  },
  /** A choice waits for the player: do not disturb. */
  get busy(): boolean {
    return asksNow;
  },
  set busy(asks: boolean) {
    asksNow = asks;
  },
};

export function learn(side: OwnSide): void {
  ahead = side.now - Date.now();
  current = side;
  fault = "";
}

export async function look(): Promise<void> {
  if (session.me?.role !== "player") {
    current = null;
    return;
  }
  try {
    learn(await api.side());
  } catch (failed) {
    fault = inWords(failed);
  }
}

/** Looks from time to time while the page is visible; called once, when the page starts. */
export function followOwnSide(): void {
  $effect(() => {
    void session.me?.name;
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void look();
    }, EVERY);
    return () => clearInterval(timer);
  });
}
