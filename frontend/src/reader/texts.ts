/** A table in sentences, for screen readers. Everything that the felt shows is here. */
import type { Hand, Option, PostedTable, Seat, View } from "../api/messages";
import { cardName } from "../art/deck";
import { dollars } from "../lib/money";

export const mine = (view: View): Seat | undefined => view.seats.find((seat) => seat.seat === view.seat);

/** "a, b and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function sentence(text: string): string {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1);
  return whole === "" || /[.!?:]$/.test(whole) ? whole : `${whole}.`;
}

/** Symbols that screen readers skip, as words. */
export function audible(text: string): string {
  return text.replaceAll("\u2212$", "minus $").replaceAll("+$", "plus $");
}

/** The printed name; the wager's own name if two spots have the same print. */
export function label(posted: PostedTable, wager: string): string {
  const printed = posted.wagers.find((one) => one.name === wager)?.label;
  const alone = posted.wagers.filter((one) => one.label === printed).length === 1;
  return printed !== undefined && alone ? printed : wager;
}

export function cardsText(cards: readonly (string | null)[]): string {
  const seen = cards.filter((card) => card !== null).map(cardName);
  const down = cards.length - seen.length;
  if (down === 0) return listed(seen);
  const hidden = `${down} face down`;
  return seen.length === 0 ? hidden : `${listed(seen)}, and ${hidden}`;
}

function handText(hand: Hand): string {
  return `${cardsText(hand.cards)}${hand.caption ? `: ${hand.caption}` : ""}`;
}

export function ownCards(view: View): string {
  const own = mine(view);
  if (own === undefined) return "You have no seat at this table.";
  if (own.hands.length === 0) return own.folded ? "You folded." : "You have no cards.";
  const several = own.hands.length > 1;
  return own.hands.map((hand) => sentence(`${handName(hand, several)} ${handText(hand)}`)).join(" ");
}

function handName(hand: Hand, several: boolean): string {
  if (hand.id === "offer") return "On offer:";
  return several && hand.id !== "hand" ? `Your ${hand.id} hand:` : "You have";
}

export function dealerText(view: View): string {
  if (view.dealer === null) return "There is no dealer's hand.";
  return sentence(`The dealer has ${handText(view.dealer)}`);
}

export function boardText(view: View): string {
  if (view.board === null) return "This game has no board.";
  const street = view.street ? `${view.street}. ` : "";
  return view.board.cards.length === 0 ? `${street}The board is empty.` : sentence(`${street}The board is ${handText(view.board)}`);
}

export function potText(view: View): string {
  if (view.pots.length === 0) return "There is no pot.";
  return sentence(listed(view.pots.map((pot) => `${pot.name} ${dollars(pot.cents)}`)));
}

function stakesText(posted: PostedTable, stakes: Readonly<Record<string, number>>): string {
  return listed(Object.entries(stakes).map(([wager, cents]) => `${label(posted, wager)} ${dollars(cents)}`));
}

export function betsText(view: View, posted: PostedTable): string {
  const own = mine(view);
  if (own === undefined) return "You have no seat at this table.";
  const [felt, next] = [stakesText(posted, own.wagers), stakesText(posted, own.bets)];
  const parts = [felt && `On the felt: ${felt}`, next && `For the next deal: ${next}`].filter(Boolean);
  return parts.length === 0 ? "You have no bet." : parts.map(sentence).join(" ");
}

export function chipsText(view: View): string {
  const own = mine(view);
  const balance = view.balance === null ? "" : ` Off the table you have ${dollars(view.balance)}.`;
  return own === undefined ? `You have no seat at this table.${balance}` : `Your chips: ${dollars(own.chips)}.${balance}`;
}

export function seatText(seat: Seat, view: View, posted: PostedTable): string {
  const staked = stakesText(posted, seat.wagers);
  const parts = [
    `Seat ${seat.seat}, ${seat.player}${seat.seat === view.seat ? ", you" : ""}`,
    `${dollars(seat.chips)} in chips`,
    seat.button && "has the button",
    seat.away && (posted.kind === "poker" ? "sits out" : "away"),
    seat.leaving && "leaving after this round",
    seat.owes.length > 0 && `owes the ${listed(seat.owes)}`,
    staked && `bets ${staked}`,
    seat.folded ? "folded" : seat.did,
    seat.dead && "hand is dead",
    view.turn?.seat === seat.seat && "to act now",
    seat.seat !== view.seat && seat.hands.length > 0 && `cards: ${seat.hands.map(handText).join("; ")}`,
    seat.net !== null && `result ${spoken(seat.net)}`,
  ];
  return sentence(parts.filter((part) => typeof part === "string" && part !== "").join(", "));
}

export function seatsText(view: View, posted: PostedTable): string {
  const taken = new Set(view.seats.map((seat) => seat.seat));
  const free = Array.from({ length: posted.seats }, (_, place) => place + 1).filter((seat) => !taken.has(seat));
  const open = free.length === 0 ? "All seats are taken." : `Free: ${free.length === 1 ? "seat" : "seats"} ${listed(free.map(String))}.`;
  return [...view.seats.map((seat) => seatText(seat, view, posted)), open].join(" ");
}

/** A result as spoken: screen readers often skip a minus sign. */
export function spoken(cents: number): string {
  if (cents === 0) return "even";
  return cents > 0 ? `won ${dollars(cents)}` : `lost ${dollars(-cents)}`;
}

