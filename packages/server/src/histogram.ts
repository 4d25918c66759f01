/**
 * Counts of positive values in buckets that grow by a tenth each, so that a percentile is off by at most five percent
 * and histograms of several processes add up.
 */
export type Histogram = Map<number, number>;

export interface Percentiles {
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p99: number;
}

/** The logarithm of the bucket's growth: for those who count in the store. */
export const growth = Math.log(1.1);

/** With -1 the value is taken out again. */
export function countIn(histogram: Histogram, value: number, times: 1 | -1 = 1): void {
  if (!(value >= 0) || value === Number.POSITIVE_INFINITY) return;
  const bucket = Math.max(0, Math.round(Math.log(Math.max(value, 1)) / growth));
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + times);
}

export function addTo(histogram: Histogram, other: ReadonlyMap<number, number>): void {
  for (const [bucket, count] of other) histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
}

/** Null without values. The share `p90` of the values is at most the value named so. */
export function percentilesOf(histogram: ReadonlyMap<number, number>): Percentiles | null {
  const sorted = [...histogram].sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const valueAt = (share: number): number => {
    let seen = 0;
    for (const [bucket, count] of sorted) {
      seen += count;
      if (seen >= share * total) return Math.round(Math.exp(bucket * growth));
    }
    return 0;
  };
  return { p50: valueAt(0.5), p75: valueAt(0.75), p90: valueAt(0.9), p99: valueAt(0.99) };
}

/** `40:3 52:1`: for a column of the store. */
export function histogramText(histogram: ReadonlyMap<number, number>): string {
  return [...histogram].map(([bucket, count]) => `${bucket}:${count}`).join(" ");
}

const minus = "-".charCodeAt(0);
const colon = ":".charCodeAt(0);
const zero = "0".charCodeAt(0);

/** Of one text, or of several with spaces between them: character by character, because a list reads megabytes of it. */
export function readHistogram(text: string): Histogram {
  const histogram: Histogram = new Map();
  let bucket = 0;
  let value = 0;
  let sign = 1;
  for (let index = 0; index <= text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === minus) sign = -1;
    else if (code === colon) {
      bucket = value;
      value = 0;
    } else if (code >= zero) value = value * 10 + code - zero;
    else {
      // A space, or the end.
      if (value > 0) histogram.set(bucket, (histogram.get(bucket) ?? 0) + sign * value);
      value = 0;
      sign = 1;
    }
  }
  return histogram;
}
