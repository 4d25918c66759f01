import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isProof } from "@portico/test-support/proof";
import { afterAll, expect, it } from "vitest";
import {
  type Behaviour,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
} from "./chat-upstream.ts";
import type { Flow } from "./gateway-process.ts";

// The proof is 200 readers for two minutes; the test is a fifth of the readers for a few seconds.
const readers = isProof ? 200 : 40;
const bytesPerSecond = 1024;
const seconds = isProof ? 120 : 5;
/** Per reader. */
const mostInMemoryBytes = 512 * 1024;

let upstream: ChatUpstream | undefined;
let gateway: ChildProcess | undefined;
const sockets: Socket[] = [];

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  gateway?.kill();
  await upstream?.close();
});

/** Sends more than the test reads, as fast as the gateway accepts it. */
const tireless: Behaviour = async (response) => {
  beginStream(response);
  response.setMaxListeners(0);
  const [begin = "", word = ""] = chatEvents(["All work and no play. "]).map(toFrame);
  const block = word.repeat(64);
  response.write(begin);
  while (!response.destroyed)
    if (!response.write(block))
      await Promise.race([once(response, "drain"), once(response, "close")]);
};

async function ask<Answer>(message: string): Promise<Answer> {
  if (gateway === undefined) throw new Error("There is no gateway.");
  const answering = once(gateway, "message");
  gateway.send(message);
  const [answer] = await answering;
  return answer as Answer;
}

const flow = () => ask<Flow>("flow");

/** Opens a stream and reads a kilobyte a second of it. Returns a function with the bytes read so far. */
function readSlowly(url: URL, key: string): () => number {
  const body = JSON.stringify({ model: "tireless", input: "Hi", stream: true });
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `POST ${url.pathname}/responses HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  let read = 0;
  const timer = setInterval(() => {
    const piece: Buffer | null = socket.read(bytesPerSecond) ?? socket.read();
    read += piece?.length ?? 0;
  }, 1000);
  socket.once("close", () => clearInterval(timer));
  return () => read;
}

/** An answer is longer on the gateway's wire than on the upstream's: what was read and not written is in memory. */
function expectLittleInMemory({ taken, given, waiting }: Flow): void {
  expect(taken - given).toBeLessThan(readers * mostInMemoryBytes);
  expect(waiting).toBeLessThan(readers * mostInMemoryBytes);
}

it(`keeps little of fast upstreams in memory while ${readers} callers read ${bytesPerSecond} bytes a second`, {
  timeout: 600_000,
}, async () => {
  upstream = await startChatUpstream({ tireless });
  gateway = fork(fileURLToPath(new URL("gateway-process.ts", import.meta.url)));
  const { url, key } = await ask<{ url: string; key: string }>(`
providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" } }
models:
  - id: tireless
    kind: text
    context_length: 10000000
    endpoints: [ { provider: fake, upstream_model: tireless, price: { input: "0", output: "0" } } ]`);
  const readBy = Array.from({ length: readers }, () => readSlowly(new URL(url), key));
  const haveRead = () => readBy.every((read) => read() >= seconds * bytesPerSecond);
  for (let now = await flow(); now.openHolds < readers || !haveRead(); now = await flow()) {
    expectLittleInMemory(now);
    await sleep(250);
  }
  const last = await flow();
  expectLittleInMemory(last);
  // All are still served, by upstreams that have sent much more than the callers have read.
  expect(last.openHolds).toBe(readers);
  expect(last.taken).toBeGreaterThan(4 * readers * seconds * bytesPerSecond);
  for (const socket of sockets) socket.destroy();
  while ((await flow()).openHolds > 0) await sleep(50);
});
