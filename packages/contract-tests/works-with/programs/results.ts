import { readFileSync, writeFileSync } from "node:fs";
import type { DialectName } from "../vendors/vendor.ts";
import type { Task } from "./program.ts";

interface Result {
  readonly program: string;
  readonly dialect: DialectName;
  readonly task: Task;
  readonly works: boolean;
}

type Works = Record<string, Partial<Record<Task, Partial<Record<DialectName, boolean>>>>>;

const file = new URL("results.json", import.meta.url);
const kept: Works = JSON.parse(readFileSync(file, "utf8"));

/** What the last run of each program found. */
export function resultOf({ program, task, dialect }: Omit<Result, "works">): boolean | undefined {
  return kept[program]?.[task]?.[dialect];
}

export function keepResult({ program, dialect, task, works }: Result): void {
  const before = kept[program];
  kept[program] = { ...before, [task]: { ...before?.[task], [dialect]: works } };
}

export function writeResults(): void {
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
