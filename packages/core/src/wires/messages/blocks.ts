import type { Schema } from "@portico/contract/facts";
import { hasForm, type JsonForm } from "../../json/json-form.ts";
import type { JsonObject } from "../../model-call/respond-call.ts";

export type Block = Schema<"MessagesBlock">;

/** The blocks that have a neutral form. */
export type KnownBlock =
  | Schema<"MessagesText">
  | Schema<"MessagesImage">
  | Schema<"MessagesDocument">
  | Schema<"MessagesToolUse">
  | Schema<"MessagesToolResult">
  | Schema<"MessagesThought">
  | Schema<"MessagesRedactedThought">;

const knownTypes: ReadonlySet<string> = new Set<KnownBlock["type"]>([
  ...(["text", "image", "document", "tool_use", "tool_result"] as const),
  ...(["thinking", "redacted_thinking"] as const),
]);

export function isKnown(block: Block): block is KnownBlock {
  return knownTypes.has(block.type);
}

const mark = { cache_control: { type: "value", ttl: "value" } } as const;
const tool = { type: "value", name: "value" } as const;

/** Blocks without a neutral form that are text and nothing else, with all that they may have. */
const plainForms: Readonly<Record<string, JsonForm>> = {
  search_result: {
    type: "value",
    source: "value",
    title: "value",
    citations: { enabled: "value" },
    ...mark,
    content: [
      {
        type: "value",
        text: "value",
        citations: "value",
        ...mark,
      },
    ],
  },
  tool_reference: { type: "value", tool_name: "value", ...mark },
  tool_search_tool_result: {
    type: "value",
    tool_use_id: "value",
    ...mark,
    content: {
      type: "value",
      tool_references: [{ type: "value", tool_name: "value" }],
      error_code: "value",
      error_message: "value",
    },
  },
  server_tool_use: {
    type: "value",
    id: "value",
    name: "value",
    ...mark,
    input: "any",
    caller: { type: "value" },
  },
  tool_addition: { type: "value", tool, ...mark },
  tool_removal: { type: "value", tool, ...mark },
};

/** What a search of the web leaves in a conversation. */
const foundForms: Readonly<Record<string, JsonForm>> = {
  server_tool_use: plainForms["server_tool_use"] ?? {},
  web_search_tool_result: {
    type: "value",
    tool_use_id: "value",
    ...mark,
    caller: "any",
    content: [
      {
        type: "value",
        url: "value",
        title: "value",
        page_age: "value",
        encrypted_content: "value",
      },
    ],
  },
};

const foundCitations: JsonForm = [
  {
    type: "value",
    url: "value",
    title: "value",
    cited_text: "value",
    encrypted_index: "value",
  },
];

/** Of the tools that run at the vendor, those that cost nothing: they only choose among the request's own. */
const searchesTools = /^tool_search_tool_(?:regex|bm25)$/;

export function isFound(block: { readonly type: string } & JsonObject): boolean {
  if (block.type === "text") return hasForm(block["citations"], foundCitations);
  if (block.type === "server_tool_use" && block["name"] !== "web_search") return false;
  const form = Object.hasOwn(foundForms, block.type) ? foundForms[block.type] : undefined;
  return form !== undefined && hasForm(block, form);
}

/** Whether a block is text of a form that the gateway knows. */
export function isPlain(block: Block & JsonObject): boolean {
  const isUse = block.type === "server_tool_use";
  if (isUse && !searchesTools.test(String(block["name"]))) return false;
  const form = Object.hasOwn(plainForms, block.type) ? plainForms[block.type] : undefined;
  return form !== undefined && hasForm(block, form);
}
