import { connect } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type FakeUpstream, fakeUpstream, json } from "../wire/fake-upstream.ts";

let upstream: FakeUpstream;
let gateway: TestGateway;
let answer = json(200, {});
beforeAll(async () => {
  upstream = await fakeUpstream((response, asked) => answer(response, asked));
  const price = '{ input: "1", output: "2" }';
  const modelAt = (id: string, provider: string) =>
    `  - { id: ${id}, kind: text, context_length: 200000, input_modalities: [text, file], endpoints: [{ provider: ${provider}, upstream_model: m, price: ${price}, abilities: { files: true } }] }`;
  gateway = await startGateway(
    [
      "providers:",
      `  an: { kind: anthropic, base_url: "${upstream.url}", api_key: sk-x }`,
      `  oa: { kind: openai, base_url: "${upstream.url}/v1", api_key: sk-x }`,
      `  oc: { kind: openai-compatible, base_url: "${upstream.url}/v1", api_key: sk-x }`,
      "models:",
      modelAt("a/an", "an"),
      modelAt("b/oa", "oa"),
      modelAt("c/oc", "oc"),
      modelAt("plain", "oc"),
    ].join("\n"),
  );
});
afterAll(async () => {
  await gateway.close();
  await upstream[Symbol.asyncDispose]();
});

const openai = () => new OpenAI({ baseURL: gateway.url, apiKey: gateway.key, maxRetries: 0 });
const anthropic = () =>
  new Anthropic({ baseURL: gateway.url.replace("/v1", ""), apiKey: gateway.key, maxRetries: 0 });

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const reply = await fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { ...Object(await reply.json()), status: reply.status };
}

const asked = { responses: { input: "Hi" }, chat: {}, messages: { max_tokens: 64 } };
const messages = [{ role: "user", content: "Hi" }];
const wires: readonly (readonly [string, object])[] = [
  ["/responses", asked.responses],
  ["/chat/completions", { messages }],
  ["/messages", { messages, ...asked.messages }],
];

describe("a key in x-api-key", () => {
  it.each([...wires, ["/embeddings", { input: "a" }]] as const)(
    "is read at %s",
    async (path, body) => {
      const model = path === "/embeddings" ? "sandbox/embed" : "sandbox/text";
      const sent = { model, ...body };
      expect((await post(path, sent, { "x-api-key": gateway.key })).status).toBe(200);
      const both = { "x-api-key": "ptc_other", authorization: `Bearer ${gateway.key}` };
      expect((await post(path, sent, both)).status).toBe(401);
    },
  );
});

describe("a conversation that is longer than the model's context", () => {
  const words = {
    an: {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" },
    },
    oa: {
      error: {
        message: "Your input exceeds the context window of this model.",
        code: "context_length_exceeded",
      },
    },
    oc: { error: { message: "This model's maximum context length is 8 tokens." } },
  };
  const models = { an: "a/an", oa: "b/oa", oc: "c/oc" };
  const cases = (["an", "oa", "oc"] as const).flatMap((vendor) =>
    wires.flatMap(([path, body]) =>
      [false, true].map((stream) => ({ vendor, path, body, stream })),
    ),
  );

  it.each(cases)(
    "is named on $path, from $vendor, with stream $stream",
    async ({ vendor, path, body, stream }) => {
      answer = json(400, words[vendor]);
      const reply = await post(
        path,
        { model: models[vendor], stream, ...body },
        { "x-api-key": gateway.key },
      );
      expect(reply).toMatchObject({
        status: 400,
        error: {
          code: 400,
          metadata: { kind: "bad_request", error_type: "context_length_exceeded" },
        },
      });
      expect(reply.error.message).toContain("context_length_exceeded");
      if (path === "/messages") expect(reply.error.message).toContain("prompt is too long");
    },
  );
});

