import type { JsonObject } from "@portico/core/model-call/respond-call";
import { textOf } from "../../json/json-shape.ts";

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

/** Anthropic itself, whose own error names a field that it does not know. What of all this the gateway passes stands in own-wire.ts. */
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
