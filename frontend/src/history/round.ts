/** A round of the past, fetched and checked. */
import * as http from "../api/http";
import { ownWord } from "../lib/words";
import { type Proof, prove, sealedWord } from "./proof";
import { type Receipt, readReceipt, Unreadable } from "./receipt";

export interface Round {
  readonly text: string; // as the server wrote it
  readonly receipt: Receipt;
  readonly proof: Proof | null; // null: not available yet
  readonly sealed: string; // what is known of a sealed round
}

/** Fetches one of the player's rounds and checks its shuffle. */
export async function roundOf(table: string, number: number): Promise<Round> {
  const text = await http.receiptText(table, number);
  const { record, receipt } = readReceipt(text);
  if (receipt.table !== table || receipt.round !== number) throw new Unreadable("This is the record of another round.");
  const { seat, player, commitment } = receipt;
  const own = ownWord(table, commitment, seat);
  const seen = receipt.cards.flatMap(({ cards }) => cards.filter((card) => card !== null));
  const known = { seat, own: own?.player === player ? own : null, seen };
  const proof = receipt.waits === "" ? await prove(record, known) : null;
  return { text, receipt, proof, sealed: proof === null ? sealedWord(record, known) : "" };
}
