import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { type PipelineOptions, startPipeline } from "../../../test/support/pipeline.ts";
import { bodyOf, sendRaw } from "../../../test/support/raw.ts";

interface Asked extends PipelineOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address that the document names in its reply to these headers. */
async function serverNamed({ headers = {}, ...options }: Asked): Promise<string> {
  await using pipeline = await startPipeline({}, options);
  const text = await new Promise<string>((resolve, reject) => {
    request(`${pipeline.url}/openapi.json`, { headers }, (reply) => {
      let all = "";
      reply.on("data", (chunk) => {
        all += chunk;
      });
      reply.on("end", () => resolve(all));
    })
      .on("error", reject)
      .end();
  });
  const { servers } = JSON.parse(text) as { servers: readonly { url: string }[] };
  expect(servers).toHaveLength(1);
  return servers[0]?.url ?? "";
}

describe("the contract's document", () => {
  it.each([
    ["gateway.example:8443", "http://gateway.example:8443/api/v1"],
    ["GATEWAY.example", "http://gateway.example/api/v1"],
    ["[::1]:8787", "http://[::1]:8787/api/v1"],
  ])("names the address at which it was asked for: %s", async (host, url) => {
    expect(await serverNamed({ headers: { host } })).toBe(url);
  });

  it.each(["a.example/evil", "user@a.example", 'a"b', "a.example:port", "a b", "-"])(
    "names its path alone where the Host header is no address: %s",
    async (host) => {
      expect(await serverNamed({ headers: { host } })).toBe("/api/v1");
    },
  );

  const forwarded = {
    host: "inner:8787",
    "x-forwarded-host": "public.example, middle.example",
    "x-forwarded-proto": "https, http",
  };

  it("believes a proxy in front only where the operator says so", async () => {
    expect(await serverNamed({ headers: forwarded })).toBe("http://inner:8787/api/v1");
    expect(await serverNamed({ headers: forwarded, trustsForwarded: true })).toBe(
      "https://public.example/api/v1",
    );
    const { host } = forwarded;
    expect(await serverNamed({ headers: { host }, trustsForwarded: true })).toBe(
      "http://inner:8787/api/v1",
    );
  });

  it("is not sent again to a client that has it", async () => {
    await using pipeline = await startPipeline({});
    const url = `${pipeline.url}/openapi.json`;
    const first = await fetch(url);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(url, { headers: { "if-none-match": etag } });
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
    expect((await fetch(url, { headers: { "if-none-match": '"another"' } })).status).toBe(200);
    const elsewhere = url.replace("127.0.0.1", "localhost");
    const moved = await fetch(elsewhere, { headers: { "if-none-match": etag } });
    expect(moved.status, "it names another address there").toBe(200);
  });
});

describe("a request without a Host header", () => {
  it("gets the envelope, with the id of the request", async () => {
    await using pipeline = await startPipeline({});
    for (const path of ["/api/v1/embeddings", "/openapi.json"]) {
      const head = `GET ${path} HTTP/1.1\r\nconnection: close\r\nx-request-id: mine\r\n\r\n`;
      const answer = await sendRaw(pipeline.url, head);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.toLowerCase()).toContain("x-request-id: mine");
      expect(bodyOf(answer)).toMatchObject({
        error: { code: 400, message: "The request has no Host header." },
        service_metadata: { request_id: "mine" },
      });
    }
  });

  it("is served where HTTP/1.0 does not require one", async () => {
    await using pipeline = await startPipeline({});
    const answer = await sendRaw(pipeline.url, "GET /healthz HTTP/1.0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("a 401", () => {
  const asked = (...headers: readonly string[]) =>
    ["GET /api/v1/models HTTP/1.1", "host: a", "connection: close", ...headers, "", ""].join(
      "\r\n",
    );

  it("with two Authorization headers is refused", async () => {
    await using pipeline = await startPipeline({});
    const two = asked("authorization: Bearer ordinary", "Authorization: Bearer management");
    const answer = await sendRaw(pipeline.url, two);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(bodyOf(answer)).toMatchObject({
      error: {
        message: "Two Authorization headers were sent. Send one, of the form Bearer <API_KEY>.",
      },
    });
  });
});
