/** Typed commands: text in, an answer and an act out. It knows no game by name. */
import type { Intent } from "../api/intent";
import type { Option, PostedTable, Seat, View } from "../api/messages";
import type { Coach } from "../table/coach/coach.svelte";
import { cardName } from "../art/deck";
import { dollars, parseDollars } from "../lib/money";
import { again, bettable, complete, fault, type Stakes, sum } from "../table/state/bets";
import { matchingSplit } from "../table/state/select";
import { askCoach, type CoachWish, warnOf } from "./coach";
import * as texts from "./texts";

export interface Context {
  readonly view: View;
  readonly posted: PostedTable;
  readonly seconds: number | null; // on the clock
  readonly last: Stakes; // the previous round's bet
  readonly log: readonly string[]; // what happened, newest last
  readonly coach?: Coach | undefined;
}

export interface Reply {
  readonly say: string;
  readonly intent?: Intent;
  readonly coach?: CoachWish;
}

export type Command = (rest: string, context: Context) => Reply;

const say = (text: string): Reply => ({ say: text });

/** Questions. */
const QUESTIONS: Readonly<Record<string, Command>> = {
  help: () => say(HELP),
  now: (_, { view, posted }) => say(texts.nowText(view, posted).join(" ")),
  cards: (_, { view }) => say(texts.ownCards(view)),
  dealer: (_, { view }) => say(texts.dealerText(view)),
  board: (_, { view }) => say(texts.boardText(view)),
  pot: (_, { view }) => say(texts.potText(view)),
  turn: (_, { view }) => say(texts.turnText(view)),
  clock: (_, { view, seconds }) => say(texts.clockText(seconds, view)),
  chips: (_, { view }) => say(texts.chipsText(view)),
  bets: (_, { view, posted }) => say(texts.betsText(view, posted)),
  seats: (_, { view, posted }) => say(texts.seatsText(view, posted)),
  seat: (rest, { view, posted }) => {
    const found = view.seats.find((seat) => seat.seat === Number(rest) || seat.player.toLowerCase() === rest.toLowerCase());
    return say(found ? texts.seatText(found, view, posted) : `Nobody sits at seat ${rest || "that"}.`);
  },
  wagers: (_, { posted }) => say(texts.wagersText(posted)),
  pays: (rest, { posted }) => say(texts.paysText(posted, rest)),
  jackpots: (_, { view }) => say(texts.jackpotsText(view)),
  result: (_, { view, posted }) => say(texts.resultText(view, posted)),
  last: (_, { log }) => say(log.at(-1) ?? "Nothing has happened yet."),
  shuffle: (_, { view }) => say(texts.shuffleText(view)),
  rounds: () => say("Your earlier rounds, with their proofs, are listed under More, at the end of this page."),
  coach: askCoach,
  warn: warnOf,
  rules: (_, { posted }) => say(posted.how_to_play.replace(/[#*`]/g, "") || "No rules are posted."),
};

/** Acts. */
const ACTS: Readonly<Record<string, Command>> = {
  bet: bet,
  again: (_, context) => betStakes(again(context.posted.wagers, context.last), context, "There is no bet to repeat. Type bet, a wager and an amount."),
  remove: (rest, context) => seated(context, (own) => {
    const found = wagerAt(words(rest), context.posted);
    if (typeof found === "string") return say(found);
    const { [found.name]: taken, ...others } = own.bets;
    return taken === undefined ? say("There is no bet on that wager.") : betStakes(others, context, "");
  }),
  clear: (_, context) => seated(context, (own) => ({ say: "Bet taken back.", intent: { type: "bet", seat: own.seat, stakes: {} } })),
  deal: () => ({ say: "Ready.", intent: { type: "ready" } }),
  sit: sit,
  buy: buyMore,
  away: (_, context) => seated(context, ({ seat }) => ({ say: "You sit out from the next round on.", intent: { type: "away", seat } })),
  back: (rest, context) => seated(context, ({ seat }) => ({ say: "You are back.", intent: { type: "back", seat, post: rest === "post" } })),
  leave: (_, context) => seated(context, ({ seat }) => ({ say: "You leave at the end of the round, with all your chips.", intent: { type: "leave", seat } })),
};

const SHORT: Readonly<Record<string, string>> = {
  "?": "help", h: "help", n: "now", state: "now", s: "now", c: "cards", hand: "cards", d: "dealer", b: "board", p: "pot", pots: "pot",
  o: "turn", options: "turn", t: "clock", time: "clock", m: "chips", money: "chips", balance: "chips", players: "seats", limits: "wagers",
  pay: "pays", paytable: "pays", jackpot: "jackpots", j: "jackpots", r: "result", l: "last", log: "last", seal: "shuffle",
  advice: "coach", rebet: "again", ready: "deal", next: "deal", "sit-out": "away", "sit-in": "back",
};

export const HELP =
  "To ask: now, cards, dealer, board, pot, turn, clock, chips, bets, seats, seat 3, wagers, pays, jackpots, result, last, shuffle, rounds, rules. " +
  "The coach: coach, coach sitting, coach always, coach ask, coach off, warn any, warn never. " +
  "To bet: bet ante 5, again, remove ante, clear, deal. " +
  "In a round, type the name or number of an option, such as fold, raise 2x or 1; raise 8.50; discard 2c 9d, or discard none; split As Kd. " +
  "At the table: sit 3 100, buy 50, away, back, leave.";

export function answer(text: string, context: Context): Reply {
  const typed = text.trim().replace(/\s+/g, " ");
  if (typed === "") return say(texts.turnText(context.view));
  const chosen = option(typed, context);
  if (chosen !== null) return chosen;
  const [first = ""] = typed.toLowerCase().split(" ");
  const name = SHORT[first] ?? first;
  const command = own(QUESTIONS, name) ?? own(ACTS, name);
  if (command !== undefined) return command(typed.slice(first.length).trim(), context);
  return say(`Not a command here: ${typed}. Type help for a list.`);
}

function own<T>(from: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

// ---- the player's own turn

/** The option that was typed; null: none, so it may be a command. */
function option(typed: string, { view }: Context): Reply | null {
  const { turn } = view;
  if (turn === null || turn.seat !== view.seat || turn.options.length === 0) return null;
  const [first = "", ...rest] = typed.toLowerCase().split(" ");
  const act = (action: string, text: string): Reply => ({ say: text, intent: { type: "act", seat: turn.seat, action, version: turn.version } });

  const plain = turn.options.filter(({ kind }) => kind === "choice");
  const numbered = /^\d+$/.test(typed) ? turn.options.filter(({ kind }) => kind !== "split")[Number(typed) - 1] : undefined;
  if (numbered?.kind === "choice") return act(numbered.action, said(numbered));
  const exact = plain.find((one) => [one.action, one.name].some((name) => name.toLowerCase() === typed.toLowerCase()));
  if (exact !== undefined) return act(exact.action, said(exact));

  const sized = turn.options.find((one) => one.kind === "size" && one.action.toLowerCase() === first) ?? (numbered?.kind === "size" ? numbered : undefined);
  if (sized !== undefined) return size(sized, rest.join(" ").replace(/^to /, ""), act);
  const discard = turn.options.find((one) => one.kind === "discard" && [one.action.toLowerCase(), "discard", "keep"].includes(first));
  if (discard !== undefined) return throwAway(discard, first === "keep" && !rest.length ? "none" : typed.slice(first.length), view, act);
  if (first === "split" && turn.options.some(({ kind }) => kind === "split")) return split(turn.options, typed.slice(5), view, act);

  const alike = plain.filter((one) => one.name.toLowerCase().startsWith(typed.toLowerCase()));
  if (alike.length === 1 && !isQuestion(first)) return act(alike[0]!.action, said(alike[0]!));
  if (alike.length > 1 && !isQuestion(first)) return say(`Which one: ${texts.listed(alike.map((one) => one.name))}?`);
  return null;
}

/** `d` asks for the dealer, even if an option begins with it. */
function isQuestion(first: string): boolean {
  return own(QUESTIONS, SHORT[first] ?? first) !== undefined;
}

const said = (one: Option): string => texts.sentence(`${one.name}${one.cost > 0 ? `, ${dollars(one.cost)}` : ""}`);

type Act = (action: string, text: string) => Reply;

function size(one: Option, typed: string, act: Act): Reply {
  const cents = typed === "" && one.least === one.most ? one.least : parseDollars(typed);
  if (cents === null) return say(`Say how much: ${texts.optionText(one)}.`);
  if (cents < one.least || cents > one.most) {
    return say(`${dollars(cents)} is not possible: ${texts.optionText(one)}.`);
  }
  return act(`${one.action} ${dollars(cents)}`, `${one.name} ${dollars(cents)}.`);
}

function throwAway(one: Option, typed: string, view: View, act: Act): Reply {
  const hand = texts.mine(view)?.hands.flatMap(({ cards }) => cards) ?? [];
  const none = typed.trim().toLowerCase() === "none";
  if (typed.trim() === "") return say(`Which cards? ${texts.sentence(texts.optionText(one))} ${texts.ownCards(view)}`);
  const cards = none ? [] : cardsIn(typed, hand);
  if (typeof cards === "string") return say(cards);
  if (cards.length < one.least || cards.length > one.most) return say(`You can discard ${one.least} to ${one.most} cards, not ${cards.length}.`);
  const told = cards.length === 0 ? "You keep all cards." : `Discarded: ${texts.listed(cards.map(cardName))}.`;
  return act([one.action, ...cards].join(" "), told);
}

function split(options: readonly Option[], typed: string, view: View, act: Act): Reply {
  const hand = texts.mine(view)?.hands.flatMap(({ cards }) => cards) ?? [];
  const cards = cardsIn(typed, hand);
  if (typeof cards === "string") return say(cards);
  if (cards.length === 0) return say(`Name the cards of one hand, such as split ${hand.slice(0, 2).join(" ")}. ${texts.ownCards(view)}`);
  const places = cards.map((card) => hand.indexOf(card)).toSorted((a, b) => a - b);
  const found = matchingSplit(options, hand, places);
  if (found === null) return say("The cards cannot be split that way.");
  const told = found.hands.map((one) => texts.listed(one.map(cardName))).join("; and ");
  return act(found.action, `Split: ${told}.`);
}

/** Cards of the hand as typed, by name or position: `2c 9d`, `10d`, `#1 #3`. A string says what is wrong. */
function cardsIn(typed: string, hand: readonly (string | null)[]): string[] | string {
  const cards: string[] = [];
  for (const part of words(typed.replaceAll(",", " "))) {
    const place = /^#(\d)$/.exec(part);
    const name = place ? (hand[Number(place[1]) - 1] ?? "") : asCard(part);
    if (!hand.includes(name)) return `${part} is not one of your cards. Write a card like 9d or ac, or its position like #1.`;
    if (!cards.includes(name)) cards.push(name);
  }
  return cards;
}

function asCard(text: string): string {
  const found = /^(10|[2-9tjqka])([cdhs])$/i.exec(text);
  return found === null ? "" : `${found[1] === "10" ? "T" : found[1]!.toUpperCase()}${found[2]!.toLowerCase()}`;
}

const words = (text: string): string[] => text.split(" ").filter(Boolean);

// ---- bets

function seated(context: Context, then: (own: Seat) => Reply): Reply {
  const found = texts.mine(context.view);
  return found === undefined ? say("You have no seat at this table. Type sit, a seat and how much to buy in for, such as sit 3 100.") : then(found);
}

function bet(rest: string, context: Context): Reply {
  return seated(context, (seat) => {
    const { posted } = context;
    if (posted.kind === "poker") return say("At poker you bet on your turn.");
    if (rest === "") {
      if (sum(context.last) > 0) return betStakes(again(posted.wagers, context.last), context, "");
      return say(`Say what to bet, such as bet ${example(posted)}. ${texts.wagersText(posted)}`);
    }
    let stakes: Stakes = seat.bets;
    let left = words(rest);
    while (left.length > 0) {
      const found = wagerAt(left, posted);
      if (typeof found === "string") return say(found);
      const cents = found.fixed > 0 ? found.fixed : parseDollars(found.rest[0] ?? "");
      if (cents === null) return say(`How much on ${found.label}? Write an amount after it, such as bet ${found.label.toLowerCase()} 5.`);
      left = found.fixed > 0 && parseDollars(found.rest[0] ?? "") === null ? found.rest : found.rest.slice(1);
      stakes = { ...stakes, [found.name]: cents };
    }
    return betStakes(stakes, context, "");
  });
}

function example(posted: PostedTable): string {
  const first = bettable(posted.wagers).find((wager) => wager.required) ?? bettable(posted.wagers)[0];
  return first === undefined ? "" : `${first.label.toLowerCase()} ${first.least / 100}`;
}

interface Found {
  readonly name: string;
  readonly label: string;
  readonly fixed: number;
  readonly rest: string[];
}

/** The wager named at the start, by the longest matching name; a string says what is wrong. */
function wagerAt(typed: readonly string[], posted: PostedTable): Found | string {
  const open = bettable(posted.wagers);
  for (let count = Math.min(4, typed.length); count > 0; count--) {
    const name = typed.slice(0, count).join(" ").toLowerCase();
    const exact = open.filter((wager) => [wager.name, wager.label].some((one) => one.toLowerCase() === name));
    const alike = exact.length > 0 ? exact : open.filter((wager) => wager.label.toLowerCase().startsWith(name) || wager.name.toLowerCase().startsWith(name));
    const free = alike.filter((wager) => wager.equals === "");
    const [found, other] = free.length > 0 ? free : alike;
    if (found === undefined) continue;
    if (other !== undefined) return `Which wager: ${texts.listed(alike.map((wager) => texts.label(posted, wager.name)))}?`;
    return { name: found.name, label: texts.label(posted, found.name), fixed: found.fixed, rest: typed.slice(count) };
  }
  return `No wager is called ${typed[0] ?? ""}. There are ${texts.listed(open.map((wager) => texts.label(posted, wager.name)))}.`;
}

function betStakes(stakes: Stakes, context: Context, none: string): Reply {
  return seated(context, (seat) => {
    const { posted } = context;
    if (sum(stakes) === 0) return none ? say(none) : { say: "Bet taken back.", intent: { type: "bet", seat: seat.seat, stakes: {} } };
    const over = bettable(posted.wagers).find((wager) => wager.fixed === 0 && (stakes[wager.name] ?? 0) > wager.most);
    const under = bettable(posted.wagers).find((wager) => wager.fixed === 0 && (stakes[wager.name] ?? wager.least) < wager.least);
    if (over) return say(`${over.label}: at most ${dollars(over.most)}.`);
    if (under) return say(`${under.label}: at least ${dollars(under.least)}.`);
    const whole = complete(posted.wagers, stakes);
    const wrong = fault(posted.wagers, whole, seat.chips, dollars);
    if (wrong) return say(`Not bet: ${texts.sentence(wrong)}`);
    const told = Object.entries(whole).map(([wager, cents]) => `${texts.label(posted, wager)} ${dollars(cents)}`);
    const text = `Bet: ${texts.listed(told)}${told.length > 1 ? `, ${dollars(sum(whole))} in all` : ""}. Type deal when you are ready.`;
    return { say: text, intent: { type: "bet", seat: seat.seat, stakes: whole } };
  });
}

// ---- a seat

function sit(rest: string, { view, posted }: Context): Reply {
  if (view.seat !== null) return say(`You sit at seat ${view.seat} already. To buy chips, type buy and an amount.`);
  const [place = "", amount = ""] = words(rest);
  const seat = Number(place);
  const cents = parseDollars(amount);
  if (!Number.isInteger(seat) || seat < 1 || seat > posted.seats || cents === null) {
    return say(`Type sit, a seat from 1 to ${posted.seats}, and how much to buy in for: ${dollars(posted.buy_in_least)} to ${dollars(posted.buy_in_most)}.`);
  }
  if (view.seats.some((one) => one.seat === seat)) return say(`Seat ${seat} is taken.`);
  return buyIn(seat, cents, 0, view, posted);
}

function buyMore(rest: string, context: Context): Reply {
  return seated(context, (own) => {
    const cents = parseDollars(rest.replace(/^in /, ""));
    return cents === null ? say("Say how much, such as buy 50.") : buyIn(own.seat, cents, own.chips, context.view, context.posted);
  });
}

function buyIn(seat: number, cents: number, chips: number, view: View, posted: PostedTable): Reply {
  const { buy_in_least: least, buy_in_most: most } = posted;
  if (chips + cents < least) return say(`The table asks for at least ${dollars(least)}.`);
  if (chips + cents > most) return say(`The table takes at most ${dollars(most)}.`);
  if (view.balance !== null && cents > view.balance) return say(`You have ${dollars(view.balance)}.`);
  return { say: `Seat ${seat}: ${dollars(cents)} bought.`, intent: { type: "buy_in", seat, cents } };
}
