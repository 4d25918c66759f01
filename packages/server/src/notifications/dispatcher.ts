import { setTimeout as sleep } from "node:timers/promises";
import { repeat } from "../repeat.ts";
import type { LeasedNotice, OutboxStore } from "../store/ports/outbox.ts";
import type { Channel, Delivery, SendAttempt } from "./channel.ts";

/** An attempt, as the dispatcher follows it. */
interface BegunAttempt extends SendAttempt {
  /** True if another process has the notice by now: that process decides what becomes of it. */
  isLost(): boolean;
  over(): void;
}

interface AttemptTimes {
  /** Time from the lease until the notice can arrive. */
  readonly leaseMs: number;
  /** Time from then to the answer. */
  readonly sendingMs: number;
}

/** The share of a lease that is used: the rest is for the store, and for inexact clocks. */
const usable = 0.8;

/** Aborts before its lease ends. A stopping process aborts at once, unless the notice may have arrived already. */
function beginAttempt(
  outbox: OutboxStore,
  { leaseId }: LeasedNotice,
  { leaseMs, sendingMs }: AttemptTimes,
  closing: AbortSignal,
): BegunAttempt {
  const stop = new AbortController();
  const abort = () => stop.abort(new Error("It took too long, or the gateway was stopping."));
  let timer = setTimeout(abort, leaseMs * usable);
  closing.addEventListener("abort", abort, { once: true });
  let isLost = false;
  const over = () => {
    clearTimeout(timer);
    closing.removeEventListener("abort", abort);
  };
  return {
    signal: stop.signal,
    async commit() {
      isLost = !(await outbox.markSending(leaseId, sendingMs));
      if (isLost) throw new Error("The lease has ended.");
      stop.signal.throwIfAborted();
      over();
      timer = setTimeout(abort, sendingMs * usable);
    },
    isLost: () => isLost,
    over,
  };
}

export interface DeliverParts {
  readonly outbox: OutboxStore;
  readonly channel: Channel;
  readonly onDelivery: (delivery: Delivery) => void;
  /** The store failed. */
  readonly onProblem: (error: unknown) => void;
}

interface DeliverOptions extends Partial<AttemptTimes> {
  readonly maxAttempts?: number;
  readonly backOffMs?: (attempts: number) => number;
}

const minuteMs = 60_000;
const shortestPauseMs = minuteMs / 4;
const longestPauseMs = 240 * minuteMs;
/** With these pauses the last attempt is made after two and a half days: longer than a weekend without a mail server. */
const defaultMaxAttempts = 24;
const storePauseMs = 1000;

const defaultTimes: AttemptTimes = { leaseMs: minuteMs, sendingMs: 5 * minuteMs };

/** Sends a leased notice and stores the result. Rejects if the store is away: then the lease runs out. */
function createDeliver(
  { outbox, channel, onDelivery, onProblem }: DeliverParts,
  options: DeliverOptions,
  closing: AbortSignal,
): (notice: LeasedNotice) => Promise<void> {
  const times = { ...defaultTimes, ...options };
  const { maxAttempts = defaultMaxAttempts, backOffMs = pauseAfter } = options;

  /** Retries while the store is away, so that a notice that has arrived is not sent again. */
  const remember = async (id: string) => {
    const untilMs = performance.now() + times.sendingMs;
    for (;;)
      try {
        return await outbox.markSent(id);
      } catch (error) {
        onProblem(error);
        if (closing.aborted || performance.now() > untilMs) return;
        await sleep(Math.min(storePauseMs, times.sendingMs));
      }
  };

  const tell = (notice: LeasedNotice, outcome: Delivery["outcome"], error: string | null) => {
    const { id, kind, attempts, mayHaveArrived } = notice;
    const { name } = channel;
    onDelivery({ notice: { id, kind, channel: name, attempts, mayHaveArrived }, outcome, error });
  };

  const failed = async (notice: LeasedNotice, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    // A stopping process gives the notice back, for other processes or for its next start.
    if (closing.aborted) return outbox.postpone(notice.leaseId, 0, message);
    if (notice.attempts < maxAttempts) {
      await outbox.postpone(notice.leaseId, Math.round(backOffMs(notice.attempts)), message);
      return tell(notice, "retried", message);
    }
    await outbox.giveUp(notice.leaseId, message);
    tell(notice, "failed", message);
  };

  return async (notice) => {
    const attempt = beginAttempt(outbox, notice, times, closing);
    try {
      await channel.send(notice, attempt);
    } catch (error) {
      if (!attempt.isLost()) await failed(notice, error);
      return;
    } finally {
      attempt.over();
    }
    await remember(notice.id);
    tell(notice, "sent", null);
  };
}

function pauseAfter(attempts: number): number {
  const pauseMs = Math.min(shortestPauseMs * 2 ** (attempts - 1), longestPauseMs);
  return pauseMs * (0.8 + Math.random() * 0.4);
}

export interface DispatcherOptions extends DeliverOptions {
  /** How often it looks for notices of other processes, and for those that are due again. */
  readonly pollMs?: number;
}

export interface Dispatcher {
  /** Looks for notices now instead of at the next poll. */
  nudge(): void;
  /** Gives back notices that are not sent yet, and waits for the one that is being sent. */
  close(): Promise<void>;
}

const closePatienceMs = 10_000;

/** Sends the notices of one channel, one after the other, until it is closed. */
export function createDispatcher(parts: DeliverParts, options: DispatcherOptions = {}): Dispatcher {
  const { outbox, channel, onProblem } = parts;
  const { pollMs = 5000, leaseMs = defaultTimes.leaseMs } = options;
  const closing = new AbortController();
  const deliver = createDeliver(parts, options, closing.signal);
  const sendAll = async () => {
    while (!closing.signal.aborted) {
      const notice = await outbox.lease(channel.name, leaseMs);
      if (notice === null) return;
      await deliver(notice);
    }
  };
  const looks = repeat(sendAll, { everyMs: pollMs, onProblem });
  looks.now();

  return {
    nudge: () => looks.now(),
    async close() {
      closing.abort();
      await Promise.race([looks.close(), sleep(closePatienceMs, undefined, { ref: false })]);
    },
  };
}
