/** The most that the gateway gives in one page. */
export const largestPage = 1000;

/** For a list of which `count` items are wanted. */
export function pageFor(count: number): number {
  return Math.max(1, Math.min(largestPage, count));
}
