import type { Schema } from "@portico/contract";
import { toGeneration } from "../../operations/records/generation-wire.ts";
import { toGenerationRecord } from "../../store/money/generation-list.ts";
import type { ArchivedRow } from "../../store/ports/archive.ts";
import { archivedMonths, partsOf, readPart } from "./archive-files.ts";

type Row = Schema<"Generation">;

/** As `portico requests` has them. */
export interface ArchiveFilter {
  readonly from?: string;
  readonly to?: string;
  readonly workspace_id?: string;
  readonly api_key_hash?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly app?: string;
  readonly status?: number;
  readonly failed?: boolean;
  readonly error_kind?: string;
  readonly end_user?: string;
  readonly session_id?: string;
  readonly min_cost?: number;
}

/** The newest archived requests that match, with a mark. */
export async function archivedRequests(
  folder: string,
  filter: ArchiveFilter,
  limit: number,
): Promise<readonly (Row & { readonly archived: true })[]> {
  const { from = "", to } = filter;
  const found: Row[] = [];
  for (const month of (await archivedMonths(folder)).toReversed()) {
    if (found.length >= limit) break;
    if (month < from.slice(0, month.length) || (to !== undefined && month > to)) continue;
    const rows = (await generationsOf(folder, month)).filter((row) => matches(row, filter));
    found.push(...rows.sort((one, other) => bookedAt(other) - bookedAt(one)));
  }
  return found.slice(0, limit).map((row) => ({ ...row, archived: true }));
}

/** A request that was changed while it was archived is in two files, and the later one is right. */
async function generationsOf(folder: string, month: string): Promise<readonly Row[]> {
  const byId = new Map<unknown, ArchivedRow>();
  for (const part of await partsOf(folder, month))
    for (const row of await readPart(part)) byId.set(row["request_id"], row);
  return [...byId.values()].map((row) => {
    const { billed_attempts: billed, ...columns } = row;
    const attempts = typeof billed === "string" ? JSON.parse(billed) : [];
    // This program wrote them from the same tables.
    return toGeneration(toGenerationRecord(columns as never, attempts), new Map());
  });
}

function bookedAt({ settled_at: time }: Row): number {
  return Date.parse(time ?? "");
}

function matches(row: Row, filter: ArchiveFilter): boolean {
  const at = bookedAt(row);
  const isIn =
    at >= Date.parse(filter.from ?? "1970-01-01") && at < Date.parse(filter.to ?? "9999-12-31");
  const asked: readonly (readonly [unknown, readonly unknown[]])[] = [
    [filter.workspace_id, [row.workspace_id]],
    [filter.api_key_hash, [String(row.api_key_id)]],
    [filter.model, [row.model]],
    [filter.provider, [row.provider_name]],
    [filter.app, [row.http_referer, row.app_title]],
    [filter.status, [row.status]],
    [filter.failed, [row.error !== null]],
    [filter.error_kind, [row.error?.code]],
    [filter.end_user, [row.external_user]],
    [filter.session_id, [row.session_id]],
  ];
  return (
    isIn &&
    row.total_cost >= (filter.min_cost ?? 0) &&
    asked.every(([wanted, has]) => wanted === undefined || has.includes(wanted))
  );
}
