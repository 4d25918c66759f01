import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type ChatUpstream, chatBody, startChatUpstream } from "../responses/chat-upstream.ts";
import { engines } from "../store/engines.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

/** The usage that the upstream reports for the next answer to any request. */
let usage: Usage;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const yamlFor = ({ url }: ChatUpstream) => `
providers: { fake: { kind: openai-compatible, base_url: "${url}" } }
models:
  - id: m
    kind: text
    context_length: 3000000
    endpoints:
      - provider: fake
        upstream_model: u
        price:
          input: "1.25"
          output: "10"
          cached_input: "0.125"
          steps: [ { above: 200000, input: "2.5", output: "15", cached_input: "0.25" } ]
`;

/** In nanodollars, as the vendor's price list says it: two prices, one for each side of 200,000. */
function billOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: Usage): number {
  const isLong = prompt_tokens > 200_000;
  const cached = Math.min(prompt_tokens_details?.cached_tokens ?? 0, prompt_tokens);
  const picousd =
    (prompt_tokens - cached) * (isLong ? 2_500_000 : 1_250_000) +
    cached * (isLong ? 250_000 : 125_000) +
    completion_tokens * (isLong ? 15_000_000 : 10_000_000);
  return Math.ceil(picousd / 1000);
}

interface Shown {
  readonly usage: number;
  readonly unbilled: number;
}

describe.each(engines)("what an upstream bills above the hold, on $engine", ({ makePlace }) => {
  async function start(lines: string[] = []): Promise<TestGateway> {
    const place = await makePlace();
    const upstream = await startChatUpstream({
      u: (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...JSON.parse(chatBody(["Good"])), usage }));
      },
    });
    const gateway = await startTestGateway({
      yaml: yamlFor(upstream),
      logStream: { write: (line) => void lines.push(line) },
      store: await place.open(),
    });
    closing.push(
      async () => place[Symbol.asyncDispose](),
      () => upstream.close(),
      async () => gateway[Symbol.asyncDispose](),
    );
    return gateway;
  }

  const ask = async ({ api, own }: TestGateway) => {
    const body = JSON.stringify({ model: "m", input: "Hi", max_output_tokens: 100 });
    const headers = jsonHeaders(own.ordinary);
    const reply = await fetch(`${api}/responses`, { method: "POST", headers, body });
    expect(reply.status).toBe(200);
    return { id: ((await reply.json()) as { id: string }).id, headers: reply.headers };
  };
  const read = async <Body>({ api, own }: TestGateway, path: string): Promise<Body> => {
    const reply = await fetch(`${api}${path}`, { headers: bearer(own.management) });
    expect(reply.status).toBe(200);
    return (await reply.json()) as Body;
  };
  const nanousd = (usd: number) => Math.round(usd * 1e9);

  it("is the same in the generation, the activity, the metric and the log, to the nanodollar", async () => {
    const lines: string[] = [];
    const gateway = await start(lines);
    usage = { prompt_tokens: 258_000, completion_tokens: 5, total_tokens: 258_005 };
    const { id, headers } = await ask(gateway);
    // The bound: 2 bytes, 40 marks around them, 1,024 that the upstream may add, and 100 tokens of output.
    const charged = (1_066 * 1_250_000 + 100 * 10_000_000) / 1000;
    const unbilled = billOf(usage) - charged;
    expect(unbilled).toBe(642_742_500);
    expect(Number(headers.get("x-portico-cost"))).toBe(charged / 1e9);

    const { data } = await read<{ data: Shown }>(gateway, `/generation?id=${id}`);
    expect(data).toMatchObject({ usage: charged / 1e9, unbilled: unbilled / 1e9 });
    const shown = { usage: charged / 1e9, unbilled: unbilled / 1e9, requests: 1 };
    const activity = await read(gateway, "/activity");
    expect(activity).toMatchObject({ data: [{ model: "m", ...shown }], totals: shown });

    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    const metric = /^portico_unbilled_usd_total\{model="m",provider="fake"\} (\S+)$/m.exec(metrics);
    expect(nanousd(Number(metric?.[1]))).toBe(unbilled);

    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
    expect(warnings).toMatchObject([
      { generation_id: id, model: "m", provider: "fake", unbilled_usd: unbilled / 1e9 },
    ]);
  });

  it("adds up with the charge to the vendor's bill, with any count of the vendor", async () => {
    const gateway = await start();
    let billed = 0;
    let unbilled = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat(4_000), fc.integer({ min: 199_999, max: 200_001 }), fc.nat(3_000_000)),
        fc.nat(400),
        fc.nat(300_000),
        async (prompt_tokens, completion_tokens, cached_tokens) => {
          usage = {
            ...{ prompt_tokens, completion_tokens },
            total_tokens: prompt_tokens + completion_tokens,
            prompt_tokens_details: { cached_tokens },
          };
          const { id } = await ask(gateway);
          const { data } = await read<{ data: Shown }>(gateway, `/generation?id=${id}`);
          expect(nanousd(data.usage) + nanousd(data.unbilled)).toBe(billOf(usage));
          billed += billOf(usage);
          unbilled += nanousd(data.unbilled);
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
    expect(unbilled).toBeGreaterThan(0);
    const { totals } = await read<{ totals: Shown }>(gateway, "/activity");
    expect(nanousd(totals.unbilled)).toBe(unbilled);
    expect(nanousd(totals.usage) + nanousd(totals.unbilled)).toBe(billed);
  });

  it("is nothing where the upstream is within the bound, and then nothing is said", async () => {
    const lines: string[] = [];
    const gateway = await start(lines);
    usage = { prompt_tokens: 1_000, completion_tokens: 5, total_tokens: 1_005 };
    const { id } = await ask(gateway);
    const { data } = await read<{ data: Shown }>(gateway, `/generation?id=${id}`);
    expect(data).toMatchObject({ usage: billOf(usage) / 1e9, unbilled: 0 });
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).not.toMatch(
      /^portico_unbilled_usd_total\{/m,
    );
    expect(lines.some((line) => line.includes("unbilled"))).toBe(false);
  });
});
