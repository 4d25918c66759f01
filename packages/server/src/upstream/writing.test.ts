import { once } from "node:events";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import type { UpstreamReply } from "./request.ts";
import { createUpstream } from "./upstream.ts";
import { UpstreamError } from "./upstream-error.ts";

const upstream = createUpstream();
afterAll(() => upstream.close());

const patient = { connectMs: 30_000, firstByteMs: 30_000, idleMs: 30_000, totalMs: 30_000 };

interface Place extends AsyncDisposable {
  readonly port: number;
}

/** A server of plain sockets; `onSocket` acts on each. */
async function sockets(onSocket: (socket: Socket) => void): Promise<Place> {
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  return await place(server, () => {
    for (const socket of open) socket.destroy();
  });
}

async function place(server: Server, end: () => void): Promise<Place> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that reads each request to its end and then calls `onRequest`. */
async function readers(onRequest: (response: ServerResponse) => void): Promise<Place> {
  const server = createHttpServer((request, response) => {
    response.on("error", () => {});
    request.resume().on("end", () => onRequest(response));
  });
  return await place(server, () => server.closeAllConnections());
}

function ask(
  url: string,
  signal: AbortSignal,
  { body = "{}", timeouts = patient, left = new AbortController().signal } = {},
): Promise<UpstreamReply> {
  return upstream.request({ url, body, signal, left, timeouts, operatorUrl: url });
}

/** The error of a reply that fails. */
async function failureOf(reply: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await reply.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamError)) throw new Error("It did not fail.", { cause: error });
  return error;
}

describe("an upstream that is left", () => {
  it.each(["http", "https"])(
    "the upstream bills nothing if it was left before the connection was made (%s)",
    async (protocol) => {
      const leaving = new AbortController();
      const connected = Promise.withResolvers<void>();
      // Over TLS the server connects and then stays silent; without TLS it closes at once.
      await using server = await sockets(() => connected.resolve());
      const asked = failureOf(ask(`${protocol}://127.0.0.1:${server.port}/`, leaving.signal));
      if (protocol === "https") await connected.promise;
      leaving.abort();
      expect(await asked).toMatchObject({ failure: "connection", wasLeft: false });
    },
  );

  it("the upstream bills nothing if it did not answer the TLS hello in time", async () => {
    await using server = await sockets(() => {});
    const timeouts = { ...patient, connectMs: 50 };
    const never = new AbortController().signal;
    const error = await failureOf(ask(`https://127.0.0.1:${server.port}/`, never, { timeouts }));
    expect(error).toMatchObject({ failure: "timeout", wasLeft: false });
  });

  it("the upstream bills nothing if it was left in the middle of a request that it does not read", async () => {
    const leaving = new AbortController();
    await using server = await sockets(() => setTimeout(() => leaving.abort(), 100));
    // More than the buffers of both sides hold.
    const body = "x".repeat(64 * 1024 * 1024);
    const error = await failureOf(
      ask(`http://127.0.0.1:${server.port}/`, leaving.signal, { body }),
    );
    expect(error).toMatchObject({ failure: "connection", wasLeft: false });
  });

  it.each([
    { how: "by its caller", firstByteMs: 30_000, failure: "connection" },
    { how: "because it took too long", firstByteMs: 50, failure: "timeout" },
  ])(
    "the upstream bills the input if it $how with the whole request",
    async ({ firstByteMs, failure }) => {
      const leaving = new AbortController();
      await using server = await readers(() => {
        if (failure === "connection") leaving.abort();
      });
      const timeouts = { ...patient, firstByteMs };
      const url = `http://127.0.0.1:${server.port}/`;
      const error = await failureOf(ask(url, leaving.signal, { timeouts }));
      expect(error).toMatchObject({ failure, wasLeft: true });
    },
  );

  it("the upstream bills the input if it was left in the middle of its reply, also on a reused connection", async () => {
    let requests = 0;
    await using server = await readers((response) => {
      requests += 1;
      if (requests === 1) return void response.end("{}");
      response.write("{");
    });
    const url = `http://127.0.0.1:${server.port}/`;
    for await (const _ of (await ask(url, new AbortController().signal)).body);
    const leaving = new AbortController();
    const reply = await ask(url, leaving.signal);
    const body = reply.body[Symbol.asyncIterator]();
    await body.next();
    leaving.abort();
    expect(await failureOf(body.next())).toMatchObject({ failure: "connection", wasLeft: true });
  });
});

describe("an upstream whose caller has left", () => {
  const never = new AbortController().signal;

  it("is asked nothing if the caller left before", async () => {
    await using server = await sockets(() => {});
    const left = AbortSignal.abort();
    const error = await failureOf(ask(`http://127.0.0.1:${server.port}/`, never, { left }));
    expect(error).toMatchObject({ failure: "connection", wasLeft: false });
  });

  it.each([
    { how: "before the connection was made", protocol: "https", bytes: 2 },
    { how: "in the middle of the request", protocol: "http", bytes: 64 * 1024 * 1024 },
  ])("is left at once and bills nothing if that was $how", async ({ protocol, bytes }) => {
    const leaving = new AbortController();
    await using server = await sockets(() => setTimeout(() => leaving.abort(), 100));
    const options = { body: "x".repeat(bytes), left: leaving.signal };
    const error = await failureOf(ask(`${protocol}://127.0.0.1:${server.port}/`, never, options));
    expect(error).toMatchObject({ failure: "connection", wasLeft: false });
  });

  it("may answer a request that was sent whole", async () => {
    const leaving = new AbortController();
    await using server = await readers((response) => {
      leaving.abort();
      setTimeout(() => response.end("{}"), 50);
    });
    const url = `http://127.0.0.1:${server.port}/`;
    expect((await ask(url, never, { left: leaving.signal })).status).toBe(200);
  });
});

describe("an upstream that ends it itself", () => {
  it.each([
    ["by closing the connection", (socket: Socket) => socket.destroy()],
    ["by resetting the connection", (socket: Socket) => socket.resetAndDestroy()],
  ])("an upstream that ends the exchange itself was not left: %s", async (_, end) => {
    await using server = await sockets((socket) => {
      socket.resume().once("data", () => end(socket));
    });
    const error = await failureOf(
      ask(`http://127.0.0.1:${server.port}/`, new AbortController().signal),
    );
    expect(error).toMatchObject({ failure: "connection", wasLeft: false });
  });
});
