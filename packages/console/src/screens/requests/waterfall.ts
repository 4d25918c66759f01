import type { Generation } from "./tail.ts";

/** One bar, in milliseconds after the request's arrival. */
export interface Span {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isServing: boolean;
  /** Of the provider; null where the connection failed. */
  readonly status: number | null;
  /** Why the attempt did not serve; null for the one that did. */
  readonly failure: string | null;
}

export interface Waterfall {
  readonly spans: readonly Span[];
  /** When the first byte of the answer came; null where none came. */
  readonly firstByte: number | null;
  /** The end of the time line. */
  readonly end: number;
}

type Timed = Pick<Generation, "provider_responses" | "latency" | "error">;

/** Attempts follow each other: where the beginning of one was not kept, it is the end of the one before. */
export function waterfallOf({ provider_responses, latency, error }: Timed): Waterfall {
  const spans: Span[] = [];
  for (const attempt of provider_responses ?? []) {
    const from = attempt.start ?? spans.at(-1)?.to ?? 0;
    spans.push({
      number: spans.length + 1,
      name: attempt.endpoint_id ?? attempt.provider_name ?? "–",
      from,
      to: from + (attempt.latency ?? 0),
      isServing: !attempt.failure && error === null,
      status: attempt.status,
      failure: attempt.failure ?? null,
    });
  }
  const end = Math.max(latency ?? 0, ...spans.map(({ to }) => to));
  return { spans, firstByte: error === null ? latency : null, end: end === 0 ? 1 : end };
}

/** Round times for the axis: at most five steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(end: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(end / 5));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => end / one <= 5) ?? end;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}
