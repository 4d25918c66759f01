import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import {
  answers,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
  writeApart,
} from "../responses/chat-upstream.ts";
import { rawSql } from "../store/raw-sql.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ends, type Message, type OpenSocket, openSocket, refusal } from "./open-socket.ts";

const bodyBytes = 64 * 1024;
const asked: Record<string, unknown>[] = [];
const mayEnd = Promise.withResolvers<void>();
let upstream: ChatUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startChatUpstream(
    {
      hello: answers(["Hel", "lo"]),
      odd: async (response) => {
        const picture = { index: 0, delta: { images: [{ type: "image_url" }] } };
        const [begun = "", ...others] = chatEvents(["So"]);
        beginStream(response);
        const events = [begun, JSON.stringify({ choices: [picture] }), ...others];
        await writeApart(response, events.map(toFrame));
        response.end();
      },
      halting: async (response) => {
        beginStream(response);
        await writeApart(response, chatEvents(["one", " two"]).slice(0, 3).map(toFrame));
      },
      awaited: async (response) => {
        const frames = chatEvents(["one", " two"]).map(toFrame);
        beginStream(response);
        await writeApart(response, frames.slice(0, 2));
        await mayEnd.promise;
        await writeApart(response, frames.slice(2));
        response.end();
      },
    },
    (body) => void asked.push(body),
  );
  const model = (id: string) =>
    `  - { id: ${id}, kind: text, context_length: 100000000, endpoints: [ { provider: fake, upstream_model: ${id}, price: { input: "1", output: "2" } } ] }`;
  gateway = await startTestGateway({
    keyCheckMs: 25,
    yaml: [
      "sandbox: false",
      `limits: { body_bytes: ${bodyBytes}, requests_in_flight_per_key: 2, drain_ms: 2000 }`,
      "routing: { await_usage_ms: 50 }",
      `providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" } }`,
      "models:",
      ...["hello", "odd", "halting", "awaited"].map(model),
    ].join("\n"),
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream.close();
});

async function withSocket<Result>(
  use: (open: OpenSocket, key: string) => Promise<Result>,
): Promise<Result> {
  const key = await gateway.own.addKey();
  const open = await openSocket(gateway.api, key);
  try {
    return await use(open, key);
  } finally {
    open.socket.terminate();
    await open.closed;
  }
}

const rowsOf = (key: string) =>
  rawSql(
    gateway.place,
    `select status, state, error_kind from ledger
      where key_id in (select id from keys where hash = '${hashKey(key)}')`,
  );
const idOf = (messages: readonly Message[]): string => Object(messages.at(-1)?.["response"]).id;

