/** What is measured. Every reply of the fake upstream has one size, prepared before the clock starts. */
export interface Workload {
  readonly name: string;
  readonly path: "/embeddings" | "/responses" | "/chat/completions" | "/messages";
  readonly connections: number;
  readonly body: unknown;
  /** What the gateway asks its upstream for in turn: a bare proxy is sent this. */
  readonly upstreamPath: "/embeddings" | "/chat/completions" | "/v1/messages";
  readonly upstreamBody: unknown;
}

export const textModel = "bench/text";
/** Of an Anthropic upstream. */
export const claudeModel = "bench/claude";
export const streamedDeltas = 100;

/** The two kinds of upstream: one gives the encoding that it is asked for, the other knows decimals alone. */
const upstreams = [
  { kind: "openai", upstreamModel: "embed" },
  { kind: "openai-compatible", upstreamModel: "decimals" },
] as const;

type Kind = (typeof upstreams)[number]["kind"];

export interface EmbeddingEndpoint {
  readonly model: string;
  readonly provider: Kind;
  readonly upstreamModel: string;
  readonly dimensions: number;
}

/** One model for each kind of upstream and each length of vectors. */
export const embeddingEndpoints: readonly EmbeddingEndpoint[] = upstreams.flatMap(
  ({ kind, upstreamModel }) =>
    [8, 1536].map((dimensions) => ({
      model: `bench/${upstreamModel}-${dimensions}`,
      provider: kind,
      upstreamModel: `${upstreamModel}-${dimensions}`,
      dimensions,
    })),
);

function embeddings(count: number, dimensions: number, connections: number): Workload[] {
  const input = Array.from(
    { length: count },
    (_, index) => `A sentence to embed, number ${index}.`,
  );
  return embeddingEndpoints
    .filter((endpoint) => endpoint.dimensions === dimensions)
    .flatMap(({ model, provider, upstreamModel }) =>
      (["float", "base64"] as const).map((encoding) => {
        const body = { model, input, encoding_format: encoding };
        return {
          name: `embeddings ${count}×${dimensions} ${encoding}, ${provider}`,
          path: "/embeddings",
          connections,
          body,
          upstreamPath: "/embeddings",
          upstreamBody: { ...body, model: upstreamModel },
        };
      }),
    );
}

const question = "Tell me a story about a gateway that never lost a token.";
const messages = [{ role: "user", content: question }];

/** One question to a text model, by each wire in turn: the upstream is asked for the same each time. */
function texts(stream: boolean): Workload[] {
  const wires = [
    {
      name: stream ? "stream" : "responses JSON",
      path: "/responses",
      body: { input: question, max_output_tokens: 200 },
    },
    {
      name: stream ? "chat stream" : "chat JSON",
      path: "/chat/completions",
      body: { messages, max_completion_tokens: 200 },
    },
    {
      name: stream ? "messages stream" : "messages JSON",
      path: "/messages",
      body: { messages, max_tokens: 200 },
    },
  ] as const;
  const more = stream ? { stream } : {};
  return wires.map(({ name, path, body }) => ({
    name: stream ? `${name} of ${streamedDeltas} deltas` : name,
    path,
    connections: 32,
    body: { model: textModel, ...body, ...more },
    upstreamPath: "/chat/completions",
    upstreamBody: { model: "text", messages, max_tokens: 200, ...more },
  }));
}

/** The messages wire before its own kind of upstream. */
const throughAnthropic: Workload = {
  name: "messages through Anthropic",
  path: "/messages",
  connections: 32,
  body: { model: claudeModel, messages, max_tokens: 200 },
  upstreamPath: "/v1/messages",
  upstreamBody: { model: "claude", messages, max_tokens: 200 },
};

export const workloads: readonly Workload[] = [
  ...embeddings(1, 8, 32),
  ...embeddings(1, 1536, 32),
  ...embeddings(16, 1536, 8),
  ...embeddings(256, 1536, 4),
  ...texts(false),
  throughAnthropic,
  ...texts(true),
];
