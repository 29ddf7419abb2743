/** A player's word: made here, committed to with the bet, opened after the bets are closed. */
import { Fault, fromHex, hex, joined, sha256, utf8 } from "./bytes";
import type { Pair } from "./shuffle";

export const LONGEST_TYPED = 40; // characters

/** What one seat committed to, and the word itself once it is opened. */
export interface Word {
  readonly seat: number;
  readonly player: string;
  readonly commitment: string;
  readonly word: string | null; // null: withheld
}

/** Why this text cannot be part of a word; "" if it can. */
export function unfit(typed: string): string {
  const length = [...typed].length;
  if (length > LONGEST_TYPED) return `a word has at most ${LONGEST_TYPED} characters, not ${length}`;
  if (/\p{Surrogate}/u.test(typed)) return "a word holds half a surrogate pair, not valid Unicode";
  return printable(typed) ? "" : "a word has only characters that can be seen";
}

/** As Python's str.isprintable: no separators but the plain space, nothing invisible or unassigned. */
function printable(text: string): boolean {
  return !/[^\P{Z} ]|\p{C}/u.test(text);
}

/** The player's own text, if any, and 128 random bits. */
export function newWord(typed = ""): string {
  const fault = unfit(typed);
  if (fault) throw new Fault(fault);
  const bits = hex(crypto.getRandomValues(new Uint8Array(16)));
  return typed ? `${typed} ${bits}` : bits;
}

/** The hex digest sent with the bet, valid only for this shoe, seat and player. */
export async function wordCommitment(
  shoe: string,
  seat: number,
  player: string,
  word: string,
): Promise<string> {
  const parts = [fromHex("commitment", shoe), utf8(String(seat)), utf8(player), utf8(word)];
  return sha256(joined("croupier 1 word", ...parts));
}

/** The entropy from these words. */
export function opened(words: readonly Word[]): Pair[] {
  const seated = [...words].sort((one, other) => one.seat - other.seat);
  return seated.flatMap(({ seat, player, word }): Pair[] =>
    word === null ? [] : [[`seat ${seat} ${player}`, word]],
  );
}
