// The little of Markdown that "How to play" uses: headings, paragraphs, lists, bold, code, and cards.
// Text becomes data, never HTML.

export type Span =
  | { readonly kind: "text" | "bold" | "code"; readonly text: string }
  | { readonly kind: "cards"; readonly cards: readonly string[] };

export type Block =
  | { readonly kind: "heading" | "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Span[])[] };

const CARDS = /^(?:[2-9TJQKA][cdhs])(?: [2-9TJQKA][cdhs])*$/;

export function blocks(text: string): readonly Block[] {
  const found: Block[] = [];
  for (const part of text.split(/\n\s*\n/)) {
    let lines: string[] = [];
    const flush = (): void => {
      if (lines.length > 0) found.push(block(lines));
      lines = [];
    };
    for (const line of part.split("\n")) {
      const heading = /^#+\s+(.*)$/.exec(line);
      const listed = /^\s*[-*]\s+/.test(line);
      if (heading !== null) {
        flush();
        found.push({ kind: "heading", spans: spans(heading[1] ?? "") });
      } else if (line.trim() !== "") {
        if (listed && lines.length > 0 && !isItem(lines[0])) flush();
        lines.push(line);
      }
    }
    flush();
  }
  return found;
}

function block(lines: readonly string[]): Block {
  if (!isItem(lines[0])) return { kind: "paragraph", spans: spans(lines.map((line) => line.trim()).join(" ")) };
  const items: string[] = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.replace(/^\s*[-*]\s+/, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "list", items: items.map(spans) };
}

function isItem(line: string | undefined): boolean {
  return line !== undefined && /^\s*[-*]\s+/.test(line);
}

function spans(text: string): readonly Span[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).flatMap((part): Span[] => {
    if (part === "") return [];
    if (part.startsWith("**")) return [{ kind: "bold", text: part.slice(2, -2) }];
    if (!part.startsWith("`")) return [{ kind: "text", text: part }];
    const code = part.slice(1, -1);
    return CARDS.test(code) ? [{ kind: "cards", cards: code.split(" ") }] : [{ kind: "code", text: code }];
  });
}
