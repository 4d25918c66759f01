import { eventually } from "@portico/test-support/eventually";
import { afterEach, expect, it } from "vitest";
import { answers, type Behaviour, startChatUpstream } from "../responses/chat-upstream.ts";
import { jsonHeaders, startTestGateway } from "../support/gateway.ts";

const started: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const model = (name: string) =>
  `  - { id: a/${name}, kind: text, context_length: 1000, endpoints: [ { provider: ${name}, upstream_model: ${name}, price: { input: "1", output: "1" } } ] }`;

async function start(other: Behaviour, bounds = "") {
  const bodies: Record<string, unknown>[] = [];
  const upstream = await startChatUpstream({ old: answers(["Old"]), new: other }, (body) =>
    bodies.push(body),
  );
  const gateway = await startTestGateway({
    yaml: `
sandbox: false
providers:
  old: { kind: openai-compatible, base_url: "${upstream.url}" }
  new: { kind: openai-compatible, base_url: "${upstream.url}" }
models:
${model("old")}
${model("new")}
shadows: { a/old: { to: a/new, percent: 100${bounds} } }`,
  });
  started.push({ [Symbol.asyncDispose]: () => upstream.close() }, gateway);
  const ask = async (more: object = {}) => {
    const response = await fetch(`${gateway.api}/responses`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({ model: "a/old", input: "Hi", max_output_tokens: 9, ...more }),
    });
    return { status: response.status, text: await response.text() };
  };
  const metrics = async () => await (await fetch(new URL("/metrics", gateway.api))).text();
  const rows = async () => {
    const listed = await fetch(`${gateway.api}/generations`, {
      headers: jsonHeaders(gateway.own.management),
    });
    return ((await listed.json()) as { data: { model: string }[] }).data;
  };
  /** A busy machine leaves shadows out: asks until the other model was asked. */
  const askUntilShadowed = (more: object = {}) =>
    eventually(async () => {
      const { status, text } = await ask(more);
      expect(status).toBe(200);
      await expect.poll(() => upstream.asked.get("new"), { timeout: 5_000 }).toBeGreaterThan(0);
      return text;
    });
  return { upstream, bodies, ask, askUntilShadowed, metrics, rows };
}

const served = 'portico_shadow_calls_total{route="a/old",to="a/new",outcome="served"}';

it("a shadow is asked after the answer; no key pays, and the metrics have what it cost", async () => {
  const { askUntilShadowed, metrics, rows, bodies } = await start(answers(["New"]));
  expect(JSON.parse(await askUntilShadowed()).usage.cost).toBe(14e-6);
  await expect.poll(metrics).toContain(`${served} 1`);
  expect(await metrics()).toMatch(/portico_shadow_cost_usd_total\{to="a\/new"\} 0\.000014/);
  expect(await metrics()).not.toContain('portico_cost_usd_total{model="a/new"}');
  expect(new Set((await rows()).map((row) => row.model))).toEqual(new Set(["a/old"]));
  expect(bodies.at(-1)).toMatchObject({ model: "new", messages: bodies[0]?.["messages"] });
});

it("no caller sees a failing shadow", async () => {
  const { askUntilShadowed, metrics } = await start(
    (response) => void response.writeHead(500).end("{}"),
  );
  await askUntilShadowed({ stream: true });
  await expect
    .poll(metrics)
    .toMatch(/portico_shadow_calls_total\{route="a\/old",to="a\/new",outcome="(?!served)/);
});

it("shadows in flight are bounded, and callers never wait for one", async () => {
  const { ask, upstream } = await start(() => undefined, ", in_flight: 2");
  await eventually(async () => {
    expect((await ask()).status).toBe(200);
    expect(upstream.asked.get("new")).toBe(2);
  });
  for (let made = 0; made < 6; made += 1) expect((await ask()).status).toBe(200);
  expect(upstream.asked.get("new")).toBe(2);
});

it("a request that excludes the other provider has no shadow", async () => {
  const { ask, askUntilShadowed, upstream, metrics } = await start(answers(["New"]));
  expect((await ask({ provider: { only: ["old"] } })).status).toBe(200);
  await askUntilShadowed();
  await expect.poll(metrics).toContain(`${served} 1`);
  expect(upstream.asked.get("new")).toBe(1);
});
