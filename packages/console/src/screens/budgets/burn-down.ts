import type { Schema } from "@portico/client";

type Reset = Schema<"LimitReset">;
export type State = Schema<"BudgetState">;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How far a budget that never starts again is looked back on, and ahead. */
const openWindowMs = 30 * dayMs;

export interface Span {
  readonly startMs: number;
  /** Null for a budget that never starts again. */
  readonly endMs: number | null;
  /** The length of the steps in which the gateway sums. */
  readonly granularity: "hour" | "day";
}

/** The present period of a budget. */
export function spanOf(reset: Reset, resetsAt: string | null, nowMs: number): Span {
  if (reset === null || resetsAt === null)
    return { startMs: nowMs - openWindowMs, endMs: null, granularity: "day" };
  const endMs = Date.parse(resetsAt);
  if (reset === "daily") return { startMs: endMs - dayMs, endMs, granularity: "hour" };
  if (reset === "weekly") return { startMs: endMs - 7 * dayMs, endMs, granularity: "hour" };
  const end = new Date(endMs);
  const startMs = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, end.getUTCDate());
  return { startMs, endMs, granularity: "day" };
}

export interface Step {
  readonly at: string;
  readonly usage: number;
}

export interface BurnDown {
  readonly times: readonly string[];
  readonly left: readonly (number | null)[];
  readonly forecast: readonly (number | null)[];
  /** When nothing is left at the present pace; null where it starts again before. */
  readonly usedUpAt: string | null;
  /** What is left at the end of the period at the present pace; null where there is no end, or it is used up before. */
  readonly leftAtEnd: number | null;
}

/**
 * What was left of a limit at each step, what is left now, and what will be left at the present pace, which is what was spent
 * by the time in which it was spent. It counts back from what the gateway says is spent now, so that the line ends there.
 */
export function burnDownOf(
  state: Pick<State, "limit" | "spent">,
  span: Span,
  steps: readonly Step[],
  nowMs: number,
): BurnDown {
  const past = steps
    .map(({ at, usage }) => ({ atMs: Date.parse(at), usage }))
    .filter(({ atMs }) => atMs >= span.startMs && atMs < nowMs)
    .toSorted((one, other) => one.atMs - other.atMs);
  const known = knownPoints(state, span, past, nowMs);
  const left = state.limit - state.spent;
  const pace = paceOf(state, span, past, nowMs);
  const ahead = aheadOf(left, pace, span, nowMs);
  const times = [...known.map(({ atMs }) => atMs), ...ahead.points.map(({ atMs }) => atMs)];
  return {
    times: times.map((atMs) => new Date(atMs).toISOString()),
    left: [...known.map((point) => point.left), ...ahead.points.map(() => null)],
    forecast: [
      ...known.map((point, index) => (index === known.length - 1 ? point.left : null)),
      ...ahead.points.map((point) => point.left),
    ],
    usedUpAt: ahead.usedUpAtMs === null ? null : new Date(ahead.usedUpAtMs).toISOString(),
    leftAtEnd: ahead.leftAtEnd,
  };
}

interface Point {
  readonly atMs: number;
  readonly left: number;
}

interface PastStep {
  readonly atMs: number;
  readonly usage: number;
}

function knownPoints(
  { limit, spent }: Pick<State, "limit" | "spent">,
  span: Span,
  past: readonly PastStep[],
  nowMs: number,
): readonly Point[] {
  const points: Point[] = [{ atMs: nowMs, left: limit - spent }];
  let left = limit - spent;
  for (const { atMs, usage } of past.toReversed()) {
    left += usage;
    points.unshift({ atMs, left });
  }
  const first = points[0];
  if (first !== undefined && first.atMs > span.startMs)
    points.unshift({ atMs: span.startMs, left: span.endMs === null ? first.left : limit });
  return points;
}

/** Dollars a millisecond. */
function paceOf(
  { spent }: Pick<State, "spent">,
  span: Span,
  past: readonly PastStep[],
  nowMs: number,
): number {
  const elapsedMs = nowMs - span.startMs;
  if (elapsedMs <= 0) return 0;
  const inWindow = span.endMs === null ? past.reduce((sum, { usage }) => sum + usage, 0) : spent;
  return inWindow / elapsedMs;
}

function aheadOf(left: number, pace: number, span: Span, nowMs: number) {
  const endMs = span.endMs ?? nowMs + openWindowMs;
  const usedUpAtMs = pace > 0 && left > 0 ? nowMs + left / pace : null;
  if (endMs <= nowMs) return { points: [], usedUpAtMs: null, leftAtEnd: null };
  if (usedUpAtMs !== null && usedUpAtMs < endMs)
    return {
      points: [
        { atMs: usedUpAtMs, left: 0 },
        { atMs: endMs, left: 0 },
      ],
      usedUpAtMs,
      leftAtEnd: null,
    };
  const leftThen = Math.max(0, left - pace * (endMs - nowMs));
  return {
    points: [{ atMs: endMs, left: leftThen }],
    usedUpAtMs: null,
    leftAtEnd: span.endMs === null ? null : leftThen,
  };
}
