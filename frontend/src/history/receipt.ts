/** A player's receipt of a round, as the room's `receipt_json` writes it, parsed for display. */
import { isRecord } from "../api/validate";
import { type Fields, parse } from "../fair/record";

export interface OutcomeLine {
  readonly wager: string;
  readonly stake: number;
  readonly net: number | null; // null: not settled yet
  readonly reason: string;
  readonly rule: string; // "rule 7"
}

export interface Payment {
  readonly reason: string; // "wager lost"
  readonly memo: string; // "ante, raise"
  readonly cents: number;
  readonly from: string; // "your chips"
  readonly to: string;
}

export interface Cards {
  readonly name: string; // "Your hand"
  readonly cards: readonly (string | null)[];
}

export interface Step {
  readonly record: number;
  readonly what: string; // "bets closed"
}

export interface Receipt {
  readonly table: string;
  readonly round: number;
  readonly seat: number;
  readonly player: string;
  readonly began: number;
  readonly ended: number;
  readonly calledOff: string;
  readonly waits: string; // what the proof waits for; "" if it is available
  readonly cards: readonly Cards[];
  readonly choices: readonly string[];
  readonly timedOut: readonly string[]; // made for the player, because their time ran out
  readonly before: number | null; // chips at the seat; null in receipts of earlier programs
  readonly after: number | null;
  readonly outcomes: readonly OutcomeLine[];
  readonly net: number | null;
  readonly payments: readonly Payment[];
  readonly corrections: readonly string[];
  readonly steps: readonly Step[];
  readonly commitment: string;
}

export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** The whole record, for the proof, and the seat's own part of it. */
export function readReceipt(text: string): { readonly record: Fields; readonly receipt: Receipt } {
  let record: unknown;
  try {
    record = parse(text);
  } catch {
    throw new Unreadable("The record of this round cannot be read.");
  }
  if (!isRecord(record) || !isRecord(record["receipt"])) throw new Unreadable("This is not the record of a round.");
  return { record, receipt: asReceipt(record["receipt"], textOf(record["commitment"])) };
}

function asReceipt(told: Fields, commitment: string): Receipt {
  const seat = numberOf(told["seat"]);
  const outcomes = rows(told["outcomes"]).map(asOutcome);
  const seen = isRecord(told["seen"]) ? told["seen"] : {};
  const nets = outcomes.map((one) => one.net);
  return {
    table: textOf(told["table"]),
    round: numberOf(told["round"]),
    seat,
    player: textOf(told["player"]),
    began: numberOf(told["began"]),
    ended: numberOf(told["ended"]),
    calledOff: textOf(told["called_off"]),
    waits: textOf(told["waits"]),
    cards: "spots" in seen ? bankedCards(seen, seat) : pokerCards(seen, seat),
    choices: "spots" in seen ? bankedChoices(seen, seat) : pokerActs(seen, seat),
    timedOut: Array.isArray(told["timed_out"]) ? told["timed_out"].filter((one) => typeof one === "string") : [],
    before: typeof told["chips_before"] === "number" ? told["chips_before"] : null,
    after: typeof told["chips_after"] === "number" ? told["chips_after"] : null,
    outcomes,
    net: nets.includes(null) ? null : nets.reduce<number>((sum, net) => sum + (net ?? 0), 0),
    payments: rows(told["payments"]).map((one) => asPayment(one, seat)),
    corrections: rows(told["corrections"]).map(asCorrection),
    steps: rows(told["steps"]).map((one) => ({ record: numberOf(one["record"]), what: textOf(one["what"]) })),
    commitment,
  };
}

function asOutcome(row: Fields): OutcomeLine {
  const why = textOf(row["why"]).replaceAll(/\([2-9TJQKA](?: [2-9TJQKA])*\)/g, (ranks) => ranks.replaceAll("T", "10"));
  const parts = /^(.*) \(([^()]+)\)$/s.exec(why); // the rule comes last, in parentheses
  return {
    wager: textOf(row["wager"]),
    stake: numberOf(row["stake"]),
    net: row["net"] === null ? null : numberOf(row["net"]),
    reason: parts?.[1] ?? why,
    rule: parts?.[2] ?? "",
  };
}

