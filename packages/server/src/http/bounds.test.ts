import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  jsonBody,
  ordinary,
  type Pipeline,
  type PipelineOptions,
  startPipeline,
} from "../../test/support/pipeline.ts";
import { GatewayError } from "../errors.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const path = "/api/v1/embeddings";
const megabyte = 1024 * 1024;

/** The name of the model decides how the request ends. */
const fates: Readonly<Record<string, (signal: AbortSignal) => Promise<Buffer>>> = {
  answered: async () => Buffer.from("{}"),
  large: async () => Buffer.alloc(4 * megabyte, 0x20),
  refused: async () => {
    throw new GatewayError("badRequest");
  },
  broken: async () => {
    throw new Error("deep inside");
  },
  waiting: (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    }),
};

const start = (options: PipelineOptions = {}) =>
  startPipeline(
    {
      createEmbeddings: async ({ body }, { signal }) => ({
        type: "pieces",
        pieces: [(await fates[body.model]?.(signal)) ?? Buffer.from("{}")],
      }),
    },
    { maxBytes: 2 * megabyte, ...options },
  );

const bodyFor = (model: string, length = 1) => JSON.stringify({ model, input: "a".repeat(length) });

async function ask({ url }: Pipeline, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    ...{ method: "POST", body },
    headers: { ...ordinary, ...jsonBody, ...headers },
  });
  const reply = (await response.json()) as { error?: { message: string; metadata?: object } };
  return { status: response.status, retryAfter: response.headers.get("retry-after"), ...reply };
}

