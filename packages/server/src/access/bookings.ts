import { setTimeout as sleep } from "node:timers/promises";
import { failures } from "../errors.ts";
import { StoreUnavailable } from "../store/ports/errors.ts";
import { callerGoneStatus } from "../store/ports/generation.ts";
import type { MoneyStore, Settlement } from "../store/ports/money.ts";
import { toUnavailable } from "./admission-refused.ts";
import { type BatcherOptions, createBatcher, createBatchers } from "./batcher.ts";
import type { OpenHolds } from "./open-holds.ts";

export interface Bookings {
  /**
   * Durable when it resolves. Rejects if that takes longer than the time-out: then its reply fails, and the booking that
   * is retried says so.
   */
  book(settlement: Settlement): Promise<void>;
  /** Waits as long as a reply would, then gives up the rest. */
  close(): Promise<void>;
}

export interface BookingsOptions extends BatcherOptions {
  readonly patienceMs: number;
  readonly onProblem: (error: unknown) => void;
}

interface Booking {
  /** Replaced when the reply has failed because this one took too long. */
  settlement: Settlement;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

const shortestPauseMs = 50;
const longestPauseMs = 1000;

/** Settlements in batches. At most the admitted requests wait while the store is away. */
export function createBookings(
  money: MoneyStore,
  holds: Pick<OpenHolds, "closed" | "giveUp">,
  { patienceMs, onProblem, ...batching }: BookingsOptions,
): Bookings {
  const closing = new AbortController();
  const underWay = new Set<Booking>();
  let emptied: PromiseWithResolvers<void> | null = null;
  const batches = createBatchers(money, () =>
    createBatcher(async (batch: readonly Settlement[]) => {
      await money.settle(batch);
      return batch.map(() => true);
    }, batching),
  );

  const ended = (booking: Booking) => {
    clearTimeout(booking.timer);
    underWay.delete(booking);
    if (underWay.size === 0) emptied?.resolve();
  };
  const givenUp = (booking: Booking, error: unknown) => {
    ended(booking);
    booking.reject(toUnavailable(error));
    onProblem(error);
  };
  const late = (booking: Booking) => {
    booking.settlement = toLate(booking.settlement);
    booking.reject(tooLate());
  };
  const attempt = (booking: Booking, pauseMs: number) => {
    const { settlement } = booking;
    batches.add(
      settlement,
      () => {
        // The reply has failed meanwhile: the row must say so too, so it is written again.
        if (booking.settlement !== settlement) return attempt(booking, pauseMs);
        holds.closed(settlement.generationId);
        ended(booking);
        booking.resolve();
      },
      (error) => {
        if (error instanceof StoreUnavailable) return void again(booking, pauseMs);
        holds.giveUp(settlement.generationId);
        givenUp(booking, error);
      },
    );
  };
  const again = async (booking: Booking, pauseMs: number) => {
    try {
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: closing.signal });
    } catch (error) {
      givenUp(booking, error);
      return;
    }
    attempt(booking, Math.min(pauseMs * 2, longestPauseMs));
  };

  return {
    book: (settlement) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => late(booking), patienceMs);
        const booking: Booking = { settlement, resolve, reject, timer };
        underWay.add(booking);
        attempt(booking, shortestPauseMs);
      }),
    async close() {
      if (underWay.size > 0) {
        emptied = Promise.withResolvers();
        const impatience = setTimeout(emptied.resolve, patienceMs);
        await emptied.promise;
        clearTimeout(impatience);
      }
      closing.abort();
      for (const booking of underWay) {
        clearTimeout(booking.timer);
        late(booking);
      }
    },
  };
}

function tooLate(): unknown {
  return toUnavailable(new StoreUnavailable("The store has stayed away for too long."));
}

/** The booking of a reply that failed by the time-out: 503, or a failed stream. A hang-up stays a hang-up. */
function toLate(settlement: Settlement): Settlement {
  const { facts } = settlement;
  if (facts.status === callerGoneStatus) return settlement;
  const { status } = failures.unavailable;
  return {
    ...settlement,
    isLate: true,
    facts: { ...facts, status, errorKind: "unavailable", finishReason: null },
  };
}