function asPayment(row: Fields, seat: number): Payment {
  return {
    reason: textOf(row["reason"]),
    memo: textOf(row["memo"]),
    cents: numberOf(row["cents"]),
    from: account(textOf(row["debit"]), seat),
    to: account(textOf(row["credit"]), seat),
  };
}

/** `table/7/chips/1` in words. */
function account(name: string, seat: number): string {
  const [kind = "", of = "", part = "", place = ""] = name.split("/");
  if (kind === "player") return "your balance";
  if (kind !== "table") return `${kind} ${of}`.trim();
  const mine = place === String(seat);
  const words: Readonly<Record<string, string>> = {
    chips: mine ? "your chips" : `the chips of seat ${place}`,
    felt: mine ? "your spots" : `the spots of seat ${place}`,
    held: "held for a supervisor",
    tray: "the tray",
    pot: "the pot",
  };
  return words[part] ?? part;
}

function asCorrection(row: Fields): string {
  const side = textOf(row["to"]) === "player" ? "to you" : "to the house";
  const cents = numberOf(row["cents"]);
  return `${textOf(row["kind"])}: ${textOf(row["wager"])}, ${(cents / 100).toFixed(2)} dollars ${side} (${textOf(row["reason"])})`;
}

function bankedCards(seen: Fields, seat: number): Cards[] {
  const spot = rows(seen["spots"]).find((one) => one["seat"] === seat) ?? {};
  const hands = Array.isArray(spot["hands"]) ? spot["hands"].map(cardsOf) : [];
  const named = hands.map((cards, place) => ({ name: hands.length > 1 ? `Your hand ${place + 1}` : "Your hand", cards }));
  return [
    { name: "Dealer", cards: cardsOf(seen["dealer"]) },
    ...named,
    { name: "Not taken", cards: [...cardsOf(spot["offer"]), ...cardsOf(spot["rack"])] },
  ].filter(({ cards }) => cards.length > 0);
}

function bankedChoices(seen: Fields, seat: number): string[] {
  const spot = rows(seen["spots"]).find((one) => one["seat"] === seat) ?? {};
  const choices = isRecord(spot["choices"]) ? spot["choices"] : {};
  return Object.entries(choices).map(([name, value]) => {
    const choice = textOf(value).replaceAll(/\b([2-9TJQKA])[cdhs]\b/g, (_, rank: string) => (rank === "T" ? "10" : rank));
    return choice.startsWith(name) ? choice : `${name}: ${choice}`;
  });
}

function pokerCards(seen: Fields, seat: number): Cards[] {
  const seats = rows(seen["seats"]);
  const mine = seats.find((one) => one["seat"] === seat) ?? {};
  const others = seats.filter((one) => one["seat"] !== seat);
  return [
    { name: "Board", cards: listed(seen["board"]) },
    { name: "Your hand", cards: listed(mine["shown"]) },
    { name: "You threw away", cards: listed(mine["thrown"]) },
    ...others.map((one) => ({ name: `Seat ${numberOf(one["seat"])} showed`, cards: listed(one["shown"]) })),
  ].filter(({ cards }) => cards.length > 0);
}

function pokerActs(seen: Fields, seat: number): string[] {
  if (!Array.isArray(seen["events"])) return [];
  return seen["events"].flatMap((event: unknown) => {
    if (!Array.isArray(event) || event[0] !== "acted" || event[1] !== seat) return [];
    const [act, cents] = [textOf(event[2]), numberOf(event[3])];
    return [cents > 0 ? `${act.replace(/ \d+$/, "")} ($${cents / 100})` : act];
  });
}

const CARD = /^[2-9TJQKA][cdhs]$/;

function cardsOf(value: unknown): (string | null)[] {
  if (!Array.isArray(value)) return [];
  return value.map((card: unknown) => (typeof card === "string" && CARD.test(card) ? card : null));
}

function listed(value: unknown): string[] {
  return textOf(value).split(" ").filter((card) => CARD.test(card));
}

function rows(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}
