import { generateKeyPairSync, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import {
  ask,
  emptyCall,
  emptyEmbedCall,
  events,
  settingsOf,
  upstreamOf,
} from "../../../test/providers/sample.ts";
import { heard } from "../../../test/recorded/heard.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { createProvider } from "../index.ts";

const kind = "vertex";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = JSON.stringify({
  type: "service_account",
  project_id: "own-project",
  client_email: "gateway@own-project.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  // Never believed: a tenant could name any address.
  token_uri: "http://127.0.0.1:1/token",
});
const answer = JSON.stringify({
  candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
});

describe("an address of Vertex", () => {
  it.each([
    [
      { project: "p" },
      true,
      "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/publishers/google/models/gemini-x:streamGenerateContent?alt=sse",
    ],
    [
      { project: "p", location: "global" },
      false,
      "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/gemini-x:generateContent",
    ],
    [
      { project: "p", location: "eu" },
      false,
      "https://aiplatform.eu.rep.googleapis.com/v1/projects/p/locations/eu/publishers/google/models/gemini-x:generateContent",
    ],
  ])("is made of the options %j", async (options, stream, url) => {
    const settings = { options, apiKey: "ya29.token" };
    const call = { model: "gemini-x", stream };
    const { upstream } = await ask({ kind, body: answer, settings, call });
    expect(upstream.requests[0]).toMatchObject({
      url,
      headers: { authorization: "Bearer ya29.token" },
    });
  });

  it("of Claude is Anthropic's, and so is its dialect", async () => {
    const body = events(
      { type: "message_start", message: { usage: { input_tokens: 1, output_tokens: 0 } } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Oi" } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    );
    const settings = { options: { project: "p", location: "us-east5" }, apiKey: "ya29.token" };
    const call = { model: "claude-sonnet-4-5@20250929" };
    const { upstream, text, finish } = await ask({ kind, body, settings, call });
    expect([text, finish]).toEqual(["Oi", "stop"]);
    expect(upstream.requests[0]?.url).toBe(
      "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict",
    );
    expect(upstream.asked[0]).toMatchObject({
      anthropic_version: "vertex-2023-10-16",
      stream: true,
    });
    expect(upstream.asked[0]).not.toHaveProperty("model");
  });

  it("needs a project, unless an API key carries it", async () => {
    const refused = await ask({ kind, body: answer, settings: { apiKey: "ya29.token" } });
    expect(refused.error).toMatchObject({
      failure: "credential",
      message: expect.stringMatching(/project/),
    });
    const { upstream } = await ask({ kind, body: answer });
    expect(upstream.requests[0]).toMatchObject({
      url: expect.stringMatching(/v1\/publishers\/google\/models\/model:stream/),
      headers: { "x-goog-api-key": "secret-key" },
    });
  });

  it.each(["", "{}", '{"type":"service_account","client_email":"x"', '{"private_key":"secret"}'])(
    "is never asked with the unusable credential %j",
    async (apiKey) => {
      const settings = { apiKey, options: { project: "p" } };
      const { error, upstream } = await ask({ kind, body: answer, settings });
      expect(error?.failure).toBe("credential");
      expect(error?.message).not.toContain("secret");
      expect(upstream.requests).toEqual([]);
    },
  );
});

interface TokenServer extends AsyncDisposable {
  readonly url: string;
  readonly assertions: string[];
  /** The bearer tokens that the model was asked with. */
  readonly bearers: string[];
}

/** Google's token endpoint and a model, on one port. */
async function tokenServer(expiresIn: number, tokenStatus = 200): Promise<TokenServer> {
  const assertions: string[] = [];
  const bearers: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);

    if (request.url === "/token") {
      assertions.push(Buffer.concat(chunks).toString());
      const token = { access_token: `token-${assertions.length}`, expires_in: expiresIn };
      response
        .writeHead(tokenStatus)
        .end(JSON.stringify(tokenStatus === 200 ? token : { error: "invalid_grant" }));
      return;
    }
    const { authorization = "" } = request.headers;
    bearers.push(authorization);
    const isRefused = authorization.endsWith("-1") && expiresIn === 3_599;
    response.writeHead(isRefused ? 401 : 200).end(isRefused ? "{}" : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    assertions,
    bearers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function providerAt(server: TokenServer) {
  const upstream = createUpstream();
  const provider = createProvider(
    settingsOf(kind, {
      baseUrl: server.url,
      apiKey: account,
      options: { token_url: `${server.url}/token` },
    }),
    upstream,
  );
  return { upstream, provider };
}

describe("a service account", () => {
  it("signs for a token of its own, once for all who wait", async () => {
    await using server = await tokenServer(3_600);
    const { provider, upstream } = providerAt(server);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => heard(provider, { ...emptyCall, stream: false })),
    );
    await upstream.close();
    expect(answers.map(({ text }) => text)).toEqual(["Hi", "Hi", "Hi", "Hi", "Hi"]);
    expect(new Set(server.bearers)).toEqual(new Set(["Bearer token-1"]));
    expect(server.assertions).toHaveLength(1);

    const grant = new URLSearchParams(server.assertions[0]);
    expect(grant.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const [header = "", claims = "", signature = ""] = grant.get("assertion")?.split(".") ?? [];
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
    const told = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect(told).toMatchObject({
      iss: "gateway@own-project.iam.gserviceaccount.com",
      aud: `${server.url}/token`,
      scope: "https://www.googleapis.com/auth/cloud-platform",
    });
    expect(told.exp - told.iat).toBe(3_600);
  });

  it("gets another token when the last is about to end", async () => {
    await using server = await tokenServer(200);
    const { provider, upstream } = providerAt(server);
    await heard(provider, { ...emptyCall, stream: false });
    await heard(provider, { ...emptyCall, stream: false });
    await upstream.close();
    expect(server.bearers).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("forgets a token that was refused", async () => {
    await using server = await tokenServer(3_599);
    const { provider, upstream } = providerAt(server);
    const refused = await heard(provider, { ...emptyCall, stream: false });
    const answered = await heard(provider, { ...emptyCall, stream: false });
    await upstream.close();
    expect([refused.error?.failure, answered.text]).toEqual(["credential", "Hi"]);
  });

  it("that Google refuses is a credential at fault, and is asked for again", async () => {
    await using server = await tokenServer(3_600, 400);
    const { provider, upstream } = providerAt(server);
    for (const expected of [1, 2]) {
      const { error } = await heard(provider, { ...emptyCall, stream: false });
      expect(error?.failure).toBe("credential");
      expect(server.assertions).toHaveLength(expected);
    }
    await upstream.close();
  });
});

describe("embeddings of Vertex", () => {
  const settings = { options: { project: "p" }, apiKey: "ya29.token" };
  const signal = new AbortController().signal;

  it("are asked for by predict, with purpose and dimensions", async () => {
    const body = JSON.stringify({
      predictions: [
        { embeddings: { values: [0.1, 2e-3], statistics: { token_count: 4 } } },
        { embeddings: { values: [1, 2], statistics: { token_count: 5 } } },
      ],
    });
    const upstream = upstreamOf({ kind, body });
    const embedded = await createProvider(settingsOf(kind, settings), upstream).embed?.(
      {
        ...emptyEmbedCall,
        model: "text-embedding-005",
        inputs: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
        inputType: "document",
        dimensions: 2,
        truncate: true,
      },
      signal,
    );
    expect(upstream.requests[0]?.url).toMatch(/models\/text-embedding-005:predict$/);
    expect(upstream.asked[0]).toEqual({
      instances: [
        { content: "a", task_type: "RETRIEVAL_DOCUMENT" },
        { content: "b", task_type: "RETRIEVAL_DOCUMENT" },
      ],
      parameters: { outputDimensionality: 2, autoTruncate: true },
    });
    expect(embedded?.inputTokens).toBe(9);
    expect(embedded?.vectors.map(({ dimensions }) => dimensions)).toEqual([2, 2]);
  });

  it("of later models are asked for one by one", async () => {
    const body = JSON.stringify({
      embedding: { values: [1] },
      usageMetadata: { promptTokenCount: 3 },
    });
    const upstream = upstreamOf({ kind, body });
    const inputs = [
      { type: "text" as const, text: "a" },
      { type: "text" as const, text: "b" },
    ];
    const call = { ...emptyEmbedCall, model: "gemini-embedding-2", inputs };
    const embedded = await createProvider(settingsOf(kind, settings), upstream).embed?.(
      call,
      signal,
    );
    expect(upstream.requests.map(({ url }) => url.split(":").at(-1))).toEqual([
      "embedContent",
      "embedContent",
    ]);
    expect(embedded?.inputTokens).toBe(6);
  });
});
