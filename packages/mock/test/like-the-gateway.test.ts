import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { loadDocument, operations } from "@portico/contract";
import { findOrderViolation } from "@portico/contract/stream-order";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { dataOf, type Sent, sendTo } from "./ask.ts";

const document = loadDocument();
const question = { model: "mock/text", input: "Say hello" };
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterAll(() => mock.close());

const send = (path: string, sent?: Sent) => sendTo(mock, path, sent);

describe("a rehearsal that is like the gateway", () => {
  const ask = async (body: object) => {
    const reply = await send("/responses", { body: { ...question, ...body } });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const tools = [{ type: "function", name: "weather", parameters: { type: "object" } }];

  it("keeps an idle connection for as long", async () => {
    const reply = await send("/responses", { body: question });
    expect(reply.headers.get("keep-alive")).toBe("timeout=75");
    await reply.text();
  });

  it("gives each answer an id and a time of its own", async () => {
    const before = Math.floor(Date.now() / 1000);
    const [first, second] = [await ask({}), await ask({})];
    expect(first.body["id"]).not.toBe(second.body["id"]);
    expect(first.body["output_text"]).toBe(second.body["output_text"]);
    expect(first.body["created_at"]).toBeGreaterThanOrEqual(before);
  });

  it.each([{ input: "Count to 9" }, { tools, tool_choice: "required", input: "Use the weather" }])(
    "spends no more than max_output_tokens: %j",
    async (more) => {
      const { body } = await ask({ ...more, max_output_tokens: 1 });
      expect(body).toMatchObject({
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
        usage: { output_tokens: 1 },
      });
      expect(check.reply(operations.createResponse, 200, body)).toEqual([]);
      const reply = await send("/responses", {
        body: { ...question, ...more, max_output_tokens: 1, stream: true },
      });
      expect(findOrderViolation(dataOf(await reply.text()))).toBeNull();
    },
  );

  const call = { type: "function_call", id: "fc_1", call_id: "c1", name: "weather" };
  const output = { type: "function_call_output", call_id: "c1", output: "sunny" };
  const whole = { ...call, arguments: "{}" };
  it.each([
    ["a tool that is not there", { tools, tool_choice: { type: "function", name: "x" } }, /"x"/],
    ["an output without its call", { input: [output] }, /^input\[0\]\.call_id belongs to no/],
    ["two outputs of a call", { input: [whole, output, output] }, /input\[1\] has answered/],
    ["a call_id used twice", { input: [whole, whole] }, /is used by input\[0\] already/],
    ["arguments that are no JSON", { input: [{ ...call, arguments: "{" }] }, /valid JSON text/],
  ])("refuses %s", async (_, more, message) => {
    const { status, body } = await ask(more);
    expect(status).toBe(400);
    expect((body["error"] as { message: string }).message).toMatch(message);
  });

  it("knows nothing that a path cannot name", async () => {
    for (const [method, path] of [
      ["GET", "/workspaces/%E0%A4%A"],
      ["DELETE", "/byok/nope"],
      ["DELETE", `/byok/${"x".repeat(40)}`],
    ] as const) {
      const reply = await send(path, { method });
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });

  it("does not look at a body that nobody asked for", async () => {
    const { port } = new URL(mock.url);
    const socket = connect(Number(port), "127.0.0.1");
    const head =
      "GET /api/v1/workspaces/default HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\n";
    socket.write(
      `${head}connection: close\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nhi`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("hands out the contract that it serves", async () => {
    const reply = await fetch(new URL("/openapi.json", mock.url));
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it("writes failures in the gateway's form, whose body tells no other time than the header", async () => {
    const headers = { Prefer: "code=429" };
    const reply = await send("/embeddings", { body: { model: "m", input: "x" }, headers });
    const body = (await reply.json()) as { error: { message: string } };
    expect(body).toMatchObject({
      user_id: null,
      service_metadata: { request_id: reply.headers.get("x-request-id") },
    });
    expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(body.error.message).not.toMatch(/\d+ seconds?/);
  });

  it("lists the examples that there are where it has none of a name", async () => {
    for (const body of [question, { ...question, stream: true }]) {
      const reply = await send("/responses", { body, headers: { Prefer: "example=nope" } });
      const { error } = (await reply.json()) as { error: { message: string } };
      expect(error.message).toContain("text-response");
      expect(error.message).toContain("text-stream");
    }
  });
});
