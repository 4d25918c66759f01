import type { Schema } from "@portico/client";
import type { WorldData } from "@portico/msw";
import { keys } from "./keys.ts";
import { hex, type Random } from "./random.ts";
import { beginningOf, dayMs, hourMs, iso } from "./time.ts";

type Event = Schema<"AuditEvent">;
type Made = Omit<Event, "id" | "client_ip" | "request_id"> & { readonly client_ip?: string | null };
type World = Pick<WorldData, "keys" | "workspaces" | "budgets" | "credentials" | "generations">;

const noKey = { key_id: null, key_kind: null, subject: null, session_id: null };
const byKey = (id: number, name: string): Event["actor"] => ({
  ...noKey,
  ...{ type: "key", key_id: id, key_kind: "management", name },
});
const operator = byKey(1, "Operations");
const lab = byKey(26, "Lab administration");
const system: Event["actor"] = { ...noKey, type: "system", name: null };
const local: Event["actor"] = { ...noKey, type: "local", name: "admin" };

/** Who changed what, the oldest first: the events that explain how the world came to be as it is. */
export function auditOf(world: World, nowMs: number, random: Random): Event[] {
  const events = [
    ...ofBeginning(world, nowMs),
    ...ofKeys(world, nowMs),
    ...ofBudgets(world),
    ...ofCredentials(world),
    ...ofMoney(world, nowMs),
    ...ofOperator(nowMs),
  ];
  return events
    .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
    .map((event, index) => ({
      ...event,
      id: index + 1,
      client_ip:
        event.actor.type === "key" ? (event.client_ip ?? `10.20.4.${20 + (index % 9)}`) : null,
      request_id: event.actor.type === "key" ? `req-${hex(random, 24)}` : null,
    }));
}

function changed(
  action: string,
  at: string,
  target: Event["target"],
  more: Partial<Omit<Made, "action" | "created_at" | "target">>,
): Made {
  return {
    ...{ action, created_at: at, target, actor: operator, workspace_id: null },
    ...{ before: null, after: null, ...more },
  };
}

function ofBeginning({ workspaces, keys: rows }: World, nowMs: number): Made[] {
  const begun = beginningOf(nowMs);
  const [first] = rows;
  return [
    ...workspaces.map(({ id, name, slug, created_at: at }, index) =>
      changed(
        index === 0 ? "firstStart" : "createWorkspace",
        at,
        { type: "workspace", id },
        { actor: index === 0 ? system : operator, workspace_id: id, after: { name, slug } },
      ),
    ),
    changed(
      "firstStart",
      iso(begun + 1),
      { type: "api_key", id: "1" },
      {
        ...{ actor: system, workspace_id: first?.record.workspace_id ?? null },
        after: { name: "Operations", kind: "management" },
      },
    ),
  ];
}

function ofKeys({ keys: rows }: World, nowMs: number): Made[] {
  return rows.slice(1).flatMap(({ record }, index) => {
    const seeded = keys[index + 1];
    const target = { type: "api_key", id: String(record.id) };
    const of = { workspace_id: record.workspace_id };
    const { name, kind, limit, owner_email } = record;
    const events = [
      changed("createApiKey", record.created_at, target, {
        ...of,
        after: { name, kind, limit, owner_email },
      }),
    ];
    if (record.rotated_at !== null)
      events.push(
        changed("rotateApiKey", record.rotated_at, target, {
          ...of,
          before: { rotated_at: null },
          after: { rotated_at: record.rotated_at },
        }),
      );
    if (record.exposed_at !== null)
      events.push(
        changed("reportExposedKeys", record.exposed_at, target, {
          ...{ ...of, actor: system, before: { exposed_at: null, disabled: false } },
          after: { exposed_at: record.exposed_at, disabled: true },
        }),
      );
    else if (record.disabled) events.push(switchedOff(target, of, seeded?.endedDaysAgo, nowMs));
    return events;
  });
}

function switchedOff(
  target: Event["target"],
  of: Pick<Made, "workspace_id">,
  daysAgo = 13,
  nowMs: number,
): Made {
  return changed("updateApiKey", iso(nowMs - daysAgo * dayMs + hourMs), target, {
    ...of,
    before: { disabled: false },
    after: { disabled: true },
  });
}

function ofBudgets({ budgets }: World): Made[] {
  return budgets.flatMap(({ record }) => {
    const target = { type: "budget", id: record.id };
    const { name, scope, limit, limit_reset, workspace_id } = record;
    const events = [
      changed("createBudget", record.created_at, target, {
        workspace_id,
        after: { name, scope, limit, limit_reset },
      }),
    ];
    if (record.updated_at !== null)
      events.push(
        changed("updateBudget", record.updated_at, target, {
          workspace_id,
          before: { raise: null },
          after: { raise: record.raise },
        }),
      );
    return events;
  });
}

function ofCredentials({ credentials }: World): Made[] {
  return credentials.flatMap((one) => {
    const target = { type: "byok_credential", id: one.id };
    const { provider, name, workspace_id } = one;
    const by = {
      workspace_id,
      actor: workspace_id === credentials[0]?.workspace_id ? operator : lab,
    };
    const events = [
      changed("createByokCredential", one.created_at, target, { ...by, after: { provider, name } }),
    ];
    if (one.updated_at !== null)
      events.push(
        changed("updateByokCredential", one.updated_at, target, {
          ...by,
          before: { disabled: false },
          after: { disabled: true },
        }),
      );
    return events;
  });
}

function ofMoney({ generations }: World, nowMs: number): Made[] {
  const refunds = generations.filter(({ record }) => record.state === "refunded");
  return refunds.map(({ record }) =>
    changed(
      "refundGeneration",
      iso(Math.min(Date.parse(record.created_at) + 20 * hourMs, nowMs - hourMs)),
      { type: "generation", id: record.id },
      {
        workspace_id: record.workspace_id,
        before: { state: "settled" },
        after: { state: "refunded", charged: 0 },
      },
    ),
  );
}

function ofOperator(nowMs: number): Made[] {
  const backups = Array.from({ length: 5 }, (_, week) =>
    changed(
      "backUpStore",
      iso(nowMs - (week * 7 + 1) * dayMs),
      { type: "store", id: "backup" },
      { actor: local, after: { path: `/backups/portico-${week}.db` } },
    ),
  );
  const checked = changed(
    "checkProvider",
    iso(nowMs - 3 * dayMs + 2 * hourMs),
    { type: "provider", id: "mistral" },
    { after: { outcome: "accepted", failure: null, status: null, byok_id: null } },
  );
  return [...backups, checked];
}
