import { eventually } from "@portico/test-support/eventually";
import { afterEach, describe, expect, it } from "vitest";
import { answers, type Behaviour, startChatUpstream } from "../responses/chat-upstream.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway } from "../support/gateway.ts";

const started: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const fails =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: "no" } }));
  };

const model = (name: string, price = "1") =>
  `  - { id: a/${name}, kind: text, context_length: 1000, endpoints: [ { provider: a, upstream_model: ${name}, price: { input: "${price}", output: "${price}" } } ] }`;

async function start(canaries: string, next: Behaviour, price = "1") {
  const upstream = await startChatUpstream({ old: answers(["Old"]), new: next });
  const lines: string[] = [];
  const gateway = await startTestGateway({
    logStream: { write: (line: string) => void lines.push(line) },
    yaml: `
sandbox: false
providers: { a: { kind: openai-compatible, base_url: "${upstream.url}" } }
models:
${model("old")}
${model("new", price)}
aliases: { fast: a/old }
canaries: ${canaries}`,
  });
  started.push({ [Symbol.asyncDispose]: () => upstream.close() }, gateway);
  const ask = async (session: string, more: object = {}) => {
    const response = await fetch(`${gateway.api}/responses`, {
      method: "POST",
      headers: { ...jsonHeaders(gateway.own.ordinary), "x-session-id": session },
      body: JSON.stringify({ model: "a/old", input: "Hi", max_output_tokens: 9, ...more }),
    });
    const text = await response.text();
    return { status: response.status, by: /"model":"([^"]+)"/.exec(text)?.[1], text, response };
  };
  const askMany = async (count: number, more?: object) => {
    const all = [];
    for (let at = 0; at < count; at += 1) all.push(await ask(`s${at}`, more));
    return all;
  };
  const metrics = async () => await (await fetch(new URL("/metrics", gateway.api))).text();
  return { upstream, lines, gateway, ask, askMany, metrics };
}

it("a share of the sessions goes to the canary, each session as a whole", async () => {
  const { askMany } = await start("{ a/old: { to: a/new, percent: 30 } }", answers(["New"]));
  const [first, second] = [await askMany(60), await askMany(60)];
  const served = first.map(({ by }) => by);
  const share = served.filter((by) => by === "a/new").length;
  expect(share).toBeGreaterThan(5);
  expect(share).toBeLessThan(40);
  expect(second.map(({ by }) => by)).toEqual(served);
});

it.each([500, 400, 401])(
  "a canary that answers %i is rolled back, and no caller sees it fail",
  async (status) => {
    const { upstream, askMany, lines, metrics } = await start(
      "{ a/old: { to: a/new, percent: 5 } }",
      fails(status),
    );
    expect(await metrics()).toContain('portico_canary_serves{route="a/old",to="a/new"} 1');
    const seen = [...(await askMany(300)), ...(await askMany(30, { stream: true }))];
    expect(new Set(seen.map((one) => one.status))).toEqual(new Set([200]));
    expect(new Set(seen.map(({ by }) => by))).toEqual(new Set(["a/old"]));
    expect(seen.every(({ response }) => response.headers.get("x-portico-notice") === null)).toBe(
      true,
    );
    // The mark is a tenth of twenty.
    expect(upstream.asked.get("new")).toBe(3);
    expect(await metrics()).toContain('portico_canary_serves{route="a/old",to="a/new"} 0');
    expect(lines.filter((line) => line.includes("rolled back"))).toHaveLength(1);
  },
);

