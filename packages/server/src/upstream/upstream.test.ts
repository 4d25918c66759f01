import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { type Answer, fakeUpstream, json, streaming } from "../../test/wire/fake-upstream.ts";
import { connectionFailure } from "./connection-failure.ts";
import { readJsonReply } from "./read-reply.ts";
import type { UpstreamReply, UpstreamRequest } from "./request.ts";
import { createUpstream } from "./upstream.ts";

const upstream = createUpstream();
afterAll(() => upstream.close());

const timeouts = { connectMs: 5_000, firstByteMs: 30_000, idleMs: 30_000, totalMs: 30_000 };
const never = new AbortController().signal;

function ask(url: string, more: Partial<UpstreamRequest> = {}): Promise<UpstreamReply> {
  return upstream.request({
    url,
    body: "{}",
    signal: never,
    timeouts,
    operatorUrl: url,
    ...more,
  });
}

async function listening(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();

      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function drained(reply: UpstreamReply): Promise<number> {
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.byteLength;

  return bytes;
}

describe("a reply", () => {
  it("a reply comes with its status and headers, and redirects are not followed", async () => {
    await using server = await fakeUpstream(json(307, {}, { location: "/elsewhere" }));
    const reply = await ask(server.url);
    expect([reply.status, reply.headers["location"]]).toEqual([307, "/elsewhere"]);
    await drained(reply);
    expect(server.asked).toHaveLength(1);
  });

  it("a reply is decoded if a proxy compressed it unasked", async () => {
    const answer: Answer = (response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync('{"a":"✓"}'));
    };
    await using server = await fakeUpstream(answer);
    expect(await readJsonReply(await ask(server.url))).toEqual({ a: "✓" });
    expect(server.asked[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it("a reply is not read beyond its limit", async () => {
    const pieces = Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024));
    await using server = await fakeUpstream(streaming("application/json", pieces, "silence"));
    const reading = readJsonReply(await ask(server.url), {
      maxBytes: 100_000,
      maxValues: 100,
    });
    await expect(reading).rejects.toThrow("The provider's reply is too large.");
    await server.hungUp;
  });

  it("a small reply that has arrived can be looked at without being consumed", async () => {
    await using server = await fakeUpstream(json(200, { a: "✓" }));
    const reply = await ask(server.url);
    expect(Buffer.concat(reply.arrived() ?? []).toString()).toBe('{"a":"✓"}');
    expect(await readJsonReply(reply)).toEqual({ a: "✓" });
  });

  it("a reply has not arrived while more may come, nor while it is compressed", async () => {
    const begun = streaming("application/json", [Buffer.from("{")], "silence");
    await using slow = await fakeUpstream(begun);
    await using compressed = await fakeUpstream((response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("{}"));
    });
    for (const { url } of [slow, compressed]) {
      const reply = await ask(url);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(reply.arrived()).toBeUndefined();
      reply.close();
    }
  });

  it("a request uses the connection of the one before", async () => {
    let connections = 0;
    await using server = await listening((socket) => {
      connections += 1;
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
    });
    for (let count = 0; count < 5; count += 1) {
      await readJsonReply(await ask(server.url));
      // The pool sees the end of a reply one turn of the event loop later.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(connections).toBeLessThan(5);
  });

  it("a reply that was released leaves its connection for the next request", async () => {
    let connections = 0;
    await using server = await listening((socket) => {
      connections += 1;
      socket.on("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nDONE\r\n");
        setTimeout(() => socket.write("0\r\n\r\n"), 10);
      });
    });
    for (let count = 0; count < 5; count += 1) {
      const reply = await ask(server.url);
      for await (const _ of reply.body) {
        reply.release();
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(connections).toBeLessThan(5);
  });

  it("a slow reader slows the upstream", async () => {
    let written = 0;
    await using server = await listening((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;

          written += 64 * 1024;
          socket.once("drain", more);
        };
        more();
      });
    });
    const reply = await ask(server.url);
    const iterator = reply.body[Symbol.asyncIterator]();
    await iterator.next();
    let before = -1;
    // Until the sockets' buffers are full and no byte moves any more.
    while (written !== before) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(written).toBeLessThan(32 * 1024 * 1024);
    for (let count = 0; count < 1_000 && written === before; count += 1) await iterator.next();

    expect(written).toBeGreaterThan(before);
    reply.close();
  });

  it("scrub removes every credential of the request", async () => {
    await using server = await fakeUpstream(json(200, {}));
    const reply = await ask(`${server.url}/?key=in-the-query`, {
      headers: { authorization: "Bearer canary-1", "x-api-key": "canary-2", accept: "text" },
    });
    expect(reply.scrub("canary-1 canary-2 in-the-query text")).toBe("… … … text");
    await drained(reply);
  });
});

