import type { Schema } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ask, bring } from "../tenancy/manage.ts";
import { type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";
import { expectTruthful, parseEvents } from "./read-events.ts";

const found = { type: "web_search_call", id: "ws_1", status: "completed", action: { query: "x" } };
const cites = {
  ...{ type: "url_citation", url: "https://a.example.test", title: "A" },
  ...{ start_index: 0, end_index: 2 },
};
const output: object[] = [
  found,
  {
    ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
    content: [{ type: "output_text", text: "So it is.", annotations: [cites] }],
  },
];
const usage = { input_tokens: 9, output_tokens: 3 };
const response = { object: "response", status: "completed", output, usage };

/** What the upstream refuses the next request with. */
let refuses: string | null = null;
let upstream: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await fakeUpstream((reply, { body }) => {
    if (refuses !== null) {
      reply.writeHead(400, { "content-type": "application/json" });
      reply.end(JSON.stringify({ error: { message: refuses, type: "invalid_request_error" } }));
      refuses = null;
      return;
    }
    if (!JSON.parse(body).stream) {
      reply.writeHead(200, { "content-type": "application/json" });
      reply.end(JSON.stringify(response));
      return;
    }
    const events = [
      { type: "response.output_item.done", output_index: 0, item: found },
      { type: "response.output_text.delta", output_index: 1, delta: "So it is." },
      { type: "response.output_item.done", output_index: 1, item: output[1] },
      { type: "response.completed", response },
    ];
    reply.writeHead(200, { "content-type": "text/event-stream" });
    reply.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  });
  gateway = await startTestGateway({
    yaml: `
providers:
  openai: { kind: openai, base_url: "${upstream.url}/v1", api_key: sk-operators, byok: allow }
models:
  - { id: t/gpt, kind: text, context_length: 100000, endpoints: [ { provider: openai, upstream_model: gpt-5.5, price: { input: "1", output: "1" } } ] }
`,
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const tools = [{ type: "web_search", filters: { allowed_domains: ["a.example.test"] } }];
const request = { model: "t/gpt", input: "Is it?", tools };
const weather = { type: "function", name: "weather", parameters: { type: "object" } };

const post = (body: object) =>
  ask(gateway, gateway.own.ordinary, "POST", "/responses", { ...request, ...body });

// The workspace's own credential comes in the middle, and stays.
describe("OpenAI's tools", inOrder, () => {
  describe("a tool that runs at OpenAI", () => {
    it("is refused or left out by its name with the operator's credential", async () => {
      const refused = await post({});
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining("tools (web_search)"),
      ]);
      const other = await post({ tools: [...tools, weather], max_tool_calls: 2 });
      expect(other.status).toBe(200);
      expect(other.headers.get("x-portico-notice")).toContain("tools (web_search), max_tool_calls");
      expect(other.body.output).toMatchObject([{ type: "message" }]);
      expect(JSON.parse(upstream.asked.at(-1)?.body ?? "{}").tools).toHaveLength(1);
    });

    describe("with a credential of the workspace's own", () => {
      beforeAll(async () => {
        await bring(gateway, gateway.own, { provider: "openai", secret: "sk-own" });
      });

      it("leaves its trace and citations in the body", async () => {
        const told = await post({ tools: [...tools, weather] });
        expect([told.status, told.headers.get("x-portico-notice")]).toEqual([200, null]);
        const sent = JSON.parse(upstream.asked.at(-1)?.body ?? "{}");
        expect(sent.tools).toMatchObject([{ type: "function" }, tools[0]]);
        expect(told.body.output).toMatchObject([found, { content: [{ annotations: [cites] }] }]);
      });

      it("leaves them in a stream", async () => {
        const told = await post({ stream: true });
        const events = parseEvents(told.text);
        expectTruthful(events);
        const items = events.flatMap((event) =>
          event !== "[DONE]" && "item" in event ? [[event.type, event["item"]]] : [],
        );
        expect(items).toMatchObject([
          ["response.output_item.added", { ...found, status: "in_progress" }],
          ["response.output_item.done", found],
          ["response.output_item.added", { type: "message" }],
          ["response.output_item.done", { content: [{ text: "So it is.", annotations: [cites] }] }],
        ]);
      });

      it("stays with functions where tool_choice allows these alone", async () => {
        const allowed = { type: "allowed_tools", mode: "auto" };
        const all = [...tools, weather];
        const sentWith = async (one: object): Promise<Schema<"Tool">[]> => {
          const told = await post({ tools: all, tool_choice: { ...allowed, tools: [one] } });
          expect(told.status, told.text).toBe(200);
          return JSON.parse(upstream.asked.at(-1)?.body ?? "{}").tools;
        };
        expect(await sentWith({ type: "function", name: "weather" })).toMatchObject([weather]);
        expect(await sentWith({ type: "web_search" })).toEqual(tools);
      });

      it("is refused by its name where it would ask before each call", async () => {
        const server = {
          type: "mcp",
          server_label: "wiki",
          server_url: "https://mcp.example.test",
        };
        const told = await post({ tools: [server] });
        expect([told.status, told.body.error.message]).toEqual([
          400,
          expect.stringContaining("tools (mcp wiki)"),
        ]);
      });
    });
  });

  describe("what OpenAI's tools have left", () => {
    const search = {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: { query: "x" },
    };
    const container = { type: "code_interpreter_call", id: "ci_1", container_id: "c_of_another" };
    const said = [
      { role: "user", content: "Is it?" },
      search,
      container,
      { role: "assistant", content: "So it is." },
      { role: "user", content: "Sure?" },
    ];
    const sent = () => JSON.parse(upstream.asked.at(-1)?.body ?? "{}").input;

    it("goes back as it came, but for what may name another workspace's container", async () => {
      const { ordinary: key } = await gateway.addTenant();
      const body = { ...request, input: said, tools: [] };
      const told = await ask(gateway, key, "POST", "/responses", body);
      expect([told.status, told.headers.get("x-portico-notice")]).toEqual([
        200,
        expect.stringContaining("input[2] (code_interpreter_call)"),
      ]);
      expect(told.headers.get("x-portico-notice")).not.toContain("input[1]");
      expect(sent()).toEqual([said[0], search, said[3], said[4]]);
      // The credential of the workspace's own, from above.
      expect((await post({ input: said })).headers.get("x-portico-notice")).toBeNull();
      expect(sent()).toEqual([said[0], search, container, said[3], said[4]]);
    });

    it("is left out where OpenAI wants the thought before it", async () => {
      refuses =
        "Item 'ws_1' of type 'web_search_call' was provided without its required 'reasoning' item: 'rs_1'.";
      const told = await post({ input: [...said.slice(0, 2), ...said.slice(3)] });
      expect(told.status, told.text).toBe(200);
      expect(sent()).toEqual([said[0], said[3], said[4]]);
    });
  });
});

describe("OpenAI's computer", () => {
  const computer = { type: "computer_use_preview", display_width: 800, display_height: 600 };
  const called = {
    type: "computer_call",
    id: "cu_1",
    call_id: "c_1",
    action: { type: "screenshot" },
  };
  const shot = { type: "computer_screenshot", image_url: "data:image/png;base64,iVBORw0KGgo=" };
  const used = { type: "computer_call_output", call_id: "c_1", output: shot };
  const input = [{ role: "user", content: "Look." }, called, used];

  it("goes to OpenAI with any credential, and its items with it", async () => {
    const { ordinary } = await gateway.addTenant();
    const body = { model: "t/gpt", input, tools: [{ ...computer, environment: "browser" }] };
    const told = await ask(gateway, ordinary, "POST", "/responses", body);
    expect([told.status, told.headers.get("x-portico-notice")]).toEqual([200, null]);
    const sent = JSON.parse(upstream.asked.at(-1)?.body ?? "{}");
    expect(sent).toMatchObject({ tools: body.tools, input });
    // What it asks for next comes as it is.
    output.unshift(called);
    const next = await ask(gateway, ordinary, "POST", "/responses", body);
    expect(next.body.output[0]).toEqual(called);
    output.shift();
  });

  it("is refused by its name elsewhere, and with a file of the account", async () => {
    const file = { ...used, output: { type: "computer_screenshot", file_id: "file_1" } };
    const { ordinary } = await gateway.addTenant();
    for (const body of [
      { model: "sandbox/text", input: "Look.", tools: [computer] },
      { model: "sandbox/text", input },
      { model: "t/gpt", input: [...input.slice(0, 2), file], tools: [computer] },
    ]) {
      const told = await ask(gateway, ordinary, "POST", "/responses", body);
      expect([told.status, told.body.error.message]).toEqual([
        400,
        expect.stringContaining("computer_"),
      ]);
    }
  });
});
