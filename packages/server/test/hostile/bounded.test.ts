import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownContract } from "../../src/http/contract/contract.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import {
  type DialectsUpstream,
  everyDialect,
  startDialectsUpstream,
} from "./worst/every-dialect.ts";
import type { WorstRequest } from "./worst/worst-request.ts";
import { worstRequests } from "./worst/worst-requests.ts";

/** The request upstream and the answer grow with the caller's request; this many bytes are always there. */
const bytesToProvider = { base: 512 * 1024, perByte: 4 };
const bytesToCaller = { base: 512 * 1024, perByte: 4 };
/** A compressed body counts as what it may become. */
const largestRatio = 100;

const contract = ownContract();
let upstream: DialectsUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startDialectsUpstream();
  gateway = await startTestGateway({ yaml: everyDialect(upstream.url) });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function send({ path, body, isCompressed }: WorstRequest) {
  const bytes = body();
  const reply = await fetch(`${gateway.api}${path}`, {
    method: "POST",
    headers: {
      ...jsonHeaders(gateway.own.ordinary),
      ...(isCompressed ? { "content-encoding": "gzip" } : {}),
    },
    body: new Uint8Array(bytes),
  });
  const answer = await reply.text();
  const sent = bytes.length * (isCompressed ? largestRatio : 1);
  return { status: reply.status, answer, sent, toProvider: upstream.takeLargest() };
}

const operations = {
  "/responses": "createResponse",
  "/embeddings": "createEmbeddings",
  "/rerank": "createRerank",
} as const;

function expectEnvelope(path: WorstRequest["path"], status: number, answer: string): void {
  const operation = operations[path];
  const body = JSON.parse(answer);
  contract.checkReply(operation, status, body);
  expect(body.error.code).toBe(status);
  expect(answer.length).toBeLessThan(5_000);
}

describe("a request that is made to cost more than it brings", () => {
  it.each(worstRequests(1 / 50).map((request) => [request.name, request] as const))(
    "is answered, and what comes of it is in proportion to it: %s",
    async (_name, request) => {
      const { status, answer, sent, toProvider } = await send(request);
      if (![200, 400, 413].includes(status)) expect.fail(`${status}: ${answer.slice(0, 500)}`);
      if (status !== 200) expectEnvelope(request.path, status, answer);
      expect(toProvider).toBeLessThan(bytesToProvider.base + bytesToProvider.perByte * sent);
      expect(answer.length).toBeLessThan(bytesToCaller.base + bytesToCaller.perByte * sent);
    },
  );

  it("leaves a gateway that serves all other callers", async () => {
    const reply = await fetch(`${gateway.api}/embeddings`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({ model: "embed/openai", input: ["still", "here"] }),
    });
    expect(reply.status).toBe(200);
  });
});
