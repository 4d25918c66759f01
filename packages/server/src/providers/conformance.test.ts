import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { heard } from "../../test/recorded/heard.ts";
import { type Answer, fakeUpstream, json, streaming } from "../../test/wire/fake-upstream.ts";
import { embeddingSamples, type WireSample, wireSamples } from "../../test/wire/samples.ts";
import type { EmbedCall } from "../model-call/embed-call.ts";
import type { Timeouts } from "../upstream/request.ts";
import { createUpstream } from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { providerKinds } from "./facts.ts";
import { createProvider } from "./index.ts";
import type { Provider } from "./provider.ts";

const patient: Timeouts = {
  connectMs: 5_000,
  firstByteMs: 60_000,
  idleMs: 60_000,
  totalMs: 60_000,
};

function providerAt(
  url: string,
  { kind, credential }: { readonly kind: string; readonly credential: string },
  timeouts: Timeouts = patient,
): Provider & AsyncDisposable {
  const upstream = createUpstream();
  const provider = createProvider(
    {
      name: "example",
      kind,
      baseUrl: url,
      apiKey: credential,
      timeouts,
      options: { project: "project", location: "global", region: "us-east-1" },
    },
    upstream,
  );
  return { ...provider, [Symbol.asyncDispose]: () => upstream.close() };
}

function respondCall(sample: WireSample, more: Partial<RespondCall> = {}): RespondCall {
  return {
    model: sample.model,
    requestId: "request",
    stream: true,
    conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Hello" }] }],
    tools: [
      {
        name: "get_weather",
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
        },
      },
    ],
    toolChoice: "auto",
    ...more,
  };
}

async function ask(sample: WireSample, answer: Answer, more: Partial<RespondCall> = {}) {
  await using server = await fakeUpstream(answer);
  await using provider = providerAt(server.url, sample);
  return { ...(await heard(provider, respondCall(sample, more))), asked: server.asked };
}

const usage = { input: 7, output: 5, cached: 0, written: 0, reasoning: 0 };

it("has a sample of every kind that goes over a wire", () => {
  const sampled = new Set([...wireSamples, ...embeddingSamples].map(({ kind }) => kind));
  expect(providerKinds.filter((kind) => kind !== "sandbox").toSorted()).toEqual(
    [...sampled].toSorted(),
  );
});

