import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { load } from "../account/session.svelte";
import { drawn } from "./drawings";
import Lobby from "./Lobby.svelte";

const NOBODY = { name: null, role: null, guest: false, staff: false, balance: 0, play_money: true, last_sign_in: null };
const GUEST = { ...NOBODY, name: "Guest-1", role: "player", guest: true, balance: 300_000 };
const GAMES = ["four-card-prime", "five-card-hold-out"].map((game) => ({ game, name: game, title: `How ${game} is played`, felt: "green", drawing: "As* Kd- / Qh+ ?", trainer: game === "four-card-prime" }));
const TABLE = {
  table: "3", game: "four-card-prime", title: "Prime", seats: 7, taken: 7, least: 500, most: 40_000, stakes: "$5 to $400", phase: "open",
  practice: false, mine: false,
};

let asked: [string, unknown][];
let answers: Record<string, unknown>;

beforeEach(async () => {
  asked = [];
  answers = { "/api/me": NOBODY, "/api/lobby": { games: GAMES, tables: [TABLE] }, "/api/guest": GUEST, "/api/practice": { table: "practice-5-1" } };
  vi.spyOn(globalThis, "fetch").mockImplementation((path, request) => {
    asked.push([path as string, request?.body ? JSON.parse(request.body as string) : undefined]);
    const answer = answers[path as string];
    const refused = answer instanceof Error;
    const body = refused ? { code: answer.name, message: answer.message } : answer;
    return Promise.resolve(new Response(JSON.stringify(body), { status: refused ? 409 : 200 }));
  });
  history.replaceState(null, "", "/");
  await load();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const posts = () => asked.filter(([, body]) => body !== undefined);

test("one tap: a guest, a table, and there", async () => {
  render(Lobby);
  await fireEvent.click(await screen.findByRole("button", { name: /Play now.*four-card-prime/ }));
  await waitFor(() => expect(location.pathname).toBe("/table/practice-5-1"));
  expect(posts()).toEqual([["/api/guest", {}], ["/api/practice", { game: "four-card-prime", others: 1 }]]);
});

test("others by bots, as many as chosen; the server knows how many a game needs", async () => {
  answers["/api/me"] = GUEST;
  await load();
  render(Lobby);
  await fireEvent.click(await screen.findByLabelText("None"));
  await fireEvent.click(screen.getByRole("button", { name: /five-card-hold-out/ }));
  await waitFor(() => expect(posts()).toEqual([["/api/practice", { game: "five-card-hold-out", others: 0 }]]));
});

test("a game's card has its line and its hand, whatever game it is", async () => {
  answers["/api/lobby"] = { games: [{ ...GAMES[0], game: "three-card-duel", name: "Three Card Duel" }], tables: [] };
  const { container } = render(Lobby);
  await screen.findByRole("heading", { name: "Three Card Duel" });
  expect(screen.getByText("How four-card-prime is played")).toBeTruthy();
  expect([...container.querySelectorAll(".hand")].map((hand) => hand.children.length)).toEqual([2, 2]);
});

test("a game whose choices can be practiced has a link to the trainer", async () => {
  render(Lobby);
  const links = await screen.findAllByRole("link", { name: /^Train/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/train/four-card-prime"]);
});

test("a drawing says which cards count", () => {
  expect(drawn("As* Kd- / Qh+ ?")).toEqual([
    [{ card: "As", mark: "made" }, { card: "Kd", mark: "out" }],
    [{ card: "Qh", mark: "offer" }, { card: null, mark: "" }],
  ]);
});

test("a refusal is said, and the game can be tried again", async () => {
  const short = Object.assign(new Error("you have too little money for a table; ask for more"), { name: "money/short" });
  answers["/api/practice"] = short;
  render(Lobby);
  const button = await screen.findByRole("button", { name: /Play now.*four-card-prime/ });
  await fireEvent.click(button);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(/You have too little money/);
  answers["/api/more-money"] = { table: "" };
  await fireEvent.click(screen.getByRole("button", { name: "Get more play money" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(posts().at(-1)).toEqual(["/api/more-money", {}]);
  expect(button.hasAttribute("disabled")).toBe(false);
});

test("a full table can be watched; its link leads there", async () => {
  render(Lobby);
  const link = await screen.findByRole("link", { name: /Watch/ });
  expect(link.getAttribute("href")).toBe("/table/3");
  expect(screen.getByText(/7 of 7 seats taken/)).toBeTruthy();
});

test("a server that does not answer is said, with a way to try again", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));
  render(Lobby);
  expect((await screen.findByRole("alert")).textContent).toMatch(/does not answer/);
});
