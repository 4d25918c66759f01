import type { Schema } from "@portico/client";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { periodEndMs, periodName, periodStartMs } from "@portico/core/rules/periods";
import type { WorldData } from "@portico/msw";
import { keys } from "./keys.ts";
import { production } from "./people.ts";
import { type Random, uuid } from "./random.ts";
import { dayMs, hourMs, iso, isoOrNull, minuteMs, outageOf } from "./time.ts";

type Alert = Schema<"Alert">;
type Requests = readonly Schema<"Generation">[];
type Reset = Schema<"Budget">["limit_reset"];

interface Watched {
  readonly subject: string;
  readonly name: string;
  readonly workspace: string;
  readonly limit: number;
  readonly reset: Reset;
  readonly endUser: string | null;
  readonly isMeant: (one: Schema<"Generation">) => boolean;
}

const thresholds = [50, 80, 95] as const;

/** What people were notified of, the oldest first: thresholds as they were crossed, the outage, the exposed key. */
export function alertsIn(
  world: Pick<WorldData, "keys" | "budgets">,
  requests: Requests,
  nowMs: number,
  random: Random,
): Alert[] {
  const crossed = watchedIn(world).flatMap((one) => crossings(one, requests, nowMs, random));
  const others = [outage(nowMs, random), exposed(world, nowMs, random), unbilled(requests, random)];
  return [...crossed, ...others].toSorted((one, other) =>
    one.created_at < other.created_at ? -1 : 1,
  );
}

function watchedIn({ keys: rows, budgets }: Pick<WorldData, "keys" | "budgets">): Watched[] {
  const ofKeys = rows.flatMap(({ record }): Watched[] =>
    record.limit === null
      ? []
      : [
          {
            ...{ subject: `key:${record.id}`, name: record.name, endUser: null },
            ...{ workspace: record.workspace_id, limit: record.limit, reset: record.limit_reset },
            isMeant: (one) => one.api_key_id === record.id,
          },
        ],
  );
  const ofBudgets = budgets.flatMap(({ record }): Watched[] => {
    const { scope, end_user: endUser, workspace_id: workspace } = record;
    if (scope === "end_user" && endUser === null) return [];
    return [
      {
        subject: endUser === null ? `budget:${record.id}` : `budget:${record.id}:${endUser}`,
        ...{ name: record.name, workspace, reset: record.limit_reset, endUser },
        limit: record.limit + (record.raise ?? 0),
        isMeant: (one) =>
          one.workspace_id === workspace && (endUser === null || one.external_user === endUser),
      },
    ];
  });
  return [...ofKeys, ...ofBudgets];
}

/** One alert for each threshold, at the request that crossed it. */
function crossings(watched: Watched, requests: Requests, nowMs: number, random: Random): Alert[] {
  const { limit, isMeant } = watched;
  const since = periodStartMs(watched.reset, nowMs);
  const alerts: Alert[] = [];
  let left: readonly number[] = thresholds;
  let spent = 0;
  for (const one of requests.filter((each) => each.total_cost > 0 && isMeant(each))) {
    const atMs = Date.parse(one.settled_at ?? one.created_at);
    if (atMs < since) continue;
    spent += toNanousd(one.total_cost);
    const reached = left.filter((percent) => spent >= atLeast(limit, percent));
    left = left.slice(reached.length);
    for (const percent of reached)
      alerts.push(crossing(watched, percent, spent, { atMs, nowMs }, random));
  }
  return alerts;
}

function atLeast(limit: number, percent: number): number {
  return Math.ceil((toNanousd(limit) / 100) * percent);
}

function crossing(
  { subject, name, workspace, limit, reset, endUser }: Watched,
  percent: number,
  spent: number,
  { atMs, nowMs }: { readonly atMs: number; readonly nowMs: number },
  random: Random,
): Alert {
  const sent = deliveries("budget.threshold", atMs, nowMs, random);
  return {
    ...{ id: uuid(random), kind: "budget", subject, subject_name: name, workspace_id: workspace },
    ...{
      threshold_percent: percent,
      period: periodName(reset, Math.floor(nowMs / dayMs)),
      limit,
      spent: toUsd(spent),
    },
    remaining: toUsd(Math.max(toNanousd(limit) - spent, 0)),
    resets_at: isoOrNull(periodEndMs(reset, nowMs)),
    details: endUser === null ? {} : { end_user: endUser },
    ...{ created_at: iso(atMs), resolved_at: null, ...sent },
  };
}