describe.each(wireSamples)("$kind", (sample) => {
  const stream = (then?: "end" | "break" | "silence", pieces = sample.text) =>
    streaming(sample.contentType, pieces, then);

  it("reads a stream and finishes once, at the end", async () => {
    const answer = await ask(sample, stream());
    expect(answer).toMatchObject({ text: "Hello ✓", usage, finish: "stop", error: undefined });
    expect(answer.parts.filter(({ type }) => type === "finish")).toHaveLength(1);
    expect(answer.parts.at(-1)?.type).toBe("finish");
  });

  it("reads the same stream in single bytes", async () => {
    const bytes = Buffer.concat(sample.text);
    const answer = await ask(
      sample,
      stream(
        "end",
        Array.from(bytes, (byte) => Buffer.from([byte])),
      ),
    );
    expect(answer).toMatchObject({ text: "Hello ✓", usage, finish: "stop" });
  });

  it("reads an answer that is one body", async () => {
    const answer = await ask(sample, json(200, sample.whole), { stream: false });
    expect(answer).toMatchObject({ text: "Hello ✓", usage, finish: "stop", error: undefined });
  });

  it("reads a tool call", async () => {
    const answer = await ask(sample, stream("end", sample.call));
    expect(answer.calls).toMatchObject([{ name: "get_weather", arguments: { city: "Paris" } }]);
    expect(answer.finish).toBe("stop");
  });

  it("takes a broken connection for a cut", async () => {
    const answer = await ask(sample, stream("break", sample.text.slice(0, -2)));
    expect(answer.error?.failure).toBe("cut");
    expect(answer.finish).toBeUndefined();
  });

  it("takes an orderly end in mid-answer for a cut", async () => {
    const answer = await ask(sample, stream("end", sample.text.slice(0, 1)));
    expect(answer.error?.failure).toBe("cut");
  });

  it("closes the connection when the signal is aborted", async () => {
    await using server = await fakeUpstream(stream("silence", sample.text.slice(0, 1)));
    await using provider = providerAt(server.url, sample);
    const caller = new AbortController();
    const answer = heard(provider, respondCall(sample), caller.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    caller.abort();
    await server.hungUp;
    expect((await answer).error).toBeInstanceOf(UpstreamError);
  });

  it("closes the connection when its reader leaves", async () => {
    const enough = sample.text.slice(0, 3);
    await using server = await fakeUpstream(stream("silence", enough));
    await using provider = providerAt(server.url, sample);
    for await (const _ of provider.respond?.(respondCall(sample), new AbortController().signal) ??
      [])
      break;

    await server.hungUp;
  });

  it("gives up on a stream that falls silent", async () => {
    await using server = await fakeUpstream(stream("silence", sample.text.slice(0, 1)));
    await using provider = providerAt(server.url, sample, { ...patient, idleMs: 50 });
    expect((await heard(provider, respondCall(sample))).error?.failure).toBe("timeout");
    await server.hungUp;
  });

  it.each([
    [400, "rejected"],
    [401, "credential"],
    [403, "credential"],
    [404, "modelNotFound"],
    [408, "overloaded"],
    [413, "tooLarge"],
    [422, "rejected"],
    [429, "rateLimited"],
    [500, "overloaded"],
    [503, "overloaded"],
    [529, "overloaded"],
    [302, "malformed"],
  ])("calls a %i %s", async (status, failure) => {
    const body = { error: { message: `no: ${sample.credential}` }, message: "no" };
    const answer = await ask(sample, json(status, body, { "retry-after": "7", location: "/" }));
    expect(answer.error).toMatchObject({
      status,
      failure,
      retryAfterMs: 7_000,
    });
    expect(answer.error?.message).not.toContain(sample.credential);
    expect(answer.asked).toHaveLength(1);
  });

  it.each(["<html>busy</html>", "{", "null", "[]", "{}", '"text"'])(
    "cannot use %s in place of an answer",
    async (body) => {
      const answer = await ask(sample, (response) => void response.end(body), { stream: false });
      expect(answer.error?.failure).toBeOneOf(["malformed", "cut"]);
    },
  );

  it("asks with the workspace's own credential where there is one", async () => {
    const own = sample.credential.replace("canary", "workspace");
    const { asked } = await ask(sample, stream(), { credential: own });
    const sent = JSON.stringify(asked[0]?.headers);
    expect(sent).toContain(own);
    expect(sent).not.toContain(sample.credential);
  });
});

describe.each(embeddingSamples)("embeddings of $kind", (sample) => {
  const call: EmbedCall = {
    model: sample.model,
    requestId: "request",
    encoding: "float",
    truncate: false,
    expectedDimensions: 2,
    inputs: [
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ],
  };

  async function embed(body: string) {
    await using server = await fakeUpstream((response) => {
      response.end(body);
    });
    await using provider = providerAt(server.url, sample);
    return await provider.embed?.(call, new AbortController().signal);
  }

  it("keeps the order and the values", async () => {
    const embedded = await embed(sample.reply(["[0.5,-1]", "[2,1e-3]"]));
    const values = embedded?.vectors.map((vector) =>
      "pieces" in vector ? JSON.parse(Buffer.concat(vector.pieces).toString()) : [...vector.values],
    );
    expect(values).toEqual([
      [0.5, -1],
      [2, 0.001],
    ]);
  });

  it.each([
    ["too few vectors", ["[1,2]"]],
    ["too many vectors", ["[1,2]", "[1,2]", "[1,2]"]],
    ["a shorter vector", ["[1,2]", "[1]"]],
    ["a longer vector", ["[1,2]", "[1,2,3]"]],
    ["a value that is no number", ["[1,2]", "[1,NaN]"]],
    ["a text among the values", ["[1,2]", '[1,"2"]']],
    ["a vector in a vector", ["[1,2]", "[1,[2]]"]],
    ["null", ["[1,2]", "null"]],
  ])("refuses %s", async (_, vectors) => {
    await expect(embed(sample.reply(vectors))).rejects.toMatchObject({ failure: "malformed" });
  });

  it("refuses a reply that breaks off", async () => {
    const whole = sample.reply(["[1,2]", "[1,2]"]);
    const half = embed(whole.slice(0, whole.length / 2));
    await expect(half).rejects.toMatchObject({ failure: "malformed" });
  });
});

describe("the sandbox", () => {
  it("answers over no wire at all", async () => {
    await using provider = providerAt("https://upstream.example", {
      kind: "sandbox",
      credential: "",
    });
    const call = respondCall({ ...wireSamples[0], model: "text" } as WireSample);
    const answer = await heard(provider, call);
    expect(answer).toMatchObject({ finish: "stop", error: undefined });
  });
});
