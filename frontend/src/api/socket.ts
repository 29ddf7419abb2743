/** What the connection needs from a WebSocket and the browser, so that tests can replace them. */

export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export type Connect = (url: string) => Socket;

export const connect: Connect = (url) => new WebSocket(url) as Socket;

export function tableUrl(table: string, version: number | null): string {
  const { protocol, host } = window.location;
  const path = `/ws/table/${encodeURIComponent(table)}`;
  const since = version === null ? "" : `?v=${version}`;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${path}${since}`;
}

/** Calls back when the server is probably reachable again: network back, tab in front. */
export function onWake(wake: () => void): () => void {
  const shown = (): void => {
    if (document.visibilityState === "visible") wake();
  };
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", shown);
  return () => {
    window.removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", shown);
  };
}
