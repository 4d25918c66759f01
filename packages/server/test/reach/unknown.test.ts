import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { bring } from "../tenancy/manage.ts";
import type { FakeUpstream } from "../wire/fake-upstream.ts";
import { claudeNames, dialectNames, dialectsUpstream, everyDialect, sentIn } from "./dialects.ts";

let upstream: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await dialectsUpstream();
  gateway = await startTestGateway({ yaml: everyDialect(upstream.url) });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  upstream.asked.length = 0;
});

const invented = "zz_invented";
const beta = "zz-invented-2031-01-01";
const mark = /zz.invented/i;
/** It is named by itself, or by its place. */
const named = /zz.invented|"field":"(?:messages|input)(?:\[0\]\.content)?\[1\]/i;
const field = { [invented]: { price: "high" } };
const tool = { type: invented, name: "f" };
const secret = "http://169.254.169.254/latest/meta-data";
const block = { type: invented, file_id: "file_1" };

interface Wire {
  readonly path: string;
  readonly asked: object;
  /** What the request has more, by the name of what is invented. */
  readonly more: Readonly<Record<string, object>>;
}

const hello = { type: "text", text: "Hello" };
const turn = (content: unknown) => [{ role: "user", content }];
const ownTool = (parameters: object) => ({ name: "own", description: "x", ...parameters });
const schema = { type: "object", properties: {} };

const wires: Readonly<Record<string, Wire>> = {
  responses: {
    path: "/responses",
    asked: { input: "Hello" },
    more: {
      field,
      block: { input: turn([{ type: "input_text", text: "Hello" }, block]) },
      item: { input: [...turn("Hello"), block] },
      tool: { tools: [tool, { type: "function", ...ownTool({ parameters: schema }) }] },
    },
  },
  chat: {
    path: "/chat/completions",
    asked: { messages: turn("Hello") },
    more: {
      field,
      block: { messages: turn([hello, block]) },
      tool: {
        tools: [tool, { type: "function", function: ownTool({ parameters: schema }) }],
      },
    },
  },
  messages: {
    path: "/messages",
    asked: { max_tokens: 2_048, messages: turn("Hello") },
    more: {
      field,
      block: { messages: turn([hello, block]) },
      tool: { tools: [tool, ownTool({ input_schema: schema })] },
      "field of a tool": { tools: [ownTool({ input_schema: schema, ...field })] },
      "block of a result": {
        messages: [
          ...turn("Hello"),
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "toolu_1", name: "own", input: {} }],
          },
          ...turn([{ type: "tool_result", tool_use_id: "toolu_1", content: [hello, block] }]),
        ],
        tools: [ownTool({ input_schema: schema })],
      },
    },
  },
};

const cases = Object.entries(wires).flatMap(([wire, { more }]) =>
  [...Object.keys(more), "beta"].flatMap((what) =>
    dialectNames.map((dialect) => ({ wire, what, dialect })),
  ),
);

/** `said` is the failure of a request, and the notice of one that was served. */
async function send(
  key: string,
  wire: string,
  dialect: string,
  more: object,
  stream: boolean,
  headers = {},
) {
  const { path, asked } = wires[wire] ?? { path: "", asked: {} };
  const response = await fetch(`${gateway.api}${path}`, {
    method: "POST",
    headers: { ...jsonHeaders(key), ...headers },
    body: JSON.stringify({ model: `m/${dialect}`, stream, ...asked, ...more }),
  });
  const text = await response.text();
  const { status } = response;
  return { status, said: status === 200 ? (response.headers.get("x-portico-notice") ?? "") : text };
}

const ask = (key: string, wire: string, dialect: string, what: string, stream: boolean) =>
  send(
    key,
    wire,
    dialect,
    wires[wire]?.more[what] ?? {},
    stream,
    what === "beta" ? { "anthropic-beta": beta } : {},
  );

