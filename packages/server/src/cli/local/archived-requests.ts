import type { Schema } from "@portico/contract";
import { toGeneration } from "../../operations/records/generation-wire.ts";
import { toGenerationRecord } from "../../store/money/generation-list.ts";
import type { ArchivedRow } from "../../store/ports/archive.ts";
import { readPart, spansOf } from "./archive-files.ts";

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
  readonly tag?: string;
  readonly min_cost?: number;
}

/** The newest archived requests that match, with a mark. */
export async function archivedRequests(
  folder: string,
  filter: ArchiveFilter,
  limit: number,
): Promise<readonly (Row & { readonly archived: true })[]> {
  const fromMs = Date.parse(filter.from ?? "1970-01-01");
  const toMs = Date.parse(filter.to ?? "9999-12-31");
  const parts = (await spansOf(folder)).filter(
    (part) => part.lastMs >= fromMs && part.firstMs < toMs,
  );
  // Later files first: of a request that was changed while it was archived, the later file is right.
  const left = parts.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const seen = new Set<string>();
  let newest: readonly Booked[] = [];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const rows = (await readPart(part.path)).filter(({ request_id: id }) => !seen.has(String(id)));
    for (const { request_id: id } of rows) seen.add(String(id));
    const inTime = rows
      .map((row) => ({ row, bookedMs: Number(row["settled_at_ms"]) }))
      .filter(({ bookedMs }) => bookedMs >= fromMs && bookedMs < toMs)
      .map(({ row, bookedMs }) => ({ bookedMs, request: toRequest(row) }));
    newest = [...newest, ...inTime.filter(({ request }) => matches(request, filter))]
      .sort((one, other) => other.bookedMs - one.bookedMs)
      .slice(0, limit);
    const last = newest[limit - 1];
    if (last !== undefined && left.every(({ lastMs }) => lastMs < last.bookedMs)) break;
  }
  return newest.map(({ request }) => ({ ...request, archived: true }));
}

interface Booked {
  readonly bookedMs: number;
  readonly request: Row;
}

function toRequest({ billed_attempts: billed, ...columns }: ArchivedRow): Row {
  const attempts = typeof billed === "string" ? JSON.parse(billed) : [];
  // This program wrote them from the same tables.
  return toGeneration(toGenerationRecord(columns as never, attempts), new Map());
}

function matches(row: Row, filter: ArchiveFilter): boolean {
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
    [filter.tag, Object.entries(row.tags ?? {}).map((tag) => tag.join("="))],
  ];
  return (
    row.total_cost >= (filter.min_cost ?? 0) &&
    asked.every(([wanted, has]) => wanted === undefined || has.includes(wanted))
  );
}
