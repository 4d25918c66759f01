import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";
import { isCredentialHeader } from "../../upstream/scrub-secrets.ts";
import type { ClaudeHost } from "./claude-host.ts";
import { anthropicHost } from "./claude-host.ts";
import { listedIn, passedTo, passes } from "./passed.ts";

type Headers = Readonly<Record<string, string>>;

/** https://docs.claude.com/en/api/versioning */
const versionHeader = "anthropic-version";
const version = { [versionHeader]: "2023-06-01" };
const beta = "anthropic-beta";

/**
 * The vendor's headers: the operator's, which win, and those of a caller on the vendor's own wire: the version, and what the
 * vendor bills to the caller itself. Betas of both are sent together; a caller's beta is sent only with its field.
 */
export function vendorHeaders(operator: Headers = {}, call?: RespondCall): Headers {
  const passed = call && passedTo(anthropicHost, call);
  if (passed === undefined) return { ...version, ...operator };

  const callers = lowered(call?.passThrough?.headers ?? {}).filter(
    ([name]) => name !== beta && passesHeader(name, call) && !isCredentialHeader(name),
  );
  const operators = lowered(operator);
  const operatorBetas = operators.filter(([name]) => name === beta);
  const betas = [...operatorBetas.flatMap(([, value]) => listedIn(value)), ...passed.betas];
  return {
    ...version,
    ...Object.fromEntries([...callers, ...operators]),
    ...(betas.length > 0 ? { [beta]: [...new Set(betas)].join(",") } : {}),
  };
}

/** Whether a header of the caller's goes on; of betas some values. */
export function passesHeader(name: string, call: Pick<RespondCall, "credential"> = {}): boolean {
  const isKnown = [versionHeader, beta].includes(name);
  return isKnown || (call.credential !== undefined && name.startsWith("anthropic-"));
}

function lowered(headers: Headers): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
}

/** What a host of Claude is sent of the vendor's own wire, for the notices of a reply. */
export function takenBy(host: ClaudeHost, call: OwnWireCall): Taken | undefined {
  const without: string[] = [];
  const passed = passedTo(host, call, (place) => void without.push(place));
  if (passed === undefined) return undefined;
  for (const tool of passed.tools) passed.partOf(tool);
  for (const tool of call.tools) passed.vendorToolFor(tool);
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
