/** The contract has checked the format. Null for a day that does not exist: `Date.parse` takes 30 February for 2 March. */
export function readDate(text: string): number | null {
  const ms = Date.parse(text);
  const day = text.slice(0, "2026-01-31".length);
  const midnight = Date.parse(day);
  if (Number.isNaN(ms) || Number.isNaN(midnight)) return null;
  return new Date(midnight).toISOString().startsWith(day) ? ms : null;
}

export function noDate(field: string): string {
  return `${field} must be a date that exists.`;
}

/** What is created expired is a mistake in the year or in the zone. */
export function notInFuture(field: string, nowMs: number): string {
  return `${field} must be in the future: it is ${new Date(nowMs).toISOString()} now.`;
}
