import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Intent } from "../api/intent";
import { lines } from "../fixtures/make";
import { SCENES } from "../fixtures/scenes";
import { settings } from "../lib/settings.svelte";
import TablePage from "./TablePage.svelte";

let sent: Intent[] = [];

beforeEach(() => {
  sent = [];
  settings.motion = "none";
  settings.chip = 500;
});
afterEach(cleanup);

function show(name: string, more: object = {}) {
  const scene = SCENES[name]!;
  const nothing = vi.fn();
  return render(TablePage, {
    posted: scene.posted,
    view: scene.view,
    send: (intent: Intent) => sent.push(intent),
    pending: false,
    online: scene.online ?? true,
    since: Date.now(),
    onlobby: nothing,
    onsettings: nothing,
    onsignin: nothing,
    onguest: nothing,
    ...more,
  });
}
const press = (name: RegExp | string): Promise<boolean> => fireEvent.click(screen.getByRole("button", { name }));
const key = (name: string): Promise<boolean> => fireEvent.keyDown(document.body, { key: name });

describe.each(Object.keys(SCENES))("%s", (name) => {
  it("is drawn, and has nothing that is only a suit character", () => {
    const { container } = show(name);
    expect(container.textContent).not.toMatch(/[\u2660-\u2667]/);
    expect(screen.getByRole("region", { name: "Table" })).toBeTruthy();
  });
});

describe("who only watches", () => {
  it("sits down with one press", async () => {
    show("prime-watching");
    await press(/^Sit down/);
    expect(sent).toEqual([{ type: "buy_in", seat: 3, cents: 10_000 }]);
  });

  it("chooses another seat and amount", async () => {
    show("prime-watching");
    await press("Take seat 3");
    await press("$200");
    await key("Enter");
    expect(sent).toEqual([{ type: "buy_in", seat: 3, cents: 20_000 }]);
  });
});

describe("before the deal", () => {
  it("one press makes the smallest bet", async () => {
    show("prime-betting");
    await press(/^Bet \$5/);
    expect(sent).toEqual([{ type: "bet", seat: 4, stakes: { ante: 500 } }]);
  });

  it("taps put chips down, keys too", async () => {
    show("prime-betting");
    await press(/^Ante: no bet/);
    await press(/^Ante: \$5\./);
    await press(/^Five Card Jackpot/);
    await press(/^Ante: \$10\./);
    await fireEvent.keyDown(screen.getByRole("button", { name: /^Ante/ }), { key: "Delete" });
    await key("3");
    await press(/^Prime/);
    await key("Enter");
    expect(sent).toEqual([{ type: "bet", seat: 4, stakes: { "five card jackpot": 100, ante: 1_000, prime: 2_500 } }]);
  });

  it("the table is told to go on once the bet is in, not before", async () => {
    const { rerender } = show("prime-betting");
    await press(/^Bet \$5/);
    const { view } = SCENES["prime-betting"]!;
    const seats = view.seats.map((one) => (one.seat === 4 ? { ...one, bets: { ante: 500 } } : one));
    await rerender({ view: { ...view, version: view.version + 1, seats } });
    expect(sent.map((intent) => intent.type)).toEqual(["bet", "ready"]);
    await press(/^Take it back/);
    expect(sent.at(-1)).toEqual({ type: "bet", seat: 4, stakes: {} });
  });
});

