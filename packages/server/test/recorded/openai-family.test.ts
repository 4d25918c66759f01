import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import type { EmbedCall } from "../../src/model-call/embed-call.ts";
import { createProvider } from "../../src/providers/index.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { UpstreamError } from "../../src/upstream/upstream-error.ts";
import type { Vector } from "../../src/vectors/vector.ts";
import { type Heard, heard } from "./heard.ts";
import { readRecording } from "./readers/read-recording.ts";
import { itemsAt, jsonOf } from "./readers/reading.ts";
import {
  absence,
  bodyBytes,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
  singleBytes,
} from "./recording.ts";
import { type Replay, replayedUpstream } from "./replayed-upstream.ts";

if (!hasRecordings) process.stderr.write(`${absence}\n`);

const textApis = ["openai.chat", "mistral.chat", "openai.responses", "ollama.chat"];
const embeddingApis = ["openai.embeddings", "mistral.embeddings", "ollama.embed"];

function kindOf({ provider, api }: Recording): string {
  if (provider === "azure" || provider === "mistral") return provider;

  if (api.startsWith("ollama.")) return "ollama";

  return api === "openai.responses" ? "openai" : "openai-compatible";
}

const presets = new Set(
  "groq deepseek xai openrouter together cerebras perplexity zai alibaba huggingface vercel-gateway".split(
    " ",
  ),
);

function providerFor(
  recording: Recording,
  upstream: ReturnType<typeof replayedUpstream>,
): Provider {
  const preset = presets.has(recording.provider) ? { preset: recording.provider } : {};
  return createProvider(
    {
      name: "recorded",
      kind: kindOf(recording),
      baseUrl: "https://upstream.example",
      apiKey: "secret-key",
      timeouts: { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, totalMs: 5_000 },
      options: kindOf(recording) === "openai-compatible" ? preset : {},
    },
    upstream,
  );
}

function respondCall(recording: Recording): RespondCall {
  return {
    model: recording.model || "model",
    requestId: "request",
    stream: recording.stream,
    conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Hello" }] }],
    tools: [],
    toolChoice: "auto",
  };
}

async function hear(recording: Recording, replay: Partial<Replay>): Promise<Heard> {
  const { status, headers } = recording.response;
  const upstream = replayedUpstream({ status, headers, pieces: [], ...replay });
  const provider = providerFor(recording, upstream);
  return await heard(provider, respondCall(recording));
}

