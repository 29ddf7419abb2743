/** Two Python functions that fair.py's messages depend on. */

/** str.split() without arguments. */
export function split(text: string): string[] {
  return text.split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/).filter(Boolean);
}

/** ascii(text): in quotes, with everything but printable ASCII escaped. */
export function ascii(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const named: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };
  named[quote] = `\\${quote}`;
  return quote + [...text].map((one) => named[one] ?? escaped(one)).join("") + quote;
}

function escaped(one: string): string {
  const code = one.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return one;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
