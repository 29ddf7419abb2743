/** A port of fair.py's `check`: what is wrong with a record, and every step on the way. */
import { Fault, hex } from "./bytes";
import { ascii } from "./python";
import { abandoned, type Fields, missing, read, type FairRecord } from "./record";
import { CARD_NAMES, commitment, type Pair, shuffled } from "./shuffle";
import { opened, type Word, wordCommitment } from "./word";

/** The result of repeating the shuffle. */
export interface Repeated {
  readonly record: FairRecord;
  readonly promise: string; // as published before the bets
  readonly digest: string; // of the revealed secret: the same, if all is well
  readonly kept: readonly boolean[] | null; // for each word: is it the one committed to? withheld words are
  readonly order: readonly string[]; // the whole shoe
  readonly dealt: readonly string[];
  readonly abandoned: boolean;
}

export interface Checked {
  readonly problems: readonly string[]; // none: proved
  readonly repeated: Repeated | null; // null: the record cannot be read
}

/** What is wrong with a record, in fair.py's words; nothing if it is verified. */
export async function check(fields: Fields): Promise<readonly string[]> {
  return (await checked(fields)).problems;
}

export async function checked(fields: Fields): Promise<Checked> {
  const absent = missing(fields);
  if (absent.length > 0) return { problems: absent, repeated: null };
  try {
    const record = read(fields);
    const digest = await commitment(record.decks, record.secret);
    const order = shuffled(record.decks, record.secret, record.entropy);
    return await compared(fields, record, digest, order);
  } catch (fault) {
    if (fault instanceof Fault) return { problems: [fault.message], repeated: null };
    throw fault;
  }
}

async function compared(
  fields: Fields,
  record: FairRecord,
  digest: string,
  order: readonly number[],
): Promise<Checked> {
  const promise = hex(record.promise);
  const kept = record.words === null ? null : await allKept(promise, record.words);
  const problems = [
    ...unpromised(record.promise.length, promise, digest),
    ...(record.words === null || kept === null ? [] : unkept(record.words, kept, record.entropy)),
    ...difference(order, record.first, record.dealt),
  ];
  const [all, dealt] = [order, record.dealt].map((cards) => cards.map((card) => CARD_NAMES[card]!));
  const repeated = { record, promise, digest, kept, order: all!, dealt: dealt!, abandoned: abandoned(fields) };
  return { problems, repeated };
}

function unpromised(size: number, promise: string, digest: string): string[] {
  if (size !== 32) return [`commitment must be 32 bytes (64 hex digits), not ${size}`];
  return promise === digest ? [] : ["commitment is not that of this secret and number of decks"];
}

function allKept(promise: string, words: readonly Word[]): Promise<boolean[]> {
  return Promise.all(
    words.map(async ({ seat, player, commitment, word }) =>
      word === null || commitment === (await wordCommitment(promise, seat, player, word)),
    ),
  );
}

function unkept(words: readonly Word[], kept: readonly boolean[], entropy: readonly Pair[]): string[] {
  if (words.some((word, place) => place > 0 && words[place - 1]!.seat >= word.seat)) {
    return ["words must name each seat once, in the order of the seats"];
  }
  const broken = words[kept.indexOf(false)];
  if (broken !== undefined) return [`the word of ${named(broken)} is not the one committed to`];
  const same = JSON.stringify(entropy) === JSON.stringify(opened(words));
  return same ? [] : ["entropy is not the list of the opened words"];
}

export function named({ seat, player }: Pick<Word, "seat" | "player">): string {
  return `seat ${seat} (${ascii(player).slice(1, -1)})`;
}

function difference(order: readonly number[], first: number, dealt: readonly number[]): string[] {
  const end = first + dealt.length;
  if (end > order.length) {
    return [`dealt ends at position ${end - 1}, past the last in the shoe, ${order.length - 1}`];
  }
  const wrong = dealt.findIndex((card, place) => card !== order[first + place]);
  if (wrong < 0) return [];
  const [given, due] = [dealt[wrong]!, order[first + wrong]!].map((card) => CARD_NAMES[card]!);
  return [`dealt has ${given} at position ${first + wrong}, where the shuffle gives ${due}`];
}

/** What a verified record still leaves open, in fair.py's words. */
export function remarks({ record }: Repeated): string[] {
  if (record.words === null) {
    return [
      "The record is from before players committed to their words: it does not show that whoever " +
        "spoke last did not choose the shuffle.",
    ];
  }
  const said = record.words
    .filter(({ word }) => word === null)
    .map((word) => `${named(word)} withheld a word: one choice was left to whoever held it back.`);
  if (record.entropy.length === 0 && record.dealt.length > 0) {
    said.push("No player's word is in it: if the house chose its secret, it chose the cards.");
  }
  return said;
}
