import { paidKinds, type ToolCalls } from "@portico/core/model-call/paid-tools";
import { type Amount, atMostSafe, count, divide, picousdPerNanousd } from "./amounts.ts";
import { type Price, ratesOf } from "./rates.ts";

/** The usage that an upstream reports: a provider's `TokenUsage`, plus images. */
export interface BilledUsage {
  /** All input tokens, those read from and written to a cache included. */
  readonly inputTokens: number;
  /** All output tokens, those of reasoning included. */
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` that was written to a cache kept for an hour. */
  readonly hourCacheWriteTokens?: number;
  readonly audioInputTokens?: number;
  readonly reasoningTokens?: number;
  readonly images?: number;
  /** Of a rerank request. */
  readonly searchUnits?: number;
  readonly toolCalls?: ToolCalls;
  /** The tier that served, in the upstream's word, if it names one. */
  readonly serviceTier?: string;
  /** What the upstream charges for, if that differs from its counts. */
  readonly billed?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** The cost of a request by its parts, in whole nanodollars. Their sum is the cost. */
export interface CostParts {
  /** Input tokens that no cache had or took, and the fees for the request itself, its images, search units and calls of hosted tools. */
  readonly input: number;
  /** Output tokens, those of reasoning included. */
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What has a price by the piece. */
type Pieces = Pick<BilledUsage, "images" | "searchUnits" | "toolCalls">;

type Counts = Omit<BilledUsage, "inputTokens" | "outputTokens" | "billed" | keyof Pieces>;

const unknownCounts: Counts = {};

/**
 * The cost of a request by its parts. The sum is rounded up once. Each part is rounded down; the nanodollars that are
 * then missing go one by one to the parts with the largest rests, of equal ones to the first in the order of
 * `CostParts`. So each part is less than a nanodollar off, and a part without tokens costs nothing.
 */
export function costOf(price: Price, usage: BilledUsage): CostParts {
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = rounded(amountsOf(price, usage));
  const fees = perRequestNanousd(price, usage);
  return upToSafe({ input: atMostSafe(input + fees), output, cacheRead, cacheWrite });
}

export function totalNanousd({ input, output, cacheRead, cacheWrite }: CostParts): number {
  return input + output + cacheRead + cacheWrite;
}

/** The fees for a request itself, beside its tokens. */
export function perRequestNanousd(price: Price, used: Pieces): number {
  const ofImages = count(used.images) * price.imageNanousd;
  const ofSearches = count(used.searchUnits) * (price.searchUnitNanousd ?? 0);
  const ofTools = used.toolCalls === undefined ? 0 : ofCalls(price, used.toolCalls);
  return atMostSafe(price.requestNanousd + ofImages + ofSearches + ofTools);
}

function ofCalls({ tools }: Price, calls: ToolCalls): number {
  return paidKinds.reduce((sum, kind) => sum + count(calls[kind]) * (tools?.get(kind) ?? 0), 0);
}

export const noCost: CostParts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** The parts of two costs together. */
export function addCosts(one: CostParts, other: CostParts): CostParts {
  return upToSafe({
    input: atMostSafe(one.input + other.input),
    output: atMostSafe(one.output + other.output),
    cacheRead: atMostSafe(one.cacheRead + other.cacheRead),
    cacheWrite: atMostSafe(one.cacheWrite + other.cacheWrite),
  });
}

/** In the order of `CostParts`. */
function amountsOf(price: Price, usage: BilledUsage): readonly Amount[] {
  const { inputTokens, outputTokens } = usage.billed ?? usage;
  // Billed totals do not say which kind their tokens are.
  const counts: Counts = usage.billed === undefined ? usage : unknownCounts;
  const input = count(inputTokens);
  const cached = Math.min(count(counts.cachedInputTokens), input);
  const written = Math.min(count(counts.cacheWriteTokens), input - cached);
  const forAnHour = Math.min(count(counts.hourCacheWriteTokens), written);
  const audio = Math.min(count(counts.audioInputTokens), input - cached - written);
  const output = count(outputTokens);
  const reasoning = Math.min(count(counts.reasoningTokens), output);
  const rates = ratesOf(price, input, usage.serviceTier);
  return [
    divide([
      [input - cached - written - audio, rates.inputPicousd],
      [audio, rates.audioInputPicousd ?? rates.inputPicousd],
    ]),
    divide([
      [output - reasoning, rates.outputPicousd],
      [reasoning, rates.reasoningPicousd],
    ]),
    divide([[cached, rates.cachedInputPicousd]]),
    divide([
      [written - forAnHour, rates.cacheWritePicousd],
      [forAnHour, rates.hourCacheWritePicousd ?? rates.cacheWritePicousd],
    ]),
  ];
}

/** Whole nanodollars for each amount; together they are the sum of the amounts, rounded up. */
function rounded(amounts: readonly Amount[]): readonly number[] {
  const whole = amounts.map(({ nanousd }) => nanousd);
  const rests = amounts.map(({ restPicousd }) => restPicousd);
  let missing = Math.ceil(rests.reduce((sum, rest) => sum + rest, 0) / picousdPerNanousd);
  for (; missing > 0; missing -= 1) {
    const largest = rests.indexOf(Math.max(...rests));
    whole[largest] = (whole[largest] ?? 0) + 1;
    rests[largest] = 0;
  }
  return whole;
}

/** Sums that no double holds exactly end at the largest that it does. */
function upToSafe(parts: CostParts): CostParts {
  if (totalNanousd(parts) <= Number.MAX_SAFE_INTEGER) return parts;
  let left = Number.MAX_SAFE_INTEGER;
  const take = (nanousd: number) => {
    const taken = Math.min(nanousd, left);
    left -= taken;
    return taken;
  };
  return {
    input: take(parts.input),
    output: take(parts.output),
    cacheRead: take(parts.cacheRead),
    cacheWrite: take(parts.cacheWrite),
  };
}