describe("responses over a WebSocket", () => {
  it("come as the events of the stream, in the vocabulary of client libraries, and each is booked", () =>
    withSocket(async ({ ask, until }, key) => {
      ask({ model: "hello", input: "Hi" });
      const types = (await until(...ends)).map(({ type }) => type);
      expect(types).toEqual([
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
      ]);
      expect(await rowsOf(key)).toMatchObject([{ status: 200, state: "settled" }]);
    }));

  it("go on from the last one with what is new, through openai's own library", async () => {
    const client = new OpenAI({ baseURL: gateway.api, apiKey: gateway.own.ordinary });
    const socket = new ResponsesWS(client);
    const next = (): Promise<string> =>
      new Promise((resolve, reject) => {
        socket.once("response.completed", ({ response }) => resolve(response.id));
        socket.once("error", reject);
      });
    socket.send({ type: "response.create", model: "hello", input: "first" });
    const first = await next();
    socket.send({
      type: "response.create",
      model: "hello",
      previous_response_id: first,
      input: [{ role: "user", content: "second" }],
    });
    await next();
    expect(asked.at(-1)?.["messages"]).toEqual([
      { role: "user", content: "first" },
      { role: "assistant", content: "Hello" },
      { role: "user", content: "second" },
    ]);
    socket.close();
  });

  it("tell in a message of their own what was left out, of the request at first and of the answer at last", () =>
    withSocket(async ({ ask, until }) => {
      ask({ model: "odd", input: "Hi", to_come: 1 });
      const messages = await until(...ends, "error");
      const types = messages.map(({ type }) => type);
      const told = messages.flatMap(({ type, headers }, place) =>
        type === "response.metadata" ? [[place, Object(headers)["x-portico-notice"]]] : [],
      );
      expect(told).toEqual([
        [0, expect.stringContaining("to_come")],
        [
          types.indexOf("response.output_text.done") - 1,
          expect.stringMatching(/left out: images\.$/),
        ],
      ]);
      const last = idOf(messages);
      ask({ model: "hello", input: "Hi", previous_response_id: last });
      expect((await until(...ends)).map(({ type }) => type)).not.toContain("response.metadata");
    }));

  it("are not answered where they only say that a response was read", () =>
    withSocket(async ({ ask, socket, until }) => {
      ask({ model: "hello", input: "Hi" });
      const [{ response: first } = { response: null }] = (await until(...ends)).slice(-1);
      const { id } = Object(first);
      socket.send(JSON.stringify({ type: "response.processed", response_id: id }));
      ask({ model: "hello", input: "Again" });
      expect((await until(...ends, "error")).map(({ type }) => type)[0]).toBe("response.created");
    }));

  it("refuse any other earlier response, with the code after which libraries send all", () =>
    withSocket(async ({ ask, until }) => {
      ask({ model: "hello", input: "Hi" });
      const first = idOf(await until(...ends));
      ask({ model: "hello", input: "Hi" });
      await until(...ends);
      ask({ model: "hello", input: "Hi", previous_response_id: first });
      expect((await until("error")).at(-1)).toMatchObject({
        status: 400,
        error: {
          type: "invalid_request_error",
          code: "previous_response_not_found",
          message: expect.stringContaining("Send the whole conversation in input"),
        },
      });
    }));

  it("forget the earlier one where a request that goes on from it fails, and what is larger than a body", () =>
    withSocket(async ({ ask, until }) => {
      ask({ model: "hello", input: "Hi" });
      const id = idOf(await until(...ends));
      ask({ model: "hello", input: 7, previous_response_id: id });
      expect((await until("error")).at(-1)).toMatchObject({ status: 400 });
      ask({ model: "nothing", input: [], previous_response_id: id });
      await until("error");
      ask({ model: "hello", input: "Hi", previous_response_id: id });
      expect((await until("error")).at(-1)).toMatchObject({ code: "previous_response_not_found" });
      ask({ model: "hello", input: "x".repeat(bodyBytes - 200) });
      const large = idOf(await until(...ends));
      ask({ model: "hello", input: "Hi", previous_response_id: large });
      expect((await until("error")).at(-1)).toMatchObject({ code: "previous_response_not_found" });
    }));

  it("are prepared without a provider, and for nothing", () =>
    withSocket(async ({ ask, until }, key) => {
      const before = asked.length;
      ask({ model: "hello", instructions: "Be brief.", input: "first", generate: false });
      const warm = await until(...ends, "error");
      expect(warm.map(({ type }) => type)).toEqual([
        "response.created",
        "response.in_progress",
        "response.completed",
      ]);
      expect([asked.length - before, await rowsOf(key)]).toEqual([0, []]);
      ask({ model: "hello", input: "second", previous_response_id: idOf(warm) });
      await until(...ends);
      expect(asked.at(-1)?.["messages"]).toEqual([
        { role: "user", content: "first" },
        { role: "user", content: "second" },
      ]);
    }));

  it.each([
    ["no JSON", "{", 400, "bad_request"],
    ["no object", "[]", 400, "bad_request"],
    ["another type", '{"type":"response.steer"}', 400, "bad_request"],
    ["a lane", '{"type":"response.create","stream_id":"a"}', 400, "bad_request"],
    ["no input", '{"type":"response.create","model":"hello"}', 400, "bad_request"],
    [
      "an unknown model",
      '{"type":"response.create","model":"no","input":"Hi"}',
      404,
      "model_not_found",
    ],
  ])("answer %s with an error, after which the connection goes on", (_, message, status, code) =>
    withSocket(async ({ socket, ask, until }) => {
      socket.send(message);
      const [error] = await until("error");
      expect(error).toMatchObject({ status, code, error: { code, message: expect.any(String) } });
      ask({ model: "hello", input: "Hi" });
      expect((await until(...ends)).at(-1)?.type).toBe("response.completed");
    }),
  );

  it("refuse a key without money, and one with too many requests a minute", async () => {
    const poor = await gateway.own.addKey({ limitNanousd: 0 });
    const { socket, ask, until } = await openSocket(gateway.api, poor);
    ask({ model: "hello", input: "Hi" });
    expect(await until("error")).toMatchObject([{ status: 402 }]);
    socket.terminate();
    const slow = await openSocket(gateway.api, await gateway.own.addKey({ requestsPerMinute: 1 }));
    slow.ask({ model: "hello", input: "Hi", generate: false });
    await slow.until(...ends);
    slow.ask({ model: "hello", input: "Hi" });
    expect(await slow.until("error")).toMatchObject([
      { status: 429, headers: { "retry-after": expect.any(String) } },
    ]);
    slow.socket.terminate();
  });

  it("are made one after the other, and not without end", () =>
    withSocket(async ({ ask, until, closed }) => {
      for (const input of ["one", "two"]) ask({ model: "hello", input });
      const types = [...(await until(...ends)), ...(await until(...ends))].map(({ type }) => type);
      expect(types.filter((type) => type === "response.created")).toHaveLength(2);
      expect(types.indexOf("response.completed")).toBeLessThan(
        types.lastIndexOf("response.created"),
      );
      const before = upstream.asked.get("hello");
      for (let nth = 0; nth < 20; nth += 1) ask({ model: "hello", input: "Hi" });
      expect((await until(...ends)).at(-1)?.type).toBe("response.completed");
      expect(await closed).toBe(1008);
      expect(upstream.asked.get("hello")).toBe((before ?? 0) + 1);
    }));
});

