/** One answer as a wire showed it, in a form that belongs to no wire. */
export interface Told {
  readonly status: number;
  /** What the failure says; a stream that fails has begun with 200. */
  readonly failure?: string;
  readonly model?: string;
  readonly text: string;
  readonly calls: readonly ToldCall[];
  readonly thoughts: ToldThoughts;
  /** In the words of `/responses`' reasons. */
  readonly finish?: string;
  /** Whether the finish reason says that calls are to be answered; one wire does not say it. */
  readonly endsInCalls?: boolean;
  readonly usage?: ToldUsage;
  /** USD; from the body or, of a plain reply, the header. */
  readonly costs: readonly number[];
  /** The parts of the cost, from the body's usage. */
  readonly details?: unknown;
  readonly tier?: unknown;
  /** What is sent back in the next turn. */
  readonly echo: readonly unknown[];
}

export interface ToldCall {
  readonly name: string;
  readonly id: string;
  /** Parsed. */
  readonly arguments: unknown;
}

export interface ToldThoughts {
  readonly words: readonly string[];
  readonly seals: readonly string[];
  /** Those of the seals that no call follows. */
  readonly callless: readonly string[];
}

export interface ToldUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** To a cache; one wire does not say it. */
  readonly written?: number;
}

export const nothingTold = {
  ...{ text: "", calls: [], costs: [], echo: [] },
  thoughts: { words: [], seals: [], callless: [] },
} as const;

/** The reply's header has the cost of an answer that is whole when the headers are sent. */
export function costInHeader(response: Response): readonly number[] {
  const cost = response.headers.get("x-portico-cost");
  return cost === null ? [] : [Number(cost)];
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
