import type { Schema } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const rights = {
  allowed_models: ["openai/*"],
  allowed_providers: ["openai", "azure*"],
  data_collection: "deny",
  zero_data_retention: true,
  requires_end_user: true,
  max_output_tokens: 4096,
  max_requests_in_flight: 8,
  allowed_networks: ["192.0.2.0/24", "2001:db8::/32", "::1"],
} as const;

const none = {
  allowed_models: null,
  allowed_providers: null,
  data_collection: null,
  zero_data_retention: false,
  requires_end_user: false,
  max_output_tokens: null,
  max_requests_in_flight: null,
  allowed_networks: null,
  scope: "all",
} as const;

describe("the rights of a key in its administration", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(gateway.api + path, {
      method,
      headers: jsonHeaders(gateway.own.management),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as {
      readonly data: Schema<"ApiKey">;
      readonly error?: { readonly metadata?: { readonly field?: string } };
    };
    return { status: response.status, ...reply };
  };
  const create = (body: object) => ask("POST", "/keys", { name: "n", ...body });

  it("are set when it is created, shown, changed one by one, and taken away with null", async () => {
    const { status, data } = await create(rights);
    expect([status, data]).toMatchObject([201, { ...rights, scope: "all", rotated_at: null }]);
    const read = await ask("GET", `/keys/${data.id}`);
    expect(read.data).toEqual(data);
    const one = await ask("PATCH", `/keys/${data.id}`, { max_output_tokens: 1 });
    expect(one.data).toMatchObject({ ...rights, max_output_tokens: 1 });
    const free = await ask("PATCH", `/keys/${data.id}`, none);
    expect(free.data).toMatchObject(none);
    const plain = await create({});
    expect(plain.data).toMatchObject(none);
  });

  it("are in the audit log with what they were", async () => {
    const { data } = await create(rights);
    await ask("PATCH", `/keys/${data.id}`, {
      allowed_models: ["acme/*"],
      zero_data_retention: false,
    });
    const { data: events } = (await ask(
      "GET",
      `/audit?target_type=api_key&target_id=${data.id}&limit=1`,
    )) as unknown as { readonly data: readonly object[] };
    expect(events[0]).toMatchObject({
      before: { allowed_models: ["openai/*"], zero_data_retention: true },
      after: { allowed_models: ["acme/*"], zero_data_retention: false },
    });
  });

  it.each([
    [
      "a text that is no network",
      { allowed_networks: ["192.0.2.0/24", "1.2.3"] },
      "allowed_networks[1]",
    ],
    ["a prefix that is too long", { allowed_networks: ["192.0.2.0/33"] }, "allowed_networks[0]"],
    ["a scope for an ordinary key", { scope: "spend" }, "scope"],
    [
      "models for a management key",
      { kind: "management", allowed_models: ["*"] },
      "allowed_models",
    ],
    [
      "tokens for a management key",
      { kind: "management", max_output_tokens: 1 },
      "max_output_tokens",
    ],
    [
      "retention for a management key",
      { kind: "management", zero_data_retention: true },
      "zero_data_retention",
    ],
    [
      "an end user for a management key",
      { kind: "management", requires_end_user: true },
      "requires_end_user",
    ],
  ])("%s is refused, by its field", async (_, body, field) => {
    expect(await create(body)).toMatchObject({ status: 400, error: { metadata: { field } } });
    const { kind, ...change } = { kind: "ordinary", ...body };
    const { data } = await create({ kind });
    expect(await ask("PATCH", `/keys/${data.id}`, change)).toMatchObject({
      status: 400,
      error: { metadata: { field } },
    });
  });

  it.each([
    { allowed_models: [] },
    { allowed_providers: [""] },
    { allowed_networks: ["example.com"] },
    { max_output_tokens: 0 },
    { data_collection: "disallow" },
    { scope: "none" },
    { zero_data_retention: null },
    { requires_end_user: null },
  ])("%j does not satisfy the contract", async (body) => {
    expect((await create(body)).status).toBe(400);
  });

  it("a management key gets its networks and its scope", async () => {
    const body = { kind: "management", scope: "read_only", allowed_networks: ["::1"] };
    expect((await create(body)).data).toMatchObject(body);
  });
});
