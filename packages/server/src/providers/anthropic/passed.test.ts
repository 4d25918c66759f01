import type { PassThrough, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import {
  anthropicHost,
  bedrockHost,
  type ClaudeHost,
  converseHost,
  vertexHost,
} from "./claude-host.ts";
import { toCloudBody, toMessagesBody } from "./messages-body.ts";
import { passedTo } from "./passed.ts";
import { takenBy } from "./passed-headers.ts";

const model = "claude-opus-4-8";

function sent(
  passThrough: Partial<PassThrough>,
  host: ClaudeHost,
  call: Partial<RespondCall> = {},
) {
  const passed = { family: "anthropic", headers: {}, fields: {}, ...passThrough };
  const whole = { ...emptyCall, model, ...call, passThrough: passed };
  const toBody = host === anthropicHost ? toMessagesBody : toCloudBody;
  const body: Record<string, unknown> = JSON.parse(JSON.stringify(toBody(whole, host)));
  return body;
}

const betas = (...names: readonly string[]) => ({ "anthropic-beta": names.join(", ") });
const clear = { type: "clear_tool_uses_20250919" };
const compact = { type: "compact_20260112", instructions: "Write at length." };
const edits = { edits: [clear] };
const hosts = [
  ["Anthropic", anthropicHost],
  ["Bedrock", bedrockHost],
  ["Vertex", vertexHost],
] as const;

describe("fields of a caller of Anthropic's own wire", () => {
  it("reach Anthropic as they are where the caller pays Anthropic itself", () => {
    const fields = {
      context_management: { edits: [{ ...clear, odd: 1 }], odd: 1 },
      thought_budget: { a: 1 },
      odd: null,
    };
    const headers = betas("odd-2030-01-01");
    const own = { credential: "own" };
    expect(sent({ fields, headers }, anthropicHost, own)).toMatchObject(fields);
  });

  it.each(hosts)("never ask %s for a summary of the context, which no reply has", (_, host) => {
    const headers = betas("compact-2026-01-12", "context-management-2025-06-27");
    const fields = {
      context_management: { edits: [clear, compact] },
      compaction: { type: "summarize" },
    };
    const block = { type: "foreign", family: "anthropic", block: { type: "compaction" } } as const;
    const conversation: readonly Turn[] = [
      { type: "message", role: "assistant", content: [block, { type: "text", text: "So" }] },
    ];
    const call = { ...emptyCall, model, credential: "own", conversation };
    const passThrough = { family: "anthropic", headers, fields };
    const body = sent(passThrough, host, call);
    expect(JSON.stringify(body)).not.toContain("compact");
    expect(body).toMatchObject({ context_management: { edits: [clear] } });
    const taken = takenBy(host, { ...call, passThrough });
    expect(taken?.without).toContain("context_management.edits (compact_20260112)");
    expect(taken?.betas).toEqual(["context-management-2025-06-27"]);
    expect(taken?.takesBlock(block)).toBe(false);
    expect([...(taken?.fields ?? [])]).toEqual(["context_management"]);
  });

  it.each(hosts)(
    "reach %s with the operator's credential only as far as they are known",
    (_, host) => {
      const fields = {
        context_management: {
          edits: [{ ...clear, odd: 1, keep: { type: "all", odd: 1 } }, compact],
          odd: 1,
        },
        thinking: { type: "disabled", odd: { a: 1 } },
        output_config: { task_budget: { type: "tokens", total: 9, odd: 1 }, odd: 1 },
        ...{ compaction: { type: "summarize" }, odd: 1 },
        ...JSON.parse(
          '{"__proto__": {"odd": 1}, "constructor": {"odd": 1}, "toString": {"odd": 1}}',
        ),
      };
      const headers = betas(
        "compact-2026-01-12",
        "odd-2030-01-01",
        "context-management-2025-06-27",
      );
      const body = sent({ fields, headers }, host);
      expect(JSON.stringify(body)).not.toMatch(/odd|compact|constructor|toString|__proto__/);
      expect(body).toMatchObject({
        context_management: { edits: [{ ...clear, keep: { type: "all" } }] },
        thinking: { type: "disabled" },
        output_config: { task_budget: { type: "tokens", total: 9 } },
      });
    },
  );

  it("of which nothing is free are left out whole", () => {
    const fields = { context_management: { edits: [compact] } };
    expect(sent({ fields }, anthropicHost)).not.toHaveProperty("context_management");
  });

  it("never replace the fields that decide the cost", () => {
    const fields = {
      model: "dear",
      max_tokens: 9e6,
      messages: [],
      stream: false,
      system: "x",
      tools: [1],
    };
    const body = sent({ fields }, anthropicHost);
    expect(body).toMatchObject({ max_tokens: 4096, messages: [{ role: "user" }] });
    for (const name of ["model", "stream", "system", "tools"])
      expect(body).not.toHaveProperty(name);
  });

  it("that change the vendor's rates are those of callers who pay the vendor themselves", () => {
    const fields = {
      ...{ speed: "fast", inference_geo: "us", fallbacks: [{ model: "dear" }] },
      ...{ mcp_servers: [{ url: "x" }], container: "c" },
    };
    const headers = betas("fast-mode-2026-02-01");
    const ours = sent({ fields, headers }, anthropicHost);
    for (const name of Object.keys(fields)) expect(ours).not.toHaveProperty(name);
    expect(sent({ fields, headers }, anthropicHost, { credential: "own" })).toMatchObject(fields);
  });

  it("keep their betas, but that of a longer context only for callers who pay the vendor themselves", () => {
    const call = { ...emptyCall, model };
    const headers = betas("context-1m-2025-08-07", "effort-2025-11-24");
    const passThrough = { family: "anthropic", headers, fields: {} };
    const betasFor = (more: Partial<RespondCall>) =>
      passedTo(anthropicHost, { ...call, passThrough, ...more })?.betas;
    expect(betasFor({})).toEqual(["effort-2025-11-24"]);
    expect(betasFor({ credential: "own" })).toEqual(["context-1m-2025-08-07", "effort-2025-11-24"]);
  });

  it("complete the fields that the gateway writes", () => {
    const block_binding = { prefix_mismatch_behavior: "drop" };
    const fields = {
      output_config: { task_budget: { total: 7 }, effort: "max" },
      thinking: { type: "enabled", budget_tokens: 9, display: "omitted", block_binding },
      metadata: { user_id: "theirs" },
    };
    const body = sent({ fields }, anthropicHost, { reasoning: { effort: "low" }, user: "ours" });
    expect(body).toMatchObject({
      output_config: { task_budget: { total: 7 }, effort: "low" },
      thinking: { type: "adaptive", display: "omitted", block_binding },
      metadata: { user_id: "ours" },
    });
    expect(body["thinking"]).not.toHaveProperty("budget_tokens");
  });

  it.each([
    ["disabled", { type: "disabled" }],
    ["enabled", undefined],
  ])("say of thinking that is not asked for only that it is off: %s", (type, thinking) => {
    expect(sent({ fields: { thinking: { type } } }, anthropicHost)["thinking"]).toEqual(thinking);
  });

  it("of another family are left out", () => {
    const body = sent(
      { family: "openai", fields: { odd: 1 }, tools: [{ type: "x" }] },
      anthropicHost,
    );
    expect(body).not.toHaveProperty("odd");
    expect(body).not.toHaveProperty("tools");
  });
});

describe("the two halves of a beta", () => {
  it.each([
    ["Bedrock", bedrockHost],
    ["Vertex", vertexHost],
  ])("reach %s together where it knows them", (_, host) => {
    const headers = betas("context-management-2025-06-27", "claude-code-20250219");
    const body = sent({ headers, fields: { context_management: edits } }, host);
    expect(body).toMatchObject({
      anthropic_beta: ["context-management-2025-06-27"],
      context_management: edits,
    });
  });

  it.each([
    ["Bedrock", bedrockHost],
    ["Vertex", vertexHost],
  ])("are left out together for %s where it does not know one", (_, host) => {
    const headers = betas(
      "context-management-2025-06-27",
      "context-management-2030-01-01",
      "mcp-client-2025-11-20",
    );
    const fields = { context_management: edits, mcp_servers: [], speed: "fast", cache_control: {} };
    const body = sent({ headers, fields }, host);
    for (const name of ["anthropic_beta", ...Object.keys(fields)])
      expect(body).not.toHaveProperty(name);
  });
});

describe("tools that are not functions", () => {
  const bash = { type: "bash_20250124", name: "bash" };
  const search = { type: "web_search_20250305", name: "web_search" };
  const run = { type: "code_execution_20250825", name: "code_execution" };

  it.each([
    ["Anthropic", anthropicHost, [bash, search, run]],
    ["Bedrock", bedrockHost, [bash]],
    ["Vertex", vertexHost, [bash, search]],
  ])("come after the functions, as %s knows them", (_, host, tools) => {
    const call = { tools: [{ name: "f" }], credential: "own" };
    const body = sent({ tools: [bash, search, run] }, host, call);
    expect(body["tools"]).toEqual([
      { name: "f", input_schema: { type: "object", properties: {} } },
      ...tools,
    ]);
  });

  it.each([
    ["Anthropic", anthropicHost, bash],
    ["Converse", converseHost, { name: "bash", input_schema: { type: "object", properties: {} } }],
  ])("that the caller runs keep their place, as tools or functions, at %s", (_, host, tool) => {
    const vendorTool = { family: "anthropic", tool: { ...bash, odd: 1 } };
    const tools = [{ name: "bash", vendorTool }, { name: "f" }];
    expect(Object(sent({}, host, { tools })["tools"])).toEqual([
      tool,
      expect.objectContaining({ name: "f" }),
    ]);
    const taken = takenBy(host, {
      ...{ ...emptyCall, model, tools },
      passThrough: { family: "anthropic", headers: {}, fields: {} },
    });
    expect(taken?.without).toEqual(host === anthropicHost ? ["tools (bash_20250124).odd"] : []);
  });

  it("that run at the vendor are those of callers who pay the vendor themselves", () => {
    const custom = { type: "later_20301231", name: "later" };
    const disguised = { type: "bash_code_execution_20250825", name: "run" };
    const edited = { type: "text_editor_code_execution_20250825", name: "edit" };
    const tools = [search, { ...bash, odd: 1 }, run, custom, disguised, edited];
    expect(sent({ tools }, anthropicHost)["tools"]).toEqual([bash]);
  });

  it.each([
    ["Anthropic", anthropicHost, { type: "tool", name: "code_execution" }],
    ["Bedrock", bedrockHost, undefined],
  ])("may be chosen by name where %s knows them", (_, host, choice) => {
    const fields = { tool_choice: { type: "tool", name: "code_execution" } };
    const own = { credential: "own" };
    expect(sent({ tools: [run], fields }, host, own)["tool_choice"]).toEqual(choice);
    const one = sent({ tools: [run], fields }, host, {
      ...own,
      tools: [{ name: "f" }],
      parallelToolCalls: false,
    });
    const type = choice ?? { type: "auto" };
    expect(one["tool_choice"]).toEqual({ ...type, disable_parallel_tool_use: true });
  });

  it("alone may be called, too", () => {
    const body = sent({ tools: [bash] }, anthropicHost);
    expect([body["tools"], body["tool_choice"]]).toEqual([[bash], undefined]);
  });
});

describe("blocks of Anthropic's own wire", () => {
  const used = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
  const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
  const cited = { type: "search_result", source: "x" };
  const foreign = (block: object, family = "anthropic") =>
    ({ type: "foreign", family, block: { ...block } }) as const;
  const plain = (block: object) => ({ ...foreign(block), isPlain: true }) as const;
  const conversation: readonly Turn[] = [
    { type: "message", role: "user", content: [plain(cited), foreign({ type: "x" }, "openai")] },
    {
      type: "message",
      role: "assistant",
      content: [foreign(used), foreign(found), { type: "text", text: "So" }],
    },
  ];
  const so = { type: "text", text: "So" } as const;

  it.each([
    ["Anthropic", anthropicHost, [used, found, so]],
    ["Vertex", vertexHost, [used, found, so]],
    ["Bedrock", bedrockHost, [so]],
  ])("are written in their place, as %s knows them", (_, host, content) => {
    expect(sent({}, host, { conversation, credential: "own" })["messages"]).toEqual([
      { role: "user", content: [cited] },
      { role: "assistant", content },
    ]);
  });

  it.each(hosts)(
    "reach %s with the operator's credential only where they are plain text",
    (_, host) => {
      const result: Turn = {
        ...{ type: "result", callId: "a", output: [foreign(found), plain(cited), so] },
      };
      const call: Turn = { type: "call", callId: "a", name: "f", arguments: "{}" };
      const body = sent({}, host, { conversation: [...conversation, call, result] });
      expect(body["messages"]).toEqual([
        { role: "user", content: [cited] },
        { role: "assistant", content: [so, { type: "tool_use", id: "a", name: "f", input: {} }] },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "a", content: [cited, so] }],
        },
      ]);
    },
  );
});

