import { type Fields, fieldsOf, isFields, textOf } from "../../json/json-shape.ts";
import type { JsonObject } from "../../model-call/respond-call.ts";
import type { OwnWireCall } from "../../model-call/taken.ts";
import { claudeFamily } from "./thought-block.ts";

/** The parts of the vendor's own wire that one host of Claude accepts, beyond a neutral call. */
export interface ClaudeHost {
  /** Whether it knows a value of `anthropic-beta`. It refuses a request that names another. */
  knowsBeta(beta: string): boolean;
  /** Whether it knows a field of the body. One without its beta is refused, so both are left out together. */
  knowsField(name: string): boolean;
  knowsTool(tool: JsonObject): boolean;
  /** Whether tools of the caller's own may have fields beyond those that all hosts know. */
  readonly knowsToolFields: boolean;
  knowsBlock(block: JsonObject): boolean;
}

/** The parts of a call on the vendor's own wire that the host accepts. */
export interface Passed {
  readonly betas: readonly string[];
  readonly fields: JsonObject;
  readonly tools: readonly JsonObject[];
  readonly hasToolFields: boolean;
}

/** The fields and headers that a caller of the vendor's own wire passes to the host; undefined for other callers. */
export function passedTo(host: ClaudeHost, call: OwnWireCall): Passed | undefined {
  const { passThrough, credential } = call;
  if (passThrough?.family !== claudeFamily) {
    return undefined;
  }
  const betas = betasIn(passThrough.headers);
  const paysItself = credential !== undefined;
  const tools = (passThrough.tools ?? []).filter(
    (tool) => host.knowsTool(tool) && (paysItself || isFree(tool)),
  );
  const takes = (name: string, value: unknown) =>
    name === "tool_choice"
      ? tools.some(({ name: own }) => fieldsOf(value)["type"] === "any" || own === nameIn(value))
      : !ours.has(name) &&
        (paysItself || !priced.has(name)) &&
        host.knowsField(name) &&
        knowsAll(host, betas, halves[name]);
  const fields = Object.entries(passThrough.fields).filter(([name, value]) => takes(name, value));
  const kept = new Set(fields.map(([name]) => name));
  const isOfLeft = (beta: string) =>
    Object.keys(passThrough.fields).some((name) => !kept.has(name) && halves[name]?.test(beta));
  return {
    betas: betas.filter(
      (beta) => host.knowsBeta(beta) && !isOfLeft(beta) && (paysItself || !pricedBeta.test(beta)),
    ),
    fields: Object.fromEntries(fields),
    tools,
    hasToolFields: host.knowsToolFields,
  };
}

function nameIn(choice: unknown): unknown {
  return fieldsOf(choice)["name"];
}

/** Whether the host knows all of these betas that belong to one field. */
function knowsAll(host: ClaudeHost, betas: readonly string[], half: RegExp | undefined): boolean {
  return betas.every((beta) => !half?.test(beta) || host.knowsBeta(beta));
}

/** The betas that belong to a field of the body: one half without the other is refused. */
const halves: Readonly<Record<string, RegExp>> = {
  context_management: /^(?:context-management|compact)-/,
  mcp_servers: /^mcp-client-/,
  container: /^(?:skills|code-execution)-/,
  speed: /^fast-mode-/,
};

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

/**
 * Fields with other rates than the usual ones, or with more input than the request has. The hold and the ledger do not
 * cover these, so only a workspace that pays the vendor itself may send them.
 */
const priced: ReadonlySet<string> = new Set([
  ...["container", "fallbacks", "inference_geo", "mcp_servers", "speed"],
]);

/** A longer context than the catalogue knows, at other prices. */
const pricedBeta = /^context-1m-/;

/**
 * Tools of the vendor that the caller runs, or that only choose among the request's own. All others run at the vendor, cost by use,
 * and add input that is not in the request.
 */
function isFree(tool: JsonObject): boolean {
  return /^(?:bash|computer|memory|text_editor|tool_search_tool)_/.test(textOf(tool["type"]) ?? "");
}

