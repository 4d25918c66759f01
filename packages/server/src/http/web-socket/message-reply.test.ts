import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { MessageReply } from "./message-reply.ts";

const text = "x".repeat(100_000);
/** Far more than the sockets of both sides hold. */
const most = 1000;

const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

it("a reply over a WebSocket waits for its reader", async () => {
  const { port } = server.address() as AddressInfo;
  const reader = new WebSocket(`ws://127.0.0.1:${port}`);
  const [[socket]] = await Promise.all([once(server, "connection"), once(reader, "open")]);
  reader.pause();
  const reply = new MessageReply(socket);
  let written = 0;
  const writing = (async () => {
    for (; written < most && !reply.destroyed; written += 1)
      if (!reply.write(text)) await Promise.race([once(reply, "drain"), once(reply, "close")]);
  })();
  let before = -1;
  const isStill = () => {
    const now = written;
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(isStill, { interval: 300 }).toBe(true);
  expect(written).toBeLessThan(most);
  expect(socket.bufferedAmount).toBeLessThan(3 * text.length);
  let read = 0;
  reader.on("message", () => {
    read += 1;
  });
  reader.resume();
  await writing;
  await expect.poll(() => read).toBe(most);
});