describe.each(engines)("a canary on two nodes, on $engine", (engine) => {
  it("is rolled back for both by the one that finds out, after a restart too, and until another version", async () => {
    const upstream = await startChatUpstream({ old: answers(["Old"]), new: fails(500) });
    const gateway = await startTestGateway({ engine });
    started.push({ [Symbol.asyncDispose]: () => upstream.close() }, gateway);
    const yaml = (percent: number) => `
sandbox: false
providers: { a: { kind: openai-compatible, base_url: "${upstream.url}" } }
models:
${model("old")}
${model("new")}
canaries: { a/old: { to: a/new, percent: ${percent} } }`;
    const get = async (api: string, path: string) => {
      const headers = jsonHeaders(gateway.own.management);
      return ((await (await fetch(`${api}${path}`, { headers })).json()) as Shown).data;
    };
    const put = async (percent: number) => {
      const response = await fetch(`${gateway.api}/configuration`, {
        method: "PUT",
        headers: jsonHeaders(gateway.own.management),
        body: JSON.stringify({
          yaml: yaml(percent),
          parent: (await get(gateway.api, "/configuration")).in_use,
        }),
      });
      expect(response.status, await response.text()).toBe(200);
    };
    const ask = async (api: string) => {
      const response = await fetch(`${api}/responses`, {
        method: "POST",
        headers: jsonHeaders(gateway.own.ordinary),
        body: JSON.stringify({ model: "a/old", input: "Hi", max_output_tokens: 9 }),
      });
      expect(response.status, await response.text()).toBe(200);
    };
    const canaryAt = async (api: string) => (await get(api, "/providers/a")).canaries[0];
    await put(100);
    const other = await gateway.another({});
    expect(await canaryAt(other.api)).toEqual({
      ...{ model: "a/old", to: "a/new", percent: 100, rolled_back: null },
    });
    for (let count = 0; count < 3; count += 1) await ask(gateway.api);
    const third = await eventually(async () => {
      expect((await canaryAt(other.api)).rolled_back).toMatchObject({ reason: "failures" });
      return await gateway.another({});
    });
    const asked = upstream.asked.get("new");
    await ask(other.api);
    await eventually(async () => expect((await canaryAt(third.api)).rolled_back).not.toBeNull());
    await ask(third.api);
    expect(upstream.asked.get("new")).toBe(asked);
    const alerts = await get(gateway.api, "/alerts?kind=canary_rolled_back");
    expect(alerts).toMatchObject([
      { subject: "canary:a/old", details: { to: "a/new", reason: "failures", failures: 3 } },
    ]);
    expect((await get(gateway.api, "/audit?action=rollBackCanary"))[0]).toMatchObject({
      actor: { type: "system" },
      target: { type: "configuration" },
      after: { canary: "a/old", serves: false, failures: 3 },
    });
    await put(50);
    expect(await canaryAt(gateway.api)).toMatchObject({ percent: 50, rolled_back: null });
  });
});

interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at single fields.
  readonly data: any;
}

it("an alias can have a canary, and the attempts of a generation name it", async () => {
  const { ask, gateway } = await start("{ fast: { to: a/new, percent: 100 } }", fails(503));
  const { response, status } = await ask("s", { model: "fast" });
  expect(status).toBe(200);
  const id = response.headers.get("x-generation-id");
  const shown = await fetch(`${gateway.api}/generation?id=${id}`, {
    headers: jsonHeaders(gateway.own.management),
  });
  const { data } = (await shown.json()) as { data: Record<string, unknown> };
  expect(data["model"]).toBe("a/old");
  expect(data["provider_responses"]).toMatchObject([{ status: 503 }, { status: 200 }]);
});

it("its answer names the canary, and its caller pays the canary's price", async () => {
  const { ask } = await start("{ a/old: { to: a/new, percent: 100 } }", answers(["New"]), "100");
  const { by, text, response } = await ask("s");
  expect(by).toBe("a/new");
  expect(response.headers.get("x-portico-notice")).toContain("a/new");
  expect(JSON.parse(text).usage.cost).toBeCloseTo(14 * 100e-6, 9);
});

it("a key whose money pays for the usual model alone is served by that", async () => {
  const canaries = "{ a/old: { to: a/new, percent: 100 } }";
  const { upstream, gateway, ask } = await start(canaries, answers(["New"]), "1000");
  const made = await fetch(`${gateway.api}/keys`, {
    method: "POST",
    headers: jsonHeaders(gateway.own.management),
    body: JSON.stringify({ name: "poor", limit: 0.005 }),
  });
  const { key } = (await made.json()) as { key: string };
  const response = await fetch(`${gateway.api}/responses`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "a/old", input: "Hi", max_output_tokens: 9 }),
  });
  expect(response.status, await response.text()).toBe(200);
  expect(upstream.asked.get("new")).toBeUndefined();
  expect((await ask("s")).by).toBe("a/new");
});
