import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationRecord } from "../../src/store/ports/generation.ts";
import { caseId } from "../support/case-id.ts";
import { answers, type ChatUpstream, startChatUpstream } from "./chat-upstream.ts";
import { type Expectation, type Fault, faults, fullText, type Tokens } from "./faults.ts";
import { startGateway, type TestGateway } from "./test-gateway.ts";

const otherText = "From the other.";
const priceNanousd = (inputTokens: number, outputTokens: number) =>
  inputTokens * 1000 + outputTokens * 2000;

/** A wire, as the matrix asks by it and reads what comes. */
export interface Door {
  readonly operation: GenerationRecord["operation"];
  /** Asks with one short message. */
  ask(
    gateway: TestGateway,
    asked: AskedByMatrix,
    headers: Record<string, string>,
  ): Promise<Response>;
  /** A successful answer, whole or streamed. Throws if it is anything else. */
  served(text: string, isStreamed: boolean): ServedText;
  /** What a stream had said when it failed. Throws if it did not fail truthfully. */
  brokenOff(text: string): string;
}

export interface AskedByMatrix {
  readonly model: string;
  readonly stream: boolean;
  readonly provider: object;
}

export interface ServedText {
  readonly said: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const cases = Object.entries(faults).flatMap(([name, fault]) =>
  [true, false].flatMap((fallback) =>
    [true, false].map((stream) => ({ name, fault, fallback, stream })),
  ),
);

/** Every fault of an upstream by this door: with and without a fall-back, as a stream and whole. */
export function describeFaultMatrix(door: Door): void {
  let upstream: ChatUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    const behaviours = Object.entries(faults).flatMap(([name, { behaviour }]) =>
      behaviour === undefined ? [] : [[name, behaviour] as const],
    );
    upstream = await startChatUpstream({
      ...Object.fromEntries(behaviours),
      good: answers([otherText]),
    });
    gateway = await startGateway(yamlFor(upstream, await closedPort()));
  });

  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  describe.concurrent("a fault of an upstream", () => {
    it("the fault matrix has at least 120 cases", () => {
      expect(cases.length).toBeGreaterThanOrEqual(120);
    });

    it.each(cases)(
      "$name (fall-back $fallback, stream $stream) ends truthfully and is booked once",
      (tried) => expectOneEnding(door, gateway, tried),
    );
  });

  it("the faults leave no hold behind, and one row for each request", () => {
    expect(gateway.openHolds()).toBe(0);
    expect(gateway.booked).toHaveLength(cases.length);
  });
}

async function expectOneEnding(
  door: Door,
  gateway: TestGateway,
  { name, fault, fallback, stream }: (typeof cases)[number],
): Promise<void> {
  const title = encodeURIComponent(`${name} ${fallback} ${stream}`);
  const provider = { order: [fault.address ?? "scripted"], allow_fallbacks: fallback };
  const asked = { model: caseId(name), stream, provider };
  const response = await door.ask(gateway, asked, { "x-service-title": title });
  const expectation = stream ? fault.stream : fault.plain;
  const reply = { door, response, text: await response.text(), stream };
  const row = await rowOf(gateway, title);
  expect(row.operation).toBe(door.operation);
  expect(response.headers.get("x-generation-id")).toBe(row.generationId);
  if (expectation.kind === "broken") expectBroken(reply, row, expectation);
  else if (expectation.kind === "served") expectServed(reply, row, fullText, []);
  else if (fallback && expectation.failsOver)
    expectServed(reply, row, otherText, [lostTo(fault, stream)]);
  else expectStatus(reply, row, expectation, fault);
}

