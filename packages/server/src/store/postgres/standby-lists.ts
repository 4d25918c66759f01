import { sql } from "kysely";
import { createLists, type Lists } from "../money/lists.ts";
import { StoreBusy } from "../ports/errors.ts";
import type { Aged } from "../ports/page.ts";
import type { Database } from "../schema.ts";

/** A standby that failed is not asked again for so long. */
const pauseMs = 10_000;

interface Settings {
  /** The primary's clock. */
  readonly nowMs: () => number;
  readonly onWarning: (message: string) => void;
}

/**
 * Reads lists from a standby, and from the primary while that cannot be reached, or lacks a column that a migration has just
 * made. A list that takes too long fails: it would take as long on the primary.
 */
export function createStandbyLists(standby: Database, primary: Lists, settings: Settings): Lists {
  const lists = createLists(standby, "postgres");
  let askAgainMs = 0;
  let isLost = false;
  const leave = (error: unknown) => {
    askAgainMs = performance.now() + pauseMs;
    if (!isLost)
      settings.onWarning(
        `DATABASE_READ_URL cannot be read, so lists are read from DATABASE_URL. ${String(error)}`,
      );
    isLost = true;
  };
  const read = async <Result>(ask: (from: Lists) => Promise<Result>): Promise<[Result, Aged]> => {
    if (performance.now() < askAgainMs) return [await ask(primary), {}];
    let age: Aged | null = null;
    try {
      age = await ageOf(standby, settings.nowMs);
      const result = await ask(lists);
      isLost = false;
      return [result, age];
    } catch (error) {
      // It has just answered, so the list is to blame.
      if (age !== null && error instanceof StoreBusy && !error.isConflict) throw error;
      leave(error);
    }
    return [await ask(primary), {}];
  };
  return {
    async query(...given) {
      const [found, age] = await read((from) => from.query(...given));
      return { ...found, ...age };
    },
    async generations(...given) {
      const [found, age] = await read((from) => from.generations(...given));
      return { ...found, ...age };
    },
    async agentSessions(...given) {
      const [found, age] = await read((from) => from.agentSessions(...given));
      return { ...found, ...age };
    },
    failedAttempts: async (...given) => (await read((from) => from.failedAttempts(...given)))[0],
  };
}

/**
 * Commits carry the primary's time. Each gateway's heartbeat is one, so on an idle primary too the newest is seconds old. Nothing
 * where the server does not follow another one.
 */
async function ageOf(standby: Database, nowMs: () => number): Promise<Aged> {
  const { rows } = await sql<{ newest: number | null }>`
    select floor(extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::bigint as newest
    where pg_is_in_recovery()`.execute(standby);
  const newest = rows[0]?.newest ?? null;
  return newest === null ? {} : { ageMs: Math.max(0, nowMs() - newest) };
}