describe("a failure", () => {
  it("a refused connection is a connection failure", async () => {
    const gone = await listening(() => {});
    await gone[Symbol.asyncDispose]();
    await expect(ask(gone.url)).rejects.toMatchObject({ failure: "connection", mayRetry: true });
  });

  it("a name that does not resolve is a connection failure", async () => {
    await expect(ask("http://nowhere.invalid/")).rejects.toMatchObject({
      failure: "connection",
      message: "The provider's host name could not be resolved.",
    });
  });

  it("a reset before the reply is a connection failure", async () => {
    await using server = await listening((socket) => {
      socket.once("data", () => socket.resetAndDestroy());
    });
    await expect(ask(server.url)).rejects.toMatchObject({ failure: "connection" });
  });

  it("a server that does not speak HTTP gives a malformed reply", async () => {
    await using server = await listening((socket) => {
      socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
    });
    await expect(ask(server.url)).rejects.toMatchObject({ failure: "malformed" });
  });

  it("a body that is shorter than announced is a cut", async () => {
    await using server = await listening((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}"));
    });
    await expect(drained(await ask(server.url))).rejects.toMatchObject({ failure: "cut" });
  });

  it("a chunked body that is reset is a cut", async () => {
    await using server = await listening((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n", () =>
          socket.resetAndDestroy(),
        );
      });
    });
    // The reset may overtake the headers.
    await expect(ask(server.url).then(drained)).rejects.toMatchObject({
      failure: expect.stringMatching(/^(cut|connection)$/),
    });
  });

  it("a server that does not speak TLS is a connection failure", async () => {
    await using server = await fakeUpstream(json(200, {}));
    await expect(ask(server.url.replace("http:", "https:"))).rejects.toMatchObject({
      failure: "connection",
      message: "A secure connection to the provider could not be made.",
    });
  });

  it.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"])(
    "a certificate that cannot be verified is a connection failure: %s",
    (code) => {
      const error = Object.assign(new Error("self-signed certificate of db.internal"), { code });
      expect(connectionFailure(error, false)).toMatchObject({
        failure: "connection",
        message: "A secure connection to the provider could not be made.",
      });
    },
  );

  it.each([
    ["before the first byte", { firstByteMs: 1000 }, "The provider did not answer in time."],
    ["in all", { totalMs: 1000 }, "The provider took too long in all."],
  ])("a slow reply is a time-out %s", async (_, limit, message) => {
    await using server = await fakeUpstream(() => {});
    const late = ask(server.url, { timeouts: { ...timeouts, ...limit } });
    await expect(late).rejects.toMatchObject({ failure: "timeout", message });
    await server.hungUp;
  });

  it("silence between two reads is a time-out, a slow reader is not", async () => {
    const pieces = [Buffer.from("one"), Buffer.from("two")];
    await using server = await fakeUpstream(streaming("text/plain", pieces, "silence"));
    const reply = await ask(server.url, { timeouts: { ...timeouts, idleMs: 500 } });
    const iterator = reply.body[Symbol.asyncIterator]();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await iterator.next()).done).toBe(false);
    const silent = async () => {
      while (!(await iterator.next()).done) {
        // Reads on until nothing more comes.
      }
    };
    await expect(silent()).rejects.toMatchObject({
      failure: "timeout",
      message: "The provider fell silent.",
    });
  });
});

describe("the caller's hang-up", () => {
  it("the caller's hang-up closes the connection before the reply", async () => {
    await using server = await fakeUpstream(() => {});
    const caller = new AbortController();
    const asking = ask(server.url, { signal: caller.signal });
    await expect.poll(() => server.asked.length).toBe(1);
    caller.abort();
    await expect(asking).rejects.toMatchObject({ message: "The request was abandoned." });
    await server.hungUp;
  });

  it("a request that is already aborted opens no connection", async () => {
    await using server = await fakeUpstream(json(200, {}));
    await expect(ask(server.url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      message: "The request was abandoned.",
    });
    expect(server.asked).toHaveLength(0);
  });

  it("the caller's hang-up ends a read that waits", async () => {
    await using server = await fakeUpstream(streaming("text/plain", [Buffer.from("a")], "silence"));
    const caller = new AbortController();
    const reading = drained(await ask(server.url, { signal: caller.signal }));
    caller.abort();
    await expect(reading).rejects.toMatchObject({ message: "The request was abandoned." });
    await server.hungUp;
  });
});

describe("a private address", () => {
  it.each([
    "http://127.0.0.1:1/",
    "http://2130706433:1/",
    "http://0177.0.0.1:1/",
    "http://0x7f.1:1/",
    "http://localhost:1/",
    "http://[::1]:1/",
    "http://[::ffff:127.0.0.1]:1/",
    "http://169.254.169.254/latest/meta-data/",
  ])("a private address is refused if the operator did not configure it: %s", async (url) => {
    const reply = ask(url, { operatorUrl: "https://api.example.com" });
    await expect(reply).rejects.toMatchObject({ failure: "rejected", mayRetry: false });
    const { operatorUrl: _, ...callers } = {
      operatorUrl: url,
      provider: "example",
      url,
      signal: never,
      timeouts,
    };
    await expect(upstream.request(callers)).rejects.toMatchObject({ failure: "rejected" });
  });

  it("the operator's host is refused on another port", async () => {
    await using server = await fakeUpstream(json(200, {}));
    const reply = ask(server.url, { operatorUrl: "http://127.0.0.1:1" });
    await expect(reply).rejects.toMatchObject({ failure: "rejected" });
    expect(server.asked).toHaveLength(0);
  });

  it.each(["file:///etc/passwd", "ftp://example.com/", "not a url", ""])(
    "only http and https are accepted: %s",
    async (url) => {
      await expect(ask(url)).rejects.toMatchObject({ failure: "rejected" });
    },
  );
});
