// A key for every choice: a digit in its name, or else the first letter that is still free.
import type { Option } from "../../api/messages";

export function keysFor(options: readonly Option[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken.map((key) => key.toLowerCase()));
  return options.map((option) => {
    const letters = option.name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
    const digit = /\d/.exec(letters)?.[0];
    const key = [digit, ...letters].find((one) => one !== undefined && !used.has(one)) ?? "";
    used.add(key);
    return key;
  });
}

/** The color of each choice: one for giving up, one for going on, and up to three for putting chips in. */
export function tonesFor(options: readonly Option[]): readonly string[] {
  let going = 0;
  return options.map((option) => (option.tone === "go" ? `go${Math.min(3, ++going)}` : option.tone));
}
