import { type JsonForm, partOfForm } from "@portico/core/json/json-form";
import {
  callsAllowed,
  isPaid,
  type PaidKind,
  paidKindOf,
} from "@portico/core/model-call/paid-tools";
import type { ForeignPart, JsonObject, PassThrough } from "@portico/core/model-call/respond-call";
import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";
import { fieldsOf } from "../../../json/json-shape.ts";

type Drop = (place: string) => void;
const inSilence: Drop = () => {};

/**
 * The tools that run at OpenAI, with their fields: all for a workspace that pays OpenAI itself, else those with a price, with a
 * limit for their calls and what costs nothing more, and computers. Undefined where none go on.
 */
export function passedTo(
  call: OwnWireCall,
  vendor: string,
  drop = inSilence,
): PassThrough | undefined {
  const { passThrough, credential, paidTools } = call;
  if (vendor !== "openai" || passThrough?.family !== vendor) return undefined;
  if (credential !== undefined) return passThrough;
  const tools = goingOn(passThrough, call).map((tool) => freePart(tool, drop));
  if (tools.length === 0) return undefined;
  const { fields } = passThrough;
  const limit = paidTools && { max_tool_calls: callsAllowed(fields["max_tool_calls"], paidTools) };
  return { ...passThrough, fields: { ...fields, ...limit }, tools };
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

/** A tool that the caller runs costs tokens alone. */
const computer = /^computer(?:_use_preview)?$/;
const computerForm: JsonForm = {
  type: "value",
  display_width: "value",
  display_height: "value",
  environment: "value",
};

/** The tools that go on, as the caller has written them. */
function goingOn({ tools = [] }: PassThrough, { credential, paidTools }: OwnWireCall) {
  if (credential !== undefined) return tools;
  return tools.filter(
    (tool) => isComputer(tool) || (isPaid(tool, paidTools) && !namesContainer(tool)),
  );
}

function isComputer({ type }: JsonObject): boolean {
  return computer.test(String(type));
}

/** A container that was made before may be of another workspace. */
function namesContainer(tool: JsonObject): boolean {
  return paidKindOf(tool) === "code_interpreter" && fieldsOf(tool["container"])["type"] !== "auto";
}

function freePart(tool: JsonObject, drop: Drop): JsonObject {
  const kind = paidKindOf(tool);
  const form = kind === null ? computerForm : (forms[kind] ?? {});
  return fieldsOf(partOfForm(tool, form, `tools (${String(tool["type"])})`, drop));
}

/** Whether a vendor is sent back what its tools have left, or its compaction. */
export function takesTrace(
  { credential }: Pick<OwnWireCall, "credential">,
  vendor: string,
  part: ForeignPart,
): boolean {
  const mayPass = part.isPlain === true || part.isOwn === true || credential !== undefined;
  return part.family === vendor && mayPass;
}

/** The same for the notices of a reply. */
export function takenBy(call: OwnWireCall, vendor: string): Taken | undefined {
  const without: string[] = [];
  const { passThrough } = call;
  if (passThrough?.family !== "openai") return undefined;
  const passed = passedTo(call, vendor, (place) => void without.push(place));
  return {
    fields: new Set(Object.keys(passed?.fields ?? {})),
    tools: vendor === "openai" ? goingOn(passThrough, call) : [],
    takesToolField: () => false,
    betas: [],
    takesBlock: (part) => takesTrace(call, vendor, part),
    without,
  };
}
