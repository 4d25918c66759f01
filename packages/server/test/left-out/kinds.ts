type Fields = Readonly<Record<string, unknown>>;

/** What an upstream that is sent a sample finds in its request. */
export const mark = "Rosebud";

/** A union of a client library's types, with a sample of a request for each of its kinds. */
export interface Union {
  readonly wire: "responses" | "chat" | "messages";
  readonly library: "openai" | "@anthropic-ai/sdk";
  readonly file: string;
  readonly union: string;
  readonly field?: string;
  readonly samples: Readonly<Record<string, Fields>>;
}

const schema = { type: "object", properties: { [mark]: { type: "string" } } };
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const pdf = `data:application/pdf;base64,${btoa(`%PDF-1.4 ${mark}`)}`;

/** The same fields for several kinds, which differ in their `type` alone. */
function each(
  kinds: readonly string[],
  fieldsOf: (type: string) => Fields,
): Record<string, Fields> {
  return Object.fromEntries(kinds.map((type) => [type, fieldsOf(type)]));
}

const toolOf = (tool: Fields): Fields => ({ tools: [tool] });
/** A tool that says nothing but what it is, and what no vendor knows. */
const bareTool = (type: string) => toolOf({ type, note: mark });

const said = { role: "user", content: "Hi" };
const items = (...more: readonly Fields[]): Fields => ({ input: [said, ...more] });
const bareItem = (type: string) => items({ type, id: "i_1", status: "completed", note: mark });
const called = (type: string, more: Fields) => ({ type, id: "i_1", call_id: "c_1", ...more });
const call = called("function_call", { name: "f", arguments: "{}" });
const builtIns = {
  local_shell_call: { action: { type: "exec", command: [mark], env: {} } },
  shell_call: { action: { commands: [mark] } },
  apply_patch_call: { operation: { type: "delete_file", path: mark } },
};

const responsesTools: Union["samples"] = {
  function: toolOf({ type: "function", name: "f", parameters: schema, strict: false }),
  custom: toolOf({ type: "custom", name: "f", description: mark }),
  ...each(["apply_patch", "local_shell", "shell", "computer", "computer_use_preview"], bareTool),
  ...each(["web_search", "web_search_2025_08_26", "web_search_preview"], bareTool),
  ...each(["web_search_preview_2025_03_11", "tool_search", "image_generation"], bareTool),
  ...each(["programmatic_tool_calling"], bareTool),
  code_interpreter: toolOf({ type: "code_interpreter", container: mark }),
  file_search: toolOf({ type: "file_search", vector_store_ids: [mark] }),
  mcp: toolOf({ type: "mcp", server_label: mark, server_url: "https://mcp.example.test" }),
  namespace: toolOf({ type: "namespace", name: "crm", description: mark, tools: [] }),
};

const responsesItems: Union["samples"] = {
  message: items({ type: "message", role: "user", content: mark }),
  reasoning: items({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: mark }, said),
  function_call: items(
    { ...call, arguments: JSON.stringify({ a: mark }) },
    { type: "function_call_output", call_id: "c_1", output: "x" },
  ),
  function_call_output: items(call, {
    ...{ type: "function_call_output", call_id: "c_1", output: mark },
  }),
  custom_tool_call: items(
    called("custom_tool_call", { name: "f", input: mark }),
    called("custom_tool_call_output", { output: "x" }),
  ),
  custom_tool_call_output: items(
    called("custom_tool_call", { name: "f", input: "x" }),
    called("custom_tool_call_output", { output: mark }),
  ),
  ...Object.fromEntries(
    Object.entries(builtIns).flatMap(([type, more]) => [
      [type, items(called(type, more), called(`${type}_output`, { output: "x" }))],
      [`${type}_output`, items(called(type, {}), called(`${type}_output`, { output: mark }))],
    ]),
  ),
  ...each(["web_search_call", "file_search_call", "code_interpreter_call"], bareItem),
  ...each(["image_generation_call", "tool_search_call", "tool_search_output"], bareItem),
  ...each(["mcp_list_tools", "mcp_call", "mcp_approval_request"], bareItem),
  ...each(["mcp_approval_response", "computer_call", "computer_call_output"], bareItem),
  ...each(["program", "program_output", "item_reference", "additional_tools"], bareItem),
  ...each(["configuration_update", "compaction", "compaction_trigger"], bareItem),
};

