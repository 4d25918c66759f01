import { setTimeout as sleep } from "node:timers/promises";
import { type MoneyStore, type Settlement, StoreUnavailable } from "../store/store.ts";
import { toUnavailable } from "./admission-refused.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";
import type { OpenHolds } from "./open-holds.ts";
import { createPatience, type Waiting } from "./patience.ts";

export interface Bookings {
  /** Durable when it resolves; rejects when that takes longer than anybody should wait, and goes on trying. */
  book(settlement: Settlement): Promise<void>;
  /** Waits as long as any reply would have, then gives up what is left. */
  close(): Promise<void>;
}

export interface BookingsOptions extends BatcherOptions {
  readonly patienceMs: number;
  readonly onProblem: (error: unknown) => void;
}

const shortestPauseMs = 50;
const longestPauseMs = 1000;

/** Settlements in batches. What waits for a store that is away is never more than what was once admitted. */
export function createBookings(
  money: MoneyStore,
  holds: Pick<OpenHolds, "closed" | "giveUp">,
  { patienceMs, onProblem, ...batching }: BookingsOptions,
): Bookings {
  const closing = new AbortController();
  const underWay = new Set<Waiting>();
  const patience = createPatience(patienceMs);
  let emptied: PromiseWithResolvers<void> | null = null;
  const batches = createBatcher(async (batch: readonly Settlement[]) => {
    await money.settle(batch);
    return batch.map(() => true);
  }, batching);

  const ended = (waiting: Waiting) => {
    underWay.delete(waiting);
    patience.over(waiting);
    if (underWay.size === 0) emptied?.resolve();
  };
  const givenUp = (waiting: Waiting, error: unknown) => {
    ended(waiting);
    waiting.reject(toUnavailable(error));
    onProblem(error);
  };
  const attempt = (settlement: Settlement, waiting: Waiting, pauseMs: number) => {
    batches.add(settlement).then(
      () => {
        holds.closed(settlement.requestId);
        ended(waiting);
        waiting.resolve();
      },
      (error: unknown) => {
        if (error instanceof StoreUnavailable) return again(settlement, waiting, pauseMs);
        holds.giveUp(settlement.requestId);
        return givenUp(waiting, error);
      },
    );
  };
  const again = async (settlement: Settlement, waiting: Waiting, pauseMs: number) => {
    try {
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: closing.signal });
    } catch (error) {
      givenUp(waiting, error);
      return;
    }
    attempt(settlement, waiting, Math.min(pauseMs * 2, longestPauseMs));
  };

  return {
    book(settlement) {
      const waiting = Promise.withResolvers<void>();
      underWay.add(waiting);
      patience.begin(waiting);
      attempt(settlement, waiting, shortestPauseMs);
      return waiting.promise;
    },
    async close() {
      if (underWay.size > 0) {
        emptied = Promise.withResolvers();
        const impatience = setTimeout(emptied.resolve, patienceMs);
        await emptied.promise;
        clearTimeout(impatience);
      }
      closing.abort();
      patience.close();
    },
  };
}