describe("further fields of a caller's own tool", () => {
  const own = { defer_loading: true, name: "g", odd: 1 };
  const tools = [{ name: "f", own }];

  it("reach Anthropic, and no host that refuses them", () => {
    const [tool] = Object(sent({}, anthropicHost, { tools })["tools"]);
    expect(tool).toMatchObject({ name: "f", defer_loading: true });
    expect(tool).not.toHaveProperty("odd");
    const [whole] = Object(sent({}, anthropicHost, { tools, credential: "own" })["tools"]);
    expect(whole).toHaveProperty("odd");
    for (const host of [bedrockHost, vertexHost])
      expect(JSON.stringify(sent({}, host, { tools }))).not.toContain("defer_loading");
  });
});

describe("a tool that failed", () => {
  it("is marked as failed", () => {
    const conversation: readonly Turn[] = [
      { type: "call", callId: "a", name: "f", arguments: "{}" },
      { type: "result", callId: "a", output: [], isError: true },
    ];
    const result = { type: "tool_result", tool_use_id: "a", content: [], is_error: true };
    const body = sent({}, anthropicHost, { conversation });
    expect(Object(body["messages"])[1].content).toEqual([result]);
  });
});

describe("a system message to Anthropic on its own wire", () => {
  const say = (role: "system" | "user", ...texts: readonly string[]): Turn => ({
    type: "message",
    role,
    content: texts.map((text) => ({ type: "text", text })),
  });
  const conversation = [say("system", "A", "B"), say("user", "Go"), say("system", "C")];
  const text = (value: string) => ({ type: "text", text: value });

  it("keeps its parts and its place", () => {
    const body = sent({}, anthropicHost, { conversation });
    expect([body["system"], body["messages"]]).toEqual([
      [text("A"), text("B")],
      [
        { role: "user", content: [text("Go")] },
        { role: "system", content: [text("C")] },
      ],
    ]);
  });
});
