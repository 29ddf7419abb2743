// Texts for a seat, my turn or a settlement: short for the felt, full for screen readers.
import type { Hand, Happening, WagerResult, PostedTable, Seat, Turn, View } from "../../api/messages";
import { rankName, rankPlural } from "../../art/deck";
import { dollars, result as signed } from "../../lib/money";

export interface SeatWords {
  readonly status: string;
  readonly short: string; // in the strip, if no amount is beside it
  readonly amount: string;
  readonly out: boolean;
  readonly winner: boolean;
  readonly cards: readonly string[]; // shown down, if there is no room for them on the felt
  readonly spoken: string;
}

export function seatWords(seat: Seat, view: View, posted: PostedTable): SeatWords {
  const poker = posted.kind === "poker";
  const staked = Object.values(seat.wagers).reduce((a, b) => a + b, 0);
  const status = statusOf(seat, view, poker);
  const over = seat.net !== null && view.phase === "settled";
  const amount = over ? signed(seat.net ?? 0) : poker ? "" : staked > 0 ? dollars(staked) : "";
  return {
    status: poker && !seat.folded && !seat.away && !over ? [dollars(seat.chips), status].filter((s) => s !== "").join(" · ") : status,
    short: over ? signed(seat.net ?? 0) : status === "" ? (poker ? dollars(seat.chips) : amount) : status,
    amount,
    out: seat.folded || seat.away || seat.dead,
    winner: over && (seat.net ?? 0) > 0,
    cards: poker && over ? seat.hands.flatMap((hand) => hand.cards.filter((card) => card !== null)) : [],
    spoken: [`Seat ${seat.seat}, ${seat.player}`, status, amount, seat.button ? "has the button" : ""].filter((s) => s !== "").join(", "),
  };
}

function statusOf(seat: Seat, view: View, poker: boolean): string {
  if (seat.leaving) return "leaving";
  if (seat.away) return poker ? "sitting out" : "away";
  if (seat.folded) return "folded";
  if (view.phase === "settled" && seat.net !== null) return handWords(seat) || "played";
  if (view.phase === "playing") {
    if (view.turn?.seat === seat.seat) return "deciding";
    if (seat.did !== "") return seat.did;
    if (!seat.in_round) return "not in this round";
    return poker ? "" : handWords(seat) || "waiting";
  }
  if (view.phase === "words") return view.shuffle.waits_for_words.includes(seat.seat) ? "word to come" : "ready";
  if (view.phase === "betting" && !poker) return Object.keys(seat.bets).length > 0 ? "bet is in" : "betting";
  return poker && seat.owes.length > 0 ? `owes ${seat.owes.join(", ")}` : "";
}

/** What a seat's cards make (both hands of a split), or what was done with them. */
export function handWords(seat: Seat): string {
  if (seat.folded) return "folded";
  const made = seat.hands.map((hand) => briefly(hand.caption)).filter((text) => text !== "");
  return made.join(", ") || seat.did;
}

/** "4 won, 3 lost". */
export function tally(outcomes: readonly WagerResult[]): string {
  const won = outcomes.filter((one) => one.net > 0).length;
  const lost = outcomes.filter((one) => one.net < 0).length;
  const pushed = outcomes.length - won - lost;
  return [won > 0 && `${won} won`, lost > 0 && `${lost} lost`, pushed > 0 && `${pushed} pushed`].filter((s) => s !== false).join(", ");
}

/** A wager as printed: "aces baby" is "Aces Baby" on the felt. */
export function wagerLabel(posted: Pick<PostedTable, "wagers">, wager: string): string {
  return posted.wagers.find((one) => one.name === wager)?.label ?? wager.slice(0, 1).toUpperCase() + wager.slice(1);
}

/** "a king", "an eight": the dealer's only face-up card. */
export function upcardWords(dealer: Hand): string | null {
  const up = dealer.cards.filter((card) => card !== null);
  const [card] = up;
  if (card === undefined || up.length !== 1 || dealer.cards.length === 1) return null;
  const rank = rankName(card);
  return `${/^[ae]/.test(rank) ? "an" : "a"} ${rank}`;
}

/** An avatar without a picture. Bots are distinguished by their own names: "Bot Ann" is an A. */
export function initial(player: string): string {
  return player.replace(/^(Bot |Guest-)/, "").slice(0, 1).toUpperCase();
}

/** The question of a turn: "fold or raise?", with its subject if it has a name ("hand 1: play or fold?"). */
export function asks(turn: Turn): string {
  const verbs = [...new Set(turn.options.map((option) => (option.name.split(" ")[0] ?? "").toLowerCase()))];
  const question = verbs.join(", ").replace(/, ([^,]*)$/, " or $1") + "?";
  return turn.choice.includes(" ") ? `${turn.choice}: ${question}` : question;
}

/** A hand without its kickers, if space is short: "pair of fours (4 A K)" is a pair of fours. */
export function briefly(caption: string): string {
  return caption.replace(/ \([^)]*\)$/, "");
}

/** A hand's rank, then the ranks that break ties: "pair of tens (10 K 8)" is that with K 8. */
export function inParts(caption: string): readonly [words: string, others: string] {
  const [first = "", ...halves] = caption.split("; ");
  if (halves.length > 0) return [briefly(first), halves.join(", ").replaceAll(/[()]/g, "")];
  const ranks = / \(([^)]*)\)$/.exec(first)?.[1]?.split(" ") ?? [];
  const words = briefly(first);
  const others = ranks.filter((rank) => !words.includes(rankPlural(rank)));
  if (others.length === 0) return [words, ""];
  return [words, `${others.length === ranks.length ? "plays" : "with"} ${others.join(" ")}`];
}

/** Lines for the log; turns and results of wagers are shown elsewhere. */
export function logged(happened: readonly Happening[]): readonly string[] {
  return happened.filter(({ about }) => about === "table" || about === "play").map(({ text }) => text);
}

export function sentence(text: string): string {
  return text === "" ? "" : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "You win $53". */
export function outcomeWords(net: number | null): string {
  if (net === null || net === 0) return "Settled";
  return net > 0 ? `You win ${dollars(net)}` : `You lose ${dollars(-net)}`;
}

/** What the table waits for while there is nothing to decide: a short text and a detail. */
export function waitWords(posted: PostedTable, view: View, me: Seat | null): readonly [string, string] {
  switch (view.phase) {
    case "playing":
      return playWords(view);
    case "words":
      return ["Shuffling", "The players’ words are opened"];
    case "settled":
      return [outcomeWords(me?.net ?? null), posted.kind === "poker" ? "The next hand comes soon" : "The next round comes soon"];
    default:
      if (posted.kind === "banked") return ["Waiting", me?.in_round === false && view.round > 0 ? "You are in from the next round" : ""];
      return view.seats.filter((seat) => !seat.away).length < 2 ? ["Waiting for players", "A hand needs two"] : ["The next hand", "is about to be dealt"];
  }
}

function playWords({ turn, seat, seats, street }: View): readonly [string, string] {
  if (turn === null) return ["The dealer plays", street];
  if (turn.seat === seat) return ["Sent", "Waiting for the table"];
  const acting = seats.find((one) => one.seat === turn.seat)?.player ?? "";
  return [`${acting} decides`, [/\d$/.test(turn.choice) ? `on ${turn.choice}` : `on the ${turn.choice}`, street].filter((text) => text !== "").join(" · ")];
}
