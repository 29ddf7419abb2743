/** How the server's figures are written. */

/** How long: the two largest units, rounded down. */
export function lasted(seconds: number): string {
  const units: readonly (readonly [string, number])[] = [["d", 86_400], ["h", 3_600], ["min", 60], ["s", 1]];
  const first = Math.max(0, units.findIndex(([, size]) => seconds >= size));
  if (seconds < 1) return "0 s";
  let left = seconds;
  return units
    .slice(first, first + 2)
    .map(([unit, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return count > 0 ? `${count} ${unit}` : "";
    })
    .filter((part) => part !== "")
    .join(" ");
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576).toLocaleString("en-US")} MB`;

export const whole = (count: number): string => count.toLocaleString("en-US");

/** Why no visitors should be sent here. */
export const REASONS: Readonly<Record<string, string>> = {
  starting: "the room has not begun yet",
  stopping: "it was asked to stop",
  owner: "the room's owner does not answer",
  books: "the database does not answer, or takes no acts",
};