describe("models in the forms of client libraries", () => {
  it.each(["c/oc", "plain"])("are found one by one: %s", async (id) => {
    expect(await openai().models.retrieve(id)).toMatchObject({
      id,
      object: "model",
      owned_by: expect.any(String),
    });
    expect(await anthropic().models.retrieve(id)).toMatchObject({
      id,
      type: "model",
      display_name: expect.any(String),
    });
  });

  it("are found with the slash of the id as it is, and missed in words", async () => {
    const headers = { authorization: `Bearer ${gateway.key}` };
    expect((await fetch(`${gateway.url}/models/c/oc`, { headers })).status).toBe(200);
    await expect(openai().models.retrieve("c/of")).rejects.toThrow(
      /The model "c\/of" does not exist/,
    );
  });

  it("come page by page, each once", async () => {
    const all = await openai().models.list();
    const ids: string[] = [];
    for await (const { id, type } of anthropic().models.list({ limit: 1 })) {
      expect(type).toBe("model");
      ids.push(id);
    }
    expect(ids).toEqual(all.data.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(3);
    const last = await anthropic().models.list({ limit: 2, before_id: ids[2] ?? "" });
    expect(last.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });

  it("have a description, be it an empty one", async () => {
    const { data } = await openai().models.list();
    for (const model of data) expect(model).toHaveProperty("description", expect.any(String));
  });

  it.each([
    ...wires,
    ["/embeddings", { input: "a" }],
    ["/rerank", { query: "a", documents: ["b"] }],
  ] as const)(
    "are 404 at %s where no model has the name, however long it is",
    async (path, body) => {
      for (const length of [10, 257, 5_000]) {
        const sent = { ...body, model: "m".repeat(length) };
        expect(await post(path, sent, { "x-api-key": gateway.key })).toMatchObject({
          status: 404,
          error: { metadata: { kind: "model_not_found" } },
        });
      }
    },
  );
});

describe("POST /responses", () => {
  it.each([
    ["item_reference", { id: "msg_1" }, /store = false/],
    ["program", { id: "w", status: "completed" }, /Leave it out/],
    ["mcp_approval_request", { id: "l" }, /Leave it out/],
    ["compaction", { id: "c", encrypted_content: "x" }, /summary/],
  ])("refuses the item %s by its name, and says what to send", async (type, fields, remedy) => {
    const input = [
      { role: "user", content: "Hi" },
      { type, ...fields },
    ];
    const reply = await post(
      "/responses",
      { model: "sandbox/text", input },
      { "x-api-key": gateway.key },
    );
    expect(reply).toMatchObject({ status: 400, error: { metadata: { field: "input[1]" } } });
    expect(reply.error.message).toContain(`input[1] is a`);
    expect(reply.error.message).toContain(type);
    expect(reply.error.message).toMatch(remedy);
  });

  it.each([
    ["/responses", { input: "Hi" }],
    ["/chat/completions", { messages }],
  ])("refuses a forced tool of another type at %s by its name", async (path, body) => {
    for (const type of ["web_search", "mcp", "shell"]) {
      const sent = { model: "sandbox/text", ...body, tool_choice: { type, name: "n" } };
      const reply = await post(path, sent, { "x-api-key": gateway.key });
      expect(reply).toMatchObject({ status: 400, error: { metadata: { field: "tool_choice" } } });
      expect(reply.error.message).toContain(type);
    }
  });
});

describe("a PDF to a server of the operator's own", () => {
  it("goes there as a file where the operator says that it takes files", async () => {
    answer = json(200, {
      choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    });
    const file = {
      type: "file",
      file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
    };
    const reply = await post(
      "/chat/completions",
      { model: "c/oc", messages: [{ role: "user", content: [file] }] },
      { "x-api-key": gateway.key },
    );
    expect(reply.status).toBe(200);
    expect(JSON.parse(upstream.asked.at(-1)?.body ?? "").messages[0].content).toEqual([file]);
  });
});

describe("other addresses of an operation", () => {
  it("reranks at Cohere's newer path", async () => {
    const reply = await fetch(gateway.url.replace("/v1", "/v2/rerank"), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${gateway.key}` },
      body: JSON.stringify({
        model: "sandbox/rerank",
        query: "a",
        documents: ["b", "a"],
        top_n: 1,
      }),
    });
    expect(await reply.json()).toMatchObject({ results: [{ index: expect.any(Number) }] });
  });

  it("answers a WebSocket with 426 in the envelope, and other upgrades as usual", async () => {
    for (const path of ["/api/v1/responses", "/anything"]) {
      const text = await upgrade(path, "websocket");
      expect(text).toMatch(/^HTTP\/1\.1 426 /);
      expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({ error: { code: 426 } });
    }
    expect(await upgrade("/api/v1/models", "h2c")).toMatch(/^HTTP\/1\.1 401 /);
  });
});

function upgrade(path: string, protocol: string): Promise<string> {
  const { port } = new URL(gateway.url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), "127.0.0.1", () => {
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
    );
  });
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString();
  });
  socket.on("close", () => resolve(text));
  socket.on("error", reject);
  return promise;
}