export function resultText(view: View, posted: PostedTable): string {
  const own = mine(view);
  if (own === undefined || own.outcomes.length === 0) return "No wager of yours is settled in this round.";
  const lines = own.outcomes.map((one) => {
    const waits = one.waits ? ", waits for a supervisor" : "";
    const why = [one.reason, one.rule].filter(Boolean).join(", ");
    return sentence(`${label(posted, one.wager)} ${one.net === 0 ? "pushed" : spoken(one.net)}${waits}: ${why}`);
  });
  return [own.net === null ? "" : `In all you ${own.net === 0 ? "came out even" : spoken(own.net)}.`, ...lines].filter(Boolean).join(" ");
}

/** One option, as typed. */
export function optionText(option: Option): string {
  const note = option.note ? `, ${option.note}` : "";
  switch (option.kind) {
    case "size":
      return option.least === option.most
        ? `${option.action}${option.action === "raise" ? " to" : ""} ${dollars(option.least)}${note}`
        : `${option.action} with an amount from ${dollars(option.least)} to ${dollars(option.most)}${note}`;
    case "discard":
      return `${option.action} with up to ${option.most} cards, or none${note}`;
    case "split":
      return `split with the cards of one hand: ${option.hands.map((hand) => hand.join(" ")).join(" and ")}`;
    case "choice":
      return `${option.name}${option.cost > 0 ? ` for ${dollars(option.cost)}` : ""}${option.loses > 0 ? `, which loses ${dollars(option.loses)}` : ""}${note}`;
  }
}

export function turnText(view: View): string {
  const { turn } = view;
  if (turn === null) return phaseText(view);
  if (turn.seat !== view.seat) {
    const player = view.seats.find((seat) => seat.seat === turn.seat)?.player ?? "";
    return sentence(`It is the turn of seat ${turn.seat}${player ? `, ${player}` : ""}: ${turn.choice}`);
  }
  const splits = turn.options.filter((option) => option.kind === "split");
  const others = turn.options.filter((option) => option.kind !== "split");
  const ways = splits.length > 0 ? [`split with the cards of one hand, such as split ${splits[0]!.hands[0]?.join(" ") ?? ""}`] : [];
  const otherwise = turn.otherwise ? ` If the time runs out: ${turn.otherwise}.` : "";
  return `Your turn: ${turn.choice}. You can ${orListed([...ways, ...others.map(optionText)])}.${otherwise}`;
}

function orListed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join("; ")}; or ${parts.at(-1)}`;
}

function phaseText(view: View): string {
  switch (view.phase) {
    case "open":
      return "The table waits for players.";
    case "betting":
      return "Bets are open.";
    case "words":
      return "Bets are closed. The players' words for the shuffle are being opened.";
    case "playing":
      return "The round is in play.";
    case "settled":
      return "The round is settled.";
  }
}

export function clockText(seconds: number | null, view: View): string {
  if (seconds === null || view.clock === null) return "No clock is running.";
  const what = { bets: "to bet", words: "for the words", turn: "for this turn", "next round": "to the next round" };
  return `${seconds} second${seconds === 1 ? "" : "s"} ${what[view.clock.waits_for]}.`;
}

export function wagersText(posted: PostedTable): string {
  if (posted.wagers.length === 0) return `Stakes: ${posted.stakes}.`;
  const lines = posted.wagers.map((wager) => {
    const limits = wager.fixed > 0 ? `always ${dollars(wager.fixed)}` : `${dollars(wager.least)} to ${dollars(wager.most)}`;
    const more = [
      wager.required && "required",
      wager.alone && "may be bet alone",
      wager.in_play && "made during the round",
      wager.equals && `equal to ${label(posted, wager.equals)}`,
      wager.at_least && `at least ${label(posted, wager.at_least)}`,
    ].filter((part) => typeof part === "string" && part !== "");
    return sentence(`${label(posted, wager.name)}: ${[limits, ...more].join(", ")}`);
  });
  return lines.join(" ");
}

export function paysText(posted: PostedTable, about: string): string {
  const wanted = about.toLowerCase();
  const tables = posted.paytables.filter(
    (table) => !wanted || [table.name, table.id, ...table.wagers].some((name) => name.toLowerCase().includes(wanted)),
  );
  if (tables.length === 0) return wanted ? `No paytable is called ${about}.` : "This table has no paytables.";
  return tables.map((table) => `${table.name}: ${table.rows.map((row) => `${row.hand} ${row.pays}`).join(", ")}.`).join(" ");
}

export function jackpotsText(view: View): string {
  if (view.meters.length === 0) return "This table has no jackpot.";
  return view.meters.map((meter) => [`${meter.name}: ${dollars(meter.cents)}.`, ...meter.notices].join(" ")).join(" ");
}

export function shuffleText(view: View): string {
  const { commitment, takes_words, waits_for_words } = view.shuffle;
  const words = waits_for_words.length > 0 ? ` Words of seat ${listed(waits_for_words.map(String))} are still to be opened.` : "";
  return `The house has committed to its shuffle: ${commitment.match(/.{1,4}/g)?.join(" ") ?? "none"}.${takes_words ? " A bet adds your word to it." : ""}${words}`;
}

/** Everything, in the order that a player wants. */
export function nowText(view: View, posted: PostedTable): string[] {
  const own = mine(view);
  return [
    view.round === 0 ? phaseText(view) : `Round ${view.round}. ${phaseText(view)}`,
    turnText(view),
    own && own.hands.length > 0 ? ownCards(view) : "",
    view.dealer === null ? "" : dealerText(view),
    view.board === null ? "" : boardText(view),
    view.pots.length === 0 ? "" : potText(view),
    own ? betsText(view, posted) : "",
    own && own.outcomes.length > 0 ? resultText(view, posted) : "",
    chipsText(view),
  ].filter((text, place, all) => text !== "" && all.indexOf(text) === place && !(place === 1 && text === phaseText(view)));
}

