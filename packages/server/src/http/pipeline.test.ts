import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { jsonBody, management, ordinary, startPipeline } from "../../test/support/pipeline.ts";
import { bodyOf, sendRaw } from "../../test/support/raw.ts";
import { ok } from "../operations/operation.ts";

const model = { model: "m", input: "a" };
const path = "/api/v1/embeddings";
const answered = { type: "pieces", pieces: [Buffer.from('{"object":"list"}')] } as const;

interface Envelope {
  readonly error: { readonly code: number; readonly message: string };
}

/** The pipeline with one operation that repeats what it was given. */
const start = (options = {}) => startPipeline({ createEmbeddings: async () => answered }, options);

async function post(
  url: string,
  body: NonNullable<RequestInit["body"]>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    body,
    headers: { ...ordinary, ...jsonBody, ...headers },
  });
  return { response, body: (await response.json()) as Envelope };
}

describe("a body", () => {
  it("is not read before the key is checked: an unknown key gets 401 with any body", async () => {
    await using pipeline = await start();
    for (const body of ["{malformed", "x".repeat(5000), '{"model":1}']) {
      const { response } = await post(pipeline.url, body, { authorization: "Bearer unknown" });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });

  it.each([
    ["{malformed", {}, 400, /not valid JSON/],
    ["", {}, 400, /required/],
    ["x".repeat(2000), {}, 413, /larger than 1024 bytes/],
    [JSON.stringify(model), { "content-type": "text/plain" }, 415, /application\/json/],
    [JSON.stringify(model), { "content-type": "application/json; charset=latin1" }, 415, /UTF-8/],
    [JSON.stringify(model), { "content-encoding": "compress" }, 415, /encoding/],
    [JSON.stringify(model), { "content-encoding": "gzip" }, 400, /decoded as gzip/],
    ["[".repeat(40) + "]".repeat(40), {}, 400, /deeper than 16/],
    ['{"model":"m"}', {}, 400, /^input is required\.$/],
  ])("that is wrong is refused in the envelope (%#)", async (body, headers, status, message) => {
    await using pipeline = await start();
    const { response, body: reply } = await post(
      pipeline.url,
      body,
      headers as Record<string, string>,
    );
    expect(response.status).toBe(status);
    expect(reply.error).toMatchObject({ code: status, message: expect.stringMatching(message) });
  });

  it.each(["", "content-length: 0\r\n", "content-length: 0\r\ncontent-type: text/plain\r\n"])(
    "that is missing is reported as missing, with any content type (%#)",
    async (headers) => {
      await using pipeline = await start();
      const answer = await sendRaw(
        pipeline.url,
        `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ordinary\r\n${headers}\r\n`,
      );
      expect(bodyOf(answer)).toMatchObject({
        error: { code: 400, message: "A JSON body is required." },
      });
    },
  );

  it("in chunks without a length is cut off at the limit too", async () => {
    await using pipeline = await start();
    const stream = new ReadableStream({
      start(controller) {
        for (let chunk = 0; chunk < 20; chunk += 1) controller.enqueue(Buffer.alloc(200, 0x20));
        controller.close();
      },
    });
    const response = await fetch(`${pipeline.url}${path}`, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { ...ordinary, ...jsonBody },
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it("that is not UTF-8 is refused", async () => {
    await using pipeline = await start();
    const { response, body } = await post(pipeline.url, new Uint8Array([0x22, 0xff, 0x22]));
    expect(response.status).toBe(400);
    expect(body.error.message).toMatch(/UTF-8/);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)(
    "may be compressed by %s, but not to get around the limit",
    async (name, compress) => {
      await using pipeline = await start();
      const headers = { "content-encoding": name };
      const fine = await post(pipeline.url, compress(JSON.stringify(model)), headers);
      expect(fine.response.status).toBe(200);
      const bomb = await post(pipeline.url, compress(" ".repeat(100_000)), headers);
      expect(bomb.response.status).toBe(413);
    },
  );

  it("may name prototypes without any effect", async () => {
    await using pipeline = await start();
    const body =
      '{"model":"m","input":"a","__proto__":{"polluted":1},"constructor":{"prototype":{}}}';
    expect((await post(pipeline.url, body)).response.status).toBe(200);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("a path", () => {
  it("that does not exist is 404 with and without a key", async () => {
    await using pipeline = await start();
    for (const name of [
      "/nowhere",
      "/api/v1",
      "/api/v1/Embeddings",
      `${path}/`,
      "/api/v1/workspaces/%zz",
    ]) {
      const response = await fetch(pipeline.url + name, { method: name === path ? "POST" : "GET" });
      expect([name, response.status]).toEqual([name, 404]);
      expect(await response.json()).toMatchObject({ error: { code: 404 } });
    }
  });

  it("answers a method that it does not know with 405 and those that it does", async () => {
    await using pipeline = await start();
    const response = await fetch(`${pipeline.url}/api/v1/workspaces/x`, { method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")?.split(", ").sort()).toEqual([
      "DELETE",
      "GET",
      "HEAD",
      "PATCH",
    ]);
  });
});

describe("a key", () => {
  it("of the wrong kind gets 403 with the kind that is needed", async () => {
    await using pipeline = await start();
    const wrong = await post(pipeline.url, JSON.stringify(model), management);
    expect(wrong.response.status).toBe(401);
    expect(wrong.body.error.message).toMatch(/never spends/);
    const other = await fetch(`${pipeline.url}/api/v1/workspaces/x`, { headers: ordinary });
    expect(other.status).toBe(401);
    expect(await other.json()).toMatchObject({ error: { message: /needs a management key/ } });
  });
});

describe("every reply", () => {
  it("carries a request id: the caller's own where it is sane", async () => {
    await using pipeline = await start();
    const ask = async (id: string) => {
      const headers: Record<string, string> = id === "" ? {} : { "x-request-id": id };
      return (await fetch(pipeline.url, { headers, redirect: "manual" })).headers.get(
        "x-request-id",
      );
    };
    expect(await ask("trace-1.2:3")).toBe("trace-1.2:3");
    expect(await ask("")).toMatch(/^req-[0-9a-f-]{36}$/);
    expect(await ask("a b")).toMatch(/^req-/);
    expect(await ask("x".repeat(200))).toMatch(/^req-/);
  });

  it("shows nothing of an internal error", async () => {
    await using pipeline = await startPipeline({
      createEmbeddings: async () => {
        throw new Error("the password is hunter2", { cause: new Error("deeper") });
      },
    });
    const { response, body } = await post(pipeline.url, JSON.stringify(model));
    expect(response.status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|deeper|at /);
    expect(pipeline.ended[0]?.record.failure).toMatchObject({
      kind: "internal",
      error: { message: "the password is hunter2" },
    });
  });

  it("is checked against the contract: one that breaks it becomes a 500", async () => {
    await using pipeline = await startPipeline({
      deleteByokCredential: async () => ok(JSON.parse('{"deleted":"yes"}')),
    });
    const id = "00000000-0000-4000-8000-000000000000";
    const response = await fetch(`${pipeline.url}/api/v1/byok/${id}`, {
      method: "DELETE",
      headers: ordinary,
    });
    expect(response.status).toBe(500);
  });

  it("is compressed where it is large enough and the caller accepts that", async () => {
    await using pipeline = await start();
    const url = `${pipeline.url}/openapi.json`;
    const take = async (encoding: string) =>
      (await fetch(url, { headers: { "accept-encoding": encoding } })).headers.get(
        "content-encoding",
      );
    expect(await take("gzip")).toBe("gzip");
    expect(await take("identity")).toBeNull();
    expect(await take("gzip;q=0")).toBeNull();
    expect(await take("gzip, br")).toBe("br");
  });

  it("can be read by pages of the allowed origins", async () => {
    await using anyone = await start();
    const preflight = await fetch(anyone.url + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://page.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, x-stainless-os",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("x-request-id")).toMatch(/^req-/);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "authorization, x-stainless-os",
    });
    await using chosen = await start({ origins: ["https://page.example"] });
    const allowed = async (origin: string) =>
      (await fetch(chosen.url + path, { headers: { origin } })).headers.get(
        "access-control-allow-origin",
      );
    expect(await allowed("https://page.example")).toBe("https://page.example");
    expect(await allowed("https://other.example")).toBeNull();
  });
});

describe("a request that is not valid HTTP", () => {
  it.each([
    ["nonsense\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${"x".repeat(64 * 1024)}\r\n\r\n`, 431],
    ["POST /api/v1/embeddings HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", 400],
    ["GET /\u0000 HTTP/1.1\r\nhost: x\r\n\r\n", 400],
  ])("is answered in the envelope: %#", async (bytes, status) => {
    await using pipeline = await start();
    const answer = await sendRaw(pipeline.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(bodyOf(answer)).toMatchObject({ error: { code: status } });
  });

  it("that breaks off does not affect other requests", async () => {
    await using pipeline = await start();
    const { port } = new URL(pipeline.url);
    const socket = connect(Number(port), "127.0.0.1");
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ordinary\r\n`;
    socket.write(`${head}content-type: application/json\r\ncontent-length: 500\r\n\r\n{"model`);
    await once(socket, "connect");
    socket.resetAndDestroy();
    const { response } = await post(pipeline.url, JSON.stringify(model));
    expect(response.status).toBe(200);
  });
});

describe("a drain", () => {
  it("lets a running request finish and takes no new connection", async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const pipeline = await startPipeline({
      createEmbeddings: async () => {
        begun.resolve();
        await held.promise;
        return answered;
      },
    });
    const running = post(pipeline.url, JSON.stringify(model));
    await begun.promise;
    const drained = pipeline.drain(10_000);
    await expect(fetch(pipeline.url)).rejects.toThrow();
    held.resolve();
    expect((await running).response.status).toBe(200);
    await drained;
  });

  it("cuts off a request that takes too long, and aborts its operation", async () => {
    const begun = Promise.withResolvers<void>();
    const pipeline = await startPipeline({
      createEmbeddings: (_, { signal }) => {
        begun.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
      },
    });
    const failed = expect(post(pipeline.url, JSON.stringify(model))).rejects.toThrow();
    await begun.promise;
    await pipeline.drain(10);
    await failed;
    await expect.poll(() => pipeline.ended[0]?.record.failure?.kind).toBe("callerGone");
  });
});
