import { type JsonForm, partOfForm } from "@portico/core/json/json-form";
import {
  callsAllowed,
  isPaid,
  type PaidKind,
  type PaidTools,
  paidKindOf,
} from "@portico/core/model-call/paid-tools";
import type { JsonObject, PassThrough } from "@portico/core/model-call/respond-call";
import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";
import { fieldsOf } from "../../../json/json-shape.ts";

type Drop = (place: string) => void;
const inSilence: Drop = () => {};

/**
 * The tools that run at OpenAI, with their fields: all for a workspace that pays OpenAI itself, else those with a price, with a
 * limit for their calls and what costs nothing more. Undefined where none go on.
 */
export function passedTo(
  call: OwnWireCall,
  family: string,
  drop = inSilence,
): PassThrough | undefined {
  const { passThrough, credential, paidTools } = call;
  if (family !== "openai" || passThrough?.family !== family) return undefined;
  if (credential !== undefined) return passThrough;
  if (paidTools === undefined) return undefined;
  const tools = paidOf(passThrough, paidTools).map((tool) => paidPart(tool, drop));
  if (tools.length === 0) return undefined;
  const { fields } = passThrough;
  const max_tool_calls = callsAllowed(fields["max_tool_calls"], paidTools);
  return { ...passThrough, fields: { ...fields, max_tool_calls }, tools };
}

/** What a tool may have without costing more, or naming what is in the operator's account. */
const forms: { readonly [Kind in PaidKind]?: JsonForm } = {
  web_search: {
    type: "value",
    filters: { allowed_domains: ["value"], blocked_domains: ["value"] },
    search_context_size: "value",
    user_location: {
      type: "value",
      city: "value",
      country: "value",
      region: "value",
      timezone: "value",
    },
    external_web_access: "value",
  },
  // An operator who has a price for it lets all keys read the account's stores.
  file_search: {
    type: "value",
    vector_store_ids: ["value"],
    max_num_results: "value",
    ranking_options: "any",
    filters: "any",
  },
  code_interpreter: { type: "value", container: { type: "value" } },
  mcp: {
    type: "value",
    server_label: "value",
    server_url: "value",
    server_description: "value",
    connector_id: "value",
    authorization: "value",
    headers: "any",
    allowed_tools: "any",
    require_approval: "value",
  },
};

function paidOf({ tools = [] }: PassThrough, paidTools: PaidTools): readonly JsonObject[] {
  return tools.filter((tool) => isPaid(tool, paidTools) && !namesContainer(tool));
}

/** A container that was made before may be of another workspace. */
function namesContainer(tool: JsonObject): boolean {
  return paidKindOf(tool) === "code_interpreter" && fieldsOf(tool["container"])["type"] !== "auto";
}

function paidPart(tool: JsonObject, drop: Drop): JsonObject {
  const kind = paidKindOf(tool);
  const form = kind === null ? undefined : forms[kind];
  return form === undefined ? {} : fieldsOf(partOfForm(tool, form, `tools (${kind})`, drop));
}

/** The same for the notices of a reply. */
export function takenBy(call: OwnWireCall, family: string): Taken | undefined {
  const without: string[] = [];
  const passed = passedTo(call, family, (place) => void without.push(place));
  if (passed === undefined) return undefined;
  const { passThrough, paidTools } = call;
  const isPaying = call.credential === undefined && passThrough && paidTools;
  return {
    fields: new Set(Object.keys(passed.fields)),
    tools: isPaying ? paidOf(passThrough, paidTools) : (passed.tools ?? []),
    takesToolField: () => false,
    betas: [],
    takesBlock: () => false,
    without,
  };
}