/** Announces a body and sends this part of it. */
function begin({ url }: Pipeline, body: string, announced = body.length, extra = ""): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ordinary\r\n${extra}content-type: application/json\r\ncontent-length: ${announced}\r\n\r\n${body}`,
  );
  return socket;
}

const statusOf = async (socket: Socket) =>
  Number(/^HTTP\/1\.1 (\d+)/.exec(String((await once(socket, "data"))[0]))?.[1]);

describe("the limits on requests in progress", () => {
  it("answer 429 to a key that has reached its limit, and name the limit", async () => {
    await using pipeline = await start({ inFlight: { requestsPerKey: 2 } });
    const waiting = [1, 2].map(() => begin(pipeline, bodyFor("waiting")));
    await expect.poll(() => pipeline.inFlight.requests).toBe(2);
    expect(await ask(pipeline, bodyFor("answered"))).toMatchObject({
      ...{ status: 429, retryAfter: "1" },
      error: { code: 429, metadata: { of: "requests_in_flight", limit: 2 } },
    });
    expect(pipeline.passes(), "the store is not asked").toBe(0);
    waiting[0]?.destroy();
    await expect.poll(() => pipeline.inFlight.requests).toBe(1);
    expect(await ask(pipeline, bodyFor("answered"))).toMatchObject({ status: 200 });
  });

  it("answer 503 where the process has reached its limit", async () => {
    await using pipeline = await start({ inFlight: { requests: 1 } });
    begin(pipeline, bodyFor("waiting"));
    await expect.poll(() => pipeline.inFlight.requests).toBe(1);
    expect(await ask(pipeline, bodyFor("answered"))).toMatchObject({
      ...{ status: 503, retryAfter: "1" },
      error: { code: 503, metadata: { of: "requests_in_flight", limit: 1 } },
    });
  });

  it("refuse a body by its head alone where there is no room for it", async () => {
    await using pipeline = await start({ inFlight: { bodyBytes: megabyte } });
    expect(await statusOf(begin(pipeline, "", 1.5 * megabyte))).toBe(429);
  });

  it("refuse a body when room runs out during its upload, and go on with the others", async () => {
    await using pipeline = await start({ inFlight: { bodyBytes: 2 * megabyte } });
    const body = bodyFor("answered", 1.2 * megabyte);
    const half = body.length / 2;
    const slow = begin(pipeline, body.slice(0, half), body.length);
    await expect.poll(() => pipeline.inFlight.bodyBytes).toBeGreaterThan(half / 2);
    // It would fit, were it not for the other one.
    const refused = begin(pipeline, body);
    expect(await statusOf(refused)).toBe(429);
    slow.write(body.slice(half));
    expect(await statusOf(slow)).toBe(200);
    await expect.poll(() => pipeline.inFlight.bodyBytes).toBe(0);
  });

  it("count what a compressed body becomes", async () => {
    await using pipeline = await start({ inFlight: { bodyBytes: megabyte } });
    // It holds enough incompressible bytes to be allowed to grow to this size.
    const model = `answered${randomBytes(8192).toString("hex")}`;
    const compressed = gzipSync(bodyFor(model, 1.5 * megabyte));
    const headers = { ...ordinary, ...jsonBody, "content-encoding": "gzip" };
    const init = { method: "POST", body: compressed, headers };
    expect((await fetch(pipeline.url + path, init)).status).toBe(429);
    await expect.poll(() => pipeline.inFlight.bodyBytes).toBe(0);
  });

  it("let small bodies in while slow uploads have taken all the room", async () => {
    await using pipeline = await start({ inFlight: { bodyBytes: 2 * megabyte } });
    begin(pipeline, "x".repeat(1.5 * megabyte), 1.5 * megabyte + 1);
    await expect.poll(() => pipeline.inFlight.bodyBytes).toBeGreaterThan(1.4 * megabyte);
    expect(await ask(pipeline, bodyFor("answered", megabyte))).toMatchObject({ status: 429 });
    expect(await ask(pipeline, bodyFor("answered", 60_000))).toMatchObject({ status: 200 });
  });

  it("hold a request that is not read until its reply has gone", async () => {
    await using pipeline = await start();
    const deaf = begin(pipeline, bodyFor("large"));
    deaf.pause();
    await expect.poll(() => pipeline.inFlight.requests).toBe(1);
    deaf.destroy();
    await expect.poll(() => pipeline.inFlight.requests).toBe(0);
  });
});

describe("the room that a request holds", () => {
  const fate = fc.constantFrom(...Object.keys(fates));
  const body = (model: string) => bodyFor(model, 100_000);
  const sent = async (socket: Socket) => {
    await new Promise((resolve) => socket.write("", resolve));
    return socket;
  };
  /** The caller's behaviour: sends all and reads, stops half-way, hangs up, sends an invalid request. */
  const acts: Readonly<Record<string, (pipeline: Pipeline, model: string) => Promise<unknown>>> = {
    async whole(pipeline, model) {
      const socket = (await sent(begin(pipeline, body(model)))).resume();
      if (model === "waiting") setTimeout(() => socket.destroy(), 3);
    },
    async half(pipeline, model) {
      (await sent(begin(pipeline, body(model).slice(0, 90_000), body(model).length))).destroySoon();
    },
    async gone(pipeline, model) {
      (await sent(begin(pipeline, body(model)))).destroy();
    },
    invalid: (pipeline) => ask(pipeline, "{".repeat(100_000)),
    async compressed(pipeline, model) {
      const encoded = "content-encoding: gzip\r\n";
      (await sent(begin(pipeline, body(model), body(model).length, encoded))).resume();
    },
    tooLarge: (pipeline, model) => sent(begin(pipeline, body(model), 3 * megabyte)),
  };
  const act = fc.constantFrom(...Object.keys(acts));

  it("is given back however it ends", { timeout: 60_000 }, async () => {
    await using pipeline = await start();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(act, fate), { maxLength: 6 }), async (callers) => {
        const before = pipeline.ended.length;
        await Promise.all(callers.map(async ([how, model]) => acts[how]?.(pipeline, model)));
        const { inFlight, ended } = pipeline;
        await expect
          .poll(() => [
            ended.length - before,
            inFlight.requests,
            inFlight.bodyBytes,
            inFlight.keyIds(),
          ])
          .toEqual([callers.length, 0, 0, []]);
      }),
      { numRuns: 30 },
    );
  });

  it("is given back when its caller leaves while the store is asked about the key", async () => {
    const asked = Promise.withResolvers<boolean>();
    await using pipeline = await start({ pass: () => asked.promise });
    const socket = begin(pipeline, "{", 100_000);
    await expect.poll(() => pipeline.passes()).toBe(1);
    socket.destroy();
    const connections = () =>
      new Promise<number>((resolve) =>
        pipeline.server.getConnections((_, count) => resolve(count)),
      );
    await expect.poll(connections).toBe(0);
    expect(pipeline.inFlight.requests).toBe(1);
    expect(pipeline.ended, "it is reported when its work has ended").toEqual([]);
    asked.resolve(true);
    await expect.poll(() => pipeline.inFlight.requests).toBe(0);
    await expect.poll(() => pipeline.ended.length).toBe(1);
  });

  it("is given back when a drain cuts it off", async () => {
    const pipeline = await start();
    begin(pipeline, bodyFor("waiting", 100_000));
    begin(pipeline, "{", 100_000);
    await expect.poll(() => pipeline.inFlight.requests).toBe(2);
    await pipeline.drain(10);
    await expect.poll(() => pipeline.inFlight.requests).toBe(0);
    expect(pipeline.inFlight.bodyBytes).toBe(0);
  });
});
