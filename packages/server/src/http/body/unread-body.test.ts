import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type PipelineOptions, startPipeline } from "../../../test/support/pipeline.ts";
import { GatewayError } from "../../errors.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const answered = { type: "pieces", pieces: [Buffer.from("{}")] } as const;
const maxBytes = 100_000;
const start = (options: PipelineOptions = {}) =>
  startPipeline({ createEmbeddings: async () => answered }, { maxBytes, ...options });

const path = "/api/v1/embeddings";
/** Far more than the gateway reads of an unread body, and more than sockets hold. */
const endless = 64 * 1024 * 1024;

/** A connection whose caller keeps sending and ignores the reply. */
function open(url: string) {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => {});
  return { socket, closed: new Promise((resolve) => socket.once("close", resolve)) };
}

interface Upload {
  /** All that was answered. */
  readonly answer: string;
  /** The bytes of the body that had been taken by then, by the gateway or by the sockets in between. */
  readonly sentBytes: number;
}

/** Sends a head and then chunks without end, until the connection closes. */
async function sendEndlessly(
  url: string,
  authorization: string,
  line = `POST ${path} HTTP/1.1`,
): Promise<Upload> {
  const { socket, closed } = open(url);
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.write(
    `${line}\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  while (!socket.destroyed && socket.bytesWritten < endless)
    if (!socket.write(chunk))
      await Promise.race([new Promise((go) => socket.once("drain", go)), closed]);
  const sentBytes = socket.bytesWritten;
  await closed;
  return { answer, sentBytes };
}

const refusing = (error: GatewayError): PipelineOptions => ({
  pass: async () => {
    throw error;
  },
});

describe("a body without end", () => {
  it.each([
    ["401", "Bearer unknown", {}],
    ["401", "Bearer ordinary", refusing(new GatewayError("unauthenticated"))],
    ["402", "Bearer ordinary", refusing(new GatewayError("outOfCredits"))],
    ["413", "Bearer ordinary", {}],
    ["429", "Bearer ordinary", refusing(new GatewayError("rateLimited"))],
    ["429", "Bearer ordinary", { inFlight: { requestsPerKey: 0 } }],
    ["503", "Bearer ordinary", { inFlight: { requests: 0 } }],
    ["503", "Bearer ordinary", refusing(new GatewayError("unavailable"))],
  ])("ends with its refusal, %s, which is read whole, and its connection (%#)", async (...row) => {
    const [status, authorization, options] = row;
    await using pipeline = await start(options);
    const { answer, sentBytes } = await sendEndlessly(pipeline.url, authorization);
    expect(answer).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*connection: close[\\s\\S]*\\}$`, "i"),
    );
    expect(sentBytes).toBeLessThan(endless / 2);
  });

  it.each(["GET /healthz HTTP/1.1", "POST /nowhere HTTP/1.1", "PUT /api/v1/models HTTP/1.1"])(
    "is not read to its end where no body is expected: %s",
    async (line) => {
      await using pipeline = await start();
      const { sentBytes } = await sendEndlessly(pipeline.url, "Bearer unknown", line);
      expect(sentBytes).toBeLessThan(endless / 2);
    },
  );

  it("that only trickles is given up after a moment", async () => {
    await using pipeline = await start();
    const { socket, closed } = open(pipeline.url);
    socket.resume();
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n`);
    const trickle = setInterval(() => socket.write(" "), 20);
    await closed;
    clearInterval(trickle);
  });
});

it("a caller who reads only when it has sent everything sees the answer, and no reset", async () => {
  await using pipeline = await start(refusing(new GatewayError("outOfCredits")));
  const { socket, closed } = open(pipeline.url);
  const errors: unknown[] = [];
  socket.on("error", (error) => errors.push(error));
  const bytes = 900_000;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ordinary\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  // The answer has arrived, and the caller has not read it yet.
  await once(socket, "readable");
  for (let part = 0; part < 9; part += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => socket.write(" ".repeat(bytes / 9), resolve));
  }
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.once("end", () => socket.end());
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 402 /);
  expect(errors).toEqual([]);
});

describe("a caller who keeps its connection", () => {
  /** Sends a body in two parts, the second after the answer, and returns the ports used. */
  async function ask(url: string, agent: Agent, bytes: number) {
    const asked = request(`${url}${path}`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", "content-length": bytes },
    });
    asked.on("error", () => {});
    asked.write(" ");
    const [response] = await once(asked, "response");
    const port = asked.socket?.localPort;
    asked.end(" ".repeat(bytes - 1));
    response.resume();
    await once(response, "close");
    return { status: response.statusCode, connection: response.headers.connection, port };
  }

  it("keeps it where little was left unread, and loses it otherwise", async () => {
    await using pipeline = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [first, second] = [
      await ask(pipeline.url, agent, 60_000),
      await ask(pipeline.url, agent, 60_000),
    ];
    expect(first).toMatchObject({ status: 401, connection: "keep-alive" });
    expect(second).toEqual(first);
    const last = await ask(pipeline.url, agent, 70_000);
    expect(last).toMatchObject({ status: 401, connection: "close" });
    expect((await ask(pipeline.url, agent, 60_000)).port).not.toBe(last.port);
    agent.destroy();
  });

  it.each(["/api/v1/nowhere", path])(
    "keeps it where nothing was left unread: GET %s",
    async (to) => {
      await using pipeline = await start();
      const { headers, status } = await fetch(`${pipeline.url}${to}`);
      expect(status).toBeGreaterThanOrEqual(404);
      expect(headers.get("connection")).toBe("keep-alive");
    },
  );
});

describe("a caller that sends Expect: 100-continue", () => {
  /** Whether `100 Continue` was sent, and the reply. */
  async function askForLeave(url: string, body: string) {
    const asked = request(`${url}${path}`, {
      method: "POST",
      headers: {
        authorization: "Bearer ordinary",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        expect: "100-continue",
      },
    });
    asked.on("error", () => {});
    asked.flushHeaders();
    let wasAllowed = false;
    asked.once("continue", () => {
      wasAllowed = true;
      asked.end(body);
    });
    const [response] = await once(asked, "response");
    response.resume();
    await once(response, "close");
    asked.destroy();
    return { wasAllowed, status: response.statusCode };
  }

  it("gets 100 Continue when the body is about to be read", async () => {
    await using pipeline = await start();
    const body = JSON.stringify({ model: "m", input: "a" });
    expect(await askForLeave(pipeline.url, body)).toEqual({ wasAllowed: true, status: 200 });
  });

  it("does not get 100 Continue where its request is refused without its body", async () => {
    await using pipeline = await start(refusing(new GatewayError("outOfCredits")));
    expect(await askForLeave(pipeline.url, " ".repeat(50_000))).toEqual({
      ...{ wasAllowed: false, status: 402 },
    });
    await using small = await start();
    expect(await askForLeave(small.url, " ".repeat(maxBytes + 1))).toEqual({
      ...{ wasAllowed: false, status: 413 },
    });
  });
});
