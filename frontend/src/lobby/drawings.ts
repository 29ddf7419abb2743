/** The hand that a card of the lobby shows of a game, as the game's layout has it. */

export interface DrawnCard {
  readonly card: string | null;
  readonly mark: "" | "made" | "out" | "offer";
}

export type DrawnHand = readonly DrawnCard[];

/** `Ts*` counts, `6c-` does not, `Kd+` is on offer, `?` is face down; `/` separates two hands. */
export function drawn(text: string): readonly DrawnHand[] {
  return text.split("/").map((hand) => hand.trim().split(" ").filter((card) => card !== "").map(drawnCard));
}

function drawnCard(text: string): DrawnCard {
  const card = text.startsWith("?") ? null : text.slice(0, 2);
  const marks = { "*": "made", "-": "out", "+": "offer" } as const;
  return { card, mark: marks[text.slice(-1) as keyof typeof marks] ?? "" };
}