/** Where the events of a stream end: the places to cut at. */
function eventEnds(recording: Recording): readonly number[] {
  const text = bodyBytes(recording).toString("latin1");
  const pattern = recording.api === "ollama.chat" ? /\n/g : /\r?\n\r?\n/g;
  return [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
}

const recordings = hasRecordings ? readRecordings() : [];
const answers = recordings.filter(({ api }) => textApis.includes(api));
const embeddings = recordings.filter(({ api }) => embeddingApis.includes(api));
const streams = answers.filter((each) => each.stream && each.response.status === 200);

describe.skipIf(!hasRecordings)(
  `recorded OpenAI-like answers${hasRecordings ? "" : `: ${absence}`}`,
  () => {
    each(answers.filter(isAnswer), "reads $file", async (recording) => {
      const expected = expectationOf(recording);
      const once = await hear(recording, { pieces: recordedChunks(recording) });
      expect(comparable(once)).toEqual(expected);
    });

    each(answers.filter(isSmall), "reads $file byte by byte", async (recording) => {
      const drip = await hear(recording, { pieces: singleBytes(recording) });
      expect(comparable(drip)).toEqual(expectationOf(recording));
    });

    each(streams.filter(endsWell), "never takes a cut of $file for an end", async (recording) => {
      const bytes = bodyBytes(recording);
      const ends = eventEnds(recording).filter((end) => end < bytes.length);
      for (const end of sampled(ends)) {
        const cut = await hear(recording, { pieces: [bytes.subarray(0, end)], breaks: true });
        const finished = cut.parts.filter((part) => part.type === "finish").length;
        expect([cut.error?.failure, finished], `cut at ${end}`).toBeOneOf([
          ["cut", 0],
          // All that was left was what follows the end.
          [undefined, 1],
        ]);
        if (cut.error === undefined) expect(comparable(cut)).toEqual(expectationOf(recording));
      }
      const none = await hear(recording, {
        pieces: [bytes.subarray(0, Math.floor(bytes.length / 3))],
      });
      expect(none.error?.failure).toBeOneOf(["cut", "malformed"]);
    });

    each(answers.filter(isRefusal), "fails as $file did", async (recording) => {
      const once = await hear(recording, { pieces: recordedChunks(recording) });
      expect(once.error).toBeInstanceOf(UpstreamError);
      expect(once.error?.status).toBe(recording.response.status);
      expect(once.error?.failure).toBe(failureOf(recording));
      expect(once.error?.message).not.toContain("secret-key");
    });
  },
);

function isAnswer(recording: Recording): boolean {
  return recording.response.status < 300;
}

function isRefusal(recording: Recording): boolean {
  return recording.response.status >= 300;
}

function isSmall(recording: Recording): boolean {
  return isAnswer(recording) && bodyBytes(recording).length < 20_000;
}

function endsWell(recording: Recording): boolean {
  return readRecording(recording).errorStatus === undefined;
}

/** One test for each recording, under its full name. */
function each(
  list: readonly Recording[],
  title: string,
  check: (recording: Recording) => Promise<void>,
): void {
  for (const recording of list) it(title.replace("$file", recording.file), () => check(recording));
}

/** All of the first and last, and some between, so that long streams stay quick. */
function sampled(ends: readonly number[]): readonly number[] {
  return ends.filter((_, index) => index < 10 || index > ends.length - 10 || index % 17 === 0);
}

/** A broken tool call of a model is passed on as it came; only its JSON cannot be compared. */
function expectationOf(recording: Recording) {
  const reading = readRecording(recording);
  return reading.errorStatus === undefined
    ? { text: reading.text, calls: reading.calls, usage: reading.usage, finish: reading.finish }
    : { text: reading.text, errorStatus: reading.errorStatus };
}

function comparable(once: Heard) {
  return once.error === undefined
    ? { text: once.text, calls: once.calls, usage: once.usage, finish: once.finish }
    : { text: once.text, errorStatus: once.error.status };
}

function failureOf(recording: Recording): string {
  const { status } = recording.response;
  const byStatus: Readonly<Record<number, string>> = {
    401: "credential",
    403: "credential",
    404: "modelNotFound",
    429: "rateLimited",
  };
  const isUnknownModel = status === 400 && /does not exist/.test(bodyBytes(recording).toString());
  return isUnknownModel
    ? "modelNotFound"
    : (byStatus[status] ?? (status >= 500 ? "overloaded" : "rejected"));
}

describe.skipIf(!hasRecordings)("recorded OpenAI-like embeddings", () => {
  it("are there", () => expect(embeddings.length).toBeGreaterThan(0));

  each(embeddings.filter(isAnswer), "reads $file", async (recording) => {
    for (const pieces of [recordedChunks(recording), sliced(bodyBytes(recording), 1_000)]) {
      const { status, headers } = recording.response;
      const upstream = replayedUpstream({ status, headers, pieces });
      const expected = expectedVectors(recording);
      const call = embedCall(expected.length);
      const embedded = await providerFor(recording, upstream).embed?.(
        call,
        new AbortController().signal,
      );
      expect(embedded?.vectors.map(valuesOf)).toEqual(expected);
    }
  });

  each(embeddings.filter(isRefusal), "fails as $file did", async (recording) => {
    const { status, headers } = recording.response;
    const upstream = replayedUpstream({ status, headers, pieces: [bodyBytes(recording)] });
    const failing = providerFor(recording, upstream).embed?.(
      embedCall(1),
      new AbortController().signal,
    );
    await expect(failing).rejects.toMatchObject({ name: "UpstreamError", status });
  });
});

function embedCall(count: number): EmbedCall {
  return {
    model: "model",
    requestId: "request",
    encoding: "float",
    truncate: false,
    inputs: Array.from({ length: count }, () => ({ type: "text" as const, text: "Hello" })),
  };
}

function expectedVectors(recording: Recording): readonly (readonly number[])[] {
  const body = jsonOf(bodyBytes(recording).toString("utf8"));
  const alone = itemsAt(body, "embedding");
  const members = itemsAt(body, "data").map((_, index) => {
    const list = itemsAt(body, "data", index, "embedding");
    return list.length > 0 ? list : base64Values(body, index);
  });
  return [...members, ...(alone.length > 0 ? [alone] : [])].map((list) => list.map(Number));
}

function base64Values(body: unknown, index: number): readonly number[] {
  const text = String(Reflect.get(Object(itemsAt(body, "data")[index]), "embedding"));
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}

function valuesOf(vector: Vector): readonly number[] {
  switch (vector.format) {
    case "decimal":
      return itemsAt({ values: jsonOf(Buffer.concat(vector.pieces).toString()) }, "values").map(
        Number,
      );
    case "base64":
      return base64Values({ data: [{ embedding: Buffer.concat(vector.pieces).toString() }] }, 0);
    case "floats":
      return [...vector.values];
  }
}

function sliced(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
