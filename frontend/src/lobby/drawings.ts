/** What a lobby card shows for a game: a line of text and a hand. A game without an entry shows its name. */

export interface DrawnCard {
  readonly card: string | null;
  readonly mark: "" | "made" | "out" | "offer";
}

export interface Drawing {
  readonly line: string;
  readonly hands: readonly (readonly DrawnCard[])[];
  readonly others: number; // minimum: poker cannot be played alone
}

/** `Ts*` counts, `6c-` does not, `Kd+` is on offer, `?` is face down; `/` separates two hands. */
function drawn(line: string, cards: string, others = 0): Drawing {
  const hands = cards.split("/").map((hand) => hand.trim().split(" ").map(drawnCard));
  return { line, hands, others };
}

function drawnCard(text: string): DrawnCard {
  const card = text.startsWith("?") ? null : text.slice(0, 2);
  const marks = { "*": "made", "-": "out", "+": "offer" } as const;
  return { card, mark: marks[text.slice(-1) as keyof typeof marks] ?? "" };
}

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  "ultimate-4-card-buyout": drawn("Score more points than the dealer. Buy a third card, and a fourth.", "Kh Qh 9h+"),
  "4-card-buyout": drawn("Points from pairs and suits, with six decks in the shoe.", "Ad Ad Kd Kd+"),
  "4-card-split-v1": drawn("Split four cards into two hands and beat the dealer with each.", "Js Jd / 8h 9h"),
  "4-card-split-v2": drawn("Two hands from four cards, the blind paid before you decide.", "Ac Kc / 7d 7s"),
  "four-card-prime": drawn("Your best four of five against the dealer's best four of six.", "7c* 7s* 7h* Qs* 2d-"),
  "five-card-hold-out": drawn("Poker with five cards of your own: throw some away, bet on the rest.", "As Ks Ts 4d- 2c-", 1),
};

export function drawingOf(game: string, title: string): Drawing {
  return DRAWINGS[game] ?? drawn(title, "? ?");
}
