import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Serving } from "../../src/assembly/start-gateway.ts";
import { hashKey } from "../../src/secrets/key-format.ts";
import type { KeyChange } from "../../src/store/ports/keys.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

/** The second model is served by a provider that cannot be reached, and by the sandbox. */
const yaml = `
sandbox: all
proxy: { trusted_proxies: ["127.0.0.1"] }
providers:
  outside: { kind: openai-compatible, base_url: "http://127.0.0.1:9/v1" }
models:
  - id: acme/chat
    kind: text
    context_length: 1000
    endpoints:
      - { provider: outside, upstream_model: m, price: { input: "1", output: "1" } }
  - id: acme/embed
    kind: embedding
    context_length: 1000
    dimensions: 4
    endpoints:
      - { provider: outside, upstream_model: m, price: { input: "1" } }
`;

const input = "Hi";
const messages = [{ role: "user", content: input }];
const askedOn = {
  "/responses": { model: "sandbox/text", input },
  "/chat/completions": { model: "sandbox/text", messages },
  "/messages": { model: "sandbox/text", max_tokens: 20, messages },
  "/embeddings": { model: "sandbox/embed", input },
  "/messages/count_tokens": { model: "sandbox/text", messages },
} as const;
type Path = keyof typeof askedOn;
const paths = Object.keys(askedOn) as Path[];

interface Answer {
  readonly status: number;
  readonly error?: { readonly message: string; readonly metadata?: Record<string, unknown> };
  readonly data?: readonly { readonly id: string }[];
}

