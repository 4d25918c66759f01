import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  type Behaviour,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
} from "./chat-upstream.ts";
import { expectTruthful, parseEvents, post } from "./read-events.ts";
import { startGateway, type TestGateway, type TestGatewayOptions } from "./test-gateway.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const fails =
  (status: number, more: object = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: "It is so." }, ...more }));
  };

/** Three words, and then no more: billed, and of no use. */
const breaksOff: Behaviour = (response) => {
  beginStream(response);
  const [role = "", ...words] = chatEvents(["One ", "two ", "three "]).slice(0, 4);
  response.end([role, ...words].map(toFrame).join(""));
};

const call: Behaviour = (response) => {
  beginStream(response);
  const delta = {
    tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: '{"a":' } }],
  };
  const choices = [{ index: 0, delta, finish_reason: "tool_calls" }];
  const usage = { prompt_tokens: 7, completion_tokens: 5 };
  const chunks = [{ choices }, { choices: [], usage }].map((chunk) => JSON.stringify(chunk));
  response.end([...chunks, "[DONE]"].map(toFrame).join(""));
};

const dollars = 1_000_000_000;

/** `cheap`, at 1 and 2 dollars for a million tokens, and `dear`, at 10 and 20: each has a provider of its own. */
async function start(
  { cheap, dear, more = "" }: { cheap: Behaviour; dear: Behaviour; more?: string },
  options: TestGatewayOptions = {},
): Promise<{ gateway: TestGateway; upstream: ChatUpstream; bodies: Record<string, unknown>[] }> {
  const bodies: Record<string, unknown>[] = [];
  const upstream = await startChatUpstream({ cheap, dear }, (body) => void bodies.push(body));
  const kind = `{ kind: openai-compatible, base_url: "${upstream.url}"`;
  const gateway = await startGateway(
    `
providers:
  one: ${kind} }
  two: ${kind} }
models:
  - id: a/cheap
    kind: text
    context_length: 1000
    endpoints: [ { provider: one, upstream_model: cheap, price: { input: "1", output: "2" }, abilities: { images: false } } ]
  - id: b/dear
    kind: text
    context_length: 4000
    max_output_tokens: 500
    endpoints: [ { provider: two, upstream_model: dear, price: { input: "10", output: "20" }, abilities: { images: true } } ]
  - id: c/vectors
    kind: embedding
    context_length: 1000
    dimensions: 2
    endpoints: [ { provider: one, upstream_model: vectors, price: { input: "1" } } ]
${more}`,
    options,
  );
  open.push(upstream, gateway);
  return { gateway, upstream, bodies };
}

const ask = { model: "a/cheap", models: ["b/dear"], input: "Hi" };
const good = answers(["Good ", "morning"]);
/** What `chatUsage` of the upstream costs: 11 tokens in, 4 of them read from the cache, and 3 out. */
const costAt = (input: number, output: number) => 11 * input + 3 * output;

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Failure {
  readonly error: {
    readonly message: string;
    readonly metadata?: { readonly field?: string; readonly attempts?: readonly object[] };
  };
}

async function refusal(response: Response): Promise<Failure["error"]> {
  const { error } = (await response.json()) as Failure;
  return error;
}

