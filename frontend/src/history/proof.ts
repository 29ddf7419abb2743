/** The proof of a shuffle, step by step, as checked by this browser. */
import { checked, named, remarks, type Repeated } from "../fair/check";
import { type Fields, listed } from "../fair/record";
import type { OwnWord } from "../lib/words";

/** open: it cannot be known, which is not an error. */
export type Mark = "ok" | "wrong" | "open";

export interface ProofStep {
  readonly mark: Mark;
  readonly name: string;
  readonly text: string;
  readonly detail: readonly string[]; // digests and words in full
}

export interface Proof {
  readonly proved: boolean;
  readonly problems: readonly string[];
  readonly steps: readonly ProofStep[];
  readonly remarks: readonly string[];
  readonly repeated: Repeated | null;
}

/** What the player knows besides the record. */
export interface Known {
  readonly seat: number;
  readonly own: OwnWord | null; // the word that this browser drew for the shoe, if it did
  readonly seen: readonly string[]; // cards that the player saw
}

export async function prove(record: Fields, { seat, own, seen }: Known): Promise<Proof> {
  const { problems, repeated } = await checked(record);
  if (repeated === null) return { proved: false, problems, steps: [], remarks: [], repeated };
  const more = [myWord(repeated, seat, own), cardsSeen(repeated, seen)]; // what fair.py cannot know
  const [mine, yours] = more as [ProofStep, ProofStep];
  const steps = [committed(repeated, own), mine, everybodys(repeated), shuffle(repeated), cards(repeated), yours];
  const all = [...problems, ...more.filter(({ mark }) => mark === "wrong").map(({ text }) => text)];
  return { proved: all.length === 0, problems: all, steps, remarks: remarks(repeated), repeated };
}

function committed({ promise, digest }: Repeated, own: OwnWord | null): ProofStep {
  const same = promise === digest;
  const seen = own === null ? "" : " Your browser saw it before you bet: it drew your word for it.";
  return {
    mark: same ? "ok" : "wrong",
    name: "The house kept its secret",
    text: same
      ? `The secret that is shown now is the one the house committed to.${seen}`
      : "The secret that is shown now is not the one the house committed to.",
    detail: [`Commitment ${promise}`, `SHA-256 of the secret ${digest}`],
  };
}

function myWord({ record }: Repeated, seat: number, own: OwnWord | null): ProofStep {
  const name = "Your own word is in it";
  const entry = record.words?.find((word) => word.seat === seat);
  if (own === null) {
    const text = entry?.word
      ? "The record has a word for your seat, but this browser did not draw it: compare it with the device you bet on."
      : "This browser drew no word for this shoe.";
    return { mark: "open", name, text, detail: entry?.word ? [`Word of seat ${seat}: ${entry.word}`] : [] };
  }
  if (entry?.word === own.word) {
    return { mark: "ok", name, text: "It is the word that your browser drew, letter for letter.", detail: [own.word] };
  }
  if (entry !== undefined && entry.word === null) {
    const text = "The record says that your word was not opened in time. The shuffle was made without it.";
    return { mark: "open", name, text, detail: [`Your word: ${own.word}`] };
  }
  const text = "The word that your browser drew is not in the record.";
  return { mark: "wrong", name, text, detail: [`Your word: ${own.word}`, `In the record: ${entry?.word ?? "none"}`] };
}

function everybodys({ record, kept }: Repeated): ProofStep {
  const name = "Every word is the one committed to";
  if (record.words === null || kept === null) {
    return { mark: "open", name, text: "The record is from before players committed to their words.", detail: [] };
  }
  const opened = record.words.filter(({ word }) => word !== null).length;
  const withheld = record.words.length - opened;
  const right = !kept.includes(false);
  const told = `${counted(opened, "word")} opened${withheld > 0 ? `, ${withheld} withheld` : ""}`;
  return {
    mark: right ? "ok" : "wrong",
    name,
    text: right ? `${told}; each matches what its player committed to with the bet.` : `${told}; not all are the ones committed to.`,
    detail: record.words.map((word) => `${named(word)}: ${word.word ?? "withheld"}`),
  };
}

function shuffle({ record, order }: Repeated): ProofStep {
  const words = counted(record.entropy.length, "word");
  return {
    mark: "ok",
    name: "The shuffle was repeated here",
    text: `Secret and ${words} give one order of ${order.length} cards. Your browser has computed it.`,
    detail: [order.join(" ")],
  };
}

function cards({ record, order, dealt, abandoned }: Repeated): ProofStep {
  const name = "Every card was compared";
  if (dealt.length === 0) {
    const text = abandoned ? "The shoe was abandoned before a card was dealt." : "No card was dealt.";
    return { mark: "open", name, text, detail: [] };
  }
  const wrong = dealt.findIndex((card, place) => card !== order[record.first + place]);
  const from = record.first === 0 ? "from the top of the shoe" : `from position ${record.first} of the shoe`;
  const text =
    wrong < 0
      ? `All ${dealt.length} cards of the round are the next ones of this order, ${from}.`
      : `The card at position ${record.first + wrong} is ${dealt[wrong]}; the shuffle gives ${order[record.first + wrong] ?? "none"}.`;
  return { mark: wrong < 0 ? "ok" : "wrong", name, text, detail: [dealt.join(" ")] };
}

/** Cards dealt in another round would prove nothing about this one. */
function cardsSeen({ dealt }: Repeated, seen: readonly string[]): ProofStep {
  const name = "The cards you saw are among them";
  const left = [...dealt];
  const strange = seen.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  if (seen.length === 0) return { mark: "open", name, text: "No card lay face up for you.", detail: [] };
  return {
    mark: strange.length === 0 ? "ok" : "wrong",
    name,
    text:
      strange.length === 0
        ? `All ${seen.length} cards that lay face up for you are cards of this shuffle.`
        : `You saw ${strange.join(", ")}, which the record does not have.`,
    detail: [seen.join(" ")],
  };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count === 0 ? "no" : count} ${noun}s`;
}

/** For a round that is still sealed: whether this browser's word is among the words. */
export function sealedWord(record: Fields, { seat, own }: Known): string {
  if (own === null) return "";
  try {
    const entry = listed(record["words"]).find((word) => word.seat === seat);
    return entry?.word === own.word ? "Your own word is among those of the shuffle." : "";
  } catch {
    return "";
  }
}