function yamlFor({ url, port }: ChatUpstream, closed: number): string {
  const price = `{ input: "1", output: "2", cached_input: "1" }`;
  const provider = (name: string, address: string, more = "") =>
    `  ${name}: { kind: openai-compatible, base_url: "${address}"${more} }`;
  const models = Object.entries(faults).map(
    ([name, { address }]) => `
  - id: ${caseId(name)}
    kind: text
    context_length: 1000
    endpoints:
      - { provider: ${address ?? "scripted"}, upstream_model: "${name}", price: ${price} }
      - { provider: other, upstream_model: good, price: ${price} }`,
  );
  return [
    "providers:",
    provider("scripted", url),
    // For silent upstreams only: all others may be as slow as the machine is.
    provider("impatient", url, ", timeouts: { first_byte_ms: 250, total_ms: 1000 }"),
    provider("dozing", url, ", timeouts: { idle_ms: 2000 }"),
    provider("other", url),
    provider("closed", `http://127.0.0.1:${closed}`),
    provider("tls", `https://127.0.0.1:${port}`),
    "models:",
    ...models,
  ].join("\n");
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function lostTo({ lost }: Fault, stream: boolean): Tokens | undefined {
  return stream ? lost?.stream : lost?.plain;
}

interface Reply {
  readonly door: Door;
  readonly response: Response;
  readonly text: string;
  readonly stream: boolean;
}

/** The one row of this request, found by the title that was sent with it. */
async function rowOf(gateway: TestGateway, title: string): Promise<GenerationRecord> {
  const booked = gateway.booked.filter(({ facts }) => facts.appTitle === title);
  expect(booked).toHaveLength(1);
  const [only] = booked;
  const row = only === undefined ? null : await gateway.rowOf(only);
  if (row === null) throw new Error("There is no row.");
  return row;
}

function expectServed(
  { door, response, text, stream }: Reply,
  row: GenerationRecord,
  said: string,
  lost: readonly (Tokens | undefined)[],
) {
  const attempts = lost.length + 1;
  const billed = lost.map((tokens) => (tokens === undefined ? 0 : priceNanousd(...tokens)));
  expect(response.status, text).toBe(200);
  expect(door.served(text, stream)).toEqual({ said, inputTokens: 11, outputTokens: 3 });
  expect(response.headers.get("x-portico-attempts")).toBe(String(attempts));
  expect(row.state).toBe("settled");
  expect(row.chargedNanousd + row.unbilledNanousd).toBe(
    billed.reduce((sum, cost) => sum + cost, priceNanousd(11, 3)),
  );
  expect(row.billed).toHaveLength(billed.some((cost) => cost > 0) ? attempts : 0);
  expect(row).toMatchObject({ status: 200, errorKind: null, estimated: false });
  expect(row.attempts).toHaveLength(attempts);
}

function expectBroken(
  { door, response, text }: Reply,
  row: GenerationRecord,
  { text: said }: Extract<Expectation, { kind: "broken" }>,
) {
  expect(response.status).toBe(200);
  expect(door.brokenOff(text)).toBe(said);
  expect(row).toMatchObject({ state: "settled" });
  expect(row).toMatchObject({ status: 200, estimated: true, finishReason: null });
  expect(row.errorKind).not.toBeNull();
  expect(row.attempts).toHaveLength(1);
  expect(row.chargedNanousd).toBe(priceNanousd(row.inputTokens, row.outputTokens));
  expect(row.outputTokens).toBeGreaterThan(0);
}

function expectStatus(
  { response, text, stream }: Reply,
  row: GenerationRecord,
  { status }: Extract<Expectation, { kind: "status" }>,
  fault: Fault,
) {
  const { retryAfter } = fault;
  expect(response.status, text).toBe(status);
  expect(JSON.parse(text)).toMatchObject({ error: { code: status, message: expect.any(String) } });
  if (retryAfter !== undefined) expect(response.headers.get("retry-after")).toBe(retryAfter);
  else if (status === 429 || status === 529)
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  const tokens = lostTo(fault, stream);
  expect(row).toMatchObject(
    tokens === undefined
      ? { state: "released", chargedNanousd: 0, provider: null }
      : { state: "settled", chargedNanousd: priceNanousd(...tokens) },
  );
  expect(row.status).toBe(status);
  expect(row.attempts).toHaveLength(1);
}
