import { type JsonForm, partOfForm } from "@portico/core/json/json-form";
import { callsAllowed, isPaid } from "@portico/core/model-call/paid-tools";
import type {
  ForeignPart,
  JsonObject,
  RespondCall,
  ToolDefinition,
} from "@portico/core/model-call/respond-call";
import type { OwnWireCall } from "@portico/core/model-call/taken";
import { defined, type Fields, fieldsOf, isFields, listOf, textOf } from "../../json/json-shape.ts";
import type { ClaudeHost } from "./claude-host.ts";
import {
  freeBetas,
  freeEdits,
  freeFields,
  freeFunctionFields,
  freeToolForm,
  freeTools,
  paidToolForm,
} from "./own-wire.ts";
import { claudeFamily } from "./thought-block.ts";

/** The parts of a call on the vendor's own wire that the host is sent. */
export interface Passed {
  readonly betas: readonly string[];
  readonly fields: JsonObject;
  /** As the caller has written them. */
  readonly tools: readonly JsonObject[];
  /** The part of one of these tools that the host is sent. */
  partOf(tool: JsonObject): JsonObject;
  /** The part of the vendor's own tool that the host is sent in place of this function; undefined where there is none. */
  vendorToolFor(tool: ToolDefinition): JsonObject | undefined;
  /** The fields of a function that only this wire has. */
  ofFunction(tool: ToolDefinition): JsonObject;
  takesToolField(tool: ToolDefinition, name: string): boolean;
}

type Drop = (place: string) => void;
const inSilence: Drop = () => {};

/**
 * The fields and headers that a caller of the vendor's own wire passes to the host; undefined for other callers. A workspace
 * that pays the vendor itself passes all that the host knows, any other what is free. `drop` is called with the places
 * inside fields and tools that are left out.
 */
export function passedTo(
  host: ClaudeHost,
  call: OwnWireCall,
  drop = inSilence,
): Passed | undefined {
  const { passThrough, credential, paidTools } = call;
  if (passThrough?.family !== claudeFamily) return undefined;

  const paysItself = credential !== undefined;
  const asked = betasIn(passThrough.headers).filter((beta) => !compacts.test(beta));
  const knows = (beta: string) => host.knowsBeta(beta) && (paysItself || freeBetas.has(beta));
  const takesTool = (tool: JsonObject) =>
    host.knowsTool(tool) && (paysItself || isFree(tool) || isPaid(tool, paidTools));
  const tools = (passThrough.tools ?? []).filter(takesTool);
  const partOf = (tool: JsonObject) => {
    if (paysItself) return tool;
    if (paidTools === undefined || !isPaid(tool, paidTools))
      return freeTool(tool, freeToolForm, drop);
    const part = freeTool(tool, paidToolForm, drop);
    return { ...part, max_uses: callsAllowed(tool["max_uses"], paidTools) };
  };
  const isVendors = ({ vendorTool: own }: ToolDefinition) =>
    own?.family === claudeFamily && takesTool(own.tool);
  const takes = (name: string, value: unknown) =>
    name === "tool_choice"
      ? tools.some(({ name: own }) => fieldsOf(value)["type"] === "any" || own === nameIn(value))
      : !ours.has(name) &&
        !compacts.test(name) &&
        host.knowsField(name) &&
        asked.every((beta) => !halves.get(name)?.test(beta) || knows(beta));
  const part = (name: string, value: unknown) => {
    const edited = name === "context_management" ? editing(value, paysItself, drop) : value;
    return paysItself ? edited : freeField(name, edited, drop);
  };
  const fields = Object.entries(passThrough.fields)
    .filter(([name, value]) => takes(name, value))
    .map(([name, value]) => [name, part(name, value)] as const)
    .filter(([, value]) => value !== undefined);
  const kept = new Set(fields.map(([name]) => name));
  const isOfLeft = (beta: string) =>
    Object.keys(passThrough.fields).some((name) => !kept.has(name) && halves.get(name)?.test(beta));
  return {
    betas: asked.filter((beta) => knows(beta) && !isOfLeft(beta)),
    fields: Object.fromEntries(fields),
    tools,
    partOf,
    vendorToolFor: (tool) => (isVendors(tool) ? partOf(tool.vendorTool?.tool ?? {}) : undefined),
    ofFunction: ({ own = {} }) => {
      if (!host.knowsToolFields) return {};
      return paysItself ? own : fieldsOf(partOfForm(own, freeFunctionFields, "tools", drop));
    },
    takesToolField: (tool, name) =>
      isVendors(tool) ||
      (host.knowsToolFields && (paysItself || Object.hasOwn(freeFunctionFields, name))),
  };
}

