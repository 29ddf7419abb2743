/** Who is signed in in this browser. Only the functions here change it. */
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
  /** Why it is not known, as text. */
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

/** On all devices, including this one. */
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

/** Signs in as a guest if necessary. */
export async function admitted(): Promise<void> {
  if (current === null) await load();
  if (!session.signedIn) current = await http.guest();
}

/** One tap: signs in as a guest if necessary, opens a practice table and goes there. */
export async function play(game: string, others: number): Promise<void> {
  if (!session.signedIn) current = await http.guest();
  go(tablePath(await http.practice(game, others)));
}

/** Opens a table that others can join, and goes there. */
export async function openTable(game: string, table: string): Promise<void> {
  if (!session.signedIn) current = await http.guest();
  go(tablePath(await http.newTable(game, table)));
}

export async function moreMoney(): Promise<void> {
  await http.moreMoney();
  await load();
}

/** Drops the unsent acts of the person signing out, so none is sent in the next one's name. */
function forgetActs(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith("croupier.acts.")) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was stored.
  }
}
