import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway, type TestTenant } from "../support/gateway.ts";
import { ask, bring } from "../tenancy/manage.ts";
import type { FakeUpstream } from "../wire/fake-upstream.ts";
import { dialectsUpstream, everyDialect } from "./dialects.ts";

let upstream: FakeUpstream;
let gateway: TestGateway;
let other: TestTenant;
beforeAll(async () => {
  upstream = await dialectsUpstream();
  gateway = await startTestGateway({ yaml: everyDialect(upstream.url) });
  other = await gateway.addTenant();
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const name = `alice@example.test ${"x".repeat(30)}`;
const messages = [{ role: "user", content: "Hello" }];
const hints = { user: name, prompt_cache_key: name };

/** The names that a request's body has, of a request that is asked again each time. */
async function namesSent(
  [path, body]: readonly [string, object],
  key: string,
  at: Pick<TestGateway, "api"> = gateway,
): Promise<unknown[]> {
  const told = await ask(at, key, "POST", path, body);
  expect(told.status, told.text).toBe(200);
  const sent = JSON.parse(upstream.asked.at(-1)?.body ?? "");
  return [sent.user, sent.prompt_cache_key, sent.metadata?.user_id].filter(
    (each) => each !== undefined,
  );
}

const requests = [
  ["/responses", { model: "m/openai", input: "Hello", ...hints }],
  ["/chat/completions", { model: "m/openai", messages, ...hints }],
  ["/chat/completions", { model: "m/azure", messages, ...hints }],
  ["/embeddings", { model: "e/openai", input: "Hello", user: name }],
  ["/messages", { model: "m/anthropic", max_tokens: 9, messages, metadata: { user_id: name } }],
] as const;

describe.each(requests)("the caller's names in a request to %s", (path, body) => {
  const request = [path, body] as const;

  it("differ upstream between workspaces, and are equal within one, on every node", async () => {
    const sent = await namesSent(request, gateway.own.ordinary);
    const node = await gateway.another();
    expect(await namesSent(request, await gateway.own.addKey(), node)).toEqual(sent);
    await node.close();
    const others = await namesSent(request, other.ordinary);
    const { workspaceId } = await gateway.own.neighbour();
    const neighbours = await namesSent(request, await gateway.own.addKey({ workspaceId }));
    expect(sent.length).toBeGreaterThan(0);
    for (const [index, each] of sent.entries()) {
      expect(each).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set([each, others[index], neighbours[index]]).size).toBe(3);
    }
  });

  it("go as they came with the workspace's own credential", async () => {
    const tenant = await gateway.addTenant();
    const provider = body.model.slice("m/".length);
    await bring(gateway, tenant, { provider, secret: "sk-own" });
    for (const each of await namesSent(request, tenant.ordinary)) expect(each).toBe(name);
  });
});
