/** fair.py's shuffle: the same stream, the same choices, the same order. */
import { Fault, joined, sha256, utf8 } from "./bytes";
import { shake256 } from "./shake256";

export const MOST_DECKS = 8;
export const CARD_NAMES: readonly string[] = [..."cdhs"].flatMap((suit) =>
  [..."23456789TJQKA"].map((rank) => rank + suit),
);

/** The player and their word. */
export type Pair = readonly [string, string];

export function checkSecret(decks: number, secret: Uint8Array): void {
  if (!(decks >= 1 && decks <= MOST_DECKS)) {
    throw new Fault(`decks must be from 1 to ${MOST_DECKS}, not ${decks}`);
  }
  const size = 2 * 52 * decks + 64;
  if (secret.length !== size) {
    throw new Fault(`secret must be ${size} bytes for decks = ${decks}, not ${secret.length}`);
  }
}

/** The hex digest that the house publishes before the bets. */
export async function commitment(decks: number, secret: Uint8Array): Promise<string> {
  checkSecret(decks, secret);
  return sha256(joined("croupier 1 commitment", Uint8Array.of(decks), secret));
}

/** What the secret is mixed with. */
export function pad(words: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  return shake256(joined("croupier 1 pad", ...words), size);
}

/** The whole shoe in the order of dealing: element 0 is dealt first. */
export function shuffled(decks: number, secret: Uint8Array, entropy: readonly Pair[] = []): number[] {
  checkSecret(decks, secret);
  const draws = numbers(secret, entropy.flat().map(utf8));
  const order = Array.from({ length: 52 * decks }, (_, place) => place % 52);
  for (let n = order.length; n > 1; n--) {
    const choice = chosen(n, draws);
    [order[n - 1], order[choice]] = [order[choice]!, order[n - 1]!];
  }
  return order;
}

/** One of 0 .. n - 1, each equally likely: numbers past the last whole multiple are skipped. */
function chosen(n: number, draws: Iterator<number, never>): number {
  for (;;) {
    const draw = draws.next().value;
    if (draw < 65536 - (65536 % n)) return draw % n;
  }
}

function* numbers(secret: Uint8Array, words: readonly Uint8Array[]): Generator<number, never> {
  for (const block of blocks(secret, words)) {
    const view = new DataView(block.buffer);
    for (let at = 0; at < block.length; at += 2) yield view.getUint16(at);
  }
  throw new Error("the blocks never end");
}

function* blocks(secret: Uint8Array, words: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>> {
  yield pad(words, secret.length).map((byte, at) => byte ^ secret[at]!);
  for (let count = 0; ; count++) {
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setUint32(4, count);
    yield shake256(joined("croupier 1 more", secret, counter, ...words), secret.length);
  }
}