/** Whether the host is sent a block that only this wire has. */
export function passes(
  host: ClaudeHost,
  { credential, paidTools }: Pick<RespondCall, "credential" | "paidTools">,
  { family, block, isPlain, isFound }: ForeignPart,
): boolean {
  const mayPass =
    isPlain ||
    (isFound && paidTools?.kinds.has("web_search")) ||
    (credential !== undefined && !compacts.test(textOf(block["type"]) ?? ""));
  return family === claudeFamily && mayPass === true && host.knowsBlock(block);
}

function nameIn(choice: unknown): unknown {
  return fieldsOf(choice)["name"];
}

/** The betas that belong to a field of the body: one half without the other is refused. */
const halves: ReadonlyMap<string, RegExp> = new Map([
  ["context_management", /^(?:context-management|compact)-/],
  ["mcp_servers", /^mcp-client-/],
  ["container", /^(?:skills|code-execution)-/],
  ["speed", /^fast-mode-/],
]);

/**
 * A summary of the context, as a beta, an edit, a field or a block. The vendor bills it apart from the answer, and the reply has
 * no place for it: the next turn would begin without it, and be summarized again.
 */
const compacts = /^compact(?:[-_]|ion$)/;

function betasIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === "anthropic-beta")
    .flatMap(([, value]) => listedIn(value));
}

/** The values of a header that is a list. */
export function listedIn(header: string): readonly string[] {
  return header
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** Fields that only the gateway writes: a caller's value would change the cost that the hold covers. */
const ours: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "system",
  "tools",
  "stream",
  "max_tokens",
  "anthropic_version",
  "anthropic_beta",
]);

/** The free part of a field; undefined where there is none. */
function freeField(name: string, value: unknown, drop: Drop): unknown {
  const form = Object.hasOwn(freeFields, name) ? freeFields[name] : undefined;
  return form === undefined ? undefined : partOfForm(value, form, name, drop);
}

/** The edits of the context that go on; undefined where none of those that were asked for does. */
function editing(value: unknown, paysItself: boolean, drop: Drop): Fields | undefined {
  const typeOf = (edit: unknown) => textOf(fieldsOf(edit)["type"]) ?? "";
  const asked = listOf(fieldsOf(value)["edits"]);
  const edits = asked.filter((edit) =>
    paysItself ? !compacts.test(typeOf(edit)) : freeEdits.has(typeOf(edit)),
  );
  for (const edit of asked)
    if (!edits.includes(edit)) drop(`context_management.edits (${typeOf(edit)})`);
  return edits.length === 0 && asked.length > 0 ? undefined : { ...fieldsOf(value), edits };
}

function isFree(tool: JsonObject): boolean {
  return freeTools.test(textOf(tool["type"]) ?? "");
}

function freeTool(tool: JsonObject, form: JsonForm, drop: Drop): JsonObject {
  return fieldsOf(partOfForm(tool, form, `tools (${textOf(tool["type"])})`, drop));
}

/** The body with a caller's own fields. Where both have a field, the caller's adds only the missing parts. */
export function withFields(body: Fields, { fields }: Passed): Fields {
  const merged = new Map(Object.entries(body));
  for (const [name, value] of Object.entries(fields)) {
    const written = merged.get(name);
    if (name === "thinking") merged.set(name, thinkingWith(written, fieldsOf(value)));
    else if (name === "tool_choice")
      // The choice of a tool that the neutral call does not have.
      merged.set(name, { ...fieldsOf(written), ...fieldsOf(value) });
    else if (written === undefined) merged.set(name, value);
    else if (isFields(written) && isFields(value))
      merged.set(name, { ...value, ...defined(written) });
  }
  return Object.fromEntries(merged);
}

/**
 * The gateway decides whether and how much the model thinks, because that depends on the model and the conversation.
 * The caller decides how the thoughts are shown and checked.
 */
function thinkingWith(written: unknown, asked: Fields): Fields | undefined {
  if (isFields(written)) {
    const others = Object.entries(asked).filter(
      ([name]) => !["type", "budget_tokens"].includes(name),
    );
    return { ...written, ...Object.fromEntries(others) };
  }
  return asked["type"] === "disabled" ? asked : undefined;
}
