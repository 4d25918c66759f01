import type { Output, Schema } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Serving } from "../../src/assembly/start-gateway.ts";
import { hashKey } from "../../src/secrets/key-format.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

type Rotated = Schema<"CreateApiKeyReply">;
interface Answer {
  readonly status: number;
  readonly body: Rotated & { readonly error?: { readonly metadata?: object } };
}

describe.each(engines)("a rotation over the API, on $engine", (engine) => {
  let gateway: TestGateway;
  /** Keys are rotated on one node and used on the other. */
  let node: Serving & { readonly api: string };
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
    node = await gateway.another();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = async (api: string, key: string, path: string, body: object): Promise<Answer> => {
    const init = { method: "POST", headers: jsonHeaders(key), body: JSON.stringify(body) };
    const response = await fetch(api + path, init);
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  };
  const rotate = (id: string | number, body: object = {}, key = gateway.own.management) =>
    ask(gateway.api, key, `/keys/${id}/rotate`, body);
  const use = async (key: string) =>
    (await ask(node.api, key, "/embeddings", { model: "sandbox/embed", input: "a" })).status;

  it("both secrets work during the overlap, a day where nothing is said, and name the same key", async () => {
    const key = await gateway.own.addKey({ limitNanousd: 1_000_000_000, name: "kept" });
    expect(await use(key)).toBe(200);
    const { status, body } = await rotate(hashKey(key));
    expect(status).toBe(200);
    const { rotated_at, previous_secret_expires_at, hash, label } = body.data;
    expect(body.data).toMatchObject({ name: "kept", limit: 1 });
    expect(hash).toBe(hashKey(body.key));
    expect(body.key.startsWith(label.split("…")[0] ?? "")).toBe(true);
    const overlapMs = Date.parse(previous_secret_expires_at ?? "") - Date.parse(rotated_at ?? "");
    expect(overlapMs).toBe(24 * 60 * 60 * 1000);
    expect([await use(key), await use(body.key)]).toEqual([200, 200]);
    const again = await rotate(hashKey(key), { overlap_seconds: 0 });
    expect(again.body.data.id).toBe(body.data.id);
    expect([await use(key), await use(body.key), await use(again.body.key)]).toEqual([
      ...[401, 401, 200],
    ]);
  });

  it("a disabled or deleted key takes its earlier secrets with it", async () => {
    const key = await gateway.own.addKey();
    const { body } = await rotate(hashKey(key));
    const { id } = body.data;
    const change = (method: string, sent?: object) =>
      fetch(`${gateway.api}/keys/${id}`, {
        method,
        headers: jsonHeaders(gateway.own.management),
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
    await change("PATCH", { disabled: true });
    expect([await use(key), await use(body.key)]).toEqual([401, 401]);
    await change("PATCH", { disabled: false });
    expect([await use(key), await use(body.key)]).toEqual([200, 200]);
    await change("DELETE");
    expect([await use(key), await use(body.key)]).toEqual([401, 401]);
  });

  it("a management key rotates itself, also as the last one", async () => {
    const first = gateway.own.management;
    const { body } = await rotate(hashKey(first), { overlap_seconds: 60 });
    expect(body.key).toMatch(/^ptcm_/);
    const other = await gateway.own.addKey();
    expect((await rotate(hashKey(other), {}, first)).status).toBe(200);
    expect((await rotate(hashKey(other), {}, body.key)).status).toBe(200);
  });

  it("the eleventh earlier secret is refused until the others have ended", async () => {
    const key = await gateway.own.addKey();
    for (let count = 0; count < 10; count += 1) await rotate(hashKey(key));
    expect(await rotate(hashKey(key))).toMatchObject({
      status: 409,
      body: { error: { metadata: { reason: "too_many_secrets" } } },
    });
    expect(await use(key)).toBe(200);
    expect((await rotate(hashKey(key), { overlap_seconds: 0 })).status).toBe(200);
    expect((await rotate(hashKey(key))).status).toBe(200);
  });

  it("a key whose row was written by hand is listed with the others, and gets its first secret", async () => {
    const { organisationId, management } = gateway.own;
    for (const hash of ["hash-1", "F".repeat(64)]) {
      const name = `by hand ${hash}`;
      const key = await gateway.own.addKey({ name });
      const set = `hash = '${hash}', search_text = null`;
      await rawSql(gateway.place, `update keys set ${set} where hash = '${hashKey(key)}'`);
      const { id } = (await gateway.store.keys.get(organisationId, hash)) ?? { id: 0 };
      const list = await fetch(`${gateway.api}/keys?search=${encodeURIComponent(name)}`, {
        headers: bearer(management),
      });
      const body = (await list.json()) as Output<"listApiKeys">;
      expect(list.status, JSON.stringify(body)).toBe(200);
      const shown = String(id).padStart(64, "0");
      expect(body.data.map((one) => [one.id, one.hash])).toEqual([[id, shown]]);
      const made = await rotate(shown, { overlap_seconds: 0 });
      expect(made.body.data).toMatchObject({ id, hash: hashKey(made.body.key) });
      expect(await use(made.body.key)).toBe(200);
    }
  });

  it("keys of other organisations and unknown ones are not rotated", async () => {
    const foreign = await gateway.addTenant();
    for (const id of [hashKey(foreign.ordinary), "f".repeat(64), "999999"])
      expect((await rotate(id)).status).toBe(404);
    expect(await use(foreign.ordinary)).toBe(200);
  });
});
