/** What a recording says, read in the plainest way and without any code of the providers. */
export interface Reading {
  readonly text: string;
  readonly calls: readonly ReadCall[];
  readonly usage?: ReadUsage | undefined;
  /** Absent where the answer has no end that the gateway knows. */
  readonly finish?: "stop" | "length" | "content_filter" | undefined;
  /** The upstream's status, or what an error inside a 200 amounts to. */
  readonly errorStatus?: number | undefined;
  /** The answer ends in a way that makes it no answer. */
  readonly malformed?: boolean;
}

export interface ReadCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly id?: string | undefined;
}

export interface ReadUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly written: number;
  readonly reasoning: number;
}

/** A way through foreign JSON that gives undefined where there is none. */
export function at(value: unknown, ...way: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of way) {
    if (typeof found !== "object" || found === null) return undefined;

    found = Reflect.get(found, step);
  }
  return found;
}

export function textAt(value: unknown, ...way: readonly (string | number)[]): string {
  const found = at(value, ...way);
  return typeof found === "string" ? found : "";
}

export function numberAt(value: unknown, ...way: readonly (string | number)[]): number {
  const found = at(value, ...way);
  return typeof found === "number" ? found : 0;
}

export function itemsAt(value: unknown, ...way: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...way);
  return Array.isArray(found) ? found : [];
}

export function jsonOf(text: string): unknown {
  return text.trim() === "" ? {} : JSON.parse(text);
}

/** The JSON of all `data:` lines, with any line ends. */
export function sseData(body: string): readonly unknown[] {
  return body
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trim())
    .filter((data) => data !== "" && data !== "[DONE]")
    .map((data): unknown => JSON.parse(data));
}

/** Calls that come in pieces, in the order in which they began. */
export class CallPieces {
  readonly #calls = new Map<unknown, { name: string; id: string; text: string }>();

  add(key: unknown, piece: { name?: string; id?: string; text?: string }): void {
    const call = this.#calls.get(key) ?? { name: "", id: "", text: "" };
    this.#calls.set(key, call);
    call.name ||= piece.name ?? "";
    call.id ||= piece.id ?? "";
    call.text += piece.text ?? "";
  }

  has(key: unknown): boolean {
    return this.#calls.has(key);
  }

  all(): readonly ReadCall[] {
    return [...this.#calls.values()].map(({ name, id, text }) => ({
      name,
      arguments: argumentsOf(text),
      id: id === "" ? undefined : id,
    }));
  }
}

/** Arguments that were cut stay the text that they are. */
function argumentsOf(text: string): unknown {
  try {
    return jsonOf(text);
  } catch {
    return text;
  }
}
