import { scanSmallJson } from "../json/json-scan.ts";
import { NotJson } from "../json/not-json.ts";

/** Limits for one piece of an upstream's answer; real answers and events are a hundred times smaller. */
export const upstreamLimits = { maxDepth: 64, maxValues: 50_000 };
/** Shorter texts are not scanned: they cannot hold many values. */
const worthScanning = 4_000;

/** Parses one event, line or frame of an upstream. Throws for invalid JSON and for JSON that is expensive to read. */
export function parseUpstreamJson(text: string): unknown {
  if (text.length > worthScanning && scanSmallJson(text, upstreamLimits) !== null)
    throw new NotJson(undefined);

  return JSON.parse(text);
}
