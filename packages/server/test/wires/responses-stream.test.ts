import { loadDocument } from "@portico/contract";
import { findOrderViolation, type StreamVocabulary } from "@portico/contract/stream-order";
import { Answer } from "@portico/core/answer/answer";
import { MalformedAnswer } from "@portico/core/answer/answer-limits";
import type { AnswerFrame } from "@portico/core/answer/wire";
import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import { ResponseEvents } from "@portico/core/wires/responses/events";
import {
  type Response,
  type ResponseFrame,
  toOutputItem,
} from "@portico/core/wires/responses/reply";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerOutcome, AnswerStream } from "../../src/answer/answer-stream.ts";
import { UpstreamError } from "../../src/upstream/upstream-error.ts";

const document = loadDocument();
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "portico", ...document });
const validateEvent = ajv.compile({ $ref: "portico#/components/schemas/StreamEvent" });

const usage: TokenUsage = {
  inputTokens: 11,
  outputTokens: 7,
  cachedInputTokens: 3,
  cacheWriteTokens: 1,
  reasoningTokens: 2,
};

const frame: AnswerFrame<ResponseFrame> = {
  requestId: "req-1",
  id: "gen-1",
  createdAt: 1_700_000_000,
  model: "sandbox/text",
  provider: "sandbox",
  asked: {
    showsSummaries: true,
    freeform: new Set(),
    echo: {
      instructions: null,
      metadata: {},
      temperature: null,
      top_p: null,
      presence_penalty: null,
      frequency_penalty: null,
      parallel_tool_calls: true,
      tools: [],
      tool_choice: "auto",
      max_output_tokens: null,
      reasoning: null,
      text: { format: { type: "text" } },
      user: null,
    },
  },
};

interface Run {
  readonly batches: readonly (readonly Part[])[];
  /** The index of the batch before which the upstream breaks off; an index beyond the last one means never. */
  readonly failBefore?: number;
  readonly vocabulary?: StreamVocabulary;
  readonly settling?: "works" | "fails";
}

function start({ batches, failBefore, vocabulary = "both", settling = "works" }: Run) {
  const outcomes: AnswerOutcome[] = [];
  const hangUp = new AbortController();
  const left = { closed: 0 };
  async function* upstream() {
    try {
      for (const [at, batch] of batches.entries()) {
        if (at === failBefore) throw new UpstreamError("cut", "fake was cut.");
        hangUp.signal.throwIfAborted();
        yield batch;
      }
      if (failBefore === batches.length) throw new UpstreamError("cut", "fake was cut.");
    } finally {
      left.closed += 1;
    }
  }
  const stream = new AnswerStream({
    gate: { pass: (parts) => parts, beyond: null },
    parts: upstream(),
    events: new ResponseEvents(frame, vocabulary),
    inputTokens: null,
    answer: {},
    signal: hangUp.signal,
    settle: async (_, outcome) => {
      outcomes.push(outcome);
      if (settling === "fails") throw new Error("The store is away.");
      return { usage, chargedNanousd: 1 };
    },
    explain: (error) => ({
      message: error instanceof Error ? error.message : "?",
      status: 500,
      kind: "internal",
    }),
    nowMs: () => 1_700_000_001_000,
  });
  return { stream, outcomes, hangUp, left };
}

/** Every data line of a stream: parsed, or `[DONE]`. */
function parse(written: string): unknown[] {
  expect(written === "" || written.endsWith("\n\n")).toBe(true);
  return written
    .split("\n\n")
    .filter((frame) => frame !== "")
    .map((frame) => {
      expect(frame).toMatch(/^data: [^\n]*$/);
      const data = frame.slice("data: ".length);
      return data === "[DONE]" ? data : JSON.parse(data);
    });
}

async function events(run: Run) {
  const { stream, outcomes, left } = start(run);
  const chunks = await Array.fromAsync(stream);
  return { events: parse(chunks.join("")), chunks, outcomes, left };
}

const typesOf = (list: readonly unknown[]) =>
  list.map((event) => (event === "[DONE]" ? event : (event as { type: string }).type));

