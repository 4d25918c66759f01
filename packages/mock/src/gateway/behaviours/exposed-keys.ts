import type { Output } from "@portico/contract/facts";
import { toIso } from "@portico/core/rules/dates";
import { type Report, reportsIn, sightingOf } from "@portico/core/rules/exposed-keys";
import { acting, type Given } from "../world/acting.ts";
import { pickFacts, recordChange } from "../world/audit.ts";
import type { KeyRow } from "../world/data.ts";
import { hashOf } from "../world/key-text.ts";
import { keyFacts } from "../world/keys.ts";
import { nowOf } from "../world/now.ts";

type Reply = Output<"reportExposedKeys">;

/** Notes at each key of this world where it was found. */
export const reportExposedKeys = acting<"reportExposedKeys">(200, (given) =>
  reportsIn(given.body).map((report): Reply[number] => {
    const hash = hashOf(report.token);
    const label = note(given, hash, report) ? "true_positive" : "false_positive";
    return { token_hash: hash, token_type: report.type, label };
  }),
);

function note(given: Given<"reportExposedKeys">, hash: string, report: Report): boolean {
  const { data } = given.world;
  const row = data.keys.find(
    ({ record, earlier, deleted }) =>
      !deleted && (record.hash === hash || earlier.some((one) => one.hash === hash)),
  );
  if (row === undefined) return false;
  if (row.record.exposed_at === null) expose(given, row, report);
  return true;
}

function expose(given: Given<"reportExposedKeys">, row: KeyRow, report: Report): void {
  const { world } = given;
  const before = row.record;
  const now = toIso(nowOf(world.data));
  const { source, url } = sightingOf(report, null);
  const found = { exposed_source: source, exposed_url: url };
  row.record = { ...before, exposed_at: now, ...found };
  const { id, name, workspace_id } = before;
  recordChange(given, {
    target: { type: "api_key", id: String(id) },
    workspaceId: workspace_id,
    before: pickFacts(before, keyFacts),
    after: pickFacts(row.record, keyFacts),
  });
  world.data.alerts.push({
    ...({
      id: world.uuid(),
      kind: "key_exposed",
      state: "unsent",
    } as const),
    subject: `key:${id}`,
    subject_name: name,
    workspace_id,
    threshold_percent: null,
    period: "all",
    limit: null,
    spent: null,
    remaining: null,
    resets_at: null,
    details: found,
    created_at: now,
    resolved_at: null,
    deliveries: [],
  });
}
