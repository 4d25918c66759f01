import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type Fields, readFailure, send, usual } from "./ask.ts";

let gateway: TestGateway;
let origin: string;
beforeAll(async () => {
  gateway = await startGateway("");
  origin = new URL(gateway.url).origin;
});
afterAll(() => gateway.close());

const json = async (reply: Response): Promise<Fields> => Object(await reply.json());

describe("a client of messages that looks around", () => {
  it.each(["/", "/api"])("finds by HEAD %s that something answers", async (path) => {
    const reply = await fetch(`${origin}${path}`, { method: "HEAD", redirect: "manual" });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-request-id")).toMatch(/^req-/);
  });

  it("lists the models with its key in x-api-key", async () => {
    const headers = { "x-api-key": gateway.key };
    const reply = await fetch(`${gateway.url}/models?limit=1000`, { headers });
    expect(reply.status).toBe(200);
    const { data }: { data: Fields[] } = Object(await reply.json());
    expect(data.length).toBeGreaterThan(0);
    for (const { id, name, display_name } of data) {
      expect(id).toEqual(expect.any(String));
      expect(display_name).toBe(name);
    }
  });

  it("is refused with two different keys, also for the models", async () => {
    const headers = { "x-api-key": "ptc_another", authorization: `Bearer ${gateway.key}` };
    expect((await fetch(`${gateway.url}/models`, { headers })).status).toBe(401);
    const both = { authorization: `Bearer ${gateway.key}` };
    expect((await send(gateway, {}, { headers: both })).status).toBe(200);
  });

  it("may use x-api-key on the other wires too", async () => {
    const reply = await fetch(`${gateway.url}/responses`, {
      method: "POST",
      headers: { "x-api-key": gateway.key, "content-type": "application/json" },
      body: JSON.stringify({ model: "sandbox/text", input: "Hello" }),
    });
    expect(reply.status).toBe(200);
  });
});

describe("POST /messages/count_tokens", () => {
  const path = "/messages/count_tokens?beta=true";
  const count = async (fields: Fields = {}) => {
    const reply = await send(gateway, fields, { path });
    expect(reply.status).toBe(200);
    return Number((await json(reply))["input_tokens"]);
  };

  it("counts system prompt, tools and messages, and books nothing", async () => {
    const before = gateway.booked.length;
    const plain = await count({ max_tokens: undefined });
    expect(plain).toBeGreaterThan(0);
    const schema = { type: "object", properties: { city: { type: "string" } } };
    const tools = [{ name: "get_weather", description: "Weather", input_schema: schema }];
    expect(await count({ tools })).toBeGreaterThan(plain);
    expect(await count({ system: "Answer in one sentence, and be brief." })).toBeGreaterThan(plain);
    const picture = { type: "image", source: { type: "url", url: "https://a.test/b.png" } };
    const messages = [{ role: "user", content: [picture] }, ...usual.messages];
    expect(await count({ messages })).toBeGreaterThan(plain + 100);
    expect(gateway.booked).toHaveLength(before);
    expect(gateway.openHolds()).toBe(0);
  });

  it("says the estimate that a stream starts with", async () => {
    const stream = await (await send(gateway, { stream: true })).text();
    const started = Number(/"input_tokens":(\d+)/.exec(stream)?.[1]);
    expect(await count()).toBe(started);
  });

  it("answers with Anthropic's shape what it refuses", async () => {
    const absent = await send(gateway, { model: "acme/absent" }, { path });
    expect(absent.status).toBe(404);
    expect(await readFailure(absent)).toMatchObject({ type: "not_found_error" });
    const empty = await send(gateway, { messages: [] }, { path });
    expect(await readFailure(empty)).toMatchObject({ metadata: { field: "messages" } });
  });
});
