/** Amounts in words, as on a check, so that a typing mistake is noticed in time. */

const SMALL = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
  "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const LARGE = [[1_000_000_000, "billion"], [1_000_000, "million"], [1_000, "thousand"]] as const;

/** `two hundred dollars and fifty cents`. */
export function spelled(cents: number): string {
  const whole = Math.floor(cents / 100);
  const rest = cents % 100;
  const dollars = `${words(whole)} ${whole === 1 ? "dollar" : "dollars"}`;
  const more = `${words(rest)} ${rest === 1 ? "cent" : "cents"}`;
  if (rest === 0) return dollars;
  return whole === 0 ? more : `${dollars} and ${more}`;
}

function words(number: number): string {
  for (const [size, name] of LARGE) {
    if (number >= size) return joined(`${words(Math.floor(number / size))} ${name}`, " ", number % size);
  }
  if (number >= 100) return joined(`${SMALL[Math.floor(number / 100)]} hundred`, " ", number % 100);
  if (number >= 20) return joined(TENS[Math.floor(number / 10)] ?? "", "-", number % 10);
  return SMALL[number] ?? "";
}

const joined = (text: string, sign: string, rest: number): string => (rest === 0 ? text : `${text}${sign}${words(rest)}`);
