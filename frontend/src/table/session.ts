// When this browser tab began to play: always shown, even after a reload.
const NAME = "croupier.since";

export function sessionStart(now = Date.now()): number {
  try {
    const kept = Number(sessionStorage.getItem(NAME) ?? "0");
    if (kept > 0 && kept <= now) return kept;
    sessionStorage.setItem(NAME, String(now));
  } catch {
    // Without storage, the time since this page was loaded.
  }
  return now;
}
