import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadDocument } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContract } from "../../src/http/contract.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
import { caseId } from "../support/case-id.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import {
  type Behaviour,
  type EmbeddingsAsked,
  type Fault,
  faults,
  good,
  inAnHour,
  oddities,
  vectorOf,
} from "./faults.ts";

const contract = createContract(loadDocument);
const inputs = ["a", "bc", "äöü"];
/** Nanodollars: six tokens at a dollar a million. */
const price = 6000;

let upstream: Server;
let gateway: TestGateway;
let database: DatabaseSync;

beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked: EmbeddingsAsked = JSON.parse(Buffer.concat(chunks).toString());
    behaviourOf(asked.model)(response, asked);
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const { port } = upstream.address() as AddressInfo;
  gateway = await startTestGateway({ yaml: yamlFor(port, await closedPort()) });
  database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
});

afterAll(async () => {
  database.close();
  await gateway[Symbol.asyncDispose]();
  upstream.closeAllConnections();
  upstream.close();
});

function behaviourOf(model: string): Behaviour {
  return faults[model]?.behaviour ?? oddities[model] ?? good;
}

function yamlFor(port: number, closed: number): string {
  const provider = (name: string, address: string, more = "") =>
    `  ${name}: { kind: openai-compatible, base_url: "${address}", api_key: "k"${more} }`;
  const model = (name: string, first: string) => `
  - id: ${caseId(name)}
    kind: embedding
    context_length: 1000
    dimensions: 4
    endpoints:
      - { provider: ${first}, upstream_model: ${JSON.stringify(name)}, price: { input: "1" } }
      - { provider: other, upstream_model: good, price: { input: "1" } }`;
  return [
    "providers:",
    provider("scripted", `http://127.0.0.1:${port}`),
    // For upstreams that never say a word: all others may be as slow as the machine is.
    provider("impatient", `http://127.0.0.1:${port}`, ", timeouts: { total_ms: 1000 }"),
    provider("dozing", `http://127.0.0.1:${port}`, ", timeouts: { idle_ms: 1000 }"),
    provider("other", `http://127.0.0.1:${port}`),
    provider("closed", `http://127.0.0.1:${closed}`),
    provider("nowhere", "http://no-such-host.invalid"),
    provider("tls", `https://127.0.0.1:${port}`),
    "models:",
    ...Object.entries(faults).map(([name, { address }]) => model(name, address ?? "scripted")),
    ...Object.keys(oddities).map((name) => model(name, "scripted")),
  ].join("\n");
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface LedgerRow {
  readonly request_id: string;
  readonly state: string;
  readonly status: number;
  readonly held_nanousd: number;
  readonly charged_nanousd: number;
  readonly unbilled_nanousd: number;
  readonly input_tokens: number;
  readonly provider: string | null;
  readonly attempts: string;
}

let asks = 0;

async function ask(name: string, provider: object) {
  asks += 1;
  const referer = `https://case.example/${asks}`;
  const response = await fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: { ...jsonHeaders(gateway.own.ordinary), "http-referer": referer },
    body: JSON.stringify({ model: caseId(name), input: inputs, provider }),
  });
  const body = await response.json();
  const rows = database
    .prepare("select * from ledger where app_url = ?")
    .all(referer) as unknown as LedgerRow[];
  expect(response.headers.get("x-generation-id")).toBe(rows[0]?.request_id);
  return { response, body: body as Body, rows };
}

interface Body {
  readonly id: string;
  readonly data: readonly { readonly embedding: readonly number[] }[];
  readonly error: {
    readonly code: number;
    readonly metadata: {
      readonly provider: string;
      readonly attempts: readonly { failure: string }[];
    };
  };
}

/** Each retry must be earned by four requests; these also show that nothing is left broken. */
async function earnRetries() {
  for (let request = 0; request < 4; request += 1) {
    const { response } = await ask("base64", {});
    expect(response.status).toBe(200);
  }
}

const cases = Object.entries(faults).map(([name, fault]) => ({ name, fault }));

it("tries at least forty faults", () => {
  expect(cases.length).toBeGreaterThanOrEqual(40);
});

describe.each(cases)("$name", ({ name, fault }) => {
  const first = fault.address ?? "scripted";
  const billed = (fault.tokens ?? 0) * 1000;

  it("gives the right status where no other provider may serve, and costs its upstream's bill", async () => {
    const { response, body, rows } = await ask(name, { only: [first] });
    expect(response.status).toBe(fault.status);
    expect(body.error).toMatchObject({
      code: fault.status,
      metadata: { provider: first, attempts: [{ provider: first, failure: fault.failure }] },
    });
    expectWait(response, fault);
    expect(rows).toMatchObject([
      {
        state: billed === 0 ? "released" : "settled",
        charged_nanousd: billed,
        status: fault.status,
        provider: billed === 0 ? null : first,
      },
    ]);
  });

  it(
    fault.failsOver ? "is made good by another provider" : "is not another's to repeat",
    async () => {
      await earnRetries();
      const { response, body, rows } = await ask(name, { order: [first, "other"] });
      expect(rows).toHaveLength(1);
      const attempts: { provider: string; failure: string | null }[] = JSON.parse(
        rows[0]?.attempts ?? "[]",
      );
      if (!fault.failsOver) {
        expect(response.status).toBe(fault.status);
        expect(attempts).toMatchObject([{ provider: first, failure: fault.failure }]);
        return;
      }
      expect(response.status).toBe(200);
      contract.checkReply("createEmbeddings", 200, body);
      expect(body.data.map(({ embedding }) => embedding)).toEqual(inputs.map(vectorOf));
      expect(response.headers.get("x-portico-provider")).toBe("other");
      expect(response.headers.get("x-portico-attempts")).toBe("2");
      expect(attempts).toMatchObject([
        { provider: first, failure: fault.failure },
        { provider: "other", failure: null },
      ]);
      expect(rows[0]).toMatchObject({
        state: "settled",
        // The hold pays for one answer: what goes beyond it is not charged.
        charged_nanousd: Math.min(price + billed, rows[0]?.held_nanousd ?? 0),
        input_tokens: 6,
      });
      expect((rows[0]?.charged_nanousd ?? 0) + (rows[0]?.unbilled_nanousd ?? 0)).toBe(
        price + billed,
      );
    },
  );
});

function expectWait(response: Response, { status, retryAfter }: Fault): void {
  const wait = response.headers.get("retry-after");
  if (status !== 429 && status !== 529) {
    expect(wait).toBeNull();
    return;
  }
  expect(Number(wait)).toBeGreaterThan(0);
  // A date has come nearer by now.
  if (retryAfter === inAnHour) expect(Number(wait)).toBeGreaterThan(inAnHour - 600);
  else if (retryAfter !== undefined) expect(Number(wait)).toBe(retryAfter);
}

describe.each(Object.keys(oddities))("an answer with %s", (name) => {
  it("is served in the order of the inputs and paid", async () => {
    const { response, body, rows } = await ask(name, { only: ["scripted"] });
    expect(response.status).toBe(200);
    contract.checkReply("createEmbeddings", 200, body);
    expect(body.data.map(({ embedding }) => embedding)).toEqual(inputs.map(vectorOf));
    expect(rows).toMatchObject([
      { state: "settled", charged_nanousd: price, provider: "scripted" },
    ]);
    expect(response.headers.get("x-portico-cost")).toBe("0.000006");
  });
});

it("leaves no hold open", () => {
  expect(database.prepare("select count(*) as open from holds").get()).toEqual({ open: 0 });
});
