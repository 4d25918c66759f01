import { randomUUID } from "node:crypto";
import {
  admitRequest,
  type FirstIdentity,
  type GenerationQuery,
  type Store,
  settlement,
} from "@portico/server/proof/store";
import { filled } from "./fill.ts";

export interface Question {
  readonly name: string;
  /** How often it is asked for its median. */
  readonly times: number;
  ask(store: Store): Promise<unknown>;
}

const dayMs = 86_400_000;
const everything = ["day", "key", "model", "provider", "app"] as const;
const page = { offset: 0, limit: 50 };
const batchSize = 32;

/** PostgreSQL refuses a negative offset, which fewer keys than a page holds would give. */
export function lastPage(keys: number) {
  return { ...page, offset: Math.max(0, keys - page.limit) };
}

/** Everything that the store is asked while it serves, lists and cleans up. */
export function questions(identity: FirstIdentity): readonly Question[] {
  const { organisationId, workspaceId } = identity;
  const middle = Math.ceil(filled.keys / 2);
  const one = (name: string, ask: Question["ask"], times = 5): Question => ({ name, ask, times });
  return [
    one("authenticate: key by hash", ({ keys }) => keys.findByHash(`hash-${middle}`)),
    one(`admit and settle ${batchSize} of one key`, (store) =>
      admitAndSettle(store, identity, () => middle),
    ),
    one(`admit and settle ${batchSize} of ${batchSize} keys`, (store) =>
      admitAndSettle(store, identity, (index) => 1 + ((9 + index * 7) % filled.keys)),
    ),
    one("heartbeat", ({ money }) => money.heartbeat("explain")),
    one("holds of a process", ({ money }) => money.holdsOf("explain")),
    one("generation by id", ({ activity }) => activity.generation(organisationId, "gen-4711")),
    one("keys, first page", ({ keys }) => keys.list(organisationId, page)),
    one("keys, last page", ({ keys }) => keys.list(organisationId, lastPage(filled.keys))),
    one("key by number", ({ keys }) => keys.get(organisationId, String(middle))),
    one("credits", ({ money }) => money.credits(organisationId)),
    // First, because it sums up the weeks that activity is read from.
    ...ledgerQuestions(organisationId),
    ...activityQuestions(organisationId),
    ...generationQuestions(organisationId),
    one("I/O log, first page", ({ ioLog }) => ioLog.list(workspaceId, page)),
    one("workspaces", ({ workspaces }) => workspaces.list(organisationId, page)),
    one(
      "prune four days of the ledger",
      ({ activity }) => activity.prune(Date.now() - (filled.days - 4) * dayMs),
      1,
    ),
    one(
      "prune four days of the I/O log",
      ({ ioLog }) => ioLog.prune(Date.now() - (filled.days - 4) * dayMs),
      1,
    ),
  ];
}

function activityQuestions(organisationId: string): readonly Question[] {
  const middle = Math.ceil(filled.keys / 2);
  const month = { fromMs: Date.now() - 30 * dayMs, toMs: Date.now(), ...page };
  const quarter = { ...month, fromMs: Date.now() - 90 * dayMs };
  const one = (name: string, ask: Question["ask"], times = 5): Question => ({ name, ask, times });
  return [
    one("activity, 30 days, total", ({ activity }) =>
      activity.query(organisationId, { ...month, groupBy: [] }),
    ),
    one("activity, 30 days by day and model", ({ activity }) =>
      activity.query(organisationId, { ...month, groupBy: ["day", "model"] }),
    ),
    one("activity, 30 days of one key", ({ activity }) =>
      activity.query(organisationId, { ...month, groupBy: ["day"], keyId: middle }),
    ),
    one("activity, one day by key", ({ activity }) =>
      activity.query(organisationId, { ...month, fromMs: Date.now() - dayMs, groupBy: ["key"] }),
    ),
    one("activity, 30 days by model, with times", ({ activity }) =>
      activity.query(organisationId, { ...month, groupBy: ["model"] }),
    ),
    one("activity, 90 days of everything", ({ activity }) =>
      activity.query(organisationId, { ...quarter, groupBy: everything }),
    ),
    ...(["key", "model", "app", "workspace", "day"] as const).map((by) =>
      one(`activity, 90 days by ${by}`, ({ activity }) =>
        activity.query(organisationId, { ...quarter, groupBy: [by] }),
      ),
    ),
    one("activity, two days by hour and model", ({ activity }) =>
      activity.query(organisationId, { ...month, ...hours(2), groupBy: ["day", "model"] }),
    ),
    one("activity, seven days by hour", ({ activity }) =>
      activity.query(organisationId, { ...month, ...hours(7), groupBy: ["day"] }),
    ),
    one("activity, seven days by hour of one key", ({ activity }) =>
      activity.query(organisationId, { ...month, ...hours(7), groupBy: ["day"], keyId: middle }),
    ),
  ];
}

