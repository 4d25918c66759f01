export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Days of traffic before now. */
export const days = 30;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** Midnight UTC, some days before the day of `ms`. */
export function midnight(ms: number, daysBefore = 0): number {
  return (Math.floor(ms / dayMs) - daysBefore) * dayMs;
}

/** The outage of a provider: on the third day before now. */
export function outageOf(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = midnight(nowMs, 3) + 9 * hourMs + 38 * minuteMs;
  return { fromMs, toMs: fromMs + 84 * minuteMs };
}

/** An hour and a half of this day in which another provider failed most of the time. */
export function wobbleOf(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = nowMs - 3 * hourMs;
  return { fromMs, toMs: fromMs + 90 * minuteMs };
}
