import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Account from "./Account.svelte";
import { load } from "./session.svelte";

const NOBODY = { name: null, role: null, guest: false, staff: false, balance: 0, play_money: true, last_sign_in: null };
const FLO = { ...NOBODY, name: "flo", role: "floor" };

let asked: [string, Record<string, unknown>][];
let answer: (path: string, body: Record<string, unknown>) => unknown;

const refusal = (code: string, message: string) => Object.assign(new Error(message), { name: code });

beforeEach(async () => {
  asked = [];
  answer = () => NOBODY;
  vi.spyOn(globalThis, "fetch").mockImplementation((path, request) => {
    const body = request?.body ? (JSON.parse(request.body as string) as Record<string, unknown>) : {};
    if (request?.method === "POST") asked.push([path as string, body]);
    const found = answer(path as string, body);
    const told = found instanceof Error ? { code: found.name, message: found.message } : found;
    return Promise.resolve(new Response(JSON.stringify(told), { status: found instanceof Error ? 401 : 200 }));
  });
  history.replaceState(null, "", "/sign-in");
  await load();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function fill(label: string, value: string): Promise<void> {
  await fireEvent.input(screen.getByLabelText(label), { target: { value } });
}

const submit = () => fireEvent.submit(document.querySelector("form")!);

test("name and password, then the code of the authenticator", async () => {
  answer = (_, body) => {
    if (!body["code"]) return refusal("sign-in/code", "enter the code of your authenticator");
    return body["code"] === "123456" ? FLO : refusal("sign-in/code_wrong", "this code is wrong or was used; wait for the next");
  };
  render(Account);
  expect(screen.getByLabelText("Name").getAttribute("autocomplete")).toBe("username");
  expect(screen.getByLabelText("Password").getAttribute("autocomplete")).toBe("current-password");
  await fill("Name", "flo");
  await fill("Password", "correct horse");
  await submit();
  const code = await screen.findByLabelText("Code");
  expect(code.getAttribute("autocomplete")).toBe("one-time-code");
  expect(screen.queryByRole("alert")).toBeNull(); // to be asked is no fault
  await fill("Code", "999 999");
  await submit();
  expect((await screen.findByRole("alert")).textContent).toBe("This code is wrong or was used; wait for the next.");
  await fill("Code", "123 456");
  await submit();
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(asked.at(-1)).toEqual(["/api/sign-in", { name: "flo", password: "correct horse", code: "123456" }]);
});

test("a wrong password is said at the top, without saying which of the two", async () => {
  answer = () => refusal("sign-in/wrong", "name or password is wrong");
  render(Account);
  await fill("Name", "flo");
  await fill("Password", "x");
  await submit();
  expect((await screen.findByRole("alert")).textContent).toMatch(/Name or password is wrong\./);
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBeNull();
});

test("a new account: what is wrong stands at its field", async () => {
  answer = () => refusal("password/common", "everybody tries this password first; choose another");
  render(Account);
  await fireEvent.click(screen.getByRole("button", { name: "Create one" }));
  const password = screen.getByLabelText("Password");
  expect(password.getAttribute("autocomplete")).toBe("new-password");
  await fill("Name", "pam");
  await fill("Password", "password");
  await submit();
  await waitFor(() => expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true"));
});

test("signed in: password, authenticator, sign-out everywhere", async () => {
  answer = (path) => (path === "/api/totp" ? { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP" } : FLO);
  await load();
  render(Account);
  await fireEvent.click(screen.getByRole("button", { name: "Set up an authenticator" }));
  expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  expect(screen.getByRole("img", { name: /secret/ })).toBeTruthy();
  answer = () => NOBODY;
  await fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeTruthy();
  expect(asked.map(([path]) => path)).toEqual(["/api/totp", "/api/end-sessions"]);
});
