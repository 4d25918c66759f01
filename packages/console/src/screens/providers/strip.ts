import type { Schema } from "@portico/client";

type Slot = Schema<"ProviderSlot">;

const slotMs = 5 * 60_000;
/** Of a day. */
export const slots = 288;

export interface Bar {
  /** Which stretch of the day it is, from 0. */
  readonly at: number;
  /** The share of its attempts that failed, from 0 to 1. */
  readonly failed: number;
  readonly slot: Slot;
}

/** Where each stretch with attempts stands in the day that ends now. */
export function barsOf(timeLine: readonly Slot[], now: number): readonly Bar[] {
  const end = Math.ceil(now / slotMs) * slotMs;
  const start = end - slots * slotMs;
  return timeLine.flatMap((slot) => {
    const at = Math.floor((Date.parse(slot.from) - start) / slotMs);
    const asked = slot.answered + slot.failed;
    if (at < 0 || at >= slots || asked === 0) return [];
    return [{ at, failed: slot.failed / asked, slot }];
  });
}

export interface Summary {
  readonly attempts: number;
  readonly failed: number;
  /** Stretches in which at least half of the attempts failed. */
  readonly bad: number;
}

export function summaryOf(bars: readonly Bar[]): Summary {
  return {
    attempts: bars.reduce((sum, { slot }) => sum + slot.answered + slot.failed, 0),
    failed: bars.reduce((sum, { slot }) => sum + slot.failed, 0),
    bad: bars.filter(({ failed }) => failed >= 0.5).length,
  };
}
