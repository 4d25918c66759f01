import { StoreBusy, StoreUnavailable } from "../store/ports/errors.ts";
import type { MoneyStore } from "../store/ports/money.ts";

export interface Batcher<Item, Answer> {
  /** Calls one of the two back: a promise for each item would cost as much as its place in the batch. */
  add(item: Item, resolve: (answer: Answer) => void, reject: (error: unknown) => void): void;
  /** Resolves when no batch is waiting or running. */
  idle(): Promise<void>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  readonly maxBatch: number;
  /** How many batches may run together. */
  readonly atOnce: number;
  readonly nextTurn: NextTurn;
}

/**
 * Sends items in batches. While the maximum of batches is running, items are gathered for the next one. Otherwise an
 * item waits only until the next turn, for the items that arrive by then.
 */
export function createBatcher<Item, Answer>(
  send: (batch: readonly Item[]) => Promise<readonly Answer[]>,
  { maxBatch, atOnce, nextTurn }: BatcherOptions,
): Batcher<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  const underWay = new Set<Promise<void>>();
  let isGathering = false;

  const sendNext = async () => {
    await nextTurn();
    isGathering = false;
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    gather();
    const isAway = await answer(batch, send);
    if (!isAway) return;
    // Items that waited behind this batch would only wait as long again.
    const rest = waiting;
    waiting = [];
    for (const { reject } of rest) reject(new StoreUnavailable("The store is not answering."));
  };
  const gather = () => {
    if (isGathering || waiting.length === 0 || underWay.size >= atOnce) return;
    isGathering = true;
    const sending = sendNext().finally(() => {
      underWay.delete(sending);
      gather();
    });
    underWay.add(sending);
  };

  return {
    add(item, resolve, reject) {
      waiting.push({ item, resolve, reject });
      gather();
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** A batcher for each place of the store, so that a batch goes to one place, and waits for no other. */
export function createBatchers<Item extends { readonly workspaceId: string }, Answer>(
  { placeOf }: Pick<MoneyStore, "placeOf">,
  create: () => Batcher<Item, Answer>,
): Batcher<Item, Answer> {
  if (placeOf === undefined) return create();
  const byPlace = new Map<string, Batcher<Item, Answer>>();
  return {
    add(item, resolve, reject) {
      const place = placeOf(item.workspaceId);
      const batcher = byPlace.get(place) ?? create();
      byPlace.set(place, batcher);
      batcher.add(item, resolve, reject);
    },
    async idle() {
      await Promise.all(Array.from(byPlace.values(), (batcher) => batcher.idle()));
    },
  };
}

/** Resolves to true if the store is away, and not only busy with others. */
async function answer<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
  send: (batch: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<boolean> {
  try {
    resolveAll(batch, await send(batch.map(({ item }) => item)));
    return false;
  } catch (error) {
    const isUnavailable = error instanceof StoreUnavailable;
    if (isUnavailable || batch.length === 1) for (const { reject } of batch) reject(error);
    // One item that cannot be stored must not fail the others.
    else for (const single of batch) await answer([single], send);
    return isUnavailable && !(error instanceof StoreBusy);
  }
}

function resolveAll<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
  answers: readonly Answer[],
): void {
  for (const [index, { resolve, reject }] of batch.entries())
    try {
      const found = answers[index];
      if (found === undefined) throw new Error("The store has left an item of the batch out.");
      resolve(found);
    } catch (error) {
      // What one of them makes of its answer must not send the batch again.
      reject(error);
    }
}

/** Resolves in the next turn of the event loop. */
export type NextTurn = () => Promise<void>;

/** Callers in the same tick share one `setImmediate`: the store can handle their batches together. */
export function createNextTurn(): NextTurn {
  let next: Promise<void> | null = null;
  const come = async () => {
    await new Promise(setImmediate);
    next = null;
  };
  return () => {
    next ??= come();
    return next;
  };
}
