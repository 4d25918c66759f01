import type { Schema } from "@portico/contract/facts";
import type { JsonObject, ToolDefinition } from "../../model-call/respond-call.ts";
import { cacheOf, type Marked } from "../reading/cache-mark.ts";
import { family } from "./pass-through.ts";

type Sent = Schema<"MessagesServerTool"> & JsonObject;
/** A tool of the vendor's that the caller runs. Its form is public, so any model can be asked to call it. */
export type ClientTool = Sent & Marked & { readonly name: string };

interface Published {
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

const text = (description: string) => ({ type: "string", description });
const chosen = (...commands: readonly string[]) => ({ type: "string", enum: commands });
const whole = (description: string) => ({ type: "integer", description });

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/bash-tool */
const bash: Published = {
  description: "Runs a command in a bash session that keeps its state between calls.",
  properties: {
    command: text("The command to run. Needed unless the session is restarted."),
    restart: { type: "boolean", description: "True restarts the session." },
  },
  required: [],
};

/** What edits of files have in common. */
const edits = {
  file_text: text("For create: the whole text of the file."),
  old_str: text("For str_replace: the text to replace. It must occur exactly once."),
  insert_line: whole("For insert: the line after which the text is inserted; 0 for the beginning."),
  view_range: {
    type: "array",
    items: { type: "integer" },
    description: "For view of a file: the first and the last line, from 1; -1 for the end.",
  },
};
const path = text("The absolute path of a file or directory.");

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/text-editor-tool */
const textEditor: Published = {
  description: "Shows, creates and edits files of text.",
  properties: {
    command: chosen("view", "create", "str_replace", "insert"),
    path,
    ...edits,
    new_str: text("For str_replace: the text in its place."),
    insert_text: text("For insert: the text to insert."),
  },
  required: ["command", "path"],
};

/** Programs for these versions read the text to insert from `new_str`, and can take an edit back. */
const olderTextEditor: Published = {
  ...textEditor,
  properties: {
    command: chosen("view", "create", "str_replace", "insert", "undo_edit"),
    path,
    ...edits,
    new_str: text("For str_replace: the text in its place. For insert: the text to insert."),
  },
};

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool */
const memory: Published = {
  description:
    "Keeps notes as files below /memories, from one conversation to the next. View /memories before anything else.",
  properties: {
    command: chosen("view", "create", "str_replace", "insert", "delete", "rename"),
    path: text("The path below /memories. Every command but rename needs it."),
    ...edits,
    new_str: text("For str_replace: the text in its place."),
    insert_text: text("For insert: the text to insert."),
    old_path: text("For rename: the path so far."),
    new_path: text("For rename: the path from now on."),
  },
  required: ["command"],
};

const published: readonly (readonly [RegExp, Published])[] = [
  [/^bash_\d{8}$/, bash],
  [/^text_editor_(?:2024\d{4}|20250124)$/, olderTextEditor],
  [/^text_editor_\d{8}$/, textEditor],
  [/^memory_\d{8}$/, memory],
];

function publishedOf(type: string): Published | undefined {
  return published.find(([types]) => types.test(type))?.[1];
}

export function isClientTool(tool: Sent): tool is ClientTool {
  return typeof tool["name"] === "string" && publishedOf(tool.type) !== undefined;
}

/** The tool as a function, which vendors that do not know the tool itself are sent. */
export function functionForClientTool(tool: ClientTool): ToolDefinition {
  const { type, name, cache_control: _mark, ...own } = tool;
  const { description = "", ...schema } = publishedOf(type) ?? {};
  return {
    name,
    description,
    parameters: { type: "object", ...schema },
    ...cacheOf(tool),
    ...(Object.keys(own).length > 0 && { own }),
    vendorTool: { family, tool },
  };
}
