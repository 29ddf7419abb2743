// What moves between two views: computed from their difference, never scripted for a game.
// Times are those of tokens.css, in milliseconds.
import type { Hand, View } from "../../api/messages";

export const TIMES = { card: 260, turn: 280, chips: 320, stagger: 75, beat: 420 } as const;
const LONGEST_DEAL = 1500; // nine seats must not take half a minute to deal to
const LONGEST_SETTLEMENT = 2600;

export interface CardMove {
  readonly kind: "deal" | "turn" | "move";
  readonly delay: number;
  readonly from?: string; // of a move: the card's previous place
}

export interface Moves {
  readonly cards: ReadonlyMap<string, CardMove>; // by place
  readonly chips: ReadonlyMap<string, number>; // by stake: the delay
  readonly outcomes: ReadonlyMap<string, number>; // by stake: the delay
  readonly length: number; // until everything is at rest
}

export const STILL: Moves = { cards: new Map(), chips: new Map(), outcomes: new Map(), length: 0 };

/** A card's position: at a seat (its number), the "dealer" or the "board". */
export function placeOf(owner: string, hand: string, index: number): string {
  return `${owner}/${hand}/${index}`;
}

/** A seat's stake, or its result. */
export function stakeOf(seat: number, wager: string): string {
  return `${seat}/${wager}`;
}

interface Laid {
  readonly owner: string;
  readonly place: string;
  readonly order: number; // the order of the deal: one card to each seat, then the dealer, then the board
  readonly card: string | null;
}

export function difference(before: View | null, after: View): Moves {
  if (before === null) return STILL;
  const known = before.round === after.round ? before : null;
  const lay = laid(after);
  const lain = new Map((known === null ? [] : laid(known)).map((one) => [one.place, one]));
  const dealt: Laid[] = [];
  const turned: Laid[] = [];
  const cards = new Map<string, CardMove>();

  const gone = movable(lain, lay);
  for (const one of lay) {
    const old = lain.get(one.place);
    if (old !== undefined && old.card === one.card) continue;
    const from = one.card === null ? undefined : gone.get(`${one.owner}:${one.card}`)?.shift();
    if (from !== undefined) cards.set(one.place, { kind: "move", delay: 0, from });
    else if (old !== undefined && old.card === null) turned.push(one);
    else dealt.push(one);
  }

  let clock = 0;
  const stagger = Math.min(TIMES.stagger, LONGEST_DEAL / Math.max(1, dealt.length));
  for (const one of dealt.toSorted((a, b) => a.order - b.order)) {
    cards.set(one.place, { kind: "deal", delay: clock });
    clock += stagger;
  }
  if (dealt.length > 0) clock += TIMES.card;
  else if (cards.size > 0) clock = TIMES.card;
  for (const [i, one] of turned.entries()) {
    cards.set(one.place, { kind: "turn", delay: clock + i * TIMES.stagger });
  }
  if (turned.length > 0) clock += (turned.length - 1) * TIMES.stagger + TIMES.turn;

  const chips = new Map<string, number>();
  for (const seat of after.seats) {
    const made = known?.seats.find((one) => one.seat === seat.seat)?.wagers ?? {};
    for (const [wager, cents] of Object.entries(seat.wagers)) {
      if (cents > (made[wager] ?? 0)) chips.set(stakeOf(seat.seat, wager), 0);
    }
  }
  if (chips.size > 0) clock = Math.max(clock, TIMES.chips);

  const outcomes = settled(known, after, clock);
  const last = Math.max(0, ...outcomes.values());
  return { cards, chips, outcomes, length: outcomes.size > 0 ? last + TIMES.beat : clock };
}

/** New outcomes in the order they were settled: mine with a pause after each, other seats' quickly. */
function settled(before: View | null, after: View, start: number): ReadonlyMap<string, number> {
  const known = new Set((before?.seats ?? []).flatMap((seat) => seat.outcomes.map((one) => stakeOf(seat.seat, one.wager))));
  const fresh = new Set(after.seats.flatMap((seat) => seat.outcomes.map((one) => stakeOf(seat.seat, one.wager)).filter((stake) => !known.has(stake))));
  const told = after.settled.map(([seat, wager]) => stakeOf(seat, wager)).filter((stake) => fresh.has(stake));
  const order = [...new Set([...told, ...fresh])];
  const mine = order.filter((stake) => stake.startsWith(`${after.seat}/`)).length;
  const beat = Math.min(TIMES.beat, LONGEST_SETTLEMENT / Math.max(1, mine));
  const others = Math.min(TIMES.stagger, LONGEST_SETTLEMENT / Math.max(1, order.length - mine));
  const outcomes = new Map<string, number>();
  let clock = start;
  for (const stake of order) {
    outcomes.set(stake, clock);
    clock += stake.startsWith(`${after.seat}/`) ? beat : others;
  }
  return outcomes;
}

function laid(view: View): readonly Laid[] {
  const all: Laid[] = [];
  const lay = (owner: string, hand: Hand, order: (index: number) => number): void => {
    for (const [index, card] of hand.cards.entries()) {
      all.push({ owner, place: placeOf(owner, hand.id, index), order: order(index), card });
    }
  };
  for (const seat of view.seats) {
    for (const hand of seat.hands) lay(String(seat.seat), hand, (index) => index * 100 + seat.seat);
  }
  if (view.dealer !== null) lay("dealer", view.dealer, (index) => 10_000 + index);
  if (view.board !== null) lay("board", view.board, (index) => 20_000 + index);
  return all;
}

/** Cards that left their place, by owner and face, with their old position: they may reappear elsewhere. */
function movable(lain: ReadonlyMap<string, Laid>, lay: readonly Laid[]): ReadonlyMap<string, string[]> {
  const now = new Map(lay.map((one) => [one.place, one.card]));
  const gone = new Map<string, string[]>();
  for (const one of lain.values()) {
    if (one.card === null || now.get(one.place) === one.card) continue;
    const key = `${one.owner}:${one.card}`;
    gone.set(key, [...(gone.get(key) ?? []), one.place]);
  }
  return gone;
}
