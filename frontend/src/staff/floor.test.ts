import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { load } from "../account/session.svelte";
import type { FloorTable, Staff } from "../api/messages";
import type { FloorView } from "../lib/route.svelte";
import FloorPage from "./FloorPage.svelte";

const ME = { name: "flo", role: "floor", guest: false, staff: true, balance: 0, play_money: false, last_sign_in: null };
const FLO: Staff = {
  name: "flo", role: "floor", play_money: false, wins: 1, proposals: 0, enrols: ["player"],
  may: [
    "sell and buy chips", "take deposits and pay them out", "open and close tables", "fill and credit", "acknowledge a large win",
    "call off a round", "declare a hand dead", "rule on an exposed card", "enrol players", "reverse a posting", "read the books",
  ],
};
const ANN: Staff = { ...FLO, name: "ann", role: "auditor", enrols: [], may: ["read the books"] };
const ADA: Staff = {
  ...FLO, name: "ada", role: "administrator", enrols: ["player", "dealer"],
  may: ["enrol players", "enrol staff", "change accounts of others", "open and close tables", "read the books"],
};
const TABLE: FloorTable = {
  table: "7", name: "Four Card Prime", poker: false, stakes: "$1 to $400", seats_most: 9, practice: false, phase: "playing", round: 12,
  turn: 2, stands: true, coach: true, seats: [{ seat: 2, player: "pam", chips: 50_000, in_round: true, away: false, leaving: false }],
  tray: 100_000, drop: 20_000, fault: "",
};
const WIN = { table: "7", seat: 2, player: "pam", round: 11, wager: "aces baby", cents: 5_000_000, rule: "appendix B", reason: "four aces", in_round: false };
const TABLES = { tables: [TABLE], closed: [], wins: [WIN], causes: ["misdeal", "other"] };
const PAM = { name: "pam", role: "player", deposit: 57_500, sits: ["7"], limits: ["deposits of $500 a week"], account: null, automatic: false };
const DEE = {
  name: "dee", role: "dealer", deposit: null, sits: [], limits: [], automatic: false,
  account: { password: true, second_factor: false, locked: false, sessions: 2, last_sign_in: 1_794_700_000_000 },
};

const TIMES = { count: 0, half: 0, most: 0, longest: 0 };
const SERVER = {
  ready: true, reasons: [], version: "0.1.0", uptime: 7_500, acts: [0, 3, 12, 5], acted: 20, answers: { count: 20, half: 7, most: 24, longest: 41 },
  commits: { ...TIMES, count: 18, half: 5, most: 10, longest: 25 }, waits: TIMES, commit_failures: 0, coach: TIMES, coach_refused: 0,
  refusals: [{ name: "act/stale", count: 4 }], rounds: [{ name: "four-card-prime", count: 3 }], sockets: 2, viewers: 2, messages_in: 30,
  messages_out: 90, sessions: 5, failed_sign_ins: 1, tables: 6, served: 6, queue: 0, records: 1_234, memory: 107_532_288, cpu: 2_000, files: 27,
  errors: [{ at: 1_794_700_000_000, event: "an act failed at table 7", code: "server/fault", reference: "abc-123" }],
};

let asked: [string, Record<string, unknown>][];
let answers: Record<string, unknown>;

const refusal = (code: string, message: string) => Object.assign(new Error(message), { name: code });
const done = (text: string) => ({ text, record: 114, moved: {} });

