/**
 * What the two upstreams cost, told twice: as the operator writes it, and as whole picodollars a token for the
 * checker, which works costs out by itself. Odd on purpose, so that every cost is rounded.
 */
export const upstreamPrices = {
  north: { input: "0.0213", output: "0.0877", inputPicousd: 21_300n, outputPicousd: 87_700n },
  south: { input: "0.0371", output: "0.1513", inputPicousd: 37_100n, outputPicousd: 151_300n },
} as const;

export type UpstreamName = keyof typeof upstreamPrices;

export function isUpstreamName(name: string | null): name is UpstreamName {
  return name === "north" || name === "south";
}

export function costOf(upstream: UpstreamName, inputTokens: number, outputTokens: number): number {
  const { inputPicousd, outputPicousd } = upstreamPrices[upstream];
  const picousd = BigInt(inputTokens) * inputPicousd + BigInt(outputTokens) * outputPicousd;
  return Number((picousd + 999n) / 1000n);
}

/** One call that an upstream was sent, as the upstream itself remembers it. */
export interface JournalEntry {
  readonly marker: string;
  readonly upstream: UpstreamName;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What it was told to do wrong; null where it answered as it should. */
  readonly fault: Fault | null;
}

export const faults = [
  "refuse",
  "reset",
  "cut",
  "tooMany",
  "broken",
  "overloaded",
  "garbage",
  "stall",
] as const;

export type Fault = (typeof faults)[number];

/** Names a request from the caller to the upstream and, as its application's title, to the ledger. */
const markerPattern = /m-\d+-[0-9a-f]{8}/;

export function findMarker(text: string): string | null {
  return markerPattern.exec(text)?.[0] ?? null;
}

export function markerOf(number: number): string {
  return `m-${number}-${(Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0")}`;
}