const noMoney = {
  ...{ threshold_percent: null, period: "all", limit: null, spent: null, remaining: null },
  resets_at: null,
};

function outage(nowMs: number, random: Random): Alert {
  const { fromMs, toMs } = outageOf(nowMs);
  const createdMs = fromMs + 5 * minuteMs;
  const down = deliveries("provider.down", createdMs, nowMs, random);
  const restored = deliveries("provider.restored", toMs + 2 * minuteMs, nowMs, random);
  const models = ["mistral/mistral-large", "mistral/mistral-small", "mistral/mistral-embed"];
  return {
    ...{ id: uuid(random), kind: "provider_down", subject: "provider:mistral" },
    ...{ subject_name: "mistral", workspace_id: null, ...noMoney },
    details: { since: iso(fromMs), failures: 23, models },
    ...{ created_at: iso(createdMs), resolved_at: iso(toMs + 2 * minuteMs), state: "sent" },
    deliveries: [...down.deliveries, ...restored.deliveries],
  };
}

function exposed({ keys: rows }: Pick<WorldData, "keys">, nowMs: number, random: Random): Alert {
  const place = keys.findIndex(({ exposedDaysAgo }) => exposedDaysAgo !== undefined);
  const record = rows[place]?.record;
  const atMs = nowMs - (keys[place]?.exposedDaysAgo ?? 0) * dayMs;
  return {
    ...{ id: uuid(random), kind: "key_exposed", subject: `key:${record?.id}` },
    ...{ subject_name: record?.name ?? "", workspace_id: record?.workspace_id ?? null, ...noMoney },
    details: {
      ...{ source: record?.exposed_source, url: record?.exposed_url },
      ...{ disabled: true, kept_as_last_management_key: false },
    },
    ...{ created_at: iso(atMs), resolved_at: null },
    ...deliveries("key.exposed", atMs, nowMs, random, record?.owner_email ?? null),
  };
}

function unbilled(requests: Requests, random: Random): Alert {
  const one = requests.find((request) => request.unbilled > 0);
  const atMs = Date.parse(one?.settled_at ?? requests[0]?.created_at ?? "");
  const day = iso(atMs).slice(0, "2026-11-22".length);
  return {
    ...{ id: uuid(random), kind: "unbilled", subject: "unbilled", subject_name: "unbilled" },
    ...{ workspace_id: one?.workspace_id ?? production, ...noMoney, period: day },
    spent: one?.unbilled ?? 0,
    ...{ details: {}, created_at: iso(atMs), resolved_at: null, state: "unsent", deliveries: [] },
  };
}

type Delivery = Schema<"AlertDelivery">;
type Delivered = Pick<Schema<"Alert">, "state" | "deliveries">;

/** The notices of an alert: a mail that arrives, and a webhook that at times does not, or not yet. */
function deliveries(
  type: string,
  atMs: number,
  nowMs: number,
  random: Random,
  recipient: string | null = null,
): Delivered {
  const mail: Delivery = {
    ...{ channel: "email", type, recipient, state: "sent", attempts: 1, last_error: null },
    ...{ next_attempt_at: null, sent_at: iso(atMs + 2 * minuteMs) },
  };
  const webhook = webhookOf(type, atMs, nowMs, random());
  const { state } = webhook;
  return {
    state: state === "failed" || state === "sent" ? state : "waiting",
    deliveries: [mail, webhook],
  };
}

function webhookOf(type: string, atMs: number, nowMs: number, draw: number): Delivery {
  const hook = { channel: "webhook", type, recipient: null } as const;
  // Whether it arrives is known after a day at the latest.
  if (nowMs - atMs < 30 * hourMs && draw < 0.6)
    return {
      ...{ ...hook, state: "waiting", attempts: 3, sent_at: null },
      last_error: "hooks.example.com answered 503.",
      next_attempt_at: iso(nowMs + 7 * minuteMs),
    };
  if (draw < 0.12)
    return {
      ...{ ...hook, state: "failed", attempts: 8, next_attempt_at: null, sent_at: null },
      last_error: "The connection to hooks.example.com was refused.",
    };
  return {
    ...{ ...hook, state: "sent", attempts: draw < 0.3 ? 2 : 1, last_error: null },
    ...{ next_attempt_at: null, sent_at: iso(atMs + 3 * minuteMs) },
  };
}
