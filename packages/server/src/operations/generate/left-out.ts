import type { JsonObject, RespondCall } from "@portico/core/model-call/respond-call";
import { missedTools, nameOfTool, saysSomething } from "@portico/core/wires/reading/left-out";
import type { Taken } from "../../model-call/taken.ts";
import type { Candidate } from "../../routing/candidate.ts";
import type { Gateway } from "../gateway.ts";
import { type Asked, askedFor } from "./asked.ts";
import { contentOf } from "./asked-content.ts";

type OwnContent = Pick<RespondCall, "conversation" | "tools" | "toolChoice" | "passThrough">;

/** What of the caller's own wire an upstream is not sent. */
export interface LeftOut {
  readonly names: readonly string[];
  /** Those of the names without which the answer would be invented. */
  readonly missed: readonly string[];
}

const nothing: LeftOut = { names: [], missed: [] };

/** What this candidate is not sent. */
export function leftOutBy(
  { taken }: Pick<Gateway, "taken">,
  asked: Pick<Asked, "models">,
  candidate: Candidate,
): LeftOut {
  const { call } = askedFor(asked, candidate);
  if (call.passThrough === undefined) return nothing;
  const { endpoint, byok } = candidate;
  const { passThrough } = call;
  const own = { model: endpoint.upstreamModel, passThrough, ...(byok && { credential: "" }) };
  return leftOutOf(call, taken(endpoint, own));
}

/** `taken` is what this upstream is sent of that wire: nothing where it is absent. */
export function leftOutOf(call: OwnContent, taken: Taken | undefined): LeftOut {
  const { passThrough } = call;
  if (passThrough === undefined) return nothing;
  const fields = fieldsLeftOut(passThrough.fields, taken);
  const tools = (passThrough.tools ?? []).filter((tool) => taken?.tools.includes(tool) !== true);
  const blocks = blocksLeftOut(call, taken);
  const choice = passThrough.fields["tool_choice"];
  const isForced = choice !== undefined && taken?.fields.has("tool_choice") !== true;
  const hosted = [...tools.map(nameOfTool), ...fields.filter((name) => name === "mcp_servers")];
  return {
    names: [
      ...tools.map(nameOfTool),
      ...fields,
      ...toolFieldsLeftOut(call, taken),
      ...blocks.map(({ name }) => name),
      ...betasLeftOut(passThrough.headers, taken),
      ...(taken?.without ?? []),
    ],
    missed: [
      ...(isForced && tools.length > 0 ? ["tool_choice"] : []),
      ...missedTools({
        leftOut: hosted,
        hasOthers: call.tools.length + (taken?.tools.length ?? 0) > 0,
        isCallable: call.toolChoice !== "none",
      }),
      ...blocks.filter(({ isInput }) => isInput).map(({ name }) => name),
    ],
  };
}

/** Notices about parameters speak of these, where a provider has none like them. */
const neutral: ReadonlySet<string> = new Set(["thinking", "tool_choice"]);

function fieldsLeftOut(fields: JsonObject, taken: Taken | undefined): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (neutral.has(name) || taken?.fields.has(name) || !saysSomething(value)) return [];
    if (name !== "output_config") return [name];
    const { effort: _, ...others } = Object(value);
    return Object.keys(others).map((each) => `output_config.${each}`);
  });
}

function toolFieldsLeftOut({ tools }: OwnContent, taken: Taken | undefined): string[] {
  return tools
    .flatMap(({ own = {} }) => Object.keys(own))
    .filter((name) => taken?.takesToolField(name) !== true)
    .map((name) => `tools.${name}`);
}

interface LeftBlock {
  readonly name: string;
  /** What the caller shows the model, not what the tools of a vendor have left in the conversation. */
  readonly isInput: boolean;
}

const shown: ReadonlySet<unknown> = new Set([
  "image",
  "document",
  "search_result",
  "container_upload",
]);

function blocksLeftOut({ conversation }: OwnContent, taken: Taken | undefined): LeftBlock[] {
  const left: LeftBlock[] = [];
  for (const turn of conversation)
    for (const part of contentOf(turn)) {
      if (part.type !== "foreign" || taken?.takesBlock(part)) continue;
      const isInput =
        turn.type === "message" && turn.role === "user" && shown.has(part.block["type"]);
      left.push({ name: `${part.place} (${part.block["type"]})`, isInput });
    }
  return left;
}

/** Other dialects have no betas. */
function betasLeftOut(
  headers: Readonly<Record<string, string>>,
  taken: Taken | undefined,
): string[] {
  const sent = headers["anthropic-beta"];
  if (taken === undefined || sent === undefined) return [];
  return sent
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => beta !== "" && !taken.betas.includes(beta))
    .map((beta) => `anthropic-beta (${beta})`);
}
