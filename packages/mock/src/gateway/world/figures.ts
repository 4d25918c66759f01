import type { Schema } from "@portico/contract/facts";
import type { GenerationRow, WorldData } from "./data.ts";

type Generation = Schema<"Generation">;

/** Kept by record: a world may have thousands, and every figure asks for it. */
const settled = new WeakMap<Generation, number>();

/** When a request was booked, in milliseconds. */
export function settledAt(record: Generation): number {
  const known = settled.get(record);
  if (known !== undefined) return known;
  const ms = Date.parse(record.settled_at ?? record.created_at);
  settled.set(record, ms);
  return ms;
}

interface Index {
  count: number;
  readonly byKey: Map<number | null, GenerationRow[]>;
  readonly byWorkspace: Map<string | null, GenerationRow[]>;
}

/** By the list itself: another state has another list. Requests are only added, and stay with their keys. */
const indexes = new WeakMap<readonly GenerationRow[], Index>();

function indexOf({ generations }: WorldData): Index {
  const index: Index = indexes.get(generations) ?? {
    count: 0,
    byKey: new Map(),
    byWorkspace: new Map(),
  };
  indexes.set(generations, index);
  for (const row of generations.slice(index.count)) {
    add(index.byKey, row.record.api_key_id, row);
    add(index.byWorkspace, row.record.workspace_id, row);
  }
  index.count = generations.length;
  return index;
}

function add<Name>(map: Map<Name, GenerationRow[]>, name: Name, row: GenerationRow): void {
  const rows = map.get(name);
  if (rows === undefined) map.set(name, [row]);
  else rows.push(row);
}

export function requestsOfKey(data: WorldData, keyId: number): readonly GenerationRow[] {
  return indexOf(data).byKey.get(keyId) ?? [];
}

export function requestsOfWorkspace(data: WorldData, id: string): readonly GenerationRow[] {
  return indexOf(data).byWorkspace.get(id) ?? [];
}
