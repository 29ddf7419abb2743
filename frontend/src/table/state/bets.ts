// Bets before the deal: what a tap on a spot does to the stakes. No DOM, no server.
import type { WagerInfo } from "../../api/messages";

export type Stakes = Readonly<Record<string, number>>; // cents by wager; without zeros

const CHIPS = [100, 500, 2500, 10_000, 50_000]; // cents

/** Wagers that may be made before the deal. */
export function bettable(wagers: readonly WagerInfo[]): readonly WagerInfo[] {
  return wagers.filter((wager) => !wager.in_play);
}

/** The chips worth having in the tray: none larger than the largest bet, and always one. */
export function trayChips(wagers: readonly WagerInfo[]): readonly number[] {
  const most = Math.max(0, ...bettable(wagers).map((wager) => (wager.fixed > 0 ? 0 : wager.most)));
  const chips = CHIPS.filter((chip) => chip <= most);
  return chips.length > 0 ? chips : CHIPS.slice(0, 1);
}

/** The chip selected at first: the largest not above the smallest required bet. */
export function firstChip(wagers: readonly WagerInfo[]): number {
  const required = bettable(wagers).filter((wager) => wager.required);
  const least = Math.min(...required.map((wager) => wager.least));
  const chips = trayChips(wagers);
  return chips.findLast((chip) => chip <= least) ?? chips[0] ?? 100;
}

/** The smallest bet that the table takes: every required wager at its minimum. */
export function smallest(wagers: readonly WagerInfo[]): Stakes {
  return complete(wagers, {});
}

/** Places a chip on a spot; a wager with a fixed stake is placed or removed. */
export function addChip(wagers: readonly WagerInfo[], stakes: Stakes, name: string, chip: number): Stakes {
  const wager = bettable(wagers).find((one) => one.name === name);
  if (wager === undefined) return stakes;
  if (wager.fixed > 0) {
    const { [name]: made, ...others } = stakes;
    return made === undefined ? complete(wagers, { ...stakes, [name]: wager.fixed }) : others;
  }
  if (wager.equals !== "") return addChip(wagers, stakes, wager.equals, chip);
  const made = stakes[name] ?? 0;
  const wanted = made === 0 ? Math.max(chip, floorOf(wager, stakes)) : made + chip;
  return complete(wagers, { ...stakes, [name]: Math.min(wanted, wager.most) });
}

/** Removes a chip from a spot; below its minimum the whole wager goes, and with a required one the whole bet, except a wager that may be made alone. */
export function takeChip(wagers: readonly WagerInfo[], stakes: Stakes, name: string, chip: number): Stakes {
  const wager = bettable(wagers).find((one) => one.name === name);
  const made = stakes[name];
  if (wager === undefined || made === undefined) return stakes;
  if (wager.equals !== "") return takeChip(wagers, stakes, wager.equals, chip);
  const left = wager.fixed > 0 ? 0 : made - chip;
  if (left >= floorOf(wager, stakes)) return complete(wagers, { ...stakes, [name]: left });
  const { [name]: _gone, ...others } = stakes;
  if (!wager.required) return others;
  const rest = Object.fromEntries(Object.entries(others).filter(([other]) => !isRequired(wagers, other)));
  return isAlone(wagers, rest) ? rest : {};
}

/** Doubles every spot, as far as the limits allow; fixed stakes stay. */
export function doubled(wagers: readonly WagerInfo[], stakes: Stakes): Stakes {
  const twice: Record<string, number> = {};
  for (const wager of bettable(wagers)) {
    const made = stakes[wager.name];
    if (made !== undefined) twice[wager.name] = wager.fixed > 0 ? made : Math.min(2 * made, wager.most);
  }
  return complete(wagers, twice);
}

/** Stakes that the table accepts: required wagers added, dependent wagers adjusted. */
export function complete(wagers: readonly WagerInfo[], stakes: Stakes): Stakes {
  const whole: Record<string, number> = {};
  const open = bettable(wagers);
  const alone = isAlone(wagers, stakes);
  for (const wager of open) {
    const made = stakes[wager.name] ?? 0;
    if (made > 0 || (wager.required && !alone)) whole[wager.name] = Math.max(made, wager.fixed > 0 ? wager.fixed : wager.least);
  }
  for (const wager of open) {
    if (wager.equals !== "" && ((wager.required && !alone) || whole[wager.name] !== undefined)) whole[wager.name] = whole[wager.equals] ?? 0;
    const floor = floorOf(wager, whole);
    if (whole[wager.name] !== undefined && wager.fixed === 0) whole[wager.name] = Math.max(whole[wager.name] ?? 0, floor);
    if (whole[wager.name] === 0) delete whole[wager.name];
  }
  return whole;
}

/** The previous bet, as far as the table still accepts it. */
export function again(wagers: readonly WagerInfo[], stakes: Stakes): Stakes {
  const known = new Map(bettable(wagers).map((wager) => [wager.name, wager]));
  const kept = Object.entries(stakes).flatMap(([name, cents]) => {
    const wager = known.get(name);
    if (wager === undefined) return [];
    return [[name, wager.fixed > 0 ? wager.fixed : Math.min(cents, wager.most)] as const];
  });
  return kept.length === 0 ? {} : complete(wagers, Object.fromEntries(kept));
}

export function sum(stakes: Stakes): number {
  return Object.values(stakes).reduce((total, cents) => total + cents, 0);
}

/** Why these stakes cannot be bet; empty if they can. */
export function fault(wagers: readonly WagerInfo[], stakes: Stakes, chips: number, dollars: (cents: number) => string): string {
  const total = sum(stakes);
  if (total === 0) return "no bet yet";
  if (total > chips) return `${dollars(total - chips)} more than your chips`;
  const alone = isAlone(wagers, stakes);
  for (const wager of bettable(wagers)) {
    const made = stakes[wager.name] ?? 0;
    const least = floorOf(wager, stakes);
    if (made === 0 && wager.required && !alone) return `${wager.label} is required`;
    if (made > 0 && wager.fixed === 0 && made < least) return `${wager.label}: ${dollars(least)} at least`;
    if (made > wager.most && wager.fixed === 0) return `${wager.label}: ${dollars(wager.most)} at most`;
  }
  return "";
}

export function same(a: Stakes, b: Stakes): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** Whether this is one wager that the table takes without the required ones. */
function isAlone(wagers: readonly WagerInfo[], stakes: Stakes): boolean {
  const [name, ...others] = Object.keys(stakes);
  return others.length === 0 && wagers.some((wager) => wager.name === name && wager.alone);
}

function isRequired(wagers: readonly WagerInfo[], name: string): boolean {
  return wagers.some((wager) => wager.name === name && wager.required);
}

function floorOf(wager: WagerInfo, stakes: Stakes): number {
  return Math.max(wager.least, wager.at_least === "" ? 0 : (stakes[wager.at_least] ?? 0));
}
