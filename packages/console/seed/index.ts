import type { Schema } from "@portico/client";
import { toNanousd } from "@portico/core/rules/amounts";
import type { WorldData } from "@portico/msw";
import { alertsIn } from "./alerts.ts";
import { auditOf } from "./audit.ts";
import { configurationAt } from "./configuration.ts";
import { withExceptions } from "./exceptions.ts";
import { keyRows } from "./key-rows.ts";
import { modelRecord, models } from "./models.ts";
import { grantsFor, holdsAt, statusAt } from "./money.ts";
import { production, signInKeys } from "./people.ts";
import { providersIn } from "./providers.ts";
import { type Random, randomFrom, uuid } from "./random.ts";
import { requestsOf } from "./requests.ts";
import { hourMs, iso, minuteMs } from "./time.ts";
import { budgetRows, credentialsAt, workspacesAt } from "./workspaces.ts";

type SessionRow = NonNullable<WorldData["sessions"]>[number];
type Who = Pick<Schema<"Session">, "way" | "role" | "subject" | "name" | "key_id">;

const ofKeys = {
  management: { id: "1d3e5f70-2a4b-4c6d-9e8f-0a1b2c3d4e5f", name: "Operations", role: "admin" },
  ordinary: { id: "8c2f4a6e-1b3d-4e5f-8a7b-9c0d1e2f3a4b", name: "Shop assistant", role: "holder" },
} as const;

/** The session of one of the keys to sign in with. */
function sessionOf(kind: keyof typeof signInKeys): { readonly id: string } {
  return ofKeys[kind];
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";

/** Two of keys and three of people, the last of which is nearly over. */
function sessionsAt(nowMs: number, random: Random): SessionRow[] {
  const session = (
    who: Who,
    [begunHoursAgo, seenMinutesAgo]: readonly [number, number],
    more: { readonly id: string; readonly agent: string; readonly hash: string | null },
  ): SessionRow => {
    const begunMs = nowMs - begunHoursAgo * hourMs;
    const seenMs = nowMs - seenMinutesAgo * minuteMs;
    const endMs = begunMs + 12 * hourMs;
    return {
      record: {
        ...{ id: more.id, ...who, created_at: iso(begunMs), last_seen_at: iso(seenMs) },
        ...{ expires_at: iso(endMs), idle_expires_at: iso(Math.min(seenMs + 2 * hourMs, endMs)) },
        ...{ address: `10.20.4.${20 + begunHoursAgo}`, user_agent: more.agent, is_current: false },
      },
      ...{ workspaceId: production, token: uuid(random), secretHash: more.hash, ended: false },
    };
  };
  const withKey = (kind: keyof typeof signInKeys): SessionRow => {
    const { id, name, role } = ofKeys[kind];
    const key = signInKeys[kind];
    const who = { way: "key", role, subject: `key:${key.id}`, name, key_id: key.id } as const;
    return session(who, [1, 4], { id, agent: firefox, hash: key.hash });
  };
  const person = (
    name: string,
    role: Who["role"],
    times: readonly [number, number],
  ): SessionRow => {
    const subject = `00u${uuid(random).slice(0, 8)}`;
    const who = { way: "oidc", role, subject, name, key_id: null } as const;
    return session(who, times, { id: uuid(random), agent: safari, hash: null });
  };
  return [
    withKey("management"),
    withKey("ordinary"),
    person("Ada Lovelace", "billing", [2, 12]),
    person("Grace Hopper", "operator", [5, 41]),
    person("Zoë O'Neill <zoe@example.com>", "viewer", [11, 108]),
  ];
}

export { signInKeys } from "./people.ts";

interface SeedOptions {
  /** Who is signed in already; null: the world begins at the sign-in page. */
  readonly signedInAs?: keyof typeof signInKeys | null;
}

/**
 * The world that the console is shown and tested on: two workspaces, thirty keys, a month of traffic, an outage, an
 * exposed key, budgets near their thresholds. The same moment always gives the same world, and all of its sums come
 * from its requests: nothing was spent before it began.
 */
export function seededWorld(now: Date, { signedInAs = null }: SeedOptions = {}): WorldData {
  const nowMs = now.getTime();
  const random = randomFrom(20_261_122);
  const requests = withExceptions(requestsOf(nowMs, random), nowMs, random);
  const keys = keyRows(requests, nowMs, random);
  const budgets = budgetRows(requests, nowMs, random);
  const workspaces = workspacesAt(nowMs, random);
  const credentials = credentialsAt(nowMs, random);
  const generations = requests.map((record) => ({ record, isOld: false }));
  const alerts = alertsIn({ keys, budgets }, requests, nowMs, random);
  const sessions = sessionsAt(nowMs, random);
  const used = requests.reduce((sum, one) => sum + toNanousd(one.total_cost), 0);
  const grants = grantsFor(used, nowMs);
  const processes = [uuid(random), uuid(random)];
  return {
    ...{ keys, workspaces, budgets, credentials, generations, alerts },
    models: models.map((model) => modelRecord(model, nowMs)),
    ...providersIn(requests, nowMs, random),
    audit: auditOf({ keys, workspaces, budgets, credentials, generations }, nowMs, random),
    ...{ grants, holds: holdsAt(keys, processes, nowMs, random) },
    status: statusAt(processes, nowMs),
    credits: {
      granted: grants.reduce((sum, { amount }) => sum + toNanousd(amount), 0),
      ...{ used: 0, enforced: true },
    },
    configuration: configurationAt(nowMs),
    sessions,
    signedIn: signedInAs === null ? null : sessionOf(signedInAs).id,
    ...{ refusesStrangers: true, standIn: null, faults: [], made: 0 },
  };
}
