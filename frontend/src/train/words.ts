/** The two hands of a split, "Ah Ad / 4c 4h"; null for any other choice. */
export function splitOf(action: string): readonly (readonly string[])[] | null {
  const hands = action.split(" / ").map((hand) => hand.split(" "));
  return hands.length > 1 && hands.flat().every((card) => /^[2-9TJQKA][cdhs]$/.test(card)) ? hands : null;
}
