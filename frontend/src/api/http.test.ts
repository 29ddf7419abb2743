import { afterEach, expect, test, vi } from "vitest";
import { Failed, me, practice, rounds, signIn } from "./http";

const ME = { name: "pam", role: "player", guest: false, staff: false, balance: 500, play_money: true, last_sign_in: null };

afterEach(() => vi.restoreAllMocks());

function answers(body: unknown, status = 200) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(text, { status }));
}

test("an answer is validated and typed", async () => {
  answers(ME);
  expect(await me()).toEqual(ME);
});

test("what changes something is a POST of JSON, from here only", async () => {
  const fetched = answers(ME);
  await signIn("pam", "correct horse");
  const [path, request] = fetched.mock.calls[0]!;
  expect(path).toBe("/api/sign-in");
  expect(request).toMatchObject({ method: "POST", credentials: "same-origin" });
  expect(JSON.parse(request!.body as string)).toEqual({ name: "pam", password: "correct horse" });
});

test("a refusal keeps its code and its words", async () => {
  answers({ code: "account/wrong", message: "Name or password is wrong." }, 403);
  await expect(signIn("pam", "x")).rejects.toMatchObject({ code: "account/wrong", message: "Name or password is wrong." });
});

test("no answer, or none of ours, is said plainly", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  answers("<html>Bad gateway", 502);
  await expect(me()).rejects.toMatchObject({ code: "http/502" });
  answers({ ...ME, balance: "much" });
  await expect(me()).rejects.toMatchObject({ code: "network/unreadable" });
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("failed"));
  await expect(me()).rejects.toBeInstanceOf(Failed);
});

test("names of tables cannot change the path", async () => {
  const fetched = answers({ rounds: [{ round: 3, ended: 5, net: -500, proof: "sealed" }] });
  expect(await rounds("a/../b?", 9)).toHaveLength(1);
  expect(fetched.mock.calls[0]![0]).toBe("/api/tables/a%2F..%2Fb%3F/rounds?before=9");
  answers({ table: "p-1" });
  expect(await practice("four-card-prime", 2)).toBe("p-1");
});
