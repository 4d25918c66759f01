import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../caller.ts";
import { CallerGone, stopReason } from "../errors.ts";

/** The lists that read many rows. */
export interface ListTurns {
  /** Rejects where the request has ended before its turn. */
  run<Result>(asker: ListAsker, work: () => Promise<Result>): Promise<Result>;
}

export interface ListAsker {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export interface ListTurnsOptions {
  readonly nowMs?: () => number;
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The part of the time that one caller's lists may take. */
const share = 1 / 4;
/** Above it a caller waits: a page that asks for several lists does not. */
const freeMs = 500;
/** Callers without a list under way are forgotten beyond this number. */
const mostKnown = 1000;

interface Turns {
  last: Promise<void>;
  underWay: number;
  /** The time that lists have taken, less the share of the time since. */
  owedMs: number;
  atMs: number;
}

/**
 * Has one list at a time for each caller, and lets one that asks in a loop rest: lists are not counted in a key's rate,
 * and one may read as many rows as thousands of requests write.
 */
export function createListTurns({
  nowMs = () => performance.now(),
  rest = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
}: ListTurnsOptions = {}): ListTurns {
  const known = new Map<number | string, Turns>();
  const turnsOf = ({ caller }: ListAsker): Turns => {
    const name = caller.keyId ?? caller.session.id;
    if (known.size > mostKnown)
      for (const [each, { underWay }] of known) if (underWay === 0) known.delete(each);
    const turns = known.get(name) ?? { last: Promise.resolve(), underWay: 0, owedMs: 0, atMs: 0 };
    known.set(name, turns);
    return turns;
  };
  const owed = ({ owedMs, atMs }: Turns) => Math.max(0, owedMs - (nowMs() - atMs) * share);

  const timed = async <Result>(turns: Turns, work: () => Promise<Result>): Promise<Result> => {
    const beganAtMs = nowMs();
    try {
      return await work();
    } finally {
      const tookMs = nowMs() - beganAtMs;
      turns.owedMs = owed(turns) + tookMs;
      turns.atMs = nowMs();
    }
  };

  return {
    async run(asker, work) {
      const { signal } = asker;
      const turns = turnsOf(asker);
      const before = turns.last;
      const turn = Promise.withResolvers<void>();
      turns.last = turn.promise;
      turns.underWay += 1;
      try {
        await before;
        const restMs = (owed(turns) - freeMs) / share;
        if (restMs > 0 && !signal.aborted) await rest(restMs, signal);
        if (signal.aborted) throw stopReason(signal) ?? new CallerGone();
        return await timed(turns, work);
      } finally {
        turns.underWay -= 1;
        turn.resolve();
      }
    },
  };
}
