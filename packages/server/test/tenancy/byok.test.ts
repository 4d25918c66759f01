import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { withoutIds } from "../support/without-ids.ts";
import { type FakeUpstream, fakeUpstream, json } from "../wire/fake-upstream.ts";
import { ask, bring } from "./manage.ts";

let upstream: FakeUpstream;
beforeEach(async () => {
  const data = [{ index: 0, embedding: [1, 0] }];
  upstream = await fakeUpstream(json(200, { data, usage: { prompt_tokens: 1_000 } }));
});
afterEach(() => upstream[Symbol.asyncDispose]());

const yamlWith = (more: string) => `
providers:
  local: { kind: openai-compatible, base_url: "${upstream.url}/v1", ${more} }
models:
  - { id: t/local, kind: embedding, context_length: 100000, dimensions: 2, endpoints: [ { provider: local, upstream_model: e, price: { input: "1000" } } ] }
`;

describe("a deletion of a credential", () => {
  it("by an ordinary key reaches its own workspace, and tells nothing of another", async () => {
    await using gateway = await startTestGateway();
    const { own } = gateway;
    const team = await own.neighbour();
    const teamKey = await own.addKey({ workspaceId: team.workspaceId });
    const idle = await own.addKey({ workspaceId: team.workspaceId, limitNanousd: 0 });
    const id = await bring(gateway, own, { provider: "sandbox", secret: "sk-of-the-default" });
    const absent = await ask(gateway, idle, "DELETE", `/byok/${randomUUID()}`);
    for (const key of [idle, teamKey]) {
      const told = await ask(gateway, key, "DELETE", `/byok/${id}`);
      expect([told.status, withoutIds(told.text)]).toEqual([404, withoutIds(absent.text)]);
      const names = (headers: Headers) => [...headers.keys()].sort();
      expect(names(told.headers)).toEqual(names(absent.headers));
    }
    expect(await gateway.store.credentials.get(own.organisationId, id)).not.toBeNull();
    expect((await ask(gateway, own.ordinary, "DELETE", `/byok/${id}`)).body).toEqual({
      deleted: true,
    });
    expect((await ask(gateway, own.ordinary, "DELETE", `/byok/${id}`)).status).toBe(404);
  });

  it("by a management key reaches every workspace of its organisation", async () => {
    await using gateway = await startTestGateway();
    const { own } = gateway;
    const team = await own.neighbour();
    const credential = {
      provider: "sandbox",
      secret: "sk-of-the-team",
      workspace_id: team.workspaceId,
    };
    const id = await bring(gateway, own, credential);
    const foreigner = await gateway.addTenant();
    expect((await ask(gateway, foreigner.management, "DELETE", `/byok/${id}`)).status).toBe(404);
    expect((await ask(gateway, own.management, "DELETE", `/byok/${id}`)).status).toBe(200);
  });
});

describe("a credential for a server that checks none", () => {
  const embed = (gateway: Pick<TestGateway, "api">, key: string) =>
    ask(gateway, key, "POST", "/embeddings", { model: "t/local", input: "a" });

  it("is refused, and the message says what the operator may do", async () => {
    await using gateway = await startTestGateway({ yaml: yamlWith("api_key: sk-none") });
    const body = { provider: "local", secret: "x" };
    const told = await ask(gateway, gateway.own.management, "POST", "/byok", body);
    expect([told.status, told.body.error.metadata]).toMatchObject([
      400,
      { kind: "bad_request", field: "provider" },
    ]);
    expect(told.body.error.message).toContain("byok: allow");
    const unknown = await ask(gateway, gateway.own.management, "POST", "/byok", {
      ...body,
      provider: "no-such",
    });
    expect(unknown.body.error.message).toContain("must be one of the configured providers");
  });

  it("makes nothing free, even where it was taken in former times", async () => {
    const former = yamlWith("byok: allow");
    await using gateway = await startTestGateway({ yaml: former });
    await bring(gateway, gateway.own, { provider: "local", secret: "x" });
    const free = await embed(gateway, await gateway.own.addKey());
    expect([free.status, free.headers.get("x-portico-cost")]).toEqual([200, "0"]);
    const now = await gateway.another({ yaml: yamlWith("api_key: sk-operators") });
    const charged = await embed(now, await gateway.own.addKey());
    expect(charged.status).toBe(200);
    expect(Number(charged.headers.get("x-portico-cost"))).toBeGreaterThan(0);
    expect(upstream.asked.at(-1)?.headers.authorization).toBe("Bearer sk-operators");
  });

  it("is taken where the operator says so", async () => {
    await using gateway = await startTestGateway({ yaml: yamlWith("byok: allow") });
    expect(await bring(gateway, gateway.own, { provider: "local", secret: "x" })).toMatch(/-/);
  });
});
