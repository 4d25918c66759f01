import { setTimeout as delay } from "node:timers/promises";
import {
  eventTypes,
  isStreamEventType,
  loadDocument,
  type OperationFacts,
  operations,
  type StreamEvent,
} from "@portico/contract";
import { readableHeaders } from "@portico/contract/readable-headers";
import { findOrderViolation } from "@portico/contract/stream-order";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults, type Mock, startMock } from "../src/index.ts";
import { dataOf, type Sent, sendTo } from "./ask.ts";
import { examplesOf } from "./examples-of.ts";

const document = loadDocument();
const question = { model: "mock/text", input: "Say hello" };
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterAll(() => mock.close());

const send = (path: string, sent?: Sent) => sendTo(mock, path, sent);

/** A request that the contract allows, with ids that stand for themselves. */
function requestFor(operation: OperationFacts): [string, Sent] {
  const definition = document.paths[operation.path]?.[operation.method];
  const media = definition?.requestBody?.content["application/json"];
  const { $ref = "", value } = Object.values(media?.examples ?? {})[0] ?? {};
  const body = value ?? document.components.examples?.[$ref.split("/").at(-1) ?? ""]?.value;
  const path = operation.path
    .replace("{hash}", "a".repeat(64))
    .replace("{version}", "1")
    .replace("{id}", "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d");
  const query = operation.id === "getGeneration" ? "?id=req_1" : "";
  return [path + query, { method: operation.method.toUpperCase(), body }];
}

/** With what differs from request to request left out: ids and times. */
function asTold(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      /^((request_|call_)?id|item_id|(created|completed|resets)_at)$/.test(name) ? "once" : value,
    ),
  );
}

const statusesOf = (operation: OperationFacts): number[] => [
  ...Object.keys(operation.responses)
    .filter((status) => status !== "default")
    .map(Number),
  ...("default" in operation.responses ? [503, 413] : []),
];

const listed: OperationFacts[] = Object.values(operations);
const cases = listed.flatMap((operation) =>
  statusesOf(operation).flatMap((status) =>
    [undefined, ...examplesOf(document, operation, status).map(({ name }) => name)].map(
      (example) => ({ id: operation.id, operation, status, example }),
    ),
  ),
);

describe("every operation, status and example", () => {
  it.each(someOf(cases, 3))(
    "$id $status $example keeps the contract",
    async ({ operation, status, example }) => {
      const [path, sent] = requestFor(operation);
      const preferred = `code=${status}${example === undefined ? "" : `, example=${example}`}`;
      const reply = await send(path, { ...sent, headers: { Prefer: preferred } });
      expect(reply.status).toBe(status);
      const body: unknown = await reply.json();
      expect(check.reply(operation, status, body)).toEqual([]);
      if (example !== undefined)
        expect(
          examplesOf(document, operation, status).map(({ value }) => asTold(value)),
        ).toContainEqual(asTold(body));
    },
  );

  it.each(listed.filter(({ id }) => id !== "createResponse"))(
    "$id made up from the schema keeps the contract",
    async (operation) => {
      const [path, sent] = requestFor(operation);
      const reply = await send(path, { ...sent, headers: { Prefer: "dynamic=true" } });
      expect(check.reply(operation, reply.status, await reply.json())).toEqual([]);
    },
  );
});

