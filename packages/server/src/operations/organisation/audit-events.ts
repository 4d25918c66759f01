import type { Input, Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { fromIso, toIso } from "@portico/core/rules/dates";
import { pageLinks, toPage } from "@portico/core/rules/pages";
import type { Caller } from "../../caller.ts";
import type { AuditEvent, AuditQuery } from "../../store/ports/audit.ts";
import type { Page } from "../../store/ports/page.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { workspaceIdOrGone } from "./workspace-filter.ts";

type Query = Input<"listAuditEvents">["query"];

export const listAuditEvents: Operation<"listAuditEvents"> = async (
  { query },
  { caller, gateway },
) => {
  const page = toPage(query);
  const filter = await toFilter(query, page, gateway, caller);
  const { records, totalCount } = await gateway.store.audit.list(caller.organisationId, filter);
  return ok({
    data: records.map(toAuditEvent),
    links: pageLinks("/audit", query, page, totalCount),
    total_count: totalCount,
  });
};

async function toFilter(
  query: Query,
  page: Page,
  gateway: Gateway,
  caller: Caller,
): Promise<AuditQuery> {
  const { from, to, workspace_id: workspace } = query;
  return {
    ...page,
    ...(from === undefined ? {} : { fromMs: fromIso(from, "from") }),
    ...(to === undefined ? {} : { toMs: fromIso(to, "to") }),
    ...(query.actor_type === undefined ? {} : { actorType: query.actor_type }),
    ...(query.actor_key_id === undefined ? {} : { actorKeyId: query.actor_key_id }),
    ...(query.action === undefined ? {} : { action: query.action }),
    ...(query.target_type === undefined ? {} : { targetType: query.target_type }),
    ...(query.target_id === undefined ? {} : { targetId: query.target_id }),
    ...(workspace === undefined
      ? {}
      : { workspaceId: await workspaceIdOrGone(gateway, caller, workspace) }),
  };
}

export function toAuditEvent(event: AuditEvent): Schema<"AuditEvent"> {
  return {
    id: event.id,
    created_at: toIso(event.createdAtMs),
    action: event.action,
    actor: {
      type: event.actorType,
      key_id: event.actorKeyId,
      key_kind: event.actorKeyKind,
      name: event.actorName,
      subject: event.actorSubject,
      session_id: event.actorSessionId,
    },
    target: { type: event.targetType, id: event.targetId },
    workspace_id: event.workspaceId,
    before: toFacts(event.before),
    after: toFacts(event.after),
    client_ip: event.clientIp,
    request_id: event.requestId,
  };
}

/** A rule turns the store's names and units into the interface's, so that facts of any kind of thing can be shown. */
function toFacts(facts: AuditEvent["before"]): Record<string, unknown> | null {
  if (facts === null) return null;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => toFact(name, value)));
}

function toFact(name: string, value: unknown): [string, unknown] {
  const [, amount] = /^(.+)Nanousd$/.exec(name) ?? [];
  if (amount !== undefined)
    return [snakeCase(amount), typeof value === "number" ? toUsd(value) : value];
  const [, event] = /^(.+(?:At|Until))Ms$/.exec(name) ?? [];
  if (event !== undefined)
    return [snakeCase(event), typeof value === "number" ? toIso(value) : value];
  return [snakeCase(name), value];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
