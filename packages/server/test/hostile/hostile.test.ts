import { isProof } from "@portico/test-support/proof";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownContract } from "../../src/http/contract/contract.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw.ts";
import { type HostileRequest, hostileRequest } from "./generate.ts";
import { createRandom } from "./random.ts";

const seed = Number(process.env["PORTICO_SEED"] ?? 1);
const count = isProof ? 20_000 : 4000;
const parallel = 16;

const contract = ownContract();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** What is wrong with an answer, or null. */
function fault(asked: HostileRequest, { status, headers, text }: Answer): string | null {
  if (status >= 500) return `status ${status}`;
  if (headers["x-request-id"] === undefined) return "no request id";
  if (headers["x-injected"] !== undefined) return "an injected header";
  if (status >= 400) return faultOfEnvelope(asked, status, text);
  if (asked.operation === null || status === 204 || status === 302) return null;
  const body: unknown = JSON.parse(text);
  contract.checkReply(asked.operation, status, body);
  return null;
}

function faultOfEnvelope(asked: HostileRequest, status: number, text: string): string | null {
  // The answer to HEAD has no body.
  if (asked.method === "HEAD") return null;
  const body = JSON.parse(text) as { error?: { code?: number; message?: unknown } };
  contract.checkReply(asked.operation ?? "getWorkspace", status, body);
  return body.error?.code === status ? null : "the envelope has another code";
}

it(`answers ${count} hostile requests within the contract, and none with a failure of its own`, {
  timeout: 600_000,
}, async () => {
  const random = createRandom(seed);
  const { own } = gateway;
  const pool = new Pool(gateway.url, { connections: parallel });
  const statuses = new Map<number, number>();
  let sent = 0;
  const sendSome = async () => {
    while (sent < count) {
      sent += 1;
      const asked = hostileRequest(random, own);
      const answer = await send(pool, asked);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const wrong = faultOrThrown(asked, answer);
      if (wrong !== null)
        expect.fail(
          `Seed ${seed}: ${wrong}\n${JSON.stringify(asked)}\n${answer.text.slice(0, 500)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: parallel }, sendSome));
  await pool.close();
  // Hostile is not hopeless: all sorts of answers were reached.
  for (const status of [200, 201, 400, 401, 404, 405, 409, 415])
    expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  await expectAlive();
});

function faultOrThrown(asked: HostileRequest, answer: Answer): string | null {
  try {
    return fault(asked, answer);
  } catch (error) {
    return `${error}`;
  }
}

async function send(pool: Pool, { method, path, headers, body }: HostileRequest): Promise<Answer> {
  const reply = await pool.request({
    method: method as "GET",
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

async function expectAlive(): Promise<void> {
  const response = await fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: jsonHeaders(gateway.own.ordinary),
    body: JSON.stringify({ model: "sandbox/embed", input: "still here" }),
  });
  expect(response.status).toBe(200);
}

it("survives what is no HTTP", async () => {
  const random = createRandom(seed);
  const pieces = [
    "GET ",
    "/",
    " HTTP/1.1",
    "\r\n",
    "host: x",
    ": ",
    "\u0000",
    "POST /api/v1/embeddings",
    "transfer-encoding: chunked",
    "content-length: 5",
    "zz\r\n",
    "x".repeat(500),
  ];
  for (let request = 0; request < 100; request += 1) {
    const bytes = Array.from({ length: random.below(12) + 1 }, () => random.pick(pieces)).join("");
    // The end makes the server answer or close. Its time-outs cut off a connection that stays open.
    const answer = await sendRaw(gateway.url, `${bytes}\r\n\r\n\u0001\r\n\r\n`);
    for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d+)/gm))
      expect(Number(status)).toBeLessThan(500);
  }
  await expectAlive();
});
