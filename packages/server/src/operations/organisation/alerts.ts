import type { Input, Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { fromIso, toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { pageLinks, toPage } from "@portico/core/rules/pages";
import type { Caller } from "../../caller.ts";
import type { AlertDelivery, AlertQuery, ListedAlert } from "../../store/ports/alerts.ts";
import type { Page } from "../../store/ports/page.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { workspaceIdOrGone } from "./workspace-filter.ts";

type Query = Input<"listAlerts">["query"];

export const listAlerts: Operation<"listAlerts"> = async ({ query }, { caller, gateway }) => {
  const page = toPage(query);
  const filter = await toFilter(query, page, gateway, caller);
  const { records, totalCount } = await gateway.store.alerts.list(caller.organisationId, filter);
  return ok({
    data: records.map(toWireAlert),
    links: pageLinks("/alerts", query, page, totalCount),
    total_count: totalCount,
  });
};

async function toFilter(
  { from, to, kind, subject, state, workspace_id: workspace }: Query,
  page: Page,
  gateway: Gateway,
  caller: Caller,
): Promise<AlertQuery> {
  return {
    ...page,
    ...(from !== undefined && { fromMs: fromIso(from, "from") }),
    ...(to !== undefined && { toMs: fromIso(to, "to") }),
    ...(kind !== undefined && { kind }),
    ...(subject !== undefined && { subject }),
    ...(state !== undefined && { state }),
    ...(workspace !== undefined && {
      workspaceId: await workspaceIdOrGone(gateway, caller, workspace),
    }),
  };
}

function toWireAlert(alert: ListedAlert): Schema<"Alert"> {
  const { limitNanousd: limit, spentNanousd: spent } = alert;
  return {
    id: alert.id,
    kind: alert.kind,
    state: alert.state,
    subject: alert.subject,
    subject_name: alert.subjectName,
    workspace_id: alert.workspaceId,
    threshold_percent: alert.thresholdPercent,
    period: alert.period,
    limit: limit === null ? null : toUsd(limit),
    spent: spent === null ? null : toUsd(spent),
    remaining: limit === null || spent === null ? null : toUsd(Math.max(0, limit - spent)),
    resets_at: toIsoOrNull(alert.resetsAtMs),
    details: { ...alert.details },
    created_at: toIso(alert.createdAtMs),
    resolved_at: toIsoOrNull(alert.resolvedAtMs),
    deliveries: alert.deliveries.map(toWireDelivery),
  };
}

function toWireDelivery(delivery: AlertDelivery): Schema<"AlertDelivery"> {
  return {
    channel: delivery.channel,
    type: delivery.kind,
    recipient: delivery.recipient,
    state: delivery.state,
    attempts: delivery.attempts,
    last_error: delivery.lastError,
    next_attempt_at: toIsoOrNull(delivery.nextAttemptAtMs),
    sent_at: toIsoOrNull(delivery.sentAtMs),
  };
}