const responsesParts = (part: Fields): Fields => ({ input: [{ role: "user", content: [part] }] });
const chatParts = (part: Fields): Fields => ({ messages: [{ role: "user", content: [part] }] });

const chatCall = { id: "c_1", type: "function", function: { name: "f", arguments: "{}" } };
const chatTurns = (...messages: readonly Fields[]): Fields => ({ messages: [said, ...messages] });

const own = { name: "f", input_schema: { type: "object" } };
const use = { type: "tool_use", id: "c_1", name: "f", input: {} };
const userBlock = (...content: readonly Fields[]): Fields => ({
  messages: [{ role: "user", content: [{ type: "text", text: "Hi" }, ...content] }],
});
const modelBlock = (...content: readonly Fields[]): Fields => ({
  messages: [said, { role: "assistant", content }, said],
});
const bareBlock = (type: string) =>
  modelBlock({ type, id: "b_1", name: "f", note: mark }, { type: "text", text: "So" });
const found = (type: string) =>
  modelBlock({ type, tool_use_id: "b_1", content: [], note: mark }, { type: "text", text: "So" });
const changed = (type: string) => userBlock({ type, tool: { type: "tool_reference", name: mark } });

const namedTool = (type: string) => toolOf({ type, name: mark });

const messagesTools: Union["samples"] = {
  custom: toolOf({ ...own, description: mark }),
  ...each(["bash_20241022", "bash_20250124", "memory_20250818"], namedTool),
  ...each(["text_editor_20241022", "text_editor_20250124"], namedTool),
  ...each(["text_editor_20250429", "text_editor_20250728"], namedTool),
  ...each(["code_execution_20250522", "code_execution_20250825"], bareTool),
  ...each(["code_execution_20260120", "code_execution_20260521"], bareTool),
  ...each(["browser_toolset_20260801", "computer_toolset_20260801"], bareTool),
  ...each(["computer_20241022", "computer_20250124", "computer_20251124"], bareTool),
  ...each(["web_search_20250305", "web_search_20260209", "web_search_20260318"], bareTool),
  ...each(["web_fetch_20250910", "web_fetch_20260209", "web_fetch_20260309"], bareTool),
  ...each(["web_fetch_20260318", "advisor_20260301", "mcp_toolset"], bareTool),
  ...each(["tool_search_tool_bm25_20251119", "tool_search_tool_regex_20251119"], bareTool),
  ...each(["tool_search_tool_bm25", "tool_search_tool_regex"], bareTool),
};

