// Selecting cards by tap, for splits and discards. Places are positions in the hand as displayed.
import type { Option, Turn } from "../../api/messages";

export type Picked = readonly number[]; // places, in order

/** Cards of my hand that can be selected, for one of two hands or for a discard. */
export interface Picking {
  readonly kind: "split" | "discard";
  readonly picked: Picked;
  /** The two hands of the split given by the selected cards. */
  readonly groups: readonly [Picked, Picked] | null;
  readonly onpick: (place: number) => void;
}

/** The selection for a turn; null if it asks for no cards. */
export function pickingFor(turn: Turn, cards: readonly (string | null)[], picked: Picked, onpicked: (picked: Picked) => void): Picking | null {
  const onpick = (place: number): void => {
    const now = toggle(picked, place);
    onpicked(now.length === cards.length && !discards ? [] : now); // all cards in one hand is not a split
  };
  const discards = turn.options.some((option) => option.kind === "discard");
  if (discards) return { kind: "discard", picked, groups: null, onpick };
  if (!turn.options.some((option) => option.kind === "split")) return null;
  const split = matchingSplit(turn.options, cards, picked);
  if (split === null) return { kind: "split", picked, groups: null, onpick };
  const first = placesOf(split, cards);
  const second = cards.map((_, place) => place).filter((place) => !first.includes(place));
  return { kind: "split", picked, groups: [first, second], onpick };
}

export function toggle(picked: Picked, place: number): Picked {
  return picked.includes(place) ? picked.filter((one) => one !== place) : [...picked, place].toSorted((a, b) => a - b);
}

/** The split given by the selected cards: they are either of its two hands. */
export function matchingSplit(options: readonly Option[], cards: readonly (string | null)[], picked: Picked): Option | null {
  if (picked.length === 0 || picked.length === cards.length) return null;
  const chosen = sorted(picked.map((place) => cards[place] ?? ""));
  const splits = options.filter((option) => option.kind === "split");
  return splits.find((option) => option.hands.some((hand) => sorted(hand) === chosen)) ?? null;
}

/** The places of a split's first hand among the cards; a card that appears twice is taken once. */
export function placesOf(option: Option, cards: readonly (string | null)[], hand = 0): Picked {
  const wanted = [...(option.hands[hand] ?? [])];
  return cards.flatMap((card, place) => {
    const found = card === null ? -1 : wanted.indexOf(card);
    if (found < 0) return [];
    wanted.splice(found, 1);
    return [place];
  });
}

/** The next way to split, for players who prefer to cycle through them. */
export function nextSplit(options: readonly Option[], current: Option | null, step = 1): Option | null {
  const splits = options.filter((option) => option.kind === "split");
  if (splits.length === 0) return null;
  const at = current === null ? (step > 0 ? -1 : 0) : splits.indexOf(current);
  return splits[(at + step + splits.length) % splits.length] ?? null;
}

/** A discard as sent: the action, then the cards. */
export function discardAction(option: Option, cards: readonly (string | null)[], picked: Picked): string {
  return [option.action, ...picked.map((place) => cards[place] ?? "")].join(" ").trim();
}

function sorted(cards: readonly string[]): string {
  return cards.toSorted().join(" ");
}
