/** The fields of a record, read as strictly as by fair.py and refused in its words. */
import { Fault, fromHex, hex, utf8 } from "./bytes";
import { ascii, split } from "./python";
import { CARD_NAMES, type Pair } from "./shuffle";
import type { Word } from "./word";

export type Fields = Readonly<Record<string, unknown>>;

const NAMES = ["decks", "commitment", "secret", "entropy", "first", "dealt"] as const;

export interface FairRecord {
  readonly decks: number;
  readonly first: number;
  readonly promise: Uint8Array;
  readonly secret: Uint8Array;
  readonly entropy: readonly Pair[];
  readonly dealt: readonly number[];
  readonly words: readonly Word[] | null; // null: from before players committed to their words
}

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g; // of JSON: strings and numbers
const NEVER_WHOLE = "1e999";

/** Reads JSON. JavaScript treats 1.0 as 1, fair.py does not: here it is not a whole number either. */
export function parse(text: string): unknown {
  JSON.parse(text); // refuses invalid JSON before any of it is replaced
  return JSON.parse(text.replaceAll(TOKENS, (token) => (/^"|^-?\d+$/.test(token) ? token : NEVER_WHOLE)));
}

export function missing(fields: Fields): string[] {
  return NAMES.filter((name) => !Object.hasOwn(fields, name)).map((name) => `${name} is missing`);
}

export function read(fields: Fields): FairRecord {
  return {
    decks: whole("decks", fields["decks"]),
    first: whole("first", fields["first"]),
    promise: fromHex("commitment", fields["commitment"]),
    secret: fromHex("secret", fields["secret"]),
    entropy: pairs(fields["entropy"]),
    dealt: cards(fields["dealt"], abandoned(fields)),
    words: Object.hasOwn(fields, "words") ? listed(fields["words"]) : null,
  };
}

export function abandoned(fields: Fields): boolean {
  const value = Object.hasOwn(fields, "abandoned") ? fields["abandoned"] : false;
  if (typeof value !== "boolean") throw new Fault("abandoned must be true or false");
  return value;
}

/** The `words` of a record. */
export function listed(value: unknown): Word[] {
  if (!Array.isArray(value)) throw new Fault(BAD_WORDS);
  return value.map(word);
}

const BAD_WORDS = "words must be a list of seat, player, commitment and word each";

function word(entry: unknown): Word {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) throw new Fault(BAD_WORDS);
  for (const name of ["seat", "player", "commitment", "word"]) {
    if (!Object.hasOwn(entry, name)) throw new Fault(BAD_WORDS);
  }
  const { seat, player, commitment, word } = entry as Record<string, unknown>;
  if (typeof player !== "string") throw new Fault(BAD_WORDS);
  const place = whole("a word's seat", seat);
  const digest = fromHex("a word's commitment", commitment);
  if (digest.length !== 32) {
    throw new Fault(`a word's commitment must be 32 bytes (64 hex digits), not ${digest.length}`);
  }
  if (word !== null && typeof word !== "string") {
    throw new Fault("a word must be text, or null where it was withheld");
  }
  [player, word ?? ""].forEach(utf8);
  return { seat: place, player, commitment: hex(digest), word };
}

function whole(name: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= 10 ** 6) {
    throw new Fault(`${name} must be a whole number from 0 to 999999`);
  }
  return value;
}

function pairs(value: unknown): Pair[] {
  const bad = "entropy must be a list of [who, text] pairs of text";
  if (!Array.isArray(value)) throw new Fault(bad);
  return value.map((pair: unknown): Pair => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new Fault(bad);
    const [who, text] = pair as unknown[];
    if (typeof who !== "string" || typeof text !== "string") throw new Fault(bad);
    return [who, text];
  });
}

function cards(value: unknown, noneDealt: boolean): number[] {
  const names = typeof value === "string" ? split(value) : [];
  if (names.length === 0 && !(noneDealt && value === "")) {
    throw new Fault("dealt must be text that names at least one card, like As Td 7c");
  }
  return names.map((name) => {
    const card = CARD_NAMES.indexOf(name);
    if (card < 0) throw new Fault(`dealt names ${ascii([...name].slice(0, 20).join(""))}, which is not a card`);
    return card;
  });
}