const messagesBlocks: Union["samples"] = {
  text: userBlock({ type: "text", text: mark }),
  image: userBlock({
    ...{ type: "image", source: { type: "base64", media_type: "image/png", data: picture } },
  }),
  document: userBlock({
    ...{ type: "document", source: { type: "text", media_type: "text/plain", data: mark } },
  }),
  search_result: userBlock({
    ...{ type: "search_result", source: "x", title: mark, content: [] },
  }),
  tool_use: {
    messages: [
      said,
      { role: "assistant", content: [{ ...use, input: { a: mark } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c_1", content: "x" }] },
    ],
  },
  tool_result: {
    messages: [
      said,
      { role: "assistant", content: [use] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c_1", content: mark }] },
    ],
  },
  thinking: modelBlock(
    { type: "thinking", thinking: mark, signature: mark },
    { type: "text", text: "So" },
  ),
  redacted_thinking: modelBlock(
    { type: "redacted_thinking", data: mark },
    { type: "text", text: "So" },
  ),
  container_upload: userBlock({ type: "container_upload", file_id: mark }),
  tool_addition: changed("tool_addition"),
  tool_removal: changed("tool_removal"),
  ...each(["server_tool_use", "mcp_tool_use", "fallback", "compaction"], bareBlock),
  ...each(["mcp_tool_listing"], bareBlock),
  ...each(["web_search_tool_result", "web_fetch_tool_result", "mcp_tool_result"], found),
  ...each(["code_execution_tool_result", "bash_code_execution_tool_result"], found),
  ...each(["text_editor_code_execution_tool_result", "tool_search_tool_result"], found),
  ...each(["advisor_tool_result"], found),
};

const resultOf = (...content: readonly Fields[]): Fields => ({
  messages: [
    said,
    { role: "assistant", content: [use] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c_1", content }] },
  ],
});
const outputOf = (part: Fields): Fields =>
  items(call, { type: "function_call_output", call_id: "c_1", output: [part] });

const ofOpenAi = { library: "openai" } as const;
const responses = { ...ofOpenAi, wire: "responses", file: "responses/responses.d.ts" } as const;
const chat = { ...ofOpenAi, wire: "chat", file: "chat/completions/completions.d.ts" } as const;
const messages = {
  wire: "messages",
  library: "@anthropic-ai/sdk",
  file: "beta/messages/messages.d.ts",
} as const;

export const unions: readonly Union[] = [
  { ...responses, union: "Tool", samples: responsesTools },
  { ...responses, union: "ResponseInputItem", samples: responsesItems },
  {
    ...responses,
    union: "ResponseInputContent",
    samples: {
      input_text: responsesParts({ type: "input_text", text: mark }),
      input_image: responsesParts({
        ...{ type: "input_image", image_url: `data:image/png;base64,${picture}` },
      }),
      input_file: responsesParts({ type: "input_file", filename: "a.pdf", file_data: pdf }),
    },
  },
  {
    ...responses,
    union: "ResponseFunctionCallOutputItem",
    samples: {
      input_text: outputOf({ type: "input_text", text: mark }),
      input_image: outputOf({
        ...{ type: "input_image", image_url: `data:image/png;base64,${picture}` },
      }),
      input_file: outputOf({ type: "input_file", filename: "a.pdf", file_data: pdf }),
    },
  },
  {
    ...chat,
    union: "ChatCompletionTool",
    samples: {
      function: toolOf({ type: "function", function: { name: "f", parameters: schema } }),
      custom: toolOf({ type: "custom", custom: { name: "f", description: mark } }),
    },
  },
  {
    ...chat,
    union: "ChatCompletionContentPart",
    samples: {
      text: chatParts({ type: "text", text: mark }),
      image_url: chatParts({
        ...{ type: "image_url", image_url: { url: `data:image/png;base64,${picture}` } },
      }),
      file: chatParts({ type: "file", file: { filename: "a.pdf", file_data: pdf } }),
      input_audio: chatParts({ type: "input_audio", input_audio: { data: mark, format: "wav" } }),
    },
  },
  {
    ...chat,
    union: "ChatCompletionMessageParam",
    field: "role",
    samples: {
      ...each(["developer", "system", "user"], (role) => chatTurns({ role, content: mark }, said)),
      assistant: chatTurns({ role: "assistant", content: mark }, said),
      tool: chatTurns(
        { role: "assistant", tool_calls: [chatCall] },
        { role: "tool", tool_call_id: "c_1", content: mark },
      ),
      function: chatTurns({ role: "function", name: "f", content: mark }),
    },
  },
  { ...messages, union: "BetaToolUnion", samples: messagesTools },
  { ...messages, union: "BetaContentBlockParam", samples: messagesBlocks },
  {
    ...messages,
    union: "BetaToolResultBlockParam.content[]",
    samples: {
      text: resultOf({ type: "text", text: mark }),
      image: resultOf({
        ...{ type: "image", source: { type: "base64", media_type: "image/png", data: picture } },
      }),
      document: resultOf({
        ...{ type: "document", source: { type: "text", media_type: "text/plain", data: mark } },
      }),
      search_result: resultOf({ type: "search_result", source: "x", title: mark, content: [] }),
      tool_reference: resultOf({ type: "tool_reference", tool_name: mark }),
      browser_state: resultOf({ type: "browser_state", note: mark }),
    },
  },
];