/** What the interface promises for every stream. */
function expectTruthful(list: readonly unknown[], vocabulary: StreamVocabulary) {
  for (const event of list.slice(0, -1))
    expect(validateEvent(event), JSON.stringify([event, validateEvent.errors])).toBe(true);

  expect(findOrderViolation(list, vocabulary), JSON.stringify(list)).toBeNull();
  const terminal = typesOf(list).filter((type) =>
    ["response.completed", "response.incomplete", "response.failed"].includes(type),
  );
  expect(terminal).toHaveLength(1);
}

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 8, unit: "binary" }),
  fc.constantFrom("\u{1f600}", "\ud83d", "\ude00", "\u2028", '"\\', "data: [DONE]\n\n", ""),
);
const json = fc.json({ maxDepth: 2 });
const partOf = (key: string): fc.Arbitrary<Part> =>
  fc.oneof(
    { weight: 4, arbitrary: words.map((text): Part => ({ type: "text", text })) },
    { weight: 1, arbitrary: words.map((text): Part => ({ type: "reasoning", text })) },
    { weight: 2, arbitrary: fc.constant<Part>({ type: "usage", usage }) },
    { weight: 1, arbitrary: words.map((delta): Part => ({ type: "arguments", key, delta })) },
  );

/** A call with JSON arguments, in up to three pieces. */
const wholeCall = (index: number): fc.Arbitrary<Part[]> =>
  fc
    .tuple(json, fc.nat(20), fc.constantFrom(undefined, "same", `call_${index}`))
    .map(([text, cut, callId]) => [
      { type: "call", key: `k${index}`, name: `tool_${index}`, ...(callId && { callId }) },
      { type: "arguments", key: `k${index}`, delta: text.slice(0, cut) },
      { type: "arguments", key: `k${index}`, delta: text.slice(cut) },
    ]);

const anything = fc
  .tuple(
    fc.array(
      fc.oneof(partOf("k0"), partOf("k9")).map((part) => [part]),
      { maxLength: 6 },
    ),
    fc
      .nat(5)
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => wholeCall(at)))),
    fc.array(partOf("k1"), { maxLength: 4 }),
    fc.constantFrom<FinishReason>("stop", "stop", "stop", "length", "content_filter"),
    fc.boolean(),
  )
  .map(([before, calls, after, reason, interleaved]): Part[] => [
    ...before.flat(),
    ...(interleaved ? interleave(calls) : calls.flat()),
    ...after,
    { type: "finish", reason },
    { type: "usage", usage },
  ]);

function interleave(calls: readonly Part[][]): Part[] {
  const longest = Math.max(0, ...calls.map((call) => call.length));
  return Array.from({ length: longest }, (_, at) =>
    calls.flatMap((call) => call.slice(at, at + 1)),
  ).flat();
}

const runs: fc.Arbitrary<Run & { readonly vocabulary: StreamVocabulary }> = fc
  .tuple(
    anything,
    fc.integer({ min: 1, max: 5 }),
    fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
    fc.constantFrom<StreamVocabulary>("both", "libraries"),
    fc.constantFrom<"works" | "fails">("works", "works", "works", "fails"),
  )
  .map(([parts, size, failBefore, vocabulary, settling]) => ({
    batches: Array.from({ length: Math.ceil(parts.length / size) }, (_, at) =>
      parts.slice(at * size, (at + 1) * size),
    ),
    vocabulary,
    settling,
    ...(failBefore !== undefined && { failBefore }),
  }));

