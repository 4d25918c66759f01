import { readFileSync, writeFileSync } from "node:fs";
import type { ScenarioRun } from "@portico/mock/scenarios";

/** What came back for one step, as the documentation shows it. */
interface RecordedReply {
  readonly step: string;
  readonly status: number;
  /** JSON, or the text of a stream. */
  readonly body: unknown;
}

const fileOf = (name: string) =>
  new URL(`../../../spec/scenarios/replies/${name}.json`, import.meta.url);

/** The replies of a run. What differs from run to run is the same in each: ids, keys, times, durations. */
export function steadyReplies({ steps }: ScenarioRun): readonly RecordedReply[] {
  const replies = steps.map(({ step, reply }) => ({
    step: step.id,
    status: reply.status,
    body: reply.json ?? reply.text,
  }));
  return JSON.parse(steadied(JSON.stringify(replies)));
}

export function readRecorded(name: string): readonly RecordedReply[] {
  return JSON.parse(readFileSync(fileOf(name), "utf8"));
}

export function writeRecorded(name: string, replies: readonly RecordedReply[]): void {
  writeFileSync(fileOf(name), `${JSON.stringify(replies, null, 2)}\n`);
}

const numbered = [
  /(?<=\b(?:gen|req)-)[0-9a-f-]{36}\b/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  /(?<=\b(?:msg|fc|call|rs)_)[0-9a-f]{24}\b/g,
  /(?<=\bptcm?_)[A-Za-z0-9]{40,}\b/g,
  /\b[0-9a-f]{64}\b/g,
];

/** Their names may stand in a stream, where quotes are escaped. */
const fixed: readonly (readonly [RegExp, string])[] = [
  [/ptcm?_\w{5}…\w{4}/g, "ptc_Abcde…wxyz"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-11-22T12:00:00.000Z"],
  [/(?<="(?:created_at|completed_at|created)\\?":)\d{10}\b/g, "1795348800"],
  [/(?<="(?:latency|latency_ms|generation_time|start)\\?":)\d+/g, "20"],
  [/(?<="(?:id|api_key_id)\\?":)\d+/g, "3"],
  [/(?<="portico\.yaml:)[0-9a-f]{12}/g, "000000000001"],
  [/(?<="as_of\\?":\\?")\d{4}-\d\d-\d\d/g, "2026-11-22"],
  // Its notices are looked for a moment later.
  [/(?<="state\\?":\\?")waiting/g, "unsent"],
];

function steadied(text: string): string {
  const numbers = new Map<string, string>();
  const numberOf = (found: string): string => {
    const known = numbers.get(found);
    if (known !== undefined) return known;
    const number = String(numbers.size + 1);
    const steady = found.replace(/[A-Za-z0-9]/g, "0").slice(0, -number.length) + number;
    numbers.set(found, steady);
    return steady;
  };
  const after = numbered.reduce((all, pattern) => all.replace(pattern, numberOf), text);
  return fixed.reduce((all, [pattern, steady]) => all.replace(pattern, steady), after);
}
