import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { bodyOf, sendRaw } from "../support/raw.ts";

/** 20.9 MB of small messages, the last of them invalid, in 50 kB of gzip. */
const items = 696_666;
const bomb = gzipSync(
  `{"model":"sandbox/text","input":[${'{"role":"user","content":"a"},'.repeat(items)}{"role":1}]}`,
);

/** Counts the parsed texts that are so long that only a request's body can be one. */
function watchParsing() {
  const parse = vi.spyOn(JSON, "parse");
  return () => parse.mock.calls.filter(([text]) => text.length > 50_000).length;
}

afterEach(() => vi.restoreAllMocks());

async function send(api: string, key: string, body: Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${api}/responses`, {
    method: "POST",
    headers: { ...jsonHeaders(key), "content-encoding": "gzip" },
    body,
  });
  const reply = (await response.json()) as { error: { metadata?: object } };
  return { status: response.status, headers: response.headers, error: reply.error };
}

/** Sends headers that announce a body, but no body: the answer must be decided without it. */
async function sendHead({ url }: TestGateway, key: string): Promise<string> {
  return sendRaw(
    url,
    [
      "POST /api/v1/embeddings HTTP/1.1",
      "host: gateway",
      `authorization: Bearer ${key}`,
      "content-type: application/json",
      "content-length: 20000000",
      "\r\n",
    ].join("\r\n"),
  );
}

describe.each(engines)("a body that its key may not send, on $engine", (engine) => {
  it("a body is not decompressed or parsed if the key is over its rate or out of money", async () => {
    await using gateway = await startTestGateway({ engine });
    const { api, own } = gateway;
    const poor = await own.addKey({ limitNanousd: 0, requestsPerMinute: 1 });
    const hasty = await own.addKey({ requestsPerMinute: 1 });
    const parsed = watchParsing();
    expect(await send(api, poor, bomb)).toMatchObject({
      status: 402,
      error: { metadata: { of: "key", remaining: 0 } },
    });
    expect(parsed()).toBe(0);
    const small = gzipSync(JSON.stringify({ model: "sandbox/text", input: "a".repeat(100_000) }));
    const first = await send(api, hasty, small);
    expect([first.status, parsed()], "what may be asked is read").toEqual([200, 1]);
    for (let time = 0; time < 10; time += 1) {
      const refused = await send(api, hasty, bomb);
      expect(refused).toMatchObject({ status: 429, error: { metadata: { of: "requests" } } });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(parsed()).toBe(1);
  });

  it.each(["revoked", "disabled", "expired", "without money", "over its rate"] as const)(
    "a request is refused by its headers alone, on every node, if the key is %s",
    async (fault) => {
      await using gateway = await startTestGateway({ engine });
      const other = await gateway.another();
      const { own, store } = gateway;
      const key = await own.addKey({ requestsPerMinute: 1 });
      // Both nodes have seen the key while it was valid.
      for (const api of [gateway.api, other.api])
        await fetch(`${api}/embeddings`, { method: "POST", headers: jsonHeaders(key), body: "{}" });
      const change = {
        revoked: () => store.keys.delete(actorIn(own.organisationId), hashKey(key)),
        disabled: () =>
          store.keys.update(actorIn(own.organisationId), hashKey(key), { disabled: true }),
        expired: () =>
          store.keys.update(actorIn(own.organisationId), hashKey(key), { expiresAtMs: 1 }),
        "without money": () =>
          store.keys.update(actorIn(own.organisationId), hashKey(key), {
            ...{ limitNanousd: 0, requestsPerMinute: null },
          }),
        "over its rate": async () => undefined,
      };
      await change[fault]();
      const status = { "without money": 402, "over its rate": 429 }[fault as string] ?? 401;
      for (const { url } of [gateway, other]) {
        const answer = await sendHead({ ...gateway, url }, key);
        expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*connection: close`, "i"));
        expect(bodyOf(answer)).toMatchObject({ error: { code: status } });
      }
    },
  );

  it("a request is admitted after its key's limit was raised, on every node", async () => {
    await using gateway = await startTestGateway({ engine });
    const other = await gateway.another();
    const { own, store } = gateway;
    const key = await own.addKey({ requestsPerMinute: 1 });
    const body = gzipSync(JSON.stringify({ model: "sandbox/text", input: "a" }));
    const ask = async (api: string) => (await send(api, key, body)).status;
    const both = [gateway.api, other.api];
    expect([await ask(gateway.api), await ask(gateway.api), await ask(other.api)]).toEqual([
      ...[200, 429, 429],
    ]);
    for (let time = 0; time < 5; time += 1) {
      const raise = { requestsPerMinute: 10 * (time + 1) };
      await store.keys.update(actorIn(own.organisationId), hashKey(key), raise);
      for (const api of both) expect(await ask(api)).toBe(200);
    }
  });
});

describe.each(engines)("a request in its minute, on $engine", (engine) => {
  it("a request counts once, for every size of its body and every outcome", async () => {
    await using gateway = await startTestGateway({ engine });
    const { api, own } = gateway;
    const ask = async (key: string, body: string) => {
      const headers = jsonHeaders(key);
      const response = await fetch(`${api}/embeddings`, { method: "POST", headers, body });
      await response.text();
      return response.status;
    };
    const good = (input: string) => JSON.stringify({ model: "sandbox/embed", input });
    const cases = {
      small: [good("a"), 200],
      large: [good("a ".repeat(3000).padEnd(17_000)), 200],
      malformed: ["{", 400],
      "of no model": [JSON.stringify({ model: "no/model", input: "a" }), 404],
      "large and malformed": ["x".repeat(100_000), 400],
      empty: ["", 400],
    } as const;
    for (const [name, [body, status]] of Object.entries(cases)) {
      const key = await own.addKey({ requestsPerMinute: 3 });
      const statuses = [];
      for (let time = 0; time < 5; time += 1) statuses.push(await ask(key, body));
      expect([name, ...statuses]).toEqual([name, status, status, status, 429, 429]);
    }
  });
});
