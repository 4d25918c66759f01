import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { EventsReply } from "../../operations/operation.ts";
import { type StreamTimes, sendEvents } from "./sse.ts";

const frame = (text: string) => `data: ${JSON.stringify({ text })}\n\n`;
const end = "data: [DONE]\n\n";

/** Events that the test releases one by one, and that record how their reading ended. */
class Events implements AsyncIterableIterator<string> {
  readonly #waiting: string[] = [];
  #wake: (() => void) | undefined;
  asked = 0;
  left = 0;
  hasEnded = false;

  push(...frames: string[]): void {
    this.#waiting.push(...frames);
    this.#wake?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    this.asked += 1;
    while (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const value = this.#waiting.shift() ?? "";
    if (value === "stop") return { done: true, value: undefined };
    if (value === "fail") throw new Error("It failed.");
    this.hasEnded = value.endsWith(end);
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.left += 1;
    return { done: true, value: undefined };
  }
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(reply: EventsReply, times?: StreamTimes) {
  const ended = Promise.withResolvers<unknown>();
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => {
    responses.push(response);
    sendEvents(response, reply, {}, times).then(
      () => ended.resolve("over"),
      (error: unknown) => {
        response.destroy();
        ended.resolve(error);
      },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, ended: ended.promise, responses };
}

async function connect(port: number, agent?: Agent): Promise<IncomingMessage> {
  const asked = request({ port, host: "127.0.0.1", ...(agent && { agent }) });
  asked.on("error", () => undefined);
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.on("error", () => undefined);
  closing.push(() => response.destroy());
  return response;
}

async function read(response: IncomingMessage): Promise<string> {
  const chunk: unknown = await new Promise((resolve) => response.once("data", resolve));
  return String(chunk);
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe("a stream of events on the wire", () => {
  it("[6.format] is sent as event stream, each piece when it is there, uncompressed and uncached", async () => {
    const events = new Events();
    const { port, ended } = await serve({
      type: "events",
      events,
      headers: () => ({ "x-portico-provider": "fake" }),
    });
    events.push(frame("a"));
    const response = await connect(port);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-portico-provider": "fake",
    });
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(await read(response)).toBe(frame("a"));
    events.push(frame("b"));
    expect(await read(response)).toBe(frame("b"));
    events.push(end, "stop");
    expect(await read(response)).toBe(end);
    expect(await ended).toBe("over");
    await until(() => response.complete);
    expect(events.left).toBe(1);
  });

  it("frames every chunk by its bytes, with any characters, and can be followed by another reply", async () => {
    const events = new Events();
    const { port } = await serve({ type: "events", events });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const said = ["plain", "é", "ÿ\u0000", "日本語 😀", "x".repeat(70_000)].map(frame);
    for (let round = 0; round < 2; round += 1) {
      events.push(...said, end);
      const response = await connect(port, agent);
      response.setEncoding("utf8");
      expect((await Array.fromAsync(response)).join("")).toBe(said.join("") + end);
      expect(response.complete).toBe(true);
    }
  });

  it("is sent unframed to a caller of HTTP/1.0", async () => {
    const events = new Events();
    const { port } = await serve({ type: "events", events });
    events.push(frame("é"), "", end, "stop");
    const socket = createConnection({ port, host: "127.0.0.1" });
    closing.push(() => socket.destroy());
    socket.setEncoding("utf8").write("GET / HTTP/1.0\r\n\r\n");
    const [head, body] = (await Array.fromAsync(socket)).join("").split("\r\n\r\n");
    expect(head).not.toMatch(/transfer-encoding/i);
    expect(body).toBe(frame("é") + end);
  });

  it("sends nothing before the first event, so that an earlier failure has its own status", async () => {
    const events = new Events();
    const { port, ended, responses } = await serve({ type: "events", events });
    const asked = request({ port, host: "127.0.0.1" });
    asked.on("error", () => undefined);
    asked.end();
    await until(() => responses.length > 0);
    expect(responses[0]?.headersSent).toBe(false);
    events.push("fail");
    expect(await ended).toBeInstanceOf(Error);
    expect(responses[0]?.headersSent).toBe(false);
  });

  it("writes a comment in every silence, and none within a flow", async () => {
    const events = new Events();
    const { port } = await serve(
      { type: "events", events },
      { keepAliveMs: 20, longestStallMs: 60_000 },
    );
    events.push(frame("a"));
    const response = await connect(port);
    expect(await read(response)).toBe(frame("a"));
    for (let silence = 0; silence < 3; silence += 1)
      expect(await read(response)).toBe(": keep-alive\n\n");
    events.push(end, "stop");
    const rest = (await Array.fromAsync(response)).join("");
    expect(rest.replaceAll(": keep-alive\n\n", "")).toBe(end);
  });

  it("asks for no more events than a slow reader takes", async () => {
    const events = new Events();
    const { port } = await serve({ type: "events", events });
    const big = frame("x".repeat(1024 * 1024));
    for (let count = 0; count < 200; count += 1) events.push(big);
    const response = await connect(port);
    response.pause();
    await until(() => events.asked > 1);
    const asked = await settled(() => events.asked);
    expect(asked).toBeLessThan(50);
    response.resume();
    await until(() => events.asked > asked + 50);
  });

  it("stops the events at once when the caller hangs up, even while it waits for the caller to read", async () => {
    const events = new Events();
    const { port, ended } = await serve({ type: "events", events });
    for (let count = 0; count < 200; count += 1) events.push(frame("x".repeat(1024 * 1024)));
    const response = await connect(port);
    response.pause();
    await settled(() => events.asked);
    response.destroy();
    expect(await ended).toBe("over");
    expect(events.left).toBe(1);
  });

  it("gives up on a caller who reads nothing for too long", async () => {
    const events = new Events();
    const { port, ended } = await serve(
      { type: "events", events },
      { keepAliveMs: 60_000, longestStallMs: 50 },
    );
    for (let count = 0; count < 200; count += 1) events.push(frame("x".repeat(1024 * 1024)));
    const response = await connect(port);
    response.pause();
    expect(await ended).toBe("over");
    expect(events.left).toBe(1);
  });

  it.each(["stop", "fail"])(
    "cuts the connection where the events %s without their end",
    async (how) => {
      const events = new Events();
      const { port, ended } = await serve({ type: "events", events });
      events.push(frame("a"));
      const response = await connect(port);
      expect(await read(response)).toBe(frame("a"));
      events.push(how);
      await until(() => response.closed);
      expect(response.complete).toBe(false);
      await ended;
      expect(events.left).toBe(1);
    },
  );
});

/** A number once it has stopped changing. */
async function settled(figure: () => number): Promise<number> {
  for (let before = -1; ; before = figure()) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (figure() === before) return before;
  }
}
