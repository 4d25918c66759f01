import { link, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { ArchivedRow } from "../../store/ports/archive.ts";
import { messageOf } from "../doctor/finding.ts";
import { CliError } from "../shell/cli-error.ts";

/** DuckDB, Spark and others read a folder of this form as a table with the column `month`. */
const monthPrefix = "month=";
const draft = ".draft";

const texts: ReadonlySet<string> = new Set([
  "request_id",
  "organisation_id",
  "workspace_id",
  "state",
  "group_id",
  "operation",
  "model",
  "provider",
  "upstream_model",
  "finish_reason",
  "error_kind",
  "attempts",
  "app_url",
  "app_title",
  "end_user",
  "session_id",
  "tags",
  "price",
  "billed_attempts",
]);

/** The files of a month, in the order in which they were written. Of none where nothing is archived. */
export async function partsOf(folder: string, month: string): Promise<readonly string[]> {
  const within = join(folder, monthPrefix + month);
  const names = await readdir(within).catch(unlessMissing);
  return names
    .filter((name) => name.endsWith(".parquet"))
    .sort()
    .map((name) => join(within, name));
}

interface Span {
  readonly path: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** All files of the archive, with the times between which their requests were booked: their ends say that. */
export async function spansOf(folder: string): Promise<readonly Span[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new CliError(`The archive cannot be read: ${messageOf(error)}`, "usage");
  });
  const months = names.filter((name) => name.startsWith(monthPrefix));
  const spans: Span[] = [];
  for (const month of months)
    for (const path of await partsOf(folder, month.slice(monthPrefix.length)))
      spans.push({ path, ...(await spanOf(path)) });
  return spans;
}

async function spanOf(path: string): Promise<Omit<Span, "path">> {
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const times = groups.flatMap(({ columns }) => {
    const found = columns.find(
      ({ meta_data: data }) => data?.path_in_schema[0] === "settled_at_ms",
    );
    const { min_value: first, max_value: last } = found?.meta_data?.statistics ?? {};
    return [Number(first), Number(last)];
  });
  return { firstMs: Math.min(...times), lastMs: Math.max(...times) };
}

function unlessMissing(error: unknown): readonly string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/**
 * Writes a further file of the month, whole and on the disk before it has its name. Rejects with EEXIST where another
 * process archives there too.
 */
export async function writePart(
  folder: string,
  month: string,
  rows: readonly ArchivedRow[],
): Promise<string> {
  const within = join(folder, monthPrefix + month);
  await mkdir(within, { recursive: true, mode: 0o700 });
  const number = (await partsOf(folder, month)).length + 1;
  const path = join(within, `requests-${String(number).padStart(5, "0")}.parquet`);
  const draftPath = `${path}.${process.pid}${draft}`;
  await removeDrafts(within);
  const file = await open(draftPath, "wx", 0o600);
  try {
    await file.writeFile(new Uint8Array(parquetWriteBuffer({ columnData: columnsOf(rows) })));
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draftPath, path);
  await rm(draftPath);
  for (const each of [within, folder, dirname(folder)]) await syncFolder(each);
  return path;
}

/** What killed processes have left. */
async function removeDrafts(within: string): Promise<void> {
  for (const name of await readdir(within))
    if (name.endsWith(draft)) await rm(join(within, name), { force: true });
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and keeps their entries itself.
  if (process.platform === "win32") return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function columnsOf(rows: readonly ArchivedRow[]) {
  return Object.keys(rows[0] ?? {}).map((name) => ({
    name,
    ...(texts.has(name)
      ? { type: "STRING" as const, data: rows.map((row) => row[name] ?? null) }
      : { type: "INT64" as const, data: rows.map((row) => toBigInt(row[name] ?? null)) }),
  }));
}

function toBigInt(value: string | number | null): bigint | null {
  return value === null ? null : BigInt(value);
}

export async function readPart(path: string): Promise<readonly ArchivedRow[]> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const file = buffer.slice(byteOffset, byteOffset + byteLength);
  const rows: readonly Record<string, unknown>[] = await parquetReadObjects({ file });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toValue(value)])),
  );
}

function toValue(value: unknown): string | number | null {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}
