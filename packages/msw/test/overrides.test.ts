import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EventOf, portico, porticoHandlers } from "../src/index.ts";
import { ask, eventsIn } from "./ask.ts";

const server = setupServer(...porticoHandlers({ paceMs: 0 }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const question = { model: "sandbox/text", input: "Hello" };
const streamed = { body: { ...question, stream: true } };
const asked = { body: question };

describe("one test may have another reply", () => {
  it("of a status, by the contract's example", async () => {
    server.use(portico.createResponse.reply("429"));
    const reply = await ask("/responses", asked);
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "1"]);
    const { error } = await reply.json();
    expect(error.message).toContain("Rate limit exceeded");
  });

  it("with a body of its own, and headers", async () => {
    const body = { error: { code: 402, message: "Top up." } };
    server.use(portico.createResponse.reply(402, body, { headers: { "X-Test": "yes" } }));
    const reply = await ask("/responses", asked);
    expect([reply.status, reply.headers.get("x-test"), await reply.json()]).toEqual([
      402,
      "yes",
      body,
    ]);
  });

  it("made of what was asked", async () => {
    server.use(
      portico.updateWorkspace.reply(404, async ({ params, body }) => ({
        error: { code: 404, message: `${params.id} is not to be called ${body.name}.` },
      })),
    );
    const id = "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d";
    const reply = await ask(`/workspaces/${id}`, { method: "PATCH", body: { name: "Ada" } });
    const { error } = await reply.json();
    expect(error.message).toBe(`${id} is not to be called Ada.`);
  });

  it("until the handlers are reset, or once", async () => {
    server.use(portico.createResponse.reply("500").once());
    expect((await ask("/responses", asked)).status).toBe(500);
    expect((await ask("/responses", asked)).status).toBe(200);
    server.use(portico.createResponse.reply("529"));
    expect((await ask("/responses", asked)).status).toBe(529);
    server.resetHandlers();
    expect((await ask("/responses", asked)).status).toBe(200);
  });

  it("at one address alone", async () => {
    server.use(portico.createResponse.reply("429").at("https://gateway.example/eu/v1"));
    expect((await ask("/responses", asked)).status).toBe(200);
    const there = await fetch("https://gateway.example/eu/v1/responses", {
      method: "POST",
      headers: { Authorization: "Bearer any", "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    expect(there.status).toBe(429);
  });

  it("that never comes", async () => {
    server.use(portico.createResponse().delay("infinite"));
    const gone = new AbortController();
    const waiting = ask("/responses", { ...asked, signal: gone.signal });
    const first = await Promise.race([
      waiting,
      new Promise((done) => setTimeout(done, 100, "none")),
    ]);
    expect(first).toBe("none");
    gone.abort();
    await expect(waiting).rejects.toThrow(/abort/);
  });

  it("keeps what else the handler was to do when one thing changes", async () => {
    server.use(portico.createResponse.reply("429").delay(1).pace(0).once());
    expect((await ask("/responses", asked)).status).toBe(429);
    expect((await ask("/responses", asked)).status).toBe(200);
  });
});

describe("a request is checked as the gateway does, before the reply that a test has chosen", () => {
  it("401 without a key has a body that says what to send", async () => {
    const reply = await fetch("https://gateway.example/api/v1/models");
    expect(reply.status).toBe(401);
    expect((await reply.json()).error.message).toMatch(/Authorization: Bearer/);
  });

  it("400 names the field", async () => {
    server.use(portico.createResponse.reply("429"));
    const reply = await ask("/responses", { body: { model: "sandbox/text", inputs: "Hello" } });
    expect(reply.status).toBe(400);
    expect((await reply.json()).error.message).toContain("input");
  });

  it.each([
    ["GET", "/nothing", 404, null],
    ["DELETE", "/responses", 405, "POST"],
    ["GET", "/auth/key", 200, null],
  ])("%s %s gets %i", async (method, path, status, allow) => {
    const reply = await ask(path, { method });
    expect([reply.status, reply.headers.get("allow")]).toEqual([status, allow]);
  });
});

const delta = (text: string): EventOf<"createResponse"> => ({
  ...{ type: "response.output_text.delta", item_id: "msg_1", delta: text, logprobs: [] },
  ...{ output_index: 0, content_index: 0 },
});

describe("events of a test's own", () => {
  it("are numbered and sent as the contract's streams are", async () => {
    server.use(portico.createResponse.events([delta("Good"), delta(" morning")]));
    const reply = await ask("/responses", streamed);
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
    const text = await reply.text();
    expect(text.endsWith("\n\ndata: [DONE]\n\n")).toBe(true);
    expect(eventsIn(text)).toMatchObject([
      { delta: "Good", sequence_number: 0 },
      { delta: " morning", sequence_number: 1 },
      "[DONE]",
    ]);
  });

  it("carry their names on messages, and no end of another wire", async () => {
    server.use(portico.createMessage.events([{ type: "ping" }, { type: "message_stop" }]));
    const body = {
      ...{ model: "sandbox/text", max_tokens: 9, stream: true },
      messages: [{ role: "user", content: "Hello" }],
    };
    const reply = await ask("/messages", { body });
    expect(await reply.text()).toBe(
      'event: ping\ndata: {"type":"ping"}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n',
    );
  });

  it("are refused where no stream was asked for", async () => {
    server.use(portico.createResponse.events([delta("Good")]));
    const reply = await ask("/responses", asked);
    expect(reply.status).toBe(400);
    expect((await reply.json()).error.message).toContain('"stream": true');
  });
});

describe("faults", () => {
  it.each([
    ["rate-limit", 429],
    ["no-credits", 402],
    ["overload", 529],
    ["unavailable", 503],
    ["error", 500],
  ] as const)("%s answers %i", async (fault, status) => {
    server.use(portico.createResponse.fault(fault));
    expect((await ask("/responses", streamed)).status).toBe(status);
  });

  it("refuse is a network error", async () => {
    server.use(portico.createResponse.fault("refuse"));
    await expect(ask("/responses", asked)).rejects.toThrow(/fetch failed|Failed to fetch/);
  });

  it("cut errors the stream after its first half", async () => {
    server.use(portico.createResponse.fault("cut"));
    const reply = await ask("/responses", streamed);
    const read: string[] = [];
    const decoder = new TextDecoder();
    const reading = async (): Promise<void> => {
      for await (const piece of reply.body ?? []) read.push(decoder.decode(piece));
    };
    await expect(reading()).rejects.toThrow();
    expect(read.join("")).toContain("response.created");
    expect(read.join("")).not.toContain("response.completed");
  });

  it("cut errors a plain body too", async () => {
    server.use(portico.createResponse.fault("cut"));
    const reply = await ask("/responses", asked);
    await expect(reply.json()).rejects.toThrow();
  });

  it("stall sends half, and no more until the caller gives up", async () => {
    server.use(portico.createResponse.fault("stall"));
    const gone = new AbortController();
    const reply = await ask("/responses", { ...streamed, signal: gone.signal });
    const reader = reply.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain("response.created");
    const rest = (async () => {
      while (!(await reader?.read())?.done);
      return "ended";
    })();
    const ended = await Promise.race([rest, new Promise((done) => setTimeout(done, 200, "waits"))]);
    expect(ended).toBe("waits");
    gone.abort();
    await expect(rest).rejects.toThrow(/abort/);
  });

  it("malformed puts a line that is no JSON between the events", async () => {
    server.use(portico.createResponse.fault("malformed"));
    const text = await (await ask("/responses", streamed)).text();
    expect(() => eventsIn(text)).toThrow(/JSON/);
  });

  it("meets the same faults with the same seed", async () => {
    const run = async (seed: number): Promise<number[]> => {
      server.resetHandlers(...porticoHandlers({ seed, faults: { "rate-limit": 0.5 } }));
      const statuses: number[] = [];
      for (let number = 0; number < 12; number += 1) statuses.push((await ask("/models")).status);
      return statuses;
    };
    const first = await run(7);
    expect(new Set(first)).toEqual(new Set([200, 429]));
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    server.resetHandlers(...porticoHandlers({ paceMs: 0 }));
  });
});
