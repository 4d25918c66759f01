import type { OwnWireCall, Taken } from "../../model-call/taken.ts";
import { type ClaudeHost, passedTo } from "./claude-host.ts";

/** What a host of Claude is sent of the vendor's own wire, for the notices of a reply. */
export function takenBy(host: ClaudeHost, call: OwnWireCall): Taken | undefined {
  const passed = passedTo(host, call);
  return (
    passed && {
      ...passed,
      fields: new Set(Object.keys(passed.fields)),
      takesBlock: (block) => host.knowsBlock(block),
    }
  );
}
