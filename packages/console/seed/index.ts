import type { WorldData } from "@portico/msw";
import { alertsIn } from "./alerts.ts";
import { auditOf } from "./audit.ts";
import { budgetRows } from "./budgets.ts";
import { toNanousd } from "./costs.ts";
import { withExceptions } from "./exceptions.ts";
import { keyRows } from "./key-rows.ts";
import { modelRecord, models } from "./models.ts";
import { grantsFor, holdsAt, statusAt } from "./money.ts";
import { providersIn } from "./providers.ts";
import { randomFrom, uuid } from "./random.ts";
import { requestsOf } from "./requests.ts";
import { sessionOf, sessionsAt } from "./sessions.ts";
import type { signInKeys } from "./sign-in.ts";
import { credentialsAt, workspacesAt } from "./workspaces.ts";

export { signInKeys } from "./sign-in.ts";

export interface SeedOptions {
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
    sessions,
    signedIn: signedInAs === null ? null : sessionOf(signedInAs).id,
    ...{ refusesStrangers: true, standIn: null, faults: [], made: 0 },
  };
}