describe("streams", () => {
  const tool = (name: string) => ({
    type: "function",
    name,
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", maximum: 7 } },
      required: ["city", "days"],
    },
  });

  const called = { ...question, input: "The weather in Oslo?", tools: [tool("weather")] };

  it.each([
    ["text", question],
    ["a tool", called],
    ["parallel calls", { ...called, input: "The weather in Oslo and Rome for 3 days?" }],
    [
      "a forced tool",
      { ...question, tools: [tool("a"), tool("b")], tool_choice: { type: "function", name: "b" } },
    ],
  ])("of %s keep schema and order, and end as the plain reply is", async (_, request) => {
    const reply = await send("/responses", { body: { ...request, stream: true } });
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
    const events = dataOf(await reply.text());
    expect(findOrderViolation(events)).toBeNull();
    for (const event of events.slice(0, -1)) expect(check.event(event)).toEqual([]);
    const completed = events.find((event) => (event as StreamEvent).type === "response.completed");
    const plain = await send("/responses", { body: request });
    expect(asTold(completed)).toMatchObject({ response: asTold(await plain.json()) });
  });

  it.each(["fail", "incomplete"] as const)("that %s keep schema and order", async (fault) => {
    const reply = await send("/responses", {
      body: { ...question, stream: true },
      headers: { Prefer: `fault=${fault}` },
    });
    const events = dataOf(await reply.text());
    expect(findOrderViolation(events)).toBeNull();
    for (const event of events.slice(0, -1)) expect(check.event(event)).toEqual([]);
    expect(events.map((event) => (event as StreamEvent).type)).toContain(
      fault === "fail" ? "response.failed" : "response.incomplete",
    );
  });

  it("are the contract's named examples when asked", async () => {
    const names = examplesOf(document, operations.createResponse, 200, "text/event-stream");
    expect(names.length).toBeGreaterThan(3);
    for (const { name, value } of names) {
      const reply = await send("/responses", {
        body: { ...question, stream: true },
        headers: { Prefer: `example=${name}` },
      });
      expect(dataOf(await reply.text())).toEqual(dataOf(String(value)));
    }
  });

  it("leave out what the .stream() helper of other libraries cannot take", async () => {
    const reply = await send("/responses", {
      body: { ...question, stream: true },
      headers: { "X-Stainless-Helper-Method": "stream" },
    });
    expect(findOrderViolation(dataOf(await reply.text()), "libraries")).toBeNull();
  });

  it("come in pieces over time", async () => {
    const reply = await send("/responses", {
      body: { ...question, stream: true },
      headers: { Prefer: "pace=5" },
    });
    const reader = reply.body?.getReader();
    let reads = 0;
    while (!(await reader?.read())?.done) reads += 1;
    expect(reads).toBeGreaterThan(10);
  });

  it("speak every event type of the contract", async () => {
    const patch = { type: "custom", name: "apply_patch" };
    const requests: Sent[] = [
      { body: { ...question, stream: true } },
      { body: { ...called, stream: true } },
      { body: { ...question, tools: [patch], tool_choice: patch, stream: true } },
      { body: { model: "mock/think", input: "Hi", reasoning: { summary: "auto" }, stream: true } },
      { body: { ...question, stream: true }, headers: { Prefer: "fault=fail" } },
      { body: { ...question, stream: true }, headers: { Prefer: "fault=incomplete" } },
    ];
    const seen = new Set<string>();
    for (const request of requests)
      for (const event of dataOf(await (await send("/responses", request)).text()))
        seen.add((event as StreamEvent).type);
    seen.delete("undefined");
    expect([...seen].filter(isStreamEventType).toSorted()).toEqual(
      Object.keys(eventTypes).toSorted(),
    );
  });
});

describe("answers made from the request", () => {
  it("embed the same input alike in every run, in order, as numbers and as base64", async () => {
    const ask = async (input: unknown, encoding_format?: string) => {
      const reply = await send("/embeddings", {
        body: { model: "sandbox/embed", input, encoding_format },
      });
      return (await reply.json()) as { data: { embedding: number[] | string; index: number }[] };
    };
    const both = await ask(["a", "b"]);
    const [b] = (await ask("b")).data;
    expect(both.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(both.data[1]?.embedding).toEqual(b?.embedding);
    expect(both.data[0]?.embedding).not.toEqual(b?.embedding);
    const [packed] = (await ask("b", "base64")).data;
    const bytes = Buffer.from(String(packed?.embedding), "base64");
    expect([...new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)]).toEqual(
      b?.embedding,
    );
  });

  it("answer in words once the results of the calls are there", async () => {
    const tools = [{ type: "function", name: "weather", parameters: { type: "object" } }];
    const call = {
      type: "function_call",
      id: "fc_1",
      call_id: "c1",
      name: "weather",
      arguments: "{}",
    };
    const result = { type: "function_call_output", call_id: "c1", output: "sunny" };
    const reply = await send("/responses", { body: { ...question, tools, input: [call, result] } });
    expect(await reply.json()).toMatchObject({ output: [{ type: "message" }] });
  });
});

it("takes a scanner's signature in place of a key where the contract does, and nowhere else", async () => {
  const headers = {
    "Github-Public-Key-Identifier": "a".repeat(64),
    "Github-Public-Key-Signature": "MEUCIQ==",
  };
  const body = [{ token: "ptc_EXAMPLE" }];
  const signed = await send("/keys/exposed", { body, key: null, headers });
  expect([signed.status, await signed.json()]).toEqual([200, expect.any(Array)]);
  expect((await send("/keys/exposed", { body, key: null })).status).toBe(401);
  expect((await send("/keys", { body: { name: "n" }, key: null, headers })).status).toBe(401);
});