describe.each(engines)("the rights of a key, on $engine", (engine) => {
  let gateway: TestGateway;
  /** Keys are changed through the store of the first node, and used on this one. */
  let node: Serving & { readonly api: string };
  beforeAll(async () => {
    gateway = await startTestGateway({ engine, yaml });
    node = await gateway.another();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = async (
    key: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(node.api + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...jsonHeaders(key), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ...((await response.json()) as object), status: response.status };
  };
  const from = (address: string) => ({ "x-forwarded-for": address });
  const change = (key: string, rights: KeyChange) =>
    gateway.store.keys.update(actorIn(gateway.own.organisationId), hashKey(key), rights);
  const bookedOf = async (key: string) => {
    const rows = await rawSql(
      gateway.place,
      `select count(*) as count from ledger where key_id = (select id from keys where hash = '${hashKey(key)}')`,
    );
    return Number(rows[0]?.["count"]);
  };

  it.each(paths)(
    "a model that the key may not use is refused on %s, and never booked",
    async (path) => {
      const key = await gateway.own.addKey({ allowedModels: ["acme/*"] });
      const asked = askedOn[path];
      expect(await ask(key, path, asked)).toMatchObject({
        status: 403,
        error: {
          message: expect.stringContaining(`may not use the model ${asked.model}`),
          metadata: {
            right: "allowed_models",
            allowed: ["acme/*"],
            field: "model",
            model: asked.model,
          },
        },
      });
      expect(await bookedOf(key)).toBe(0);
      const free = await gateway.own.addKey({ allowedModels: ["acme/*", "sandbox/*"] });
      expect(await ask(free, path, asked)).toMatchObject({ status: 200 });
    },
  );

  it("a model in `models` that the key may not use is refused by its place", async () => {
    const key = await gateway.own.addKey({ allowedModels: ["sandbox/text"] });
    const models = ["sandbox/text", "acme/chat"];
    expect(
      await ask(key, "/chat/completions", { model: "sandbox/text", models, messages }),
    ).toMatchObject({
      status: 403,
      error: { metadata: { field: "models[1]", model: "acme/chat" } },
    });
  });

  it("the lists of models show a key what it may use", async () => {
    const key = await gateway.own.addKey({ allowedModels: ["sandbox/t*", "acme/*"] });
    const ids = async (path: string) => (await ask(key, path)).data?.map(({ id }) => id);
    expect(await ids("/models?limit=500")).toEqual([
      ...["acme/chat", "acme/embed", "sandbox/text", "sandbox/think"],
    ]);
    expect(await ids("/embeddings/models")).toEqual(["acme/embed"]);
    await change(key, { allowedProviders: ["sand*"] });
    expect(await ids("/models")).toEqual(["sandbox/text", "sandbox/think"]);
    await change(key, { allowedProviders: null, zeroDataRetention: true });
    expect(await ids("/models")).toEqual(["sandbox/text", "sandbox/think"]);
  });

  it.each([
    ["allowed_providers", { allowedProviders: ["sandbox", "openai"] }, ["sandbox", "openai"]],
    ["data_collection", { dataCollection: "deny" }, undefined],
    ["zero_data_retention", { zeroDataRetention: true }, undefined],
  ] as const)("providers that %s excludes are not asked", async (right, rights, allowed) => {
    const key = await gateway.own.addKey(rights);
    for (const [path, body] of [
      ["/responses", { model: "acme/chat", input }],
      ["/chat/completions", { model: "acme/chat", messages }],
      ["/messages", { model: "acme/chat", max_tokens: 9, messages }],
      ["/embeddings", { model: "acme/embed", input }],
    ] as const)
      expect(await ask(key, path, body)).toMatchObject({
        status: 403,
        error: {
          metadata: {
            right,
            ...(allowed !== undefined && { allowed }),
            excluded: [{ provider: "outside", rule: `key.${right}` }],
          },
        },
      });
    expect(await bookedOf(key)).toBe(0);
    expect(await ask(key, "/responses", askedOn["/responses"])).toMatchObject({ status: 200 });
  });

  it("a request asks for no retention, also where its key does not", async () => {
    const key = await gateway.own.addKey();
    const provider = { zdr: true };
    expect(await ask(key, "/embeddings", { model: "acme/embed", input, provider })).toMatchObject({
      status: 404,
      error: { metadata: { excluded: [{ provider: "outside", rule: "zdr" }] } },
    });
    expect(await ask(key, "/embeddings", { ...askedOn["/embeddings"], provider })).toMatchObject({
      status: 200,
    });
    const open = await gateway.own.addKey({ dataCollection: "allow" });
    const denied = { model: "acme/embed", input, provider: { data_collection: "deny" } };
    expect(await ask(open, "/embeddings", denied)).toMatchObject({ status: 404 });
  });

  it("more output tokens than the key allows are refused, and none asked for means that many", async () => {
    const key = await gateway.own.addKey({ maxOutputTokens: 3 });
    for (const [path, field] of [
      ["/responses", "max_output_tokens"],
      ["/chat/completions", "max_completion_tokens"],
      ["/messages", "max_tokens"],
    ] as const)
      expect(await ask(key, path, { ...askedOn[path], [field]: 4 })).toMatchObject({
        status: 400,
        error: { metadata: { field, maximum: 3, right: "max_output_tokens" } },
      });
    expect(await ask(key, "/responses", askedOn["/responses"])).toMatchObject({
      ...{ status: 200, usage: { output_tokens: 3 } },
      incomplete_details: { reason: "max_output_tokens" },
    });
    expect(await ask(key, "/messages", { ...askedOn["/messages"], max_tokens: 3 })).toMatchObject({
      status: 200,
      stop_reason: "max_tokens",
    });
  });

  it.each([
    ["/responses", ["user", "safety_identifier"]],
    ["/chat/completions", ["user", "safety_identifier"]],
    ["/messages", ["metadata.user_id"]],
    ["/embeddings", ["user"]],
    ["/rerank", ["user"]],
  ] as const)("a key that requires an end user refuses none on %s", async (path, fields) => {
    const key = await gateway.own.addKey({ requiresEndUser: true });
    const body =
      path === "/rerank"
        ? { model: "sandbox/rerank", query: input, documents: [input] }
        : askedOn[path];
    const naming = (field: string, name: string) =>
      field === "metadata.user_id" ? { metadata: { user_id: name } } : { [field]: name };
    for (const none of [{}, { stream: true }, naming(fields[0], " ")])
      expect(await ask(key, path, { ...body, ...none })).toMatchObject({
        status: 400,
        error: {
          message: expect.stringContaining(fields.join(" or ")),
          metadata: { field: fields[0], right: "requires_end_user" },
        },
      });
    expect(await bookedOf(key)).toBe(0);
    for (const field of fields)
      expect(await ask(key, path, { ...body, ...naming(field, "ann") })).toMatchObject({
        status: 200,
      });
    await change(key, { requiresEndUser: false });
    expect(await ask(key, path, body)).toMatchObject({ status: 200 });
  });

  it("a key that requires an end user counts tokens without one", async () => {
    const key = await gateway.own.addKey({ requiresEndUser: true });
    const path = "/messages/count_tokens";
    expect(await ask(key, path, askedOn[path])).toMatchObject({ status: 200 });
  });

  it.each([...paths, "/models"] as const)(
    "a key of a network is refused elsewhere, on %s",
    async (path) => {
      const key = await gateway.own.addKey({
        allowedNetworks: ["198.51.100.0/24", "2001:db8::/32"],
      });
      const body = path === "/models" ? undefined : askedOn[path];
      for (const address of [
        "198.51.100.7",
        "::ffff:198.51.100.7",
        "2001:db8::1",
        "192.0.2.1, 198.51.100.7",
      ])
        expect(await ask(key, path, body, from(address))).toMatchObject({ status: 200 });
      for (const address of [
        "198.51.101.7",
        "2001:db9::1",
        "198.51.100.7, 192.0.2.1",
        "198.51.100.7, x",
      ])
        expect(await ask(key, path, body, from(address))).toMatchObject({
          status: 403,
          error: { metadata: { right: "allowed_networks" } },
        });
    },
  );

  it("a management key that only reads calls every GET and nothing else, and one of money less", async () => {
    const { addKey } = gateway.own;
    const reader = await addKey({ kind: "management", scope: "read_only" });
    const accountant = await addKey({ kind: "management", scope: "spend" });
    const refused = (scope: string, needed: string) => ({
      status: 403,
      error: { metadata: { right: "scope", scope, needed } },
    });
    for (const path of ["/credits", "/activity", "/budgets", "/generations"])
      for (const key of [reader, accountant])
        expect(await ask(key, path)).toMatchObject({ status: 200 });
    for (const path of ["/keys", "/workspaces", "/audit", "/models", "/byok"]) {
      expect(await ask(reader, path)).toMatchObject({ status: 200 });
      expect(await ask(accountant, path)).toMatchObject(refused("spend", "read_only"));
    }
    for (const [key, scope] of [
      [reader, "read_only"],
      [accountant, "spend"],
    ] as const)
      for (const [path, body] of [
        ["/keys", { name: "x" }],
        ["/credits", { amount: 1 }],
        ["/keys/exposed", { keys: [] }],
      ] as const)
        expect(await ask(key, path, body)).toMatchObject(refused(scope, "all"));
  });

  it("a changed right counts for the next request on every node, in both directions", async () => {
    const key = await gateway.own.addKey();
    const use = () => ask(key, "/responses", askedOn["/responses"], from("198.51.100.7"));
    for (const [narrow, wide, status] of [
      [{ allowedModels: ["acme/*"] }, { allowedModels: null }, 403],
      [{ allowedProviders: ["outside"] }, { allowedProviders: ["sandbox"] }, 403],
      [{ allowedNetworks: ["192.0.2.0/24"] }, { allowedNetworks: ["198.51.100.0/24"] }, 403],
    ] as const)
      for (let round = 0; round < 3; round += 1) {
        expect(await use()).toMatchObject({ status: 200 });
        await change(key, narrow);
        expect(await use()).toMatchObject({ status });
        await change(key, wide);
      }
    await change(key, { allowedNetworks: null });
    const few = () => ask(key, "/responses", { ...askedOn["/responses"], max_output_tokens: 20 });
    expect(await few()).toMatchObject({ status: 200 });
    await change(key, { maxOutputTokens: 19 });
    expect(await few()).toMatchObject({ status: 400 });
    await change(key, { maxOutputTokens: 20 });
    expect(await few()).toMatchObject({ status: 200 });
  });

  it("nothing stays held for a request that changed rights refuse", async () => {
    const key = await gateway.own.addKey({ limitNanousd: 1_000_000_000 });
    expect(await ask(key, "/responses", askedOn["/responses"])).toMatchObject({ status: 200 });
    await change(key, { allowedModels: ["acme/*"] });
    expect(await ask(key, "/responses", askedOn["/responses"])).toMatchObject({ status: 403 });
    const record = await gateway.store.keys.get(gateway.own.organisationId, hashKey(key));
    expect(record?.heldNanousd).toBe(0);
    expect(await bookedOf(key)).toBe(1);
  });

  it("an earlier secret without an overlap is refused at once on a node that has just used it", async () => {
    const key = await gateway.own.addKey();
    const use = (secret: string) => ask(secret, "/responses", askedOn["/responses"]);
    expect(await use(key)).toMatchObject({ status: 200 });
    await gateway.store.keys.rotate(actorIn(gateway.own.organisationId), hashKey(key), {
      ...{ hash: "f".repeat(64), label: "ptc_new…wxyz", overlapMs: 0 },
    });
    expect(await use(key)).toMatchObject({
      status: 401,
      error: { message: expect.stringContaining("was rotated") },
    });
  });
});
