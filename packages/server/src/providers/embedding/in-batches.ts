/** Requests of one call at a time: quick, without a burst that would trip a rate limit. */
const concurrency = 4;

/**
 * Does the work for each batch of at most `size` items, for upstreams that take no more at once.
 * Results come in the order of the items. The first failure ends all other work.
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  signal: AbortSignal,
  work: (batch: readonly Item[], signal: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  if (items.length <= size) return [await work(items, signal)];

  const batches: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size));

  const results = new Array<Result>(batches.length);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const queue = batches.entries();
  const workers = Array.from({ length: Math.min(concurrency, batches.length) }, async () => {
    for (const [index, batch] of queue) results[index] = await work(batch, either);
  });
  try {
    await Promise.all(workers);
  } catch (error) {
    failed.abort();
    await Promise.allSettled(workers);
    throw error;
  }
  return results;
}