describe("refusals", () => {
  it.each<[string, string, Sent, number, RegExp]>([
    ["no key", "/embeddings", { body: {}, key: null }, 401, /API key/],
    ["malformed JSON without a key", "/embeddings", { raw: "{", key: null }, 401, /API key/],
    ["malformed JSON", "/embeddings", { raw: "{" }, 400, /not valid JSON/],
    ["no body", "/embeddings", { method: "POST" }, 400, /needs a JSON body/],
    [
      "another media type",
      "/embeddings",
      { raw: "x", headers: { "Content-Type": "text/plain" } },
      415,
      /application\/json/,
    ],
    ["a missing field", "/embeddings", { body: { model: "m" } }, 400, /input/],
    [
      "an assistant message without id",
      "/responses",
      {
        body: {
          model: "m",
          input: [
            { type: "message", role: "assistant", content: [{ type: "output_text", text: "x" }] },
          ],
        },
      },
      400,
      /input/,
    ],
    ["a wrong kind of key", "/keys", { key: "ptc_x" }, 401, /management/],
    ["an unknown path", "/nowhere", {}, 404, /Paths begin with/],
    ["a wrong method", "/embeddings", { method: "PUT" }, 405, /only POST/],
    ["an unknown preference", "/models", { headers: { Prefer: "colour=red" } }, 400, /not known/],
    ["an unknown fault", "/models", { headers: { Prefer: "fault=flood" } }, 400, /rate-limit/],
    ["an unknown example", "/models", { headers: { Prefer: "example=nope" } }, 400, /nope/],
  ])("of %s are envelopes that say what to do", async (_, path, sent, status, message) => {
    const reply = await send(path, sent);
    const body = (await reply.json()) as { error: { code: number; message: string } };
    expect(reply.status).toBe(status);
    expect(body.error.code).toBe(status);
    expect(body.error.message).toMatch(message);
    expect(reply.headers.get("x-request-id")).toMatch(/^req_mock_/);
  });

  it("tell a page of this machine, and no other, that it may read", async () => {
    const preflight = (origin: string) =>
      fetch(`${mock.url}/responses`, { method: "OPTIONS", headers: { Origin: origin } });
    const own = await preflight("http://localhost:5173");
    expect(own.status).toBe(204);
    expect(own.headers.get("access-control-allow-origin")).toBe("http://localhost:5173");
    const foreign = await preflight("https://example.com");
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("let a page read the headers that it can read of a gateway", async () => {
    const headers = { Origin: "http://localhost:5173" };
    const reply = await send("/responses", { body: question, headers });
    const exposed = reply.headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining(readableHeaders.split(", ")));
  });
});

describe("rehearsal", () => {
  const streamed: Sent = { body: { ...question, stream: true } };

  it.each(Object.entries(faults).filter(([, status]) => status !== null))(
    "%s is an envelope of its status, with Retry-After where waiting helps",
    async (name, status) => {
      const reply = await send("/embeddings", {
        body: { model: "m", input: "x" },
        headers: { Prefer: `fault=${name}` },
      });
      expect(reply.status).toBe(status);
      expect(reply.headers.has("retry-after")).toBe([429, 503, 529].includes(status ?? 0));
      expect(check.reply(operations.createEmbeddings, reply.status, await reply.json())).toEqual(
        [],
      );
    },
  );

  it("refuse closes the connection without an answer", async () => {
    await expect(send("/models", { headers: { Prefer: "fault=refuse" } })).rejects.toThrow();
  });

  it.each([
    ["a stream", streamed],
    ["a plain answer", { body: question }],
  ])("cut breaks %s off half-way", async (_, sent) => {
    const reply = await send("/responses", { ...sent, headers: { Prefer: "fault=cut" } });
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });

  it("malformed adds one line that is no JSON and changes nothing else", async () => {
    const reply = await send("/responses", { ...streamed, headers: { Prefer: "fault=malformed" } });
    const lines = (await reply.text()).split("\n").filter((line) => line.startsWith("data: {"));
    const broken = lines.filter((line) => {
      try {
        return JSON.parse(line.slice(6)) === undefined;
      } catch {
        return true;
      }
    });
    expect(broken).toHaveLength(1);
    const right = lines.filter((line) => !broken.includes(line));
    expect(findOrderViolation([...dataOf(right.join("\n")), "[DONE]"])).toBeNull();
  });

  it("stall leaves the connection open until the reader gives up", async () => {
    const abort = new AbortController();
    const reply = await fetch(`${mock.url}/responses`, {
      method: "POST",
      headers: {
        Authorization: "Bearer k",
        "Content-Type": "application/json",
        Prefer: "fault=stall",
      },
      body: JSON.stringify(streamed.body),
      signal: abort.signal,
    });
    const ended = reply.text().then(
      () => "ended",
      () => "aborted",
    );
    expect(await Promise.race([ended, delay(150, "open")])).toBe("open");
    abort.abort();
    expect(await ended).toBe("aborted");
  });

  it("meets the same faults again with the same seed", async () => {
    const runOf = async (seed: number): Promise<number[]> => {
      await using run = await startMock({
        rehearsal: {
          seed,
          shares: new Map([
            ["overload", 0.3],
            ["rate-limit", 0.2],
          ]),
        },
      });
      const statuses: number[] = [];
      for (let index = 0; index < 30; index += 1) {
        const reply = await fetch(`${run.url}/models`, { headers: { Authorization: "Bearer k" } });
        statuses.push(reply.status);
        await reply.arrayBuffer();
      }
      return statuses;
    };
    const first = await runOf(7);
    expect(await runOf(7)).toEqual(first);
    expect(await runOf(8)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 429, 529]));
  });
});

it("an older path of an operation is answered like its own", async () => {
  const [older, now] = [await send("/auth/key?user=a"), await send("/key?user=a")];
  expect(older.status).toBe(200);
  expect(asTold(await older.json())).toEqual(asTold(await now.json()));
});
