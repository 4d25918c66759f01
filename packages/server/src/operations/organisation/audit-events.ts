import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso } from "@portico/core/rules/dates";
import { toPage } from "@portico/core/rules/pages";
import type { AuditEvent } from "../../store/ports/audit.ts";
import { given, pageOf, timesIn } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { workspaceOrGone } from "./workspace-filter.ts";

export const listAuditEvents: Operation<"listAuditEvents"> = async (
  { query },
  { caller, gateway },
) => {
  const listed = await gateway.store.audit.list(caller.organisationId, {
    ...toPage(query),
    ...timesIn(query),
    ...given({
      actorType: query.actor_type,
      actorKeyId: query.actor_key_id,
      action: query.action,
      targetType: query.target_type,
      targetId: query.target_id,
    }),
    ...(await workspaceOrGone(gateway, caller, query.workspace_id)),
  });
  return ok(pageOf("/audit", query, listed, toAuditEvent));
};

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
