type Fields = Readonly<Record<string, unknown>>;

/** One thing that a request may say, on top of a plain question. */
export interface Said {
  readonly wire: "responses" | "chat" | "messages";
  readonly fields: Fields;
  /** What notices and refusals call it. */
  readonly name: string;
  /** What an upstream that is sent it finds in its request. */
  readonly mark: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const parameters = { type: "object", properties: { city: { type: "string" } } };
const ofResponses = { type: "function", name: "weather", parameters };
const ofChat = { type: "function", function: { name: "weather", parameters } };
const ofMessages = { name: "weather", input_schema: parameters };

const hostedTools: readonly Fields[] = [
  { type: "web_search" },
  { type: "web_search_preview" },
  { type: "file_search", vector_store_ids: ["vs_1"] },
  { type: "code_interpreter", container: { type: "auto" } },
  { type: "image_generation" },
  { type: "computer_use_preview", display_width: 1, display_height: 1 },
  { type: "mcp", server_label: "deepwiki", server_url: "https://mcp.example.test" },
  { type: "local_shell" },
  { type: "shell" },
  { type: "apply_patch" },
  { type: "tool_search" },
  { type: "namespace", name: "crm", tools: [] },
  { type: "openrouter:web_search" },
];

const claudeTools: readonly Fields[] = [
  { type: "web_search_20250305", name: "web_search" },
  { type: "web_fetch_20250910", name: "web_fetch" },
  { type: "code_execution_20250825", name: "code_execution" },
  { type: "computer_20251124", name: "computer", display_width_px: 1, display_height_px: 1 },
  { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
  { type: "mcp_toolset", mcp_server_name: "deepwiki" },
];

/** Tools of the vendor's that the caller runs: every vendor is sent them, or functions in their place. */
export const clientTools: readonly Said[] = [
  { type: "bash_20250124", name: "bash" },
  { type: "memory_20250818", name: "memory" },
  { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
].map((tool) => ({
  ...{ wire: "messages", fields: { tools: [tool] }, name: tool.type, mark: `"${tool.name}"` },
}));

const typeOf = (tool: Fields) => String(tool["type"]);

/** Alone, and beside a function of the caller's. */
function toolsOn(wire: Said["wire"], tools: readonly Fields[], own: Fields): Said[] {
  return tools.flatMap((tool) => {
    const said = { wire, name: typeOf(tool), mark: `"${typeOf(tool)}"` };
    return [
      { ...said, fields: { tools: [tool] } },
      { ...said, fields: { tools: [tool, own] } },
    ];
  });
}

function fieldsOn(wire: Said["wire"], all: Fields): Said[] {
  return Object.entries(all).map(([name, value]) => ({
    ...{ wire, name, fields: { [name]: value }, mark: `"${name}"` },
  }));
}

const text = { type: "text", text: "Hi" };
const block = (said: Fields): Fields => ({
  messages: [{ role: "user", content: [text, said] }],
});

const cache_control = { type: "ephemeral", ttl: "1h" };
const marked = { messages: [{ role: "user", content: [{ ...text, cache_control }] }] };
const called = { type: "tool_use", id: "c1", name: "weather", input: {}, cache_control };

/** Marks for a prompt cache, where clients put them. */
const marks: readonly Said[] = (
  [
    ["chat", marked],
    ["chat", { tools: [{ ...ofChat, cache_control }] }],
    ["messages", marked],
    ["messages", { system: [{ ...text, cache_control }] }],
    ["messages", { tools: [{ ...ofMessages, cache_control }] }],
    [
      "messages",
      {
        messages: [
          { role: "assistant", content: [called] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "1" }] },
        ],
      },
    ],
  ] as const
).map(([wire, fields]) => ({ wire, fields, name: "cache_control", mark: '"1h"' }));

const source = { type: "text", media_type: "text/plain", data: "Portico" };

const blocks: readonly Said[] = [
  { type: "search_result", source: "https://a.example.test", title: "A", content: [] },
  { type: "container_upload", file_id: "file_1" },
  { type: "image", source: { type: "file", file_id: "file_2" } },
  { type: "document", source: { type: "file", file_id: "file_3" } },
  { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
  { type: "to_come", value: 1 },
].map((said) => ({
  ...{ wire: "messages", fields: block(said), name: typeOf(said), mark: typeOf(said) },
}));

const archive = { media_type: "application/zip", data: "UEsDBA==" };
const zip = `data:application/zip;base64,${archive.data}`;

/** Files of a type that hardly a dialect takes. */
export const attachments: readonly Said[] = [
  {
    ...{ wire: "chat", name: "messages[0].content[1].file.file_data", mark: archive.data },
    fields: block({ type: "file", file: { filename: "a.zip", file_data: zip } }),
  },
  {
    ...{ wire: "messages", name: "messages[0].content[1].source.data", mark: archive.data },
    fields: block({ type: "document", source: { type: "base64", ...archive } }),
  },
  {
    ...{ wire: "responses", name: "input[0].content[0].file_data", mark: archive.data },
    fields: {
      input: [
        { role: "user", content: [{ type: "input_file", filename: "a.zip", file_data: zip }] },
      ],
    },
  },
];

/** Tools, fields and parts of all wires that no dialect, or not every one, has a place for. */
export const saidThings: readonly Said[] = [
  ...toolsOn("responses", hostedTools, ofResponses),
  ...fieldsOn("responses", {
    ...{ max_tool_calls: 3, top_logprobs: 2, truncation: "auto" },
    ...{ context_management: [{ type: "compaction" }], client_metadata: { a: "b" }, to_come: 1 },
    ...{ modalities: ["audio"], logit_bias: { 1: 1 } },
  }),
  // Names that every object has in JavaScript.
  { wire: "responses", fields: { toString: 1 }, name: "toString", mark: '"toString"' },
  { wire: "chat", fields: { constructor: [1] }, name: "constructor", mark: '"constructor"' },
  { wire: "chat", fields: { plugins: [null] }, name: "plugins", mark: '"plugins"' },
  { wire: "messages", fields: { toString: 1 }, name: "toString", mark: '"toString"' },
  {
    wire: "responses",
    fields: { include: ["web_search_call.action.sources"] },
    ...{ name: "include (web_search_call.action.sources)", mark: "web_search_call" },
  },
  {
    wire: "responses",
    fields: { text: { format: { type: "grammar", syntax: "lark" } } },
    ...{ name: "text.format (grammar)", mark: "lark" },
  },
  {
    wire: "responses",
    fields: { reasoning: { effort: "low", context: "all" } },
    ...{ name: "reasoning.context", mark: '"context"' },
  },
  ...toolsOn("chat", hostedTools, ofChat),
  ...fieldsOn("chat", {
    ...{
      web_search_options: {},
      modalities: ["text", "audio"],
      audio: { voice: "a", format: "wav" },
    },
    ...{ prediction: { type: "content", content: "x" } },
    ...{ plugins: [{ id: "web" }], transforms: ["middle-out"], route: "fallback", to_come: 1 },
    ...{ logit_bias: { 1: 1 }, logprobs: true, top_logprobs: 2, min_p: 0.5, top_a: 0.5 },
    ...{ repetition_penalty: 1.5, chat_template_kwargs: { enable_thinking: false } },
  }),
  { wire: "chat", fields: { store: true }, name: "store", mark: '"store":true' },
  {
    wire: "chat",
    fields: { tools: [ofChat], web_search_options: { search_context_size: "low" } },
    ...{ name: "web_search_options", mark: '"web_search_options"' },
  },
  {
    wire: "chat",
    fields: { messages: [{ role: "user", name: "ann", content: "Hi" }] },
    ...{ name: "messages.name", mark: '"ann"' },
  },
  {
    wire: "chat",
    fields: { tools: [{ ...ofChat, to_come: 1 }] },
    ...{ name: "tools.to_come", mark: '"to_come"' },
  },
  {
    wire: "chat",
    fields: { tools: [{ ...ofChat, function: { ...ofChat.function, to_come: 1 } }] },
    ...{ name: "tools.function.to_come", mark: '"to_come"' },
  },
  {
    wire: "responses",
    fields: { tools: [{ ...ofResponses, to_come: 1 }] },
    ...{ name: "tools.to_come", mark: '"to_come"' },
  },
  {
    wire: "messages",
    fields: {},
    headers: { "anthropic-beta": "to-come-2027-01-01" },
    ...{ name: "anthropic-beta (to-come-2027-01-01)", mark: "to-come-2027-01-01" },
  },
  ...toolsOn("messages", claudeTools, ofMessages),
  ...fieldsOn("messages", {
    ...{
      context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
      container: "container_1",
      inference_geo: "us",
    },
    ...{ mcp_servers: [{ type: "url", name: "a", url: "https://mcp.example.test" }], to_come: 1 },
    ...{ speed: "fast", fallbacks: [{ model: "b" }], cache_control: { type: "ephemeral" } },
  }),
  {
    wire: "messages",
    fields: { tools: [{ ...ofMessages, input_examples: [{ city: "Rome" }] }] },
    ...{ name: "tools.input_examples", mark: '"input_examples"' },
  },
  {
    wire: "messages",
    fields: {
      tools: [{ type: "text_editor_20250728", name: "edit", max_characters: 9 }],
    },
    ...{ name: "tools.max_characters", mark: '"max_characters"' },
  },
  {
    wire: "messages",
    fields: { output_config: { task_budget: { type: "tokens", total: 20_000 } } },
    ...{ name: "output_config.task_budget", mark: '"task_budget"' },
  },
  {
    wire: "messages",
    fields: { metadata: { user_id: "u", team: "blue" } },
    ...{ name: "metadata.team", mark: '"blue"' },
  },
  {
    wire: "messages",
    fields: {
      tools: [ofMessages, { type: "web_search_20250305", name: "web_search" }],
      tool_choice: { type: "tool", name: "web_search" },
    },
    ...{ name: "tool_choice", mark: '"tool_choice":{"type":"tool","name":"web_search"' },
  },
  {
    wire: "messages",
    fields: block({ type: "document", source, citations: { enabled: true } }),
    ...{ name: "messages[0].content[1].citations", mark: '"citations"' },
  },
  ...blocks,
  ...marks,
];
