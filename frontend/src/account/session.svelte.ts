/** Who is signed in at this browser. Only the functions here change it. */
import * as http from "../api/http";
import type { Me } from "../api/messages";
import { go, tablePath } from "../lib/route.svelte";

let current = $state.raw<Me | null>(null);
let fault = $state("");

export const session = {
  /** null: not known yet. */
  get me(): Me | null {
    return current;
  },
  get signedIn(): boolean {
    return current !== null && current.name !== null;
  },
  /** Why it is not known, in words. */
  get fault(): string {
    return fault;
  },
};

export async function load(): Promise<void> {
  try {
    current = await http.me();
    fault = "";
  } catch (failed) {
    fault = http.inWords(failed);
  }
}

export async function signIn(name: string, password: string, code: string): Promise<void> {
  current = await http.signIn(name, password, code);
}

export async function signUp(name: string, password: string): Promise<void> {
  current = await http.signUp(name, password);
}

export async function signOut(): Promise<void> {
  current = await http.signOut();
  forgetActs();
}

/** Everywhere, here too. */
export async function endSessions(): Promise<void> {
  current = await http.endSessions();
  forgetActs();
}

export async function changePassword(old: string, fresh: string): Promise<void> {
  current = await http.changePassword(old, fresh);
}

export async function confirmTotp(code: string): Promise<void> {
  current = await http.confirmTotp(code);
}

/** One tap: a guest if nobody is signed in, a table of their own, and there. */
export async function play(game: string, others: number): Promise<void> {
  if (!session.signedIn) current = await http.guest();
  go(tablePath(await http.practice(game, others)));
}

/** A table for others too, and there. */
export async function openTable(game: string, table: string): Promise<void> {
  if (!session.signedIn) current = await http.guest();
  go(tablePath(await http.newTable(game, table)));
}

export async function moreMoney(): Promise<void> {
  await http.moreMoney();
  await load();
}

/** Of the one who leaves: they are not sent in the name of the next. */
function forgetActs(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith("croupier.acts.")) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept.
  }
}
