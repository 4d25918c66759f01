import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { startPipeline } from "../../test/support/pipeline.ts";
import type { EventsReply } from "../operations/operation.ts";

const body = '{"model":"m","input":"a"}';
const post = (path: string) =>
  [
    `POST /api/v1${path} HTTP/1.1`,
    "host: portico",
    "authorization: Bearer ordinary",
    "content-type: application/json",
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");

/** Sends these bytes and keeps the connection open. */
async function ask(url: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

describe("bytes that are no HTTP", () => {
  it("cut a reply that has begun, and write nothing into it", async () => {
    const garbage = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const strings = (async function* () {
      try {
        yield 'data: {"type":"first"}\n\n';
        garbage.resolve();
        await left.promise;
      } finally {
        left.resolve();
      }
    })();
    const events: EventsReply["events"] = Object.assign(strings, { hasEnded: false });
    await using pipeline = await startPipeline({
      createResponse: async (_, { signal }) => {
        signal.addEventListener("abort", () => left.resolve());
        return { type: "events", events };
      },
    });
    const socket = await ask(pipeline.url, post("/responses"));
    let answer = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      answer += chunk;
    });
    await garbage.promise;
    socket.write("this is no HTTP\r\n\r\n");
    await once(socket, "close");
    expect(answer).toMatch(/"first"/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(answer).not.toMatch(/\r\n0\r\n/);
  });
});

it("drops a large reply whose caller reads nothing of it", async () => {
  const piece = Buffer.alloc(8 * 1024 * 1024, " ");
  await using pipeline = await startPipeline({
    createEmbeddings: async () => ({ type: "pieces", pieces: Array(8).fill(piece) }),
  });
  const accepted = once(pipeline.server, "connection") as Promise<[Socket]>;
  const caller = await ask(pipeline.url, post("/embeddings"));
  caller.pause();
  const [socket] = await accepted;
  while (socket.writableLength === 0) await new Promise(setImmediate);
  expect(socket.timeout).toBe(300_000);
  // As it would be after that time.
  socket.emit("timeout");
  expect(socket.destroyed).toBe(true);
  caller.destroy();
});

describe("an idle connection, when the server stops", () => {
  it("is served once more before it is closed", async () => {
    const pipeline = await startPipeline({
      createEmbeddings: async () => ({
        type: "json",
        status: 200,
        body: {
          object: "list",
          data: [],
          model: "m",
          usage: { prompt_tokens: 1, total_tokens: 1 },
        },
      }),
    });
    const socket = await ask(pipeline.url, post("/embeddings"));
    await once(socket, "data");
    const drained = pipeline.drain(10_000);
    socket.write(post("/embeddings"));
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    const closed = once(socket, "close");
    await drained;
    await closed;
  });
});

it("closes connections on which nothing has come when the server stops, while others are served", async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const pipeline = await startPipeline({
    createEmbeddings: async () => {
      await mayEnd;
      return { type: "pieces", pieces: [Buffer.from("whole")] };
    },
  });
  const [ahead, asking] = [
    await ask(pipeline.url, ""),
    await ask(pipeline.url, post("/embeddings")),
  ];
  await expect.poll(() => pipeline.inFlight.requests).toBe(1);
  const drained = pipeline.drain(600_000);
  // Where it stays open, 408 comes in the end.
  expect(await text(ahead)).toBe("");
  end();
  expect(await text(asking)).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole$/);
  await drained;
});

it("hands a large reply out whole when the server stops while its caller reads", async () => {
  const piece = Buffer.alloc(8 * 1024 * 1024, " ");
  const pipeline = await startPipeline({
    createEmbeddings: async () => ({ type: "pieces", pieces: Array(4).fill(piece) }),
  });
  const accepted = once(pipeline.server, "connection") as Promise<[Socket]>;
  const caller = await ask(pipeline.url, post("/embeddings"));
  caller.pause();
  const [socket] = await accepted;
  while (socket.writableLength === 0) await new Promise(setImmediate);
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  const drained = pipeline.drain(60_000);
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  let received = 0;
  for await (const chunk of caller) {
    received += chunk.length;
    if (received > 4 * piece.length) break;
  }
  expect(received).toBeGreaterThan(4 * piece.length);
  await drained;
});
