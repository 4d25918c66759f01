import type { Input, Output } from "@portico/contract/facts";
import { toIso } from "@portico/core/rules/dates";
import { acting, type Given } from "../world/acting.ts";
import { pickFacts, recordChange } from "../world/audit.ts";
import type { KeyRow } from "../world/data.ts";
import { hashOf } from "../world/key-text.ts";
import { keyFacts } from "../world/keys.ts";

type Reply = Output<"reportExposedKeys">;

interface Report {
  readonly token: string;
  readonly type: string;
  readonly source: string | null;
  readonly url: string | null;
}

/** Notes at each key of this world where it was found. */
export const reportExposedKeys = acting<"reportExposedKeys">(200, (given) => {
  const reports = new Map<string, Report>();
  for (const report of reportsIn(given.body)) {
    // Each text once: its first place counts.
    const hash = hashOf(report.token);
    reports.set(hash, reports.get(hash) ?? report);
  }
  return [...reports].map(([hash, report]): Reply[number] => {
    const isKey = note(given, hash, report);
    const label = isKey ? "true_positive" : "false_positive";
    return { token_hash: hash, token_type: report.type, label };
  });
});

function reportsIn(body: Input<"reportExposedKeys">["body"]): Report[] {
  const matches = Array.isArray(body)
    ? body
    : body.keys.map((token) => ({ token, type: null, source: body.source, url: body.url }));
  return matches.map(({ token, type, source, url }) => ({
    token,
    type: type ?? typeOf(token),
    source: source ?? null,
    url: url ?? null,
  }));
}

function typeOf(token: string): string {
  return token.startsWith("ptcm_") ? "portico_management_key" : "portico_api_key";
}

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

function expose(given: Given<"reportExposedKeys">, row: KeyRow, { source, url }: Report): void {
  const { world } = given;
  const before = row.record;
  const now = toIso(Date.now());
  const found = { exposed_source: source ?? "operator", exposed_url: url };
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
