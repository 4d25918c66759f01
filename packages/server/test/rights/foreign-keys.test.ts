import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../store/engines.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

/** As LiteLLM makes them. */
const text = "sk-Zk3vT9qLw0XbYc7RmN2pHa";

describe.each(engines)("a key that callers already use, on $engine", inOrder, (engine) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  async function create(body: object, key = gateway.own.management) {
    const response = await fetch(`${gateway.api}/keys`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ name: "moved", ...body }),
    });
    return { status: response.status, ...JSON.parse(await response.text()) };
  }

  async function ownFacts(key: string) {
    const response = await fetch(`${gateway.api}/key`, { headers: bearer(key) });
    return { status: response.status, text: await response.text() };
  }

  it("is unknown before, calls afterwards, and is marked in lists without being shown", async () => {
    expect((await ownFacts(text)).status).toBe(401);
    const made = await create({ existing_key: text });
    expect(made).toMatchObject({ status: 201, key: text, data: { is_foreign: true } });
    expect(made.data.label).toBe("sk-…2pHa");
    expect((await ownFacts(text)).status).toBe(200);
    const list = await fetch(`${gateway.api}/keys?search=2pHa`, {
      headers: bearer(gateway.own.management),
    });
    const listed = await list.text();
    expect(listed).toContain('"is_foreign":true');
    expect(listed).not.toContain(text);
    const log = await fetch(`${gateway.api}/audit`, { headers: bearer(gateway.own.management) });
    const events = await log.text();
    expect(events).toContain("createApiKey");
    expect(events).not.toContain(text);
  });

  it("is refused where it is or was a key, of any organisation", async () => {
    const { management } = await gateway.addTenant();
    for (const key of [gateway.own.management, management])
      expect(await create({ existing_key: text }, key)).toMatchObject({
        status: 409,
        error: { metadata: { reason: "key_taken" } },
      });
  });

  it("gets a secret of ours by a rotation, and its text ends with the overlap", async () => {
    const existing_key = `${text}-rotated`;
    const { data } = await create({ existing_key });
    const response = await fetch(`${gateway.api}/keys/${data.hash}/rotate`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.management),
      body: JSON.stringify({ overlap_seconds: 0 }),
    });
    const rotated = JSON.parse(await response.text());
    expect(rotated.key).toMatch(/^ptc_/);
    expect(rotated.data.is_foreign).toBeUndefined();
    expect((await ownFacts(existing_key)).status).toBe(401);
    expect((await create({ existing_key })).status).toBe(409);
  });

  it.each([
    ["sk-1234", "too easy to guess"],
    ["a".repeat(40), "too easy to guess"],
    ["correct-horse-battery-staple", "too easy to guess"],
    [`${text} with spaces`, "too easy to guess"],
    ["ptc_0123456789abcdefghijABCDEFGHIJ", "begins like this gateway's own keys"],
  ])("is refused as %s", async (existing_key, reason) => {
    const { status, error } = await create({ existing_key });
    expect({ status, field: error.metadata.field }).toEqual({ status: 400, field: "existing_key" });
    expect(error.message).toContain(reason);
    expect(error.message).not.toContain(existing_key);
    expect((await ownFacts(existing_key)).status).toBe(401);
  });

  it("never administers, and is made by management keys with every right alone", async () => {
    expect(await create({ existing_key: `${text}-m`, kind: "management" })).toMatchObject({
      status: 400,
    });
    const reader = await gateway.own.addKey({ kind: "management", scope: "read_only" });
    expect((await create({ existing_key: `${text}-r` }, reader)).status).toBe(403);
  });
});
