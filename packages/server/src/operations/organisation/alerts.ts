import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { toPage } from "@portico/core/rules/pages";
import type { AlertDelivery, ListedAlert } from "../../store/ports/alerts.ts";
import { given, pageOf, timesIn } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { workspaceOrGone } from "./workspace-filter.ts";

export const listAlerts: Operation<"listAlerts"> = async ({ query }, { caller, gateway }) => {
  const { kind, subject, state, workspace_id: workspace } = query;
  const listed = await gateway.store.alerts.list(caller.organisationId, {
    ...toPage(query),
    ...timesIn(query),
    ...given({ kind, subject, state }),
    ...(await workspaceOrGone(gateway, caller, workspace)),
  });
  return ok(pageOf("/alerts", query, listed, toWireAlert));
};

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
