/** The player's own words: one for each shoe and seat, known only to this browser until opened.
 *
 * A lost word counts as withheld, so it is stored before its commitment is sent. */
import type { Intent } from "../api/intent";
import type { PostedTable, Seat, View } from "../api/messages";
import { newWord, wordCommitment } from "../fair/word";
import { forget, store, stored, storedNames } from "./storage";

const START = "croupier.word.";
const MOST_KEPT = 500; // the oldest are dropped

export interface OwnWord {
  readonly word: string;
  readonly player: string;
  readonly at: number; // milliseconds since 1970
}

function nameOf(table: string, shoe: string, seat: number): string {
  return `${START}${table}.${shoe}.${seat}`;
}

/** The word that this browser drew for a shoe and seat, if it did. */
export function ownWord(table: string, shoe: string, seat: number): OwnWord | null {
  try {
    const found: unknown = JSON.parse(stored(nameOf(table, shoe, seat)) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { word, player, at } = found as Record<string, unknown>;
    if (typeof word !== "string" || typeof player !== "string" || typeof at !== "number") return null;
    return { word, player, at };
  } catch {
    return null;
  }
}

/** The commitment to the word for this shoe and seat: a new word, or the existing one. */
export async function committed(
  table: string,
  shoe: string,
  seat: number,
  player: string,
  typed: string,
): Promise<string> {
  const before = ownWord(table, shoe, seat);
  const word = before !== null && before.player === player ? before.word : newWord(typed);
  if (before?.word !== word) {
    dropOldest();
    store(nameOf(table, shoe, seat), JSON.stringify({ word, player, at: Date.now() }));
  }
  return wordCommitment(shoe, seat, player, word);
}

function dropOldest(): void {
  const names = storedNames(START);
  if (names.length < MOST_KEPT) return;
  const age = (name: string): number => {
    const found = /"at":(\d+)/.exec(stored(name) ?? "");
    return Number(found?.[1] ?? 0);
  };
  names.sort((one, other) => age(one) - age(other));
  names.slice(0, names.length - MOST_KEPT + 1).forEach(forget);
}

function mine(view: View): Seat | undefined {
  return view.seats.find((seat) => seat.seat === view.seat);
}

/** A bet with a commitment to the word, if the shoe takes one. */
export async function withWord(intent: Intent, view: View, typed: string): Promise<Intent> {
  const own = mine(view);
  const { commitment: shoe, takes_words } = view.shuffle;
  if (intent.type !== "bet" || Object.keys(intent.stakes).length === 0) return intent;
  if (!takes_words || own === undefined || own.seat !== intent.seat) return intent;
  if (own.word !== "none" && ownWord(view.table, shoe, own.seat) === null) return intent; // drawn on another device
  const given = await committed(view.table, shoe, own.seat, own.player, typed);
  return { ...intent, word_commitment: given, shoe };
}

/** What the page sends by itself after a view: a word to be opened or, at poker, a commitment. */
export async function nextWord(view: View, kind: PostedTable["kind"], typed: string): Promise<Intent | null> {
  const own = mine(view);
  if (own === undefined) return null;
  const { commitment: shoe, takes_words, waits_for_words } = view.shuffle;
  const { table } = view;
  if (view.phase === "words" && waits_for_words.includes(own.seat)) {
    const found = ownWord(table, shoe, own.seat);
    return found && { type: "open_word", seat: own.seat, word: found.word };
  }
  if (kind !== "poker" || !takes_words || own.word !== "none" || own.away || own.leaving) return null;
  const given = await committed(table, shoe, own.seat, own.player, typed);
  return { type: "word", seat: own.seat, word_commitment: given, shoe };
}