beforeEach(async () => {
  asked = [];
  answers = {
    "/api/me": ME,
    "GET me": FLO,
    "GET tables": TABLES,
    "GET people": { people: [PAM, DEE], more: 0 },
    "GET proposals": { proposals: [] },
    "GET log": { events: [], before: 0 },
    "GET server": SERVER,
    "GET jackpots": { meters: [], escrow: 0, due: 0, banked: 0 },
  };
  vi.spyOn(globalThis, "fetch").mockImplementation((path, request) => {
    const where = new URL(path as string, location.origin);
    const body = request?.body ? (JSON.parse(request.body as string) as Record<string, unknown>) : {};
    if (request?.method === "POST") asked.push([where.pathname, body]);
    const what = where.pathname.replace("/api/staff/", "");
    const answer = answers[where.pathname] ?? answers[`${request?.method} ${what}`];
    if (answer === "lost") return Promise.reject(new TypeError("lost"));
    const told = typeof answer === "function" ? (answer as (query: URLSearchParams) => unknown)(where.searchParams) : answer;
    const refused = told instanceof Error;
    const text = JSON.stringify(refused ? { code: told.name, message: told.message } : told);
    return Promise.resolve(new Response(text, { status: refused ? 403 : 200 }));
  });
  await load();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const shown = (view: FloorView) => render(FloorPage, { view });
const button = (name: RegExp | string) => screen.getByRole("button", { name });
const pressed = (name: RegExp | string) => fireEvent.click(button(name));
const typed = (within_: HTMLElement, label: string, value: string) =>
  fireEvent.input(within(within_).getByLabelText(label), { target: { value } });
const dialog = () => screen.findByRole("dialog");
const confirmed = async () => fireEvent.submit((await dialog()).querySelector("form")!);
const form = (name: string) => screen.findByRole("form", { name });

async function withdraw(amount: string): Promise<HTMLElement> {
  shown("cage");
  const found = await form("Withdrawal");
  await typed(found, "Player", "pam");
  await typed(found, "Amount in dollars", amount);
  await fireEvent.submit(found);
  return found;
}

test("a win that waits is acknowledged, with its amount in words", async () => {
  answers["POST acts"] = done("$50,000 won by pam is paid.");
  shown("tables");
  expect(await screen.findByText(/aces baby: four aces \(appendix B\)/)).toBeTruthy();
  expect(screen.getByRole("link", { name: /Tables\s*1 waiting/ })).toBeTruthy();
  await pressed(/^Acknowledge/);
  expect((await dialog()).textContent).toMatch(/\$50,000\.00\s*fifty thousand dollars/);
  await confirmed();
  expect(await screen.findByText(/\$50,000 won by pam is paid\./)).toBeTruthy();
  expect(screen.getByText("Record 114")).toBeTruthy();
  const [[path, body]] = asked as [[string, Record<string, unknown>]];
  expect([path, body["act"], body["about"]]).toEqual(["/api/staff/acts", "acknowledge", { name: "7", seat: 2 }]);
});

test("who may do nothing is shown nothing to do", async () => {
  answers["GET me"] = ANN;
  shown("tables");
  await screen.findByText("pam");
  const named = screen.queryAllByRole("button").map((one) => one.textContent);
  expect(named.filter((name) => /Acknowledge|Fill|Credit|Close|Call off|Dead|Exposed/.test(name ?? ""))).toEqual([]);
  expect(screen.queryByText("Open a table")).toBeNull();
  expect(screen.queryByRole("link", { name: "Cage" })).toBeNull();
  cleanup();
  shown("people");
  await screen.findByText("dee");
  expect(screen.queryByRole("button", { name: /Dismiss|Lock|password|Enrol/ })).toBeNull();
});

test("money moves only after its amount was said in words; the form is empty then", async () => {
  answers["POST acts"] = done("pam took $12.50 in cash.");
  const found = await withdraw("12.5");
  expect((await dialog()).textContent).toMatch(/twelve dollars and fifty cents/);
  expect(asked).toEqual([]);
  await confirmed();
  await screen.findByText(/pam took \$12\.50/);
  expect(asked[0]![1]["about"]).toEqual({ player: "pam", cents: 1_250 });
  expect(within(found).getByLabelText<HTMLInputElement>("Amount in dollars").value).toBe("");
});

test("what is no amount is said at its field, and nothing is asked", async () => {
  const found = await withdraw("twelve");
  expect(within(found).getByRole("alert").textContent).toMatch(/Write an amount/);
  expect(asked).toEqual([]);
});

test("a refusal is in the room's words, and nothing typed is lost", async () => {
  answers["POST acts"] = refusal("ledger/would_go_below_zero", "there is $10 in pam's deposit; $20 cannot be taken out");
  const found = await withdraw("20");
  await confirmed();
  expect((await screen.findByRole("alert")).textContent).toMatch(/There is \$10 in pam's deposit; \$20 cannot be taken out\./);
  await pressed("Go back");
  expect(within(found).getByLabelText<HTMLInputElement>("Amount in dollars").value).toBe("20");
  expect(within(found).getByLabelText<HTMLInputElement>("Player").value).toBe("pam");
});

test("what was lost on the way is sent again with its key; another amount has another", async () => {
  answers["POST acts"] = "lost";
  const found = await withdraw("20");
  await confirmed();
  await screen.findByText(/it is done only once/);
  await confirmed();
  await waitFor(() => expect(asked).toHaveLength(2));
  await waitFor(() => expect(button("Send again").hasAttribute("disabled")).toBe(false));
  await pressed("Go back");
  await typed(found, "Amount in dollars", "30");
  await fireEvent.submit(found);
  answers["POST acts"] = done("pam took $30 in cash.");
  await confirmed();
  await screen.findByText(/pam took \$30/);
  const keys = asked.map(([, body]) => body["key"]);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
  await typed(found, "Player", "pam");
  await typed(found, "Amount in dollars", "30");
  await fireEvent.submit(found);
  await confirmed();
  await waitFor(() => expect(asked).toHaveLength(4));
  expect(asked[3]![1]["key"]).not.toBe(keys[2]); // a second time is meant to be one
});

test("a session that ended is said, and what was typed waits for the next", async () => {
  answers["POST acts"] = refusal("session/missing", "sign in first");
  const found = await withdraw("20");
  await confirmed();
  await pressed("Go back");
  const link = await screen.findByRole("link", { name: /sign in again/ });
  expect(link.getAttribute("target")).toBe("_blank");
  expect(within(found).getByLabelText<HTMLInputElement>("Amount in dollars").value).toBe("20");
});

test("who may not see the floor is told why, and shown the way back", async () => {
  const only = "pam is a player here. Only floor staff and auditors and administrators may read the books.";
  for (const [code, message, way, to] of [
    ["role/not_allowed", only, "To the lobby", "/"],
    ["session/second_factor", "set up your second factor first", "Set up your authenticator", "/sign-in"],
    ["session/missing", "sign in first", "Sign in", "/sign-in"],
  ] as const) {
    answers["GET me"] = refusal(code, message);
    shown("tables");
    expect((await screen.findByRole("alert")).textContent?.toLowerCase()).toContain(message.toLowerCase());
    const ways = within(screen.getByRole("main")).getAllByRole("link");
    expect(ways.map((one) => [one.textContent, one.getAttribute("href")])).toContainEqual([way, to]);
    expect(screen.queryByRole("navigation")).toBeNull();
    cleanup();
  }
});

test("a round is called off with a cause and a reason", async () => {
  answers["POST acts"] = done("Round 12 of table 7 is called off.");
  shown("tables");
  await screen.findByText("Table 7");
  await pressed(/^Call off the round/);
  const found = await dialog();
  await fireEvent.change(within(found).getByLabelText("Cause"), { target: { value: "other" } });
  await typed(found, "Reason", "a card was torn");
  await confirmed();
  await screen.findByText(/called off\./);
  expect(asked[0]![1]["about"]).toEqual({ name: "7", reason: "a card was torn", cause: "other" });
});

test("a fill is typed, then said in words", async () => {
  answers["POST acts"] = done("Table 7 received a fill of $5,000.");
  shown("tables");
  await screen.findByText("Table 7");
  await pressed(/^Fill/);
  await typed(await dialog(), "Amount in dollars", "5,000");
  await confirmed();
  expect(asked).toEqual([]);
  expect((await dialog()).textContent).toMatch(/five thousand dollars/);
  await confirmed();
  await screen.findByText(/received a fill/);
  expect(asked[0]![1]).toMatchObject({ act: "fill", about: { name: "7", cents: 500_000 } });
});

test("an administrator enrols, sets a password, locks and dismisses", async () => {
  answers["GET me"] = ADA;
  for (const what of ["acts", "passwords", "accounts"]) answers[`POST ${what}`] = done(`${what} done.`);
  shown("people");
  const enrol = await form("Enrol a person");
  expect(within(enrol).getAllByRole("option").map((one) => one.textContent)).toEqual(["Choose a role", "player", "dealer"]);
  await typed(enrol, "Name", "dan");
  await fireEvent.change(within(enrol).getByLabelText("As"), { target: { value: "dealer" } });
  await fireEvent.submit(enrol);
  await confirmed();
  await screen.findByText("acts done.");
  await pressed("New password dee");
  await typed(await dialog(), "Password", "seventeen wet otters");
  await confirmed();
  await screen.findByText("passwords done.");
  await pressed("Lock dee");
  await confirmed();
  await screen.findByText("accounts done.");
  await pressed("Dismiss dee");
  await confirmed();
  await waitFor(() => expect(asked).toHaveLength(4));
  expect(asked.map(([path, { key, ...body }]) => [path.replace("/api/staff/", ""), typeof key, body])).toEqual([
    ["acts", "string", { act: "enrol", about: { name: "dan", role: "dealer" } }],
    ["passwords", "string", { name: "dee", password: "seventeen wet otters" }],
    ["accounts", "string", { name: "dee", act: "lock" }],
    ["acts", "string", { act: "dismiss", about: { name: "dee" } }],
  ]);
});

test("one's own proposal can be withdrawn, and another's approved", async () => {
  const one = { number: 3, by: "flo", at: 1_794_700_000_000, until: 1_794_800_000_000, words: "reverse $5", may_approve: false, may_refuse: true };
  answers["GET proposals"] = { proposals: [one, { ...one, number: 4, by: "fay", may_approve: true }] };
  answers["POST acts"] = done("Reversed.");
  shown("proposals");
  await screen.findByText(/Proposal 3, by flo/);
  expect(screen.queryByRole("button", { name: "Approve proposal 3" })).toBeNull();
  expect(button("Withdraw proposal 3")).toBeTruthy();
  await pressed("Approve proposal 4");
  expect((await dialog()).textContent).toMatch(/fay proposes to reverse \$5\./);
  await confirmed();
  await waitFor(() => expect(asked[0]![1]).toMatchObject({ act: "second", about: { number: 4 } }));
});

test("the log goes further back, and says each event once", async () => {
  const event = (record: number) => ({ record, at: 1_794_700_000_000, where: "table 7", what: "fill", about: `number ${record}` });
  answers["GET log"] = (query: URLSearchParams) =>
    query.has("before") ? { events: [event(8), event(7)], before: 0 } : { events: [event(10), event(9), event(8)], before: 8 };
  shown("log");
  await screen.findByText("number 10");
  await pressed("Look further back");
  await screen.findByText("number 7");
  const records = screen.getAllByText(/^number/).map((one) => one.textContent);
  expect(records).toEqual(["number 10", "number 9", "number 8", "number 7"]);
  expect(screen.queryByRole("button", { name: "Look further back" })).toBeNull();
});

test("how the server is: figures, refusals, and what went wrong with its reference", async () => {
  render(FloorPage, { view: "server" });
  expect(await screen.findByText("Ready")).toBeTruthy();
  const acts = screen.getByRole("article", { name: "Acts a second" });
  expect(within(acts).getByText("Now").nextElementSibling?.textContent).toBe("5");
  expect(within(acts).getByText("Most in two minutes").nextElementSibling?.textContent).toBe("12");
  expect(acts.querySelectorAll("rect").length).toBe(3);
  expect(screen.getByText("act/stale").nextElementSibling?.textContent).toBe("4");
  expect(screen.getByText(/reference abc-123/)).toBeTruthy();
  expect(screen.getByText(/running for 2 h 5 min/)).toBeTruthy();
  expect(screen.getByText("Nobody has asked the coach.")).toBeTruthy();
});

test("a server that is not ready says why", async () => {
  answers["GET server"] = { ...SERVER, ready: false, reasons: ["books", "stopping"], acts: [], answers: TIMES };
  render(FloorPage, { view: "server" });
  expect(await screen.findByText("Not ready")).toBeTruthy();
  expect(screen.getByText(/takes no acts; it was asked to stop\./)).toBeTruthy();
  expect(screen.getByText("Nobody has acted in the last minute.")).toBeTruthy();
});
