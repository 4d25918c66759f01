import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { OperationId } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wordOf } from "../../src/errors.ts";
import { ownContract } from "../../src/http/contract/contract.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
import { inAnHour } from "../embeddings/faults.ts";
import { caseId } from "./case-id.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "./gateway.ts";
import type { Behaviour, Fault } from "./whole-fault.ts";

/** An operation whose answers come in one piece, with the faults and oddities of its upstreams. */
export interface WholeDoor<Asked extends { readonly model: string }> {
  readonly operation: OperationId;
  readonly path: string;
  /** Of a model in portico.yaml. */
  readonly model: string;
  readonly question: object;
  /** What the upstream counts for a good answer, at a dollar per million tokens. */
  readonly tokens: number;
  readonly good: Behaviour<Asked>;
  readonly faults: Readonly<Record<string, Fault<Asked>>>;
  /** What looks odd and is right all the same. */
  readonly oddities: Readonly<Record<string, Behaviour<Asked>>>;
  /** Fails unless the body is the answer to the question. */
  expectAnswer(body: unknown): void;
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

interface Failed {
  readonly error: unknown;
}

const nanousdPerToken = 1000;
const contract = ownContract();

/** For each fault of an upstream: the status, the fail-over, and what the ledger says. */
export function describeWholeFaults<Asked extends { readonly model: string }>(
  door: WholeDoor<Asked>,
): void {
  const { faults, oddities } = door;
  const price = door.tokens * nanousdPerToken;
  let upstream: Server;
  let gateway: TestGateway;
  let database: DatabaseSync;
  let asks = 0;

  beforeAll(async () => {
    upstream = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const asked: Asked = JSON.parse(Buffer.concat(chunks).toString());
      const behave = faults[asked.model]?.behaviour ?? oddities[asked.model] ?? door.good;
      behave(response, asked);
    });
    upstream.listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const { port } = upstream.address() as AddressInfo;
    gateway = await startTestGateway({ yaml: yamlFor(door, port, await closedPort()) });
    database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
  });

  afterAll(async () => {
    database.close();
    await gateway[Symbol.asyncDispose]();
    upstream.closeAllConnections();
    upstream.close();
  });

  const ask = async (name: string, provider: object) => {
    asks += 1;
    const referer = `https://case.example/${asks}`;
    const response = await fetch(`${gateway.api}${door.path}`, {
      method: "POST",
      headers: { ...jsonHeaders(gateway.own.ordinary), "http-referer": referer },
      body: JSON.stringify({ model: caseId(name), ...door.question, provider }),
    });
    const body: unknown = await response.json();
    const rows = database
      .prepare("select * from ledger where app_url = ?")
      .all(referer) as unknown as LedgerRow[];
    expect(response.headers.get("x-generation-id")).toBe(rows[0]?.request_id);
    return { response, body, rows };
  };

  /** Each retry must be earned by four requests; these also show that nothing is left broken. */
  const earnRetries = async () => {
    for (let request = 0; request < 4; request += 1) {
      const { response } = await ask(Object.keys(oddities)[0] ?? "", {});
      expect(response.status).toBe(200);
    }
  };

  it("tries at least forty faults", () => {
    expect(Object.keys(faults).length).toBeGreaterThanOrEqual(40);
  });

  describe.each(Object.entries(faults))("%s", (name, fault) => {
    const first = fault.address ?? "scripted";
    const billed = (fault.tokens ?? 0) * nanousdPerToken;

    it("gives the right status where no other provider may serve, and costs its upstream's bill", async () => {
      const { response, body, rows } = await ask(name, { only: [first] });
      expect(response.status).toBe(fault.status);
      expect((body as Failed).error).toMatchObject({
        code: fault.status,
        metadata: {
          provider: first,
          attempts: [{ provider: first, failure: wordOf(fault.failure) }],
        },
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
        const [row] = rows;
        const attempts: unknown = JSON.parse(row?.attempts ?? "[]");
        const failed = { provider: first, failure: fault.failure };
        if (!fault.failsOver) {
          expect(response.status).toBe(fault.status);
          expect(attempts).toMatchObject([failed]);
          return;
        }
        expect(response.status).toBe(200);
        contract.checkReply(door.operation, 200, body);
        door.expectAnswer(body);
        expect(response.headers.get("x-portico-provider")).toBe("other");
        expect(response.headers.get("x-portico-attempts")).toBe("2");
        expect(attempts).toMatchObject([failed, { provider: "other", failure: null }]);
        const { held_nanousd: held = 0, charged_nanousd: charged = 0 } = row ?? {};
        // The hold pays for one answer: what goes beyond it is not charged.
        expect(charged).toBe(Math.min(price + billed, held));
        expect(charged + (row?.unbilled_nanousd ?? 0)).toBe(price + billed);
        expect(row).toMatchObject({ state: "settled", input_tokens: door.tokens });
      },
    );
  });

  describe.each(Object.keys(oddities))("an answer with %s", (name) => {
    it("is served and paid", async () => {
      const { response, body, rows } = await ask(name, { only: ["scripted"] });
      expect(response.status).toBe(200);
      contract.checkReply(door.operation, 200, body);
      door.expectAnswer(body);
      expect(rows).toMatchObject([
        { state: "settled", charged_nanousd: price, provider: "scripted" },
      ]);
      expect(response.headers.get("x-portico-cost")).toBe(String((price / 1e9).toFixed(6)));
    });
  });

  it("leaves no hold open", () => {
    expect(database.prepare("select count(*) as open from holds").get()).toEqual({ open: 0 });
  });
}

function yamlFor<Asked extends { readonly model: string }>(
  { model, faults, oddities }: WholeDoor<Asked>,
  port: number,
  closed: number,
): string {
  const provider = (name: string, address: string, more = "") =>
    `  ${name}: { kind: openai-compatible, base_url: "${address}", api_key: "k"${more} }`;
  const modelOf = (name: string, first: string) => `
  - id: ${caseId(name)}
    ${model}
    context_length: 1000
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
    ...Object.entries(faults).map(([name, { address }]) => modelOf(name, address ?? "scripted")),
    ...Object.keys(oddities).map((name) => modelOf(name, "scripted")),
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

function expectWait(
  response: Response,
  { status, retryAfter }: Pick<Fault<never>, "status" | "retryAfter">,
): void {
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