describe("an answer as events", () => {
  it("a stream is in order, valid and truthful, in 1,000 generated streams", async () => {
    const endings = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const { events: list, outcomes, left } = await events(run);
        expectTruthful(list, run.vocabulary);
        expect(outcomes).toHaveLength(1);
        expect(left.closed).toBe(1);
        const failed = typesOf(list).includes("response.failed");
        expect(failed).toBe(outcomes[0]?.type === "failed" || run.settling === "fails");
        const ending = typesOf(list).findLast(
          (type) => type !== "[DONE]" && type !== "response.done",
        );
        endings.set(ending ?? "", (endings.get(ending ?? "") ?? 0) + 1);
      }),
      { numRuns: 1000 },
    );
    // The generator reaches each kind of ending often enough.
    for (const type of ["response.completed", "response.incomplete", "response.failed"])
      expect(endings.get(type) ?? 0, type).toBeGreaterThan(50);
  });

  it("the events of a stream add up to the plain answer", async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const { events: list } = await events({ ...run, failBefore: -1, settling: "works" });
        const last = list.find((event) => /completed|incomplete/.test(typesOf([event])[0] ?? ""));
        if (last === undefined || typesOf([last])[0] === "response.output_item.done") return;
        const { response } = last as { response: Response };
        const answer = new Answer();
        for (const part of run.batches.flat()) answer.push(part);
        answer.end();
        const strip = (items: readonly object[]) =>
          JSON.stringify(items).replaceAll(/(msg|fc|call)_[0-9a-f]{24}/g, "$1");
        const plain = answer.output.map((item) => toOutputItem(item, frame.asked));
        expect(strip(response.output)).toBe(strip(plain));
      }),
      { numRuns: 200 },
    );
  });

  it("[6.order] writes the events of section 6 and those of the libraries side by side", async () => {
    const { events: list, chunks } = await events({
      batches: [
        [{ type: "text", text: "Hi" }],
        [{ type: "call", key: "a", name: "f", callId: "call_a" }],
        [{ type: "arguments", key: "a", delta: "{}" }],
        [{ type: "finish", reason: "stop" }],
      ],
    });
    expect(typesOf(list)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.content_part.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
      "response.done",
      "[DONE]",
    ]);
    // One string for each read of the upstream that brought parts: a token is passed on when it arrives.
    expect(chunks).toHaveLength(4);
    expect(list.at(-3)).toMatchObject({
      response: {
        id: "gen-1",
        status: "completed",
        completed_at: 1_700_000_001,
        output_text: "Hi",
        usage: {
          input_tokens: 11,
          output_tokens: 7,
          total_tokens: 18,
          input_tokens_details: { cached_tokens: 3, cache_write_tokens: 1 },
          output_tokens_details: { reasoning_tokens: 2 },
        },
      },
    });
    expect(list.at(-2)).toMatchObject({
      response: { status: "completed", usage: { total_tokens: 18 } },
    });
  });

  it("a failed stream names the failure in each of the places where clients look", async () => {
    const { events: list, outcomes } = await events({
      batches: [[{ type: "text", text: "Hi" }]],
      failBefore: 1,
    });
    const facts = { code: "server_error", message: "fake was cut.", param: null };
    expect(list.slice(-3)).toEqual([
      { type: "error", ...facts, error: { type: "server_error", ...facts }, sequence_number: 6 },
      {
        type: "response.failed",
        sequence_number: 7,
        response: expect.objectContaining({
          status: "failed",
          error: { code: "server_error", message: "fake was cut." },
          output: [expect.objectContaining({ status: "incomplete" })],
        }),
      },
      "[DONE]",
    ]);
    expect(outcomes).toEqual([{ type: "failed", error: expect.any(UpstreamError) }]);
  });

  it("a stream also reports a failure in a later part of one read", async () => {
    const {
      events: list,
      chunks,
      outcomes,
      left,
    } = await events({
      batches: [
        [
          { type: "text", text: "Hi".repeat(10_000) },
          { type: "call", key: "a", name: "" },
        ],
      ],
    });
    expect(chunks).toHaveLength(2);
    expect(typesOf(list).slice(-3)).toEqual(["error", "response.failed", "[DONE]"]);
    expect(outcomes).toEqual([{ type: "failed", error: expect.any(MalformedAnswer) }]);
    expect(left.closed).toBe(1);
  });

  it.each([
    ["length", "max_output_tokens"],
    ["content_filter", "content_filter"],
  ] as const)("ends incomplete when the upstream says %s", async (reason, shown) => {
    const { events: list } = await events({
      batches: [[{ type: "text", text: "Hi" }], [{ type: "finish", reason }]],
    });
    expect(list.at(-3)).toMatchObject({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: shown }, completed_at: null },
    });
    expect(list.at(-2)).toMatchObject({
      type: "response.done",
      response: { status: "incomplete" },
    });
  });

  it("a stream closes the upstream and settles once, wherever the caller leaves it", async () => {
    const batches = Array.from({ length: 8 }, (_, at): Part[] => [{ type: "text", text: `${at}` }]);
    for (let reads = 0; reads <= 8; reads += 1) {
      const { stream, outcomes, left } = start({
        batches: [...batches, [{ type: "finish", reason: "stop" }]],
      });
      for (let at = 0; at < reads; at += 1) expect((await stream.next()).done).toBe(false);
      await stream.return();
      await stream.return();
      expect(outcomes, `${reads}`).toEqual([{ type: "abandoned" }]);
      expect(left.closed).toBe(reads === 0 ? 0 : 1);
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    }
  });

  it("an upstream that breaks because the caller hung up counts as a hang-up", async () => {
    const { stream, outcomes, hangUp } = start({ batches: [[{ type: "text", text: "a" }], []] });
    await stream.next();
    hangUp.abort();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await stream.return();
    expect(outcomes).toEqual([{ type: "abandoned" }]);
  });
});
