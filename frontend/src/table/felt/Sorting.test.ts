import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Intent } from "../../api/intent";
import { SCENES } from "../../fixtures/scenes";
import { settings } from "../../lib/settings.svelte";
import TablePage from "../TablePage.svelte";

const UNIT = 1; // pixels of the felt's unit: a card of the wide felt is about 100 of them wide
let sent: Intent[] = [];

beforeEach(() => {
  sent = [];
  settings.motion = "none";
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return UNIT * Number(this.style.getPropertyValue("--w"));
  });
  HTMLElement.prototype.setPointerCapture ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(name: string): void {
  const scene = SCENES[name]!;
  const nothing = vi.fn();
  render(TablePage, { posted: scene.posted, view: scene.view, send: (intent: Intent) => sent.push(intent), pending: false, online: true, since: 0, onlobby: nothing, onsettings: nothing, onsignin: nothing, onguest: nothing });
}
const card = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const names = (): readonly (string | null)[] => [...document.querySelectorAll("main button.card")].map((one) => one.getAttribute("aria-label"));

/** A press, a way and a release, with the click that browsers add to it. */
async function carry(name: RegExp, dx: number, dy: number, pointer: object = {}): Promise<void> {
  const at = (x: number, y: number) => ({ pointerId: 1, isPrimary: true, button: 0, clientX: 500 + x, clientY: 500 + y, ...pointer });
  const held = card(name);
  await fireEvent.pointerDown(held, at(0, 0));
  await fireEvent.pointerMove(held, at(dx / 2, dy / 2));
  await fireEvent.pointerMove(held, at(dx, dy));
  await fireEvent.pointerUp(held, at(dx, dy));
  await fireEvent.click(held);
  vi.runOnlyPendingTimers();
}

describe("cards carried between the hands of a split", () => {
  it("are the hands that a tap would make", async () => {
    show("split2-splitting");
    await carry(/^ten of hearts/, 200, 0);
    expect(names()).toEqual(["ace of spades, hand 1", "king of diamonds, hand 1", "ten of hearts, hand 2", "ten of clubs, hand 1"]);
    await carry(/^ten of clubs/, 300, 0);
    await fireEvent.click(card(/^Split/));
    expect(sent).toEqual([{ type: "act", seat: 3, action: "As Kd / Th Tc", version: 6 }]);
  });

  it("stay where they are if they are put back, or carried about at home", async () => {
    show("split2-splitting");
    await carry(/^ten of hearts/, 200, 0);
    const before = names();
    await carry(/^king of diamonds/, 40, -90);
    expect(names()).toEqual(before);
    await carry(/^ten of hearts/, -400, 0);
    expect(names().at(2)).toBe("ten of hearts");
  });

  it("may be pressed with an unsteady hand: that is a tap", async () => {
    show("split2-splitting");
    await carry(/^ten of clubs/, 9, 9);
    expect(names().at(3)).toBe("ten of clubs, hand 2");
  });

  it("are not carried by a second finger, or the other button", async () => {
    show("split2-splitting");
    const held = card(/^ten of clubs/);
    for (const pointer of [{ isPrimary: false }, { button: 2 }]) {
      await fireEvent.pointerDown(held, { pointerId: 1, isPrimary: true, button: 0, clientX: 0, clientY: 0, ...pointer });
      await fireEvent.pointerMove(held, { pointerId: 1, clientX: 300, clientY: 0 });
      await fireEvent.pointerUp(held, { pointerId: 1, clientX: 300, clientY: 0 });
    }
    expect(names().at(3)).toBe("ten of clubs");
  });

  it("come back if the press is taken away", async () => {
    show("split2-splitting");
    const held = card(/^ten of clubs/);
    await fireEvent.pointerDown(held, { pointerId: 1, isPrimary: true, button: 0, clientX: 0, clientY: 0 });
    await fireEvent.pointerMove(held, { pointerId: 1, clientX: 300, clientY: 0 });
    expect(held.style.translate).toBe("300px 0px");
    await fireEvent.pointerCancel(held, { pointerId: 1 });
    expect([held.style.translate, names().at(3)]).toEqual(["", "ten of clubs"]);
  });
});

describe("cards carried out of a hand", () => {
  it("are discarded, and kept again if they are carried back", async () => {
    show("holdout-discarding");
    await carry(/^eight of clubs/, 0, -120);
    await carry(/^three of hearts/, -30, -120);
    await carry(/^three of hearts/, 0, 60);
    expect(names().slice(3)).toEqual(["eight of clubs, out", "three of hearts"]);
    await fireEvent.click(card(/^Discard eight of clubs/));
    expect(sent).toEqual([{ type: "act", seat: 1, action: "discard 8c", version: 12 }]);
  });

  it("that are only moved aside are kept", async () => {
    show("holdout-discarding");
    await carry(/^eight of clubs/, 150, 10);
    expect(names().at(3)).toBe("eight of clubs");
  });
});