function hours(days: number) {
  return { granularity: "hour", fromMs: Date.now() - days * dayMs } as const;
}

/** Where the money stands. */
function ledgerQuestions(organisationId: string): readonly Question[] {
  const today = Math.floor(Date.now() / dayMs);
  const one = (name: string, ask: Question["ask"], times = 5): Question => ({ name, ask, times });
  return [
    one(
      "count the states of all requests, and sum up weeks",
      ({ activity }) => activity.count(Date.now()),
      1,
    ),
    one("ledger, all days, with its checks", ({ ledger }) => ledger.sums(organisationId, {})),
    one("ledger, 30 days, with its checks", ({ ledger }) =>
      ledger.sums(organisationId, { fromDay: today - 29 }),
    ),
    one("open holds", ({ ledger }) => ledger.holds(organisationId, { limit: 50 })),
    one("grants of credit", ({ ledger }) => ledger.grants(organisationId, { limit: 50 })),
    one("requests, by id", ({ activity }) =>
      activity.generations(organisationId, { limit: 50, generationIds: ["gen-4711", "req-4711"] }),
    ),
  ];
}

/** The list of requests, by each of its ways. */
function generationQuestions(organisationId: string): readonly Question[] {
  const settledAtMs = Date.now() - 200 * dayMs;
  const filters: Readonly<Record<string, Partial<GenerationQuery>>> = {
    "first page": {},
    "far behind": { after: { settledAtMs, generationId: "gen-5" } },
    "of one key": { keyId: Math.ceil(filled.keys / 2) },
    "of one model": { model: "a" },
    "of one model, far behind": { model: "a", after: { settledAtMs, generationId: "gen-5" } },
    "of one application": { app: "app 7" },
    "that failed": { isFailed: true },
    "of one key, that failed": { keyId: 2, status: 502 },
    "of one key, of no status": { keyId: 2, status: 418 },
    "of one key, of no error": { keyId: 2, errorKind: "absent" },
    "of one key, that cost more than any": { keyId: 2, minNanousd: 1e11 },
    "of no status": { status: 418 },
    "that cost more than any": { minNanousd: 1e11 },
    "of one model, of no status": { model: "a", status: 418 },
    "of one end user": { endUser: "user-4444" },
    "of one session": { sessionId: "session-4443" },
    "of one day": { fromMs: settledAtMs, toMs: settledAtMs + dayMs },
    "that cost much, in 30 days": { minNanousd: 5_000_000, fromMs: Date.now() - 30 * dayMs },
    "of no model": { model: "absent" },
  };
  return Object.entries(filters).map(([name, filter]) => ({
    name: `requests, ${name}`,
    times: 5,
    ask: ({ activity }) => activity.generations(organisationId, { limit: 50, ...filter }),
  }));
}

async function admitAndSettle(
  { money }: Store,
  identity: FirstIdentity,
  keyOf: (index: number) => number,
): Promise<void> {
  const requests = Array.from({ length: batchSize }, (_, index) =>
    admitRequest(
      { id: keyOf(index), workspaceId: identity.workspaceId },
      { generationId: randomUUID(), processId: "explain" },
    ),
  );
  await money.admit(requests);
  await money.settle(requests.map((request) => settlement(identity, request)));
}
