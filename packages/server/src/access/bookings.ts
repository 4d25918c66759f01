import { setTimeout as sleep } from "node:timers/promises";
import { type MoneyStore, type Settlement, StoreUnavailable } from "../store/store.ts";
import { toUnavailable } from "./admission-refused.ts";
import { createBatcher } from "./batcher.ts";
import type { OpenHolds } from "./open-holds.ts";

export interface Bookings {
  /** Durable when it resolves; rejects when that takes longer than anybody should wait, and goes on trying. */
  book(settlement: Settlement): Promise<void>;
  /** Waits as long as any reply would have, then gives up what is left. */
  close(): Promise<void>;
}

export interface BookingsOptions {
  readonly maxBatch: number;
  readonly atOnce: number;
  readonly patienceMs: number;
  readonly onProblem: (error: unknown) => void;
}

const shortestPauseMs = 50;
const longestPauseMs = 1000;

/** Settlements in batches. What waits for a store that is away is never more than what was once admitted. */
export function createBookings(
  money: MoneyStore,
  holds: Pick<OpenHolds, "closed" | "giveUp">,
  { maxBatch, atOnce, patienceMs, onProblem }: BookingsOptions,
): Bookings {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const batches = createBatcher(
    async (batch: readonly Settlement[]) => {
      await money.settle(batch);
      return batch.map(() => true);
    },
    { maxBatch, atOnce },
  );

  const bookAtLast = async (settlement: Settlement): Promise<void> => {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await batches.add(settlement);
        holds.closed(settlement.requestId);
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) {
          holds.giveUp(settlement.requestId);
          throw error;
        }
      }
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: closing.signal });
    }
  };

  return {
    async book(settlement) {
      const booked = bookAtLast(settlement);
      const watched = booked.catch(onProblem).finally(() => underWay.delete(watched));
      underWay.add(watched);
      await inTime(booked, patienceMs);
    },
    async close() {
      await inTime(Promise.all(underWay), patienceMs).catch(onProblem);
      closing.abort();
    },
  };
}

async function inTime(work: Promise<unknown>, patienceMs: number): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new StoreUnavailable("The store has stayed away for too long.")),
    patienceMs,
  );
  try {
    await Promise.race([work, tooLate]);
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
