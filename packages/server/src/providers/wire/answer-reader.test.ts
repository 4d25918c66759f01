import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { emptyCall, events, settingsOf } from "../../../test/providers/sample.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { createProvider } from "../index.ts";

const say = (text: string) =>
  events({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
const stop = events({ type: "message_stop" });

interface TestUpstream extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the connection of the reply is closed. */
  readonly closed: Promise<unknown>;
  readonly connections: () => number;
}

/** A real upstream that writes these and then holds its connection open, unless it ends. */
async function upstreamWriting(pieces: readonly string[], ends: boolean): Promise<TestUpstream> {
  let connections = 0;
  const closing = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.on("close", closing.resolve);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) response.write(piece);

    if (ends) response.end();
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    closed: closing.promise,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("an answer over a real socket", () => {
  it("closes its connection when the caller leaves the loop", async () => {
    await using server = await upstreamWriting([say("Hi")], false);
    const upstream = createUpstream();
    const provider = createProvider(settingsOf("anthropic", { baseUrl: server.url }), upstream);
    for await (const parts of provider.respond?.(emptyCall, new AbortController().signal) ?? []) {
      expect(parts).toEqual([{ type: "text", text: "Hi" }]);
      break;
    }
    await server.closed;
    await upstream.close();
  });

  it("closes its connection when the caller leaves before it has begun", async () => {
    await using server = await upstreamWriting([say("Hi")], false);
    const upstream = createUpstream();
    const timeouts = { connectMs: 60_000, firstByteMs: 60_000, idleMs: 60_000, totalMs: 60_000 };
    const settings = settingsOf("openai-compatible", { baseUrl: server.url, timeouts });
    const answer = createProvider(settings, upstream).respond?.(
      emptyCall,
      new AbortController().signal,
    );
    const parts = answer?.[Symbol.asyncIterator]();
    const first = parts?.next();
    await parts?.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
    await server.closed;
    await upstream.close();
  });

  it("closes its connection when the caller's signal says so", async () => {
    await using server = await upstreamWriting([say("Hi")], false);
    const upstream = createUpstream();
    const provider = createProvider(settingsOf("anthropic", { baseUrl: server.url }), upstream);
    const caller = new AbortController();
    const reading = (async () => {
      for await (const _ of provider.respond?.(emptyCall, caller.signal) ?? []) caller.abort();
    })();
    await expect(reading).rejects.toBeInstanceOf(UpstreamError);
    await server.closed;
    await upstream.close();
  });

  it("ends with the dialect's own end, though the upstream keeps the connection open", async () => {
    await using server = await upstreamWriting([say("Hi"), stop], false);
    const upstream = createUpstream();
    const provider = createProvider(settingsOf("anthropic", { baseUrl: server.url }), upstream);
    const said: unknown[] = [];
    for await (const parts of provider.respond?.(emptyCall, new AbortController().signal) ?? [])
      said.push(...parts);

    expect(said.at(-1)).toEqual({ type: "finish", reason: "stop" });
    await upstream.close();
  });

  it("leaves its connection to the next one", async () => {
    await using server = await upstreamWriting([say("Hi"), stop], true);
    const upstream = createUpstream();
    const provider = createProvider(settingsOf("anthropic", { baseUrl: server.url }), upstream);
    for (let count = 0; count < 3; count += 1) {
      for await (const _ of provider.respond?.(emptyCall, new AbortController().signal) ?? []) {
        // Read to its end.
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await upstream.close();
    expect(server.connections()).toBe(1);
  });
});
