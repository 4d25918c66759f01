/** Longer waits are not believed: some upstreams name days, or a date in a wrong year. */
const longestMs = 60 * 60 * 1_000;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How long an upstream asks to wait, in any form of `retry-after`; undefined for nonsense. */
export function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | undefined {
  return (
    bounded(numberOf(headers["retry-after-ms"])) ??
    bounded(secondsOrDate(headers["retry-after"], nowMs))
  );
}

function bounded(ms: number | undefined): number | undefined {
  return ms === undefined || !Number.isFinite(ms) || ms < 0
    ? undefined
    : Math.min(Math.ceil(ms), longestMs);
}

function numberOf(header: string | string[] | undefined): number | undefined {
  const text = String(header ?? "").trim();
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function secondsOrDate(header: string | string[] | undefined, nowMs: number): number | undefined {
  const seconds = numberOf(header);
  if (seconds !== undefined) return seconds * 1_000;

  const text = String(header ?? "").trim();
  const duration = durationMs(text);
  if (duration !== undefined) return duration;

  const date = /[a-z]|\d-\d/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

const resets = [
  ["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
  ["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
  ["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
  ["anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"],
  ["x-ratelimit-remaining", "x-ratelimit-reset"],
] as const;

/** When the exhausted rate limit of an upstream resets: some upstreams send this with a 429 in place of `retry-after`. */
export function limitResetMs(headers: Headers, nowMs: number = Date.now()): number | undefined {
  for (const [remaining, reset] of resets) {
    const text = String(headers[reset] ?? "").trim();
    if (text !== "" && (numberOf(headers[remaining]) ?? 0) === 0) {
      const wait = bounded(untilReset(text, nowMs));
      if (wait !== undefined) return wait;
    }
  }
  return undefined;
}

/** A duration (`6m0s`, `120ms`), seconds, or a moment as a Unix time in seconds or ms or as a date. */
function untilReset(text: string, nowMs: number): number | undefined {
  const number = numberOf(text);
  if (number === undefined) return secondsOrDate(text, nowMs);

  if (number > 1e12) return Math.max(0, number - nowMs);

  return number > 1e9 ? Math.max(0, number * 1_000 - nowMs) : number * 1_000;
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5 };

function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined;

  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    totalMs += Number(amount) * (unitsMs[unit ?? ""] ?? 0);

  return totalMs;
}
