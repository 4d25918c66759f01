import { claudeUpstreams } from "../providers/claude-hosts.ts";
import { type Asked, type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";
import { wireSamples } from "../wire/samples.ts";

interface Dialect {
  readonly kind: string;
  readonly model: string;
  readonly credential: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly contentType: string;
  readonly stream: Uint8Array | string;
  readonly whole: string;
}

const said = [{ type: "text", text: "Hello" }];

/** Each kind of provider in its usual dialect, and each host of Claude. By names that are part of an address. */
const dialects: Readonly<Record<string, Dialect>> = {
  ...Object.fromEntries(
    wireSamples.map(({ kind, model, credential, contentType, text, whole }) => [
      kind,
      {
        ...{ kind, model, credential, options: {}, contentType },
        ...{ stream: Buffer.concat(text), whole: JSON.stringify(whole) },
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(claudeUpstreams).map(([name, { sample, stream, whole }]) => [
      `claude-${name.toLowerCase().replaceAll(/[^a-z]/g, "")}`,
      {
        ...{ kind: sample.kind, model: sample.call.model, options: sample.settings?.options ?? {} },
        credential: sample.kind === "vertex" ? "ya29.canary-credential" : "canary-credential",
        contentType:
          sample.kind === "bedrock" ? "application/vnd.amazon.eventstream" : "text/event-stream",
        ...{ stream: stream(said), whole: whole(said) },
      },
    ]),
  ),
};

export const dialectNames: readonly string[] = Object.keys(dialects);
/** Those that speak Anthropic's form, betas included. */
export const claudeNames: readonly string[] = [
  "anthropic",
  ...dialectNames.filter((name) => name.startsWith("claude-")),
];

/** A model of each dialect, by the name of the dialect, all of one upstream. */
export function everyDialect(upstreamUrl: string): string {
  const entries = Object.entries(dialects);
  return JSON.stringify({
    providers: Object.fromEntries(
      entries.map(([name, { kind, credential, options }]) => [
        name,
        {
          ...{ kind, base_url: `${upstreamUrl}/${name}/v1`, api_key: credential, byok: "allow" },
          ...{ project: "project", location: "global", region: "us-east-1", ...options },
        },
      ]),
    ),
    models: [
      ...entries.map(([name, { model }]) => ({
        ...{ id: `m/${name}`, kind: "text", context_length: 200_000 },
        endpoints: [
          {
            ...{ provider: name, upstream_model: model, price: { input: "1", output: "1" } },
            abilities: { tools: true, images: true, files: true },
          },
        ],
      })),
      {
        ...{ id: "e/openai", kind: "embedding", context_length: 8_192, dimensions: 2 },
        endpoints: [{ provider: "openai", upstream_model: "e", price: { input: "1" } }],
      },
    ],
    routing: { failures_to_open: 1_000_000 },
  });
}

/** Answers each dialect in its own way, and keeps what it is asked but for lists of models, which are looked at at any time. */
export async function dialectsUpstream(): Promise<FakeUpstream> {
  const upstream = await fakeUpstream((response, asked) => {
    if (asked.method === "GET") {
      upstream.asked.splice(upstream.asked.indexOf(asked), 1);
      response.writeHead(404).end();
      return;
    }
    const dialect = dialects[asked.path.split("/")[1] ?? ""];
    if (dialect === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (asked.path.endsWith("/embeddings")) {
      const data = [{ index: 0, embedding: [1, 0] }];
      response.end(JSON.stringify({ data, usage: { prompt_tokens: 1 } }));
      return;
    }
    const streams = /stream/i.test(asked.path) || asked.body.includes('"stream":true');
    const contentType = streams ? dialect.contentType : "application/json";
    response.writeHead(200, { "content-type": contentType });
    response.end(streams ? dialect.stream : dialect.whole);
  });
  return upstream;
}

/** All that an upstream was sent, as one text. */
export function sentIn(asked: readonly Asked[]): string {
  return asked
    .map(({ path, headers, body }) => [path, JSON.stringify(headers), body].join())
    .join();
}