describe("a WebSocket", () => {
  it("is refused before the upgrade without a key, with a wrong one, and beyond the places of its key", async () => {
    expect(await refusal(gateway.api, {})).toMatchObject({
      status: 401,
      body: { error: { code: 401 } },
    });
    expect((await refusal(gateway.api, bearer("ptc_wrong"))).status).toBe(401);
    expect((await refusal(gateway.api, bearer(gateway.own.management))).status).toBe(401);
    const closed = await gateway.own.addKey({ allowedNetworks: ["10.9.9.0/24"] });
    expect((await refusal(gateway.api, bearer(closed))).status).toBe(403);
    await withSocket((_, key) =>
      withOther(key, async () => {
        expect(await refusal(gateway.api, bearer(key))).toMatchObject({
          status: 429,
          body: { error: { metadata: { of: "requests_in_flight" } } },
        });
      }),
    );
  });

  const withOther = async (key: string, use: () => Promise<void>) => {
    const { socket, closed } = await openSocket(gateway.api, key);
    await use();
    socket.terminate();
    await closed;
  };

  it("that hangs up in mid-stream ends the upstream, and is booked once", () =>
    withSocket(async ({ socket, ask, until }, key) => {
      const aborted = upstream.aborted();
      ask({ model: "halting", input: "Hi" });
      // After all that its upstream says: nothing that is written later tells of the end.
      for (let nth = 0; nth < 2; nth += 1) await until("response.output_text.delta");
      socket.terminate();
      await expect.poll(() => rowsOf(key)).toHaveLength(1);
      expect(await rowsOf(key)).toMatchObject([{ status: 499, error_kind: "callerGone" }]);
      await expect.poll(() => upstream.aborted()).toBe(aborted + 1);
    }));

  it.each([
    ["while a response runs", true, "response.failed"],
    ["while it is idle", false, "error"],
  ] as const)("ends with its key, %s", (_, isBusy, last) =>
    withSocket(async ({ ask, until, closed }, key) => {
      if (isBusy) {
        ask({ model: "halting", input: "Hi" });
        await until("response.output_text.delta");
      }
      const revoked = await fetch(`${gateway.api}/keys/${hashKey(key)}`, {
        method: "DELETE",
        headers: jsonHeaders(gateway.own.management),
      });
      expect(revoked.status).toBe(200);
      await until(last);
      expect(await closed).toBe(1008);
      expect(await rowsOf(key)).toHaveLength(isBusy ? 1 : 0);
    }),
  );

  it("closes at a message that is larger than a body, and at one that is no text", async () => {
    await withSocket(async ({ ask, closed }) => {
      ask({ model: "hello", input: "x".repeat(bodyBytes) });
      expect(await closed).toBe(1009);
    });
    await withSocket(async ({ socket, closed }) => {
      socket.send(Buffer.from("{}"));
      expect(await closed).toBe(1003);
    });
  });

  it("gets its response at a stop, and is closed then", async () => {
    const node = await gateway.another();
    const key = await gateway.own.addKey();
    const [busy, idle] = [await openSocket(node.api, key), await openSocket(node.api, key)];
    busy.ask({ model: "awaited", input: "Hi" });
    await busy.until("response.output_text.delta");
    const stopped = node.close();
    // The idle one at once, and not when the gateway gives up what still runs.
    expect(await idle.closed).toBe(1001);
    mayEnd.resolve();
    expect((await busy.until(...ends)).at(-1)?.type).toBe("response.completed");
    expect(await busy.closed).toBe(1001);
    await stopped;
    expect(await rowsOf(key)).toHaveLength(1);
  });

  it("is answered with 426 where the file switches them off", async () => {
    const node = await gateway.another({ yaml: "limits: { websocket: false }" });
    expect(await refusal(node.api, bearer(gateway.own.ordinary))).toMatchObject({
      status: 426,
      body: { error: { code: 426 } },
    });
    await node.close();
  });
});
