import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { abilityFault } from "../../../src/configuration/kind-abilities.ts";
import { embeddingSamples, type WireSample, wireSamples } from "../../wire/samples.ts";

/** One model over each kind of provider, all of them answered by one server. */
export const textModels: readonly string[] = [
  "sandbox/text",
  ...wireSamples.map(({ kind }) => `text/${kind}`),
];
export const embeddingModels: readonly string[] = [
  "sandbox/embed",
  ...embeddingSamples.map(({ kind }) => `embed/${kind}`),
];

/** Kinds of providers that rank; all answer in one of two forms. */
const rankingKinds = ["openai-compatible", "cohere", "voyage"] as const;
export const rerankModels: readonly string[] = [
  "sandbox/rerank",
  ...rankingKinds.map((kind) => `rerank/${kind}`),
];

const price = { input: "0.1", output: "0.4" };
const vector = "[0.5,0.25,0.125,1,0.5,0.25,0.125,1]";

function embedsImages(providerKind: string): boolean {
  const abilities = { tools: false, images: true, files: false };
  return (
    abilityFault({ modelKind: "embedding", abilities, providerKind, preset: undefined }) === null
  );
}

/** A `portico.yaml` with them. */
export function everyDialect(upstreamUrl: string): string {
  const providers = [...wireSamples, ...embeddingSamples].map(({ kind, credential }) => [
    kind,
    {
      kind,
      base_url: `${upstreamUrl}/${kind}/v1`,
      api_key: credential,
      project: "project",
      location: "global",
      region: "us-east-1",
    },
  ]);
  const endpoint = (provider: string, upstreamModel: string) => ({
    provider,
    upstream_model: upstreamModel,
    price,
    token_bound: "o200k_base",
    abilities: { tools: true, images: true, files: true },
  });
  return JSON.stringify({
    providers: Object.fromEntries(providers),
    models: [
      ...wireSamples.map(({ kind, model }) => ({
        id: `text/${kind}`,
        kind: "text",
        context_length: 1_000_000,
        input_modalities: ["text", "image", "file"],
        endpoints: [endpoint(kind, model)],
      })),
      ...rankingKinds.map((kind) => ({
        ...{ id: `rerank/${kind}`, kind: "rerank", context_length: 8_192 },
        endpoints: [{ provider: kind, upstream_model: "ranker", price: { input: "0.1" } }],
      })),
      ...embeddingSamples.map(({ kind, model }) => ({
        id: `embed/${kind}`,
        kind: "embedding",
        context_length: 8_192,
        dimensions: 8,
        endpoints: [{ ...endpoint(kind, model), abilities: { images: embedsImages(kind) } }],
      })),
    ],
    // What is sent here is meant to be refused: no provider is to be left alone for it.
    routing: { failures_to_open: 1_000_000 },
  });
}

export interface DialectsUpstream extends AsyncDisposable {
  readonly url: string;
  /** Bytes of the largest body that was asked with since the last time. */
  takeLargest(): number;
  /** The head and the body of the last request; null where there was none since the last time. */
  takeLast(): string | null;
}

/** Answers each dialect as its sample does, at once, and keeps count of what it is sent. */
export async function startDialectsUpstream(): Promise<DialectsUpstream> {
  let largest = 0;
  let last: string | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      largest = Math.max(largest, body.length);
      last = JSON.stringify([request.url, request.headers, body.toString()]);
      answer(request.url ?? "", body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    takeLargest() {
      const found = largest;
      largest = 0;
      return found;
    },
    takeLast() {
      const found = last;
      last = null;
      return found;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const embeds = /embed|:predict$|invoke$/i;

function answer(path: string, body: Buffer, response: ServerResponse): void {
  const kind = path.split("/")[1];
  const embedding = embeddingSamples.find((sample) => sample.kind === kind);
  if (embedding !== undefined && embeds.test(path)) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(embedding.reply(new Array(inputsIn(body)).fill(vector)));
    return;
  }
  if (path.endsWith("/rerank")) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(rankingOf(body));
    return;
  }
  const sample = wireSamples.find((one) => one.kind === kind);
  if (sample === undefined) {
    response.writeHead(404).end();
    return;
  }
  answerText(sample, isStreamed(path, body), response);
}

/** Sends every document back, as some servers do unasked. */
function rankingOf(body: Buffer): string {
  const { documents }: { documents: readonly string[] } = JSON.parse(body.toString());
  const results = documents.map((text, index) => ({
    ...{ index, relevance_score: 1 / (index + 1), document: { text } },
  }));
  return JSON.stringify({ results, usage: { total_tokens: 1 } });
}

function answerText(sample: WireSample, isStream: boolean, response: ServerResponse): void {
  const contentType = isStream ? sample.contentType : "application/json";
  response.writeHead(200, { "content-type": contentType });
  response.end(isStream ? Buffer.concat(sample.text) : JSON.stringify(sample.whole));
}

function isStreamed(path: string, body: Buffer): boolean {
  return /stream/i.test(path) || body.includes('"stream":true');
}

const lists = ["input", "inputs", "texts", "requests", "instances"];

function inputsIn(body: Buffer): number {
  const asked: Record<string, unknown> = JSON.parse(body.toString());
  const list = lists.map((name) => asked[name]).find(Array.isArray);
  return list?.length ?? 1;
}
