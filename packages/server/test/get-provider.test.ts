import type { Output } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embedded, engines } from "./store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "./support/gateway.ts";
import { type Asked, fakeUpstream, json } from "./wire/fake-upstream.ts";

const yamlFor = (url: string) => `
routing: { failures_to_open: 1 }
sandbox: all
providers:
  down: { kind: openai-compatible, base_url: "http://127.0.0.1:9/v1" }
  strict: { kind: openai-compatible, base_url: "${url}/v1", api_key: operators-key, headers: { x-team: ops }, byok: allow }
models:
  - id: local/text
    kind: text
    context_length: 1000
    endpoints:
      - { provider: down, upstream_model: t, price: { input: "1", output: "2" } }
      - { provider: sandbox, upstream_model: text, price: { input: "1", output: "2" } }
  - id: local/strict
    kind: text
    context_length: 1000
    endpoints: [ { provider: strict, upstream_model: s, price: { input: "1", output: "2" } } ]
`;

describe.each(engines)("a provider in detail on $engine", (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine, yaml: yamlFor("http://127.0.0.1:9") });
    for (let times = 0; times < 2; times += 1)
      expect(await ask(gateway, "local/text")).toMatchObject({ status: 200 });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it("shows its failed attempts also of requests that another provider served", async () => {
    const { failures, provider } = await detail(gateway, "down");
    expect(provider).toMatchObject({ slug: "down", models: 1, uptime_last_5m: 0, circuit: "open" });
    expect(failures[0]).toMatchObject({
      model: "local/text",
      upstream_model: "t",
      status: null,
      failure: "connection",
      served_by: "sandbox",
    });
    const generation = await get(gateway, `/generation?id=${failures[0]?.generation_id}`);
    expect(generation.body.data.provider_name).toBe("sandbox");
    expect((await detail(gateway, "sandbox")).failures).toEqual([]);
  });

  it("shows when its circuit opened, in which process, and the stretch of time in which it failed", async () => {
    const { circuit_changes: changes, time_line: line, endpoints } = await detail(gateway, "down");
    expect(changes).toMatchObject([{ upstream_model: "t", circuit: "open" }]);
    expect(line).toMatchObject([{ answered: 0, latency: null }]);
    expect(line.reduce((sum, { failed }) => sum + failed, 0)).toBeGreaterThanOrEqual(1);
    const [slot] = line;
    expect(Date.parse(slot?.to ?? "") - Date.parse(slot?.from ?? "")).toBe(5 * 60_000);
    expect(endpoints).toMatchObject([{ upstream_model: "t", circuit: "open" }]);
  });

  it("shows the credentials of the caller's organisation alone", async () => {
    const stranger = await gateway.addTenant();
    const body = { provider: "strict", secret: "s".repeat(20) };
    const made = await post(gateway, "/byok", body);
    expect((await detail(gateway, "strict")).credentials).toMatchObject({
      operator: true,
      byok: [{ id: made.body.data.id }],
    });
    const theirs = await get(gateway, "/providers/strict", stranger.management);
    expect(theirs.body.data).toMatchObject({ credentials: { byok: [] }, failures: [] });
  });

  it("knows no provider that the operator's file does not have", async () => {
    expect((await get(gateway, "/providers/nothing")).status).toBe(404);
    expect((await post(gateway, "/providers/nothing/check", {})).status).toBe(404);
    expect((await get(gateway, "/providers/down", gateway.own.ordinary)).status).toBe(401);
  });
});

describe("the check of a provider's credential", () => {
  it("says that the provider accepts the operator's credential, and that it refuses another", async () => {
    const asked: Asked[] = [];
    await using upstream = await fakeUpstream(async (response, request) => {
      asked.push(request);
      const isGood = request.headers.authorization === "Bearer operators-key";
      await json(
        isGood ? 200 : 401,
        isGood ? { data: [{ id: "s" }] } : { error: { message: "wrong" } },
      )(response, request);
    });
    await using gateway = await startTestGateway({ engine: embedded, yaml: yamlFor(upstream.url) });
    const secret = `sk-own-${"x".repeat(20)}`;
    const own = (await post(gateway, "/byok", { provider: "strict", secret })).body.data;
    const accepted = (await post(gateway, "/providers/strict/check", {})).body.data;
    expect(accepted).toMatchObject({ outcome: "accepted", byok_id: null, failure: null });
    const refused = await post(gateway, "/providers/strict/check", { byok_id: own.id });
    expect(refused.body.data).toMatchObject({
      outcome: "failed",
      byok_id: own.id,
      failure: "credential",
      status: 401,
    });
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer operators-key",
      `Bearer ${secret}`,
    ]);
    const { body } = await get(gateway, "/audit?action=checkProvider");
    expect(body.data).toMatchObject([
      { target: { type: "provider", id: "strict" }, after: { outcome: "failed", status: 401 } },
      { after: { outcome: "accepted" } },
    ]);
    const said = JSON.stringify([refused, accepted, body]);
    for (const part of [secret, "operators-key"]) expect(said).not.toContain(part);
  });

  it("does not ask the provider again within five seconds, however often it is called", async () => {
    let asked = 0;
    await using upstream = await fakeUpstream(async (response, request) => {
      asked += 1;
      await json(200, { data: [{ id: "other" }] })(response, request);
    });
    await using gateway = await startTestGateway({ engine: embedded, yaml: yamlFor(upstream.url) });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => post(gateway, "/providers/strict/check", {})),
    );
    expect(asked).toBe(1);
    for (const { body } of replies)
      expect(body.data).toMatchObject({ outcome: "doubtful", missing_models: ["s"] });
  });

  it("says that it failed where the provider cannot be reached, and refuses a credential of another provider", async () => {
    await using gateway = await startTestGateway({
      engine: embedded,
      yaml: yamlFor("http://127.0.0.1:9"),
    });
    const { body } = await post(gateway, "/providers/down/check", {});
    expect(body.data).toMatchObject({ outcome: "failed", failure: "connection", status: null });
    const own = await post(gateway, "/byok", { provider: "strict", secret: "s".repeat(20) });
    const other = { byok_id: own.body.data.id };
    expect((await post(gateway, "/providers/down/check", other)).status).toBe(404);
  });
});

async function get(gateway: TestGateway, path: string, key = gateway.own.management) {
  const response = await fetch(gateway.api + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function detail(gateway: TestGateway, slug: string): Promise<Output<"getProvider">["data"]> {
  return (await get(gateway, `/providers/${slug}`)).body.data;
}

async function post(gateway: TestGateway, path: string, body: object) {
  const headers = jsonHeaders(gateway.own.management);
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(gateway.api + path, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function ask(gateway: TestGateway, model: string) {
  const headers = jsonHeaders(gateway.own.ordinary);
  // In the order of the list: the one that fails comes first.
  const body = JSON.stringify({ model, input: "a", provider: { order: ["down", "sandbox"] } });
  const response = await fetch(`${gateway.api}/responses`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}