/** The body with a caller's own fields. Where both have a field, the caller's adds only the missing parts. */
export function withFields(body: Fields, { fields }: Passed): Fields {
  const merged = new Map(Object.entries(body));
  for (const [name, value] of Object.entries(fields)) {
    const written = merged.get(name);
    if (name === "thinking") {
      merged.set(name, thinkingWith(written, fieldsOf(value)));
    } else if (name === "tool_choice") {
      // The choice of a tool that the neutral call does not have.
      merged.set(name, { ...fieldsOf(written), ...fieldsOf(value) });
    } else if (written === undefined) {
      merged.set(name, value);
    } else if (isFields(written) && isFields(value)) {
      merged.set(name, { ...value, ...defined(written) });
    }
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

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Anthropic itself, whose own error names a field that it does not know. */
export const anthropicHost: ClaudeHost = {
  knowsBeta: () => true,
  knowsField: () => true,
  knowsTool: () => true,
  knowsToolFields: true,
  knowsBlock: () => true,
};

/** Betas of clouds that serve Claude, each as its documentation names them. */
const cloudBetas = [
  "computer-use-2025-01-24",
  "computer-use-2025-11-24",
  "context-1m-2025-08-07",
  "context-management-2025-06-27",
  "compact-2026-01-12",
  "dangerous-tool-use-2026-09-03",
  "thinking-binding-controls-2026-08-01",
  "thinking-display-updates-2026-08-18",
] as const;

const bedrockBetas: ReadonlySet<string> = new Set([
  ...cloudBetas,
  "fine-grained-tool-streaming-2025-05-14",
  "mid-conversation-output-config-2026-07-01",
  "mid-conversation-tool-changes-2026-07-01",
]);

const vertexBetas: ReadonlySet<string> = new Set([
  ...cloudBetas,
  "compact-2026-09-04",
  "interleaved-thinking-2025-05-14",
  "per-turn-control-2026-07-01",
  "web-search-2025-03-05",
]);

const cloudFields: ReadonlySet<string> = new Set([
  "context_management",
  "output_config",
  "thinking",
]);

/** Tools that the caller runs itself, whose form the model knows. */
const clientTools = /^(?:bash|computer|memory|text_editor)_\d/;
/** The blocks that the vendor's own tools leave in a conversation. */
const serverBlocks = /^(?:container_upload|(?:server|mcp)_tool_use|.+_tool_result)$/;

/** Claude's own dialect on Bedrock. https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html */
export const bedrockHost: ClaudeHost = {
  knowsBeta: (beta) => bedrockBetas.has(beta),
  knowsField: (name) => cloudFields.has(name),
  knowsTool: (tool) => clientTools.test(typeOf(tool)),
  knowsToolFields: false,
  knowsBlock: (block) => !serverBlocks.test(typeOf(block)),
};

/** Bedrock's Converse has a place for fields of a model, but none for its blocks and tools. */
export const converseHost: ClaudeHost = {
  knowsBeta: (beta) => converseBetas.has(beta),
  knowsField: (name) => name === "thinking",
  knowsTool: () => false,
  knowsToolFields: false,
  knowsBlock: () => false,
};

const converseBetas: ReadonlySet<string> = new Set([
  "context-1m-2025-08-07",
  "fine-grained-tool-streaming-2025-05-14",
  "thinking-binding-controls-2026-08-01",
  "thinking-display-updates-2026-08-18",
]);

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude */
export const vertexHost: ClaudeHost = {
  knowsBeta: (beta) => vertexBetas.has(beta),
  knowsField: (name) => cloudFields.has(name),
  knowsTool: (tool) => clientTools.test(typeOf(tool)) || /^web_search_\d/.test(typeOf(tool)),
  knowsToolFields: false,
  knowsBlock: (block) =>
    !serverBlocks.test(typeOf(block)) ||
    typeOf(block) === "web_search_tool_result" ||
    block["name"] === "web_search",
};

function typeOf(fields: JsonObject): string {
  return textOf(fields["type"]) ?? "";
}