describe("models that may answer in place of the requested one", () => {
  it.each([{ stream: false }, { stream: true }])(
    "answer where its providers cannot: %o",
    async ({ stream }) => {
      const { gateway, upstream } = await start({ cheap: fails(503), dear: good });
      const response = await post(gateway, { ...ask, stream });
      expect(response.status).toBe(200);
      expect(response.headers.get("x-portico-provider")).toBe("two");
      expect(response.headers.get("x-portico-attempts")).toBe("2");
      expect(response.headers.get("x-portico-notice")).toBe("b/dear answered in place of a/cheap.");
      const reply = stream
        ? expectTruthful(parseEvents(await response.text()))["response"]
        : await response.json();
      expect(reply).toMatchObject({ model: "b/dear", status: "completed" });
      expect([...upstream.asked]).toEqual([
        ["cheap", 1],
        ["dear", 1],
      ]);
      const [done] = gateway.booked;
      if (done === undefined) throw new Error("Nothing was booked.");
      expect(await gateway.rowOf(done)).toMatchObject({
        model: "b/dear",
        provider: "two",
        upstreamModel: "dear",
        chargedNanousd: costAt(10_000, 20_000),
        unbilledNanousd: 0,
        attempts: [
          { provider: "one", upstreamModel: "cheap", status: 503 },
          { provider: "two", upstreamModel: "dear", status: 200 },
        ],
      });
      expect(gateway.openHolds()).toBe(0);
    },
  );

  it("are not asked where the requested one answers, at its own price", async () => {
    const { gateway, upstream } = await start({ cheap: good, dear: good });
    const response = await post(gateway, ask);
    expect(await response.json()).toMatchObject({ model: "a/cheap" });
    expect(response.headers.has("x-portico-notice")).toBe(false);
    expect(upstream.asked.has("dear")).toBe(false);
    expect(gateway.booked).toMatchObject([
      { facts: { model: "a/cheap" }, costNanousd: costAt(1_000, 2_000) },
    ]);
  });

  it.each([400, 429, 500])(
    "what a provider counted is charged, although it answers %i",
    async (status) => {
      const usage = { prompt_tokens: 7, completion_tokens: 5 };
      const { gateway } = await start({ cheap: fails(status, { usage }), dear: good });
      for (const stream of [false, true])
        expect((await post(gateway, { ...ask, models: null, stream })).ok).toBe(false);
      const charged = { costNanousd: 7 * 1_000 + 5 * 2_000 };
      expect(gateway.booked).toMatchObject([charged, charged]);
    },
  );

  it("are not asked where a provider refuses the request as wrong", async () => {
    const { gateway, upstream } = await start({ cheap: fails(400), dear: good });
    expect((await post(gateway, ask)).status).toBe(400);
    expect(upstream.asked.has("dear")).toBe(false);
  });

  it("are asked once each, in their order, however often they are named", async () => {
    const { gateway, upstream, bodies } = await start({ cheap: fails(503), dear: fails(429) });
    const models = ["b/dear", "a/cheap", "b/dear"];
    const response = await post(gateway, { ...ask, models });
    expect(response.status).toBe(529);
    expect(await refusal(response)).toMatchObject({
      message: "The models' providers are temporarily overloaded or cannot be reached.",
      metadata: {
        attempts: [
          { model: "a/cheap", provider: "one", status: 503 },
          { model: "b/dear", provider: "two", status: 429 },
        ],
      },
    });
    expect(bodies.map(({ model }) => model)).toEqual(["cheap", "dear"]);
    expect([...upstream.asked.values()]).toEqual([1, 1]);
    expect(gateway.booked).toMatchObject([{ facts: { model: "a/cheap" }, costNanousd: 0 }]);
  });

  it("the dearest of them is held, and more than is held is never charged", async () => {
    const { gateway, bodies } = await start({ cheap: call, dear: good });
    const tools = [{ type: "function", name: "f" }];
    const request = { ...ask, tools, max_output_tokens: 100 };
    expect((await post(gateway, request)).status).toBe(200);
    const [done] = gateway.booked;
    if (done === undefined) throw new Error("Nothing was booked.");
    const row = await gateway.rowOf(done);
    // The first one's answer was of no use, and is billed all the same.
    const lost = 7 * 1_000 + 5 * 2_000;
    expect(row).toMatchObject({
      model: "b/dear",
      chargedNanousd: lost + costAt(10_000, 20_000),
      billed: [
        { attempt: 0, upstreamModel: "cheap", chargedNanousd: lost },
        { attempt: 1, upstreamModel: "dear", chargedNanousd: costAt(10_000, 20_000) },
      ],
    });
    const alone = await start({ cheap: good, dear: good });
    await post(alone.gateway, { ...request, model: "b/dear", models: null });
    const [other] = alone.gateway.booked;
    if (other === undefined) throw new Error("Nothing was booked.");
    expect(row?.heldNanousd).toBe((await alone.gateway.rowOf(other))?.heldNanousd);
    // The second one may write what the rest of the hold pays for.
    expect(bodies).toMatchObject([{ max_tokens: 100 }, { max_tokens: 99 }]);
  });

  it("a key that can pay for the requested one only is refused, and told what helps", async () => {
    const { gateway, upstream } = await start(
      { cheap: good, dear: good },
      { limitNanousd: 0.01 * dollars },
    );
    const response = await post(gateway, { ...ask, max_output_tokens: 400 });
    expect(response.status).toBe(402);
    expect((await refusal(response)).message).toMatch(/leave the dearest of the models out/);
    expect(upstream.asked.size).toBe(0);
    expect((await post(gateway, { ...ask, models: [], max_output_tokens: 400 })).status).toBe(200);
  });

  it("each may write as much as the key can pay at its own price", async () => {
    const { gateway, bodies } = await start(
      { cheap: fails(503), dear: good },
      // The context bounds the input, so this leaves 300 tokens at the dear one.
      { limitNanousd: 4_000 * 10_000 + 300 * 20_000 },
    );
    expect((await post(gateway, { ...ask, input: "Hi ".repeat(20_000) })).status).toBe(200);
    expect(bodies[0]).not.toHaveProperty("max_tokens");
    expect(bodies[1]).toMatchObject({ max_tokens: 300 });
    expect(gateway.openHolds()).toBe(0);
  });

  it("each has its own longest answer", async () => {
    const { gateway, bodies } = await start({ cheap: fails(503), dear: good });
    expect((await post(gateway, { ...ask, max_output_tokens: 900 })).status).toBe(200);
    expect(bodies).toMatchObject([{ max_tokens: 900 }, { max_tokens: 500 }]);
    expect((await post(gateway, { ...ask, model: "b/dear", max_output_tokens: 500 })).status).toBe(
      200,
    );
    const held = gateway.booked.map(async (done) => (await gateway.rowOf(done))?.heldNanousd);
    const [ofBoth, ofDear] = await Promise.all(held);
    expect(ofBoth).toBe(ofDear);
  });

  it("each has its own conversation: what one model cannot see, another one is shown", async () => {
    const { gateway, bodies } = await start({ cheap: fails(503), dear: good });
    const output = [{ type: "input_image", image_url: pixel, detail: "auto" }];
    const input = [
      { type: "message", role: "user", content: "Look." },
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output },
    ];
    expect((await post(gateway, { ...ask, input })).status).toBe(200);
    const [toCheap, toDear] = bodies.map((body) => JSON.stringify(body));
    expect(toCheap).toContain("image left out: this model does not support images");
    expect(toCheap).not.toContain(pixel);
    expect(toDear).toContain(pixel);
    expect(toDear).not.toContain("left out");
  });

  it("one that cannot process the request is left out where another one can", async () => {
    const { gateway, upstream } = await start({ cheap: good, dear: good });
    const picture = { type: "input_image", image_url: pixel, detail: "auto" };
    const input = [{ type: "message", role: "user", content: [picture] }];
    const response = await post(gateway, { ...ask, input });
    expect(await response.json()).toMatchObject({ model: "b/dear" });
    expect(response.headers.get("x-portico-notice")).toBe(
      "b/dear answered in place of a/cheap. Left out, because no provider of them can serve this request as it is: a/cheap.",
    );
    expect(upstream.asked.has("cheap")).toBe(false);
    expect((await post(gateway, { ...ask, input, models: [] })).status).toBe(400);
  });

  it("preferences hold for each of them, and where they exclude all, the error names every reason", async () => {
    const { gateway } = await start({ cheap: good, dear: good });
    const only = (provider: string) => post(gateway, { ...ask, provider: { only: [provider] } });
    expect(await (await only("two")).json()).toMatchObject({ model: "b/dear" });
    const response = await only("three");
    expect(response.status).toBe(404);
    expect((await refusal(response)).message).toMatch(
      /^No provider of a\/cheap .* No provider of b\/dear /,
    );
  });

  it.each([
    ["b/deer", 'models[1]: The model "b/deer" does not exist. Did you mean "b/dear"?'],
    [
      "c/vectors",
      "models[1]: The model c/vectors is not a text model but an embedding model: send it to POST /embeddings.",
    ],
  ])("a name that is no text model's is found at once: %s", async (id, message) => {
    const { gateway, upstream } = await start({ cheap: good, dear: good });
    const response = await post(gateway, { ...ask, models: ["b/dear", id] });
    expect(response.status).toBe(404);
    expect(await refusal(response)).toMatchObject({ message, metadata: { field: "models[1]" } });
    expect(upstream.asked.size).toBe(0);
  });

  it("a list of more than eight is refused, one that is empty or null is none", async () => {
    const { gateway } = await start({ cheap: good, dear: good });
    expect((await post(gateway, { ...ask, models: Array(9).fill("b/dear") })).status).toBe(400);
    expect((await post(gateway, { ...ask, models: [] })).status).toBe(200);
    expect((await post(gateway, { ...ask, models: null })).status).toBe(200);
  });

  it("an answer that has begun is never another model's", async () => {
    const { gateway, upstream } = await start({ cheap: breaksOff, dear: good });
    const text = await (await post(gateway, { ...ask, stream: true })).text();
    expect(expectTruthful(parseEvents(text))).toMatchObject({
      type: "response.failed",
      response: { model: "a/cheap" },
    });
    expect(upstream.asked.has("dear")).toBe(false);
    // Without a stream its caller has seen none of it, so the next model can still answer.
    expect(await (await post(gateway, ask)).json()).toMatchObject({ model: "b/dear" });
    expect(gateway.booked.map(({ facts }) => facts.model)).toEqual(["a/cheap", "b/dear"]);
  });
});

describe("for embeddings", () => {
  const embed = ({ url, key }: TestGateway, models: unknown) =>
    fetch(`${url}/embeddings`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "sandbox/embed", input: "Hi", models }),
    });

  it("no other model answers, because vectors of different models cannot be compared", async () => {
    const gateway = await startGateway("{}");
    open.push(gateway);
    const response = await embed(gateway, ["sandbox/embed"]);
    expect(response.status).toBe(400);
    expect((await refusal(response)).message).toContain(
      "vectors of different models cannot be compared",
    );
    expect((await embed(gateway, [])).status).toBe(200);
    expect((await embed(gateway, null)).status).toBe(200);
  });
});