describe("with the operator's credential", () => {
  it.each(cases)(
    "an invented $what of $wire does not reach $dialect, and its caller is told",
    async ({ wire, what, dialect }) => {
      for (const stream of [false, true]) {
        const { status, said } = await ask(gateway.own.ordinary, wire, dialect, what, stream);
        expect([status, upstream.asked.length]).toEqual(status === 400 ? [400, 0] : [200, 1]);
        expect(sentIn(upstream.asked.splice(0))).not.toMatch(mark);
        // Only Anthropic's form has betas: the other wires ignore the header.
        const isHeard = what !== "beta" || wire === "messages";
        expect(named.test(said), said).toBe(isHeard);
      }
    },
  );
});

describe("with the workspace's own credential", () => {
  let key: string;
  beforeAll(async () => {
    const tenant = await gateway.addTenant();
    await bring(gateway, tenant, { provider: "claude-anthropic", secret: "sk-own" });
    key = tenant.ordinary;
  });

  it.each(["field", "block", "tool", "field of a tool", "block of a result", "beta"])(
    "an invented %s of messages reaches Anthropic",
    async (what) => {
      for (const stream of [false, true]) {
        const { status, said } = await ask(key, "messages", "claude-anthropic", what, stream);
        expect([status, said]).toEqual([200, ""]);
        expect(upstream.asked.at(-1)?.headers["x-api-key"]).toBe("sk-own");
        expect(sentIn(upstream.asked.splice(0))).toMatch(mark);
      }
    },
  );

  it.each<[string, object]>([
    ["block", { messages: turn([hello, { ...block, source: { at: secret } }]) }],
    ["field", { [invented]: [{ url: secret }] }],
    ["tool", { tools: [{ ...tool, server: secret }] }],
  ])(
    "an address inside an invented %s does not make a server of the operator ask for it",
    async (_, more) => {
      const told = await send(key, "messages", "claude-anthropic", more, false);
      expect([told.status, upstream.asked]).toEqual([400, []]);
      expect(told.said).toContain("fetch_urls");
    },
  );
});

describe("what names an object of the operator's account, or an address, inside a block", () => {
  const file = { type: "file", file_id: "file_operators" };
  const picture = { type: "image", source: { type: "url", url: secret } };
  const document = (source: object) => ({ type: "document", source });
  const shapes: Readonly<Record<string, object>> = {
    "a document of a file": document(file),
    "a picture of a file": { type: "image", source: file },
    "a file for a container": { type: "container_upload", file_id: "file_operators" },
    "a picture in a document": document({ type: "content", content: [picture] }),
    "a picture of a file in a document": document({
      type: "content",
      content: [{ type: "image", source: file }],
    }),
    "a picture in a search result": {
      ...{ type: "search_result", source: "s", title: "t", content: [picture] },
    },
    "a result of a tool that ran at the vendor": {
      ...{ type: "code_execution_tool_result", tool_use_id: "x", content: [file] },
    },
  };

  it.each(
    Object.keys(shapes).flatMap((shape) => claudeNames.map((dialect) => ({ shape, dialect }))),
  )("$shape does not reach $dialect with the operator's credential", async ({ shape, dialect }) => {
    const calls = { type: "tool_use", id: "toolu_1", name: "own", input: {} };
    for (const content of [
      turn([hello, shapes[shape]]),
      [
        ...turn("Hello"),
        { role: "assistant", content: [calls] },
        ...turn([{ type: "tool_result", tool_use_id: "toolu_1", content: [shapes[shape]] }]),
      ],
    ]) {
      const headers = { "anthropic-beta": "files-api-2025-04-14" };
      const { own } = gateway;
      const more = { messages: content, tools: [ownTool({ input_schema: schema })] };
      const told = await send(own.ordinary, "messages", dialect, more, false, headers);
      expect(upstream.asked.length).toBe(told.status === 200 ? 1 : 0);
      expect(sentIn(upstream.asked.splice(0))).not.toMatch(/file_operators|169\.254|files-api/);
    }
  });
});
