import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  answers,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
  writeApart,
} from "../responses/chat-upstream.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { read, readEvents, readFailure, readStream, send, usual } from "./ask.ts";

const texts = ["Hel", "lo ", "there"];
const frames = chatEvents(texts).map(toFrame);

let upstream: ChatUpstream;
let gateway: TestGateway;
const bodies: Record<string, unknown>[] = [];

beforeAll(async () => {
  upstream = await startChatUpstream(
    {
      good: answers(texts),
      broken: async (response) => {
        beginStream(response);
        await writeApart(response, frames.slice(0, 3));
        response.socket?.destroy();
      },
      silent: async (response) => {
        beginStream(response);
        await writeApart(response, frames.slice(0, 3));
      },
    },
    (body) => void bodies.push(body),
  );
  const price = `{ input: "1", output: "2" }`;
  const model = (name: string) =>
    `  - { id: acme/${name}, kind: text, context_length: 4096, endpoints: [{ provider: fake, upstream_model: ${name}, price: ${price} }] }`;
  gateway = await startGateway(
    [
      `providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" }, sandbox: { kind: sandbox, word_delay_ms: 0 } }`,
      "models:",
      ...["good", "broken", "silent"].map(model),
    ].join("\n"),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const types: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  404: "not_found_error",
  413: "invalid_request_error",
  415: "invalid_request_error",
  429: "rate_limit_error",
  500: "api_error",
  503: "api_error",
  529: "overloaded_error",
};

describe("a failure of POST /messages", () => {
  it.each([402, 404, 429, 500, 503, 529])(
    "of status %i is Anthropic's and ours at once, with and without stream",
    async (status) => {
      for (const stream of [false, true]) {
        const reply = await send(gateway, { model: `sandbox/fail-${status}`, stream });
        expect(reply.status).toBe(status);
        expect(reply.headers.get("content-type")).toBe("application/json");
        expect(await readFailure(reply)).toMatchObject({ type: types[status] });
      }
    },
  );

  it.each<[number, string, RequestInit]>([
    [401, "no key", { headers: { "content-type": "application/json" } }],
    [
      401,
      "an unknown key",
      { headers: { "x-api-key": "ptc_x", "content-type": "application/json" } },
    ],
    [
      401,
      "two keys",
      {
        headers: {
          "x-api-key": "ptc_x",
          authorization: "Bearer ptc_y",
          "content-type": "application/json",
        },
      },
    ],
    [415, "another media type", { headers: { "content-type": "text/plain" } }],
    [400, "no JSON", { body: "{" }],
    [400, "no max_tokens", { body: JSON.stringify({ ...usual, max_tokens: undefined }) }],
    [404, "an unknown model", { body: JSON.stringify({ ...usual, model: "acme/absent" }) }],
  ])("of status %i comes in that shape before the operation runs: %s", async (status, _, init) => {
    const headers = { "x-api-key": gateway.key, "content-type": "application/json" };
    const isAboutKeys = status === 401;
    const reply = await fetch(`${gateway.url}/messages`, {
      method: "POST",
      body: JSON.stringify(usual),
      ...init,
      headers: isAboutKeys ? { ...init.headers } : { ...headers, ...init.headers },
    });
    expect(reply.status).toBe(status);
    expect(await readFailure(reply)).toMatchObject({ type: types[status] });
  });

  it("names the field at fault", async () => {
    const reply = await send(gateway, { messages: [{ role: "robot", content: "" }] });
    expect(await readFailure(reply)).toMatchObject({ metadata: { field: "messages[0].role" } });
  });

  it("in mid-stream is one event, and nothing follows it", async () => {
    const booked = () => gateway.booked.filter(({ facts }) => facts.model === "acme/broken").length;
    const before = booked();
    const events = await readStream(await send(gateway, { model: "acme/broken", stream: true }));
    expect(events.at(-1)).toMatchObject({
      type: "error",
      error: { type: expect.stringMatching(/_error$/), message: expect.any(String) },
    });
    expect(events.map(({ type }) => type)).not.toContain("message_stop");
    expect(booked()).toBe(before + 1);
  });

  it("before any content is made good or told by its status", async () => {
    const reply = await send(gateway, { model: "acme/broken" });
    expect(await readFailure(reply)).toMatchObject({ type: types[reply.status] });
  });

  it("of a settlement ends the stream with an error", async () => {
    gateway.failSettlements();
    const reply = await send(gateway, { model: "acme/good", stream: true });
    const events = await readStream(reply);
    gateway.mendSettlements();
    expect(events.at(-1)).toMatchObject({ type: "error" });
  });
});

describe("a caller of POST /messages", () => {
  it("who hangs up leaves one row, and the upstream is left too", async () => {
    const leaving = new AbortController();
    const reply = await send(
      gateway,
      { model: "acme/silent", stream: true },
      { signal: leaving.signal },
    );
    let text = "";
    for await (const chunk of reply.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("lo ")) break;
    }
    leaving.abort();
    await expect
      .poll(() => gateway.booked.filter(({ facts }) => facts.model === "acme/silent"))
      .toHaveLength(1);
    await expect.poll(() => gateway.openHolds()).toBe(0);
    expect(text).toContain("message_start");
  });

  it("gets an answer of another vendor without what only Anthropic reads", async () => {
    bodies.length = 0;
    const fields = {
      model: "acme/good",
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      context_management: { edits: [] },
      tools: [
        { type: "web_search_20260318", name: "web_search" },
        { name: "weather", input_schema: { type: "object" } },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "hologram", beam: 7 },
            { type: "text", text: "Hi" },
          ],
        },
      ],
    };
    const headers = { "anthropic-beta": "context-management-2025-06-27" };
    expect(await read(await send(gateway, fields, { headers }))).toMatchObject({
      content: [{ type: "text", text: texts.join("") }],
    });
    const sent = JSON.stringify(bodies);
    expect(sent).toContain("Be brief.");
    expect(sent).not.toMatch(/context_management|hologram|web_search|cache_control/);
  });

  it("sees all that came in one read as whole events", async () => {
    const events = readEvents(
      await (await send(gateway, { model: "acme/good", stream: true })).text(),
    );
    expect(events.at(-1)).toEqual({ type: "message_stop" });
  });
});
