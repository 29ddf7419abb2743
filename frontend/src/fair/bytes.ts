/** Bytes as fair.py joins them, and SHA-256 by the browser's own code. */

const utf8Encoder = new TextEncoder();

/** What is wrong with a record, in fair.py's words. */
export class Fault extends Error {
  override readonly name = "Fault";
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  if (/\p{Surrogate}/u.test(text)) throw new Fault("a word holds half a surrogate pair, not valid Unicode");
  return utf8Encoder.encode(text);
}

/** Each part carries its length, so that no two lists of parts join to the same bytes. */
export function joined(label: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = [utf8(label), ...parts];
  const whole = new Uint8Array(all.reduce((sum, part) => sum + 8 + part.length, 0));
  const numbers = new DataView(whole.buffer);
  let at = 0;
  for (const part of all) {
    numbers.setUint32(at + 4, part.length);
    whole.set(part, at + 8);
    at += 8 + part.length;
  }
  return whole;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(name: string, value: unknown): Uint8Array<ArrayBuffer> {
  if (typeof value !== "string" || !/^([0-9a-fA-F]{2})+$/.test(value)) {
    throw new Fault(`${name} must be text of hex digits, two for each byte`);
  }
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
