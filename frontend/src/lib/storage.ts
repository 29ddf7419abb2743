/** Text in the browser's storage. If that is blocked or full, it lasts as long as the page. */
const memory = new Map<string, string>();

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

export function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is stored.
  }
}

/** Every name with this prefix. */
export function storedNames(start: string): string[] {
  const names = new Set(memory.keys());
  try {
    for (let place = 0; place < localStorage.length; place++) names.add(localStorage.key(place) ?? "");
  } catch {
    // Only the names in memory.
  }
  return [...names].filter((name) => name.startsWith(start));
}
