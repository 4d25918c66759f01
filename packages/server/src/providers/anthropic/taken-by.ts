import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";
import type { ClaudeHost } from "./claude-host.ts";
import { passedTo, passes } from "./passed.ts";
import { passesHeader } from "./passed-headers.ts";

/** What a host of Claude is sent of the vendor's own wire, for the notices of a reply. */
export function takenBy(host: ClaudeHost, call: OwnWireCall): Taken | undefined {
  const without: string[] = [];
  const passed = passedTo(host, call, (place) => void without.push(place));
  if (passed === undefined) return undefined;
  for (const tool of passed.tools) passed.partOf(tool);
  const headers = Object.keys(call.passThrough?.headers ?? {});
  return {
    betas: passed.betas,
    tools: passed.tools,
    fields: new Set(Object.keys(passed.fields)),
    takesToolField: passed.takesToolField,
    takesBlock: (part) => passes(host, call, part),
    without: [...without, ...headers.filter((name) => !passesHeader(name, call))],
  };
}
