/** What a canary has where the configuration does not say it. */
export const usualCanary = {
  percent: 0,
  failurePercent: 10,
  slower: 3,
  requests: 20,
  windowSeconds: 600,
} as const;

export interface CanaryMark {
  readonly failurePercent: number;
  /** Fewer count as so many. */
  readonly requests: number;
}

/** Whether so many failures are more than a canary may have: also before enough requests, once no further ones could change that. */
export function failsTooOften(
  { requests, failures }: { readonly requests: number; readonly failures: number },
  { failurePercent, requests: fewest }: CanaryMark,
): boolean {
  return failures > (failurePercent / 100) * Math.max(requests, fewest);
}
