import { StoreUnavailable } from "../store/store.ts";

export interface Batcher<Item, Answer> {
  add(item: Item): Promise<Answer>;
  /** Nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what comes while the last batch is under way, and sends it as the next one. When nothing is under way
 * an item waits for no others, but for those that arrived in the same turn.
 */
export function createBatcher<Item, Answer>(
  send: (batch: readonly Item[]) => Promise<readonly Answer[]>,
  maxBatch: number,
): Batcher<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let underWay: Promise<void> | null = null;

  const sendAll = async () => {
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const isAway = await answer(batch, send);
      if (!isAway) continue;
      // Whoever waited behind it would only wait as long again for the same.
      const rest = waiting;
      waiting = [];
      for (const { reject } of rest) reject(new StoreUnavailable("The store is not answering."));
    }
    underWay = null;
  };

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.push({ item, resolve, reject });
      underWay ??= sendAll();
      return promise;
    },
    async idle() {
      await underWay;
    },
  };
}

/** True where the store is away. */
async function answer<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
  send: (batch: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<boolean> {
  try {
    resolveAll(batch, await send(batch.map(({ item }) => item)));
    return false;
  } catch (error) {
    const isAway = error instanceof StoreUnavailable;
    if (isAway || batch.length === 1) for (const { reject } of batch) reject(error);
    // One item that cannot be stored at all must not take the others with it.
    else for (const single of batch) await answer([single], send);
    return isAway;
  }
}

function resolveAll<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
  answers: readonly Answer[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const found = answers.at(index);
    if (found === undefined) reject(new Error("The store has left an item of the batch out."));
    else resolve(found);
  }
}
