/** The page that the address names. Every page has a link, and the browser's back and forward buttons work. */

export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "train"; readonly game: string }
  | { readonly page: "sign-in" }
  | { readonly page: "own" }
  | { readonly page: "floor"; readonly view: FloorView };

export const FLOOR_VIEWS = ["tables", "cage", "people", "proposals", "jackpots", "log", "server"] as const;
export type FloorView = (typeof FLOOR_VIEWS)[number];

export function routeOf(path: string): Route {
  const [, first = "", second = ""] = path.split("/");
  if (first === "table" && second !== "") return { page: "table", table: decoded(second) };
  if (first === "train" && second !== "") return { page: "train", game: decoded(second) };
  if (first === "floor") return { page: "floor", view: FLOOR_VIEWS.find((view) => view === second) ?? "tables" };
  if (first === "own") return { page: "own" };
  return first === "sign-in" ? { page: "sign-in" } : { page: "lobby" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const tablePath = (table: string): string => `/table/${encodeURIComponent(table)}`;
export const trainPath = (game: string): string => `/train/${encodeURIComponent(game)}`;
export const floorPath = (view: FloorView = "tables"): string => (view === "tables" ? "/floor" : `/floor/${view}`);

let current = $state.raw(routeOf(location.pathname));

/** The current route, for components to follow. */
export const route = {
  get now(): Route {
    return current;
  },
};

/** Goes to another of our pages without a page load. */
export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, "", path);
  current = routeOf(location.pathname);
  window.scrollTo(0, 0);
}

/** Follows the browser's buttons and plain clicks on our links; returns the function that stops it. */
export function followLinks(): () => void {
  const back = (): void => {
    current = routeOf(location.pathname);
  };
  window.addEventListener("popstate", back);
  document.addEventListener("click", followed);
  return () => {
    window.removeEventListener("popstate", back);
    document.removeEventListener("click", followed);
  };
}

function followed(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return; // meant for another tab
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.hash !== "") return;
  event.preventDefault();
  go(link.pathname);
}
