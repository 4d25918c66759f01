import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../src/secrets/key-format.ts";
import type { NewKey } from "../src/store/ports/keys.ts";
import { startTestGateway, type TestGateway } from "./support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Asked {
  readonly method?: string;
  readonly key?: "ordinary" | "management";
  readonly body?: unknown;
}

/** The status and the message of a request that fails. */
async function failureOf(
  path: string,
  { method = "GET", key = "ordinary", body }: Asked = {},
): Promise<{ readonly status: number; readonly message: string }> {
  const response = await fetch(gateway.api + path, {
    method,
    headers: {
      authorization: `Bearer ${gateway.own[key]}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { error } = (await response.json()) as { error: { message: string } };
  return { status: response.status, message: error.message };
}

describe("what does not exist", () => {
  const id = randomUUID();
  const hash = "0".repeat(64);

  it.each<[string, Asked, string]>([
    ["/workspaces/nowhere", {}, 'The workspace "nowhere" does not exist.'],
    ["/workspaces/nowhere", { method: "DELETE" }, 'The workspace "nowhere" does not exist.'],
    [`/keys/${hash}`, {}, `The API key "${hash}" does not exist.`],
    [`/keys/${hash}`, { method: "DELETE" }, `The API key "${hash}" does not exist.`],
    ["/keys/no-hash", {}, 'The API key "no-hash" does not exist.'],
    [`/byok/${id}`, { method: "DELETE" }, `The credential "${id}" does not exist.`],
    ["/byok/no-uuid", { method: "DELETE" }, 'The credential "no-uuid" does not exist.'],
    ["/generation?id=gen-1", {}, 'The generation "gen-1" does not exist.'],
    ["/activity?workspace_id=nowhere", {}, 'The workspace "nowhere" does not exist.'],
    [
      "/keys",
      { method: "POST", body: { name: "k", workspace_id: "nowhere" } },
      'The workspace "nowhere" does not exist.',
    ],
  ])("is called by its kind and its id: %s %j", async (path, asked, message) => {
    expect(await failureOf(path, { key: "management", ...asked })).toEqual({
      status: 404,
      message,
    });
  });
});

describe("a model that does not exist", () => {
  it.each([
    ["/embeddings", "sandbox/embeds", 'Did you mean "sandbox/embed"?'],
    ["/embeddings", "embed", 'Did you mean "sandbox/embed"?'],
    ["/embeddings", "acme/unknown-9", "GET /embeddings/models lists the models that do."],
    ["/responses", "sandbox/txet", 'Did you mean "sandbox/text"?'],
    ["/responses", "acme/unknown-9", "GET /models lists the models that do."],
  ])("at POST %s gets an error with advice: %s", async (path, model, advice) => {
    expect(await failureOf(path, { method: "POST", body: { model, input: "a" } })).toEqual({
      status: 404,
      message: `The model ${JSON.stringify(model)} does not exist. ${advice}`,
    });
  });

  it("has another error than one that another operation uses", async () => {
    const body = { model: "sandbox/embed", input: "a" };
    expect((await failureOf("/responses", { method: "POST", body })).message).toBe(
      "The model sandbox/embed is not a text model but an embedding model: send it to POST /embeddings.",
    );
  });
});

it("tells which operation is meant by a path of another API", async () => {
  const body = { model: "sandbox/text", prompt: "Hi" };
  expect(await failureOf("/completions", { method: "POST", body })).toEqual({
    status: 404,
    message: "There is no path /api/v1/completions. Did you mean POST /api/v1/chat/completions?",
  });
});

describe("a request that its key cannot pay", () => {
  const ask = async (key: string, path: string, body: object) => {
    const response = await fetch(gateway.api + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { error } = (await response.json()) as {
      error?: {
        message: string;
        metadata: { required?: number; remaining?: number; remedy_hint?: string };
      };
    };
    return { status: response.status, message: error?.message ?? "", metadata: error?.metadata };
  };
  const keyWith = (change: Partial<NewKey>) => gateway.own.addKey(change);
  const question = { model: "sandbox/text", input: "Tell me a story. ".repeat(20) };

  it.each([{}, { max_output_tokens: 4000 }])(
    "gets an error with the needed amount, the amount left, and a max_output_tokens that is paid for: %j",
    async (more) => {
      const limitNanousd = 20_000;
      const body = { ...question, ...more };
      // Without a limit on its output it is served as far as the money goes, so that there has to be too little for that.
      const isUnbounded = !("max_output_tokens" in more);
      const key = await keyWith({ limitNanousd: isUnbounded ? 1 : limitNanousd });
      const refused = await ask(key, "/responses", body);
      expect(refused.status).toBe(402);
      expect(refused.metadata).toMatchObject({ of: "key" });
      expect(refused.metadata?.required).toBeGreaterThan(refused.metadata?.remaining ?? 0);
      if (isUnbounded) {
        // Not even the smallest request fits: advice to send less would be wrong.
        const dead =
          / This model holds at least \$([\d.]+) for any request: raise the key's limit\.$/;
        const least = Number(dead.exec(refused.message)?.[1]);
        expect(refused.metadata?.remedy_hint).toBe("Raise the key's limit.");
        expect(least).toBeLessThan(refused.metadata?.required ?? 0);
        const shorter = await keyWith({ limitNanousd: Math.round(least * 1e9) });
        const advised = await ask(shorter, "/responses", body);
        expect(advised.message).toMatch(/ Shorten the input, or raise the key's limit\.$/);
        return;
      }
      const tokens = Number(/Lower max_output_tokens to (\d+), or/.exec(refused.message)?.[1]);
      expect(tokens).toBeGreaterThan(0);
      const oneMore = await ask(key, "/responses", { ...body, max_output_tokens: tokens + 1 });
      expect(oneMore.status).toBe(402);
      const asAdvised = await ask(key, "/responses", { ...body, max_output_tokens: tokens });
      expect(asAdvised.status).toBe(200);
    },
  );

  it("gets the same error for embeddings", async () => {
    const input = ["a", "b".repeat(500)];
    const messageWith = async (limitNanousd: number) =>
      (await ask(await keyWith({ limitNanousd }), "/embeddings", { model: "sandbox/embed", input }))
        .message;
    const dead =
      /^Insufficient credits: \$0\.000\d+ has to be left for this request, and \$0\.000000001 is left of the key's limit\. This model holds at least \$([\d.]+) for any request: raise the key's limit\.$/;
    const least = Number(dead.exec(await messageWith(1))?.[1]);
    expect(await messageWith(Math.round(least * 1e9))).toMatch(
      / is left of the key's limit\. Send fewer inputs at once, or raise the key's limit\.$/,
    );
  });
});

it("counts one request as one", async () => {
  const key = await gateway.own.addKey({ requestsPerMinute: 1 });
  const ask = () =>
    fetch(`${gateway.api}/embeddings`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "sandbox/embed", input: "a" }),
    });
  expect((await ask()).status).toBe(200);
  expect(await (await ask()).text()).toContain("Rate limit exceeded: 1 request per minute.");
});

it("makes no key that has expired already", async () => {
  const asked = (expires_at: string) =>
    failureOf("/keys", { method: "POST", key: "management", body: { name: "k", expires_at } });
  const { status, message } = await asked("2020-01-01T00:00:00Z");
  expect(status).toBe(400);
  expect(message).toMatch(/^expires_at must be in the future: it is 20\d\d-/);
});

describe("a 401", () => {
  const challengeTo = async (authorization: string | null, path = "/models", body?: object) => {
    const response = await fetch(gateway.api + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(authorization !== null && { authorization }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(401);
    return response.headers.get("www-authenticate");
  };
  const plain = 'Bearer realm="api"';
  const invalid = 'Bearer realm="api", error="invalid_token"';

  it("says whether the key that was sent is what is wrong", async () => {
    expect(await challengeTo(null)).toBe(plain);
    expect(await challengeTo("Basic abc")).toBe(plain);
    expect(await challengeTo("Bearer ptc_not-a-key")).toBe(invalid);
    const expired = await gateway.own.addKey({ expiresAtMs: 1 });
    expect(await challengeTo(`Bearer ${expired}`)).toBe(invalid);
    expect(await challengeTo(`Bearer ${gateway.own.ordinary}`, "/keys")).toBe(plain);
  });

  it("says so also where the admission finds out", async () => {
    const secret = await gateway.own.addKey();
    const body = { model: "sandbox/embed", input: "a" };
    const ask = () => challengeTo(`Bearer ${secret}`, "/embeddings", body);
    await expect(ask()).rejects.toThrow();
    await fetch(`${gateway.api}/keys/${hashKey(secret)}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${gateway.own.management}` },
    });
    expect(await ask()).toBe(invalid);
  });
});

describe("a name that is no provider's", () => {
  const ask = async (path: string, provider: object) => {
    const response = await fetch(gateway.api + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${gateway.own.ordinary}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        model: path === "/embeddings" ? "sandbox/embed" : "sandbox/text",
        input: "a",
        provider,
      }),
    });
    return { response, text: await response.text() };
  };

  it.each(["/embeddings", "/responses"])("is named beside the answer of POST %s", async (path) => {
    const { response } = await ask(path, { order: ["Sandbxo", "ünknown"] });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-portico-notice")).toBe(
      'No provider of this gateway is called "sandbxo": did you mean "sandbox"? No provider of this gateway is called "\\u00fcnknown".',
    );
    const right = await ask(path, { order: ["Sandbox"] });
    expect(right.response.headers.get("x-portico-notice")).toBeNull();
  });

  it("is named in the error where it leaves no provider", async () => {
    const { response, text } = await ask("/embeddings", { only: ["sandbxo"] });
    expect(response.status).toBe(404);
    expect(text).toContain(
      'No provider of the model is called \\"sandbxo\\": did you mean \\"sandbox\\"?',
    );
  });
});