describe("a decision", () => {
  it("is sent with the version of its turn", async () => {
    show("prime-decision");
    await press(/^Raise 2x/);
    expect(sent).toEqual([{ type: "act", seat: 4, action: "raise 2x", version: 11 }]);
  });

  it("is made once: no second press counts", async () => {
    show("prime-decision");
    await key("1");
    await key("f");
    expect(sent).toHaveLength(1);
  });

  it("is asked again in the next round, which numbers its turns anew", async () => {
    const { rerender } = show("prime-decision");
    await key("1");
    const { view } = SCENES["prime-decision"]!;
    await rerender({ view: { ...view, version: view.version + 1, round: view.round + 1 } });
    await key("2");
    expect(sent.map((intent) => (intent.type === "act" ? intent.action : ""))).toEqual(["raise 1x", "raise 2x"]);
  });

  it("keeps picked cards while only others act", async () => {
    const { rerender } = show("split2-splitting");
    await press("ten of hearts");
    const { view } = SCENES["split2-splitting"]!;
    await rerender({ view: { ...view, version: view.version + 1, happened: lines("Oona is back") } });
    expect(screen.getByRole("button", { name: "ten of hearts, hand 2" })).toBeTruthy();
  });

  it("is not made without a connection, or while an act is on its way", async () => {
    show("prime-decision", { online: false });
    await key("1");
    cleanup();
    show("prime-decision", { pending: true });
    await key("1");
    expect(sent).toEqual([]);
  });

  it("splits by tapping cards", async () => {
    show("split2-splitting");
    expect((screen.getByRole("button", { name: "Split: pick cards first" }) as HTMLButtonElement).disabled).toBe(true);
    await press("ten of hearts");
    await press("ten of clubs, hand 1");
    expect(screen.getByRole("button", { name: "ten of clubs, hand 2" })).toBeTruthy();
    await press("Split: ace of spades, king of diamonds; and ten of hearts, ten of clubs");
    expect(sent).toEqual([{ type: "act", seat: 3, action: "As Kd / Th Tc", version: 6 }]);
  });

  it("splits by keys", async () => {
    show("split2-splitting");
    await key("4");
    await key("Enter");
    expect(sent).toEqual([{ type: "act", seat: 3, action: "As Kd Th / Tc", version: 6 }]);
  });

  it("discards by tapping cards, or keeps all", async () => {
    show("holdout-discarding");
    await press("eight of clubs");
    await key("5");
    await press("Discard eight of clubs, three of hearts");
    expect(sent).toEqual([{ type: "act", seat: 1, action: "discard 8c 3h", version: 12 }]);
    cleanup();
    show("holdout-discarding");
    await press(/^Keep all 5/);
    expect(sent.at(-1)).toEqual({ type: "act", seat: 1, action: "discard", version: 12 });
  });

  it("sizes a raise", async () => {
    show("holdout-sizing");
    await press("All in");
    await press("Raise to $380");
    cleanup();
    show("holdout-sizing");
    const field = screen.getByLabelText(/Amount in dollars/);
    await fireEvent.change(field, { target: { value: "123" } });
    await key("r");
    expect(sent.map((intent) => (intent.type === "act" ? intent.action : ""))).toEqual(["raise $380", "raise $123"]);
  });

  it("at fixed limit is one press", async () => {
    show("holdout-fixed");
    await press(/^Raise to \$80/);
    expect(sent).toEqual([{ type: "act", seat: 1, action: "raise $80", version: 18 }]);
  });
});

describe("after a round", () => {
  it("has the total at a hand only where there is no second one", () => {
    const { container, unmount } = show("prime-settled");
    expect(container.querySelector("main .caption .pill.win")?.textContent.trim()).toBe("+$53");
    unmount();
    const { view } = SCENES["split2-settled"]!;
    const seats = view.seats.map((seat) => (seat.seat === view.seat ? { ...seat, hands: seat.hands.slice(1) } : seat)); // the first has won already
    const split = show("split2-settled", { view: { ...view, seats } });
    const captions = [...split.container.querySelectorAll("main .caption .pill")].map((one) => one.textContent.trim());
    expect(captions).toContain("Hand 2");
    expect(captions.filter((text) => /\d$/.test(text) && !text.startsWith("Hand"))).toEqual([]);
  });

  it("the result says how each of the others did, and nobody's lines twice", async () => {
    const { rerender } = show("prime-decision");
    const { view } = SCENES["prime-settled"]!;
    const told = [
      ...lines("Marek: raise 3x."),
      { text: "Dealer: nine of hearts, king high (K J 9 7).", about: "cards" as const },
      { text: "Marek's ante: +$10, three fives (rule 8).", about: "settlement" as const },
      { text: "Marek: +$55 in this round.", about: "settlement" as const },
    ];
    await rerender({ view: { ...view, happened: told } });
    await press(/Every wager/);
    const panel = screen.getByRole("tabpanel").textContent;
    expect(panel.match(/three fives/g)).toHaveLength(1);
    expect(panel.match(/\+\$55/g)).toHaveLength(1);
    expect(panel.match(/Marek: raise 3x/g)).toHaveLength(1);
    expect(panel).not.toMatch(/nine of hearts|in this round/);
    expect(screen.getByText(/Marek: \+\$55 in this round/)).toBeTruthy(); // for the ear
  });

  it("the last bet lies on the spots, faintly, until another is made", async () => {
    const { container } = show("prime-settled");
    await press("Change bets");
    expect(container.querySelectorAll(".ghost")).toHaveLength(6);
    await press(/^Ante: no bet/);
    expect(container.querySelectorAll(".ghost")).toHaveLength(0);
  });

  it("the same bet is one press, made when the table takes bets", async () => {
    const { rerender } = show("prime-settled");
    await press(/^Rebet/);
    expect(sent).toEqual([{ type: "ready" }]); // the table pauses; then it asks everybody
    await rerender({ view: { ...SCENES["prime-betting"]!.view, version: 9 } });
    expect(sent.at(-1)).toMatchObject({ type: "bet", stakes: { ante: 2_500, prime: 500 } });
  });
});
