import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import { resultsFor, turnsOf } from "../providers/turns-of.ts";
import { coverageOf, settingsFor, type Target } from "./coverage.ts";
import { heard } from "./heard.ts";
import { at, itemsAt, jsonOf, sseData, textAt } from "./readers/reading.ts";
import {
  absence,
  bodyBytes,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
} from "./recording.ts";
import { replayedUpstream } from "./replayed-upstream.ts";

type Block = Readonly<Record<string, unknown>>;

const call: Omit<RespondCall, "model" | "stream"> = {
  requestId: "req_test",
  conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [{ name: "f" }],
  toolChoice: "auto",
};

const recordings = (hasRecordings ? readRecordings() : []).filter(
  ({ api, response, model, request }) =>
    /^(anthropic\.messages|bedrock\.(converse|invoke))$/.test(api) &&
    response.status === 200 &&
    /claude/.test(`${model} ${request?.path}`),
);
const cases = recordings.flatMap((recording) => {
  const content = contentOf(recording);
  return content.some(isThought)
    ? targetsOf(recording).map((target) => ({
        file: recording.file,
        kind: target.kind,
        recording,
        target,
        content,
      }))
    : [];
});

/** Vertex speaks Anthropic's dialect, so its recordings are Vertex's, too. */
function targetsOf(recording: Recording): readonly Target[] {
  const coverage = coverageOf(recording);
  if (!coverage.covered) return [];
  const vertex = { kind: "vertex", apiKey: "ya29.test", options: { project: "p" } };
  const { target } = coverage;
  return target.kind === "anthropic" ? [target, { ...target, ...vertex }] : [target];
}

describe.skipIf(!hasRecordings)(
  `thoughts of Claude, replayed ${hasRecordings ? "" : absence}`,
  () => {
    it("are recorded for Anthropic, streamed and whole, and for Bedrock", () => {
      const kinds = cases.map(({ kind, recording }) => `${kind} ${recording.stream}`);
      expect(new Set(kinds)).toEqual(
        new Set([
          "anthropic true",
          "anthropic false",
          "vertex true",
          "vertex false",
          "bedrock false",
        ]),
      );
    });

    it.each(cases)("of $file come back to $kind in turn two as they were", async (given) => {
      const { recording, target, content } = given;
      const { response, stream } = recording;
      const first = await replay(recording, target, { ...call, model: target.model, stream });
      const turns = turnsOf(first.parts);
      const next = [...resultsFor(turns), ...call.conversation];
      const conversation = [...call.conversation, ...turns, ...next];
      const upstream = replayedUpstream({ ...response, pieces: recordedChunks(recording) });
      const provider = createProvider(settingsFor(target, "http://127.0.0.1:9"), upstream);
      await heard(provider, { ...call, model: target.model, stream, conversation });
      const sent = blocksIn(at(itemsAt(upstream.asked[0], "messages")[1], "content"));
      const [were, are] = [content.filter(isThought), sent.filter(isThought)];
      expect(are).toEqual(were);
      // Converse is read by name, so the order of its fields means nothing.
      if (recording.api !== "bedrock.converse")
        expect(JSON.stringify(are)).toBe(JSON.stringify(were));

      expect(joined(sent)).toEqual(joined(content));
    });
  },
);

async function replay(recording: Recording, target: Target, asked: RespondCall) {
  const { status, headers } = recording.response;
  const upstream = replayedUpstream({ status, headers, pieces: recordedChunks(recording) });
  return await heard(createProvider(settingsFor(target, "http://127.0.0.1:9"), upstream), asked);
}

/** The blocks of a recorded answer, put together without the code under test. */
function contentOf(recording: Recording): readonly Block[] {
  const body = bodyBytes(recording).toString("utf8");
  if (!body.trimStart().startsWith("{")) return assembled(sseData(body));
  const answer = jsonOf(body);
  return blocksIn(at(answer, "content") ?? at(answer, "output", "message", "content"));
}

function assembled(events: readonly unknown[]): readonly Block[] {
  const blocks = new Map<unknown, Record<string, unknown>>();
  const inputs = new Map<unknown, string>();
  for (const event of events) {
    const index = at(event, "index");
    const started = at(event, "content_block");
    if (started !== undefined) blocks.set(index, { ...Object(started) });
    const block = blocks.get(index) ?? {};
    for (const name of ["text", "thinking", "signature"]) {
      const piece = textAt(event, "delta", name);
      if (piece !== "") block[name] = `${String(block[name] ?? "")}${piece}`;
    }
    const json = textAt(event, "delta", "partial_json");
    inputs.set(index, `${inputs.get(index) ?? ""}${json}`);
  }
  return blocksIn(
    [...blocks].map(([index, block]) => {
      const json = inputs.get(index) ?? "";
      return json === "" ? block : { ...block, input: jsonOf(json) };
    }),
  );
}

/** Of a content the blocks that have a neutral form. */
function blocksIn(content: unknown): readonly Block[] {
  return (
    itemsAt(content)
      .map((block): Block => Object(block))
      // The model's own calls say so, or say nothing.
      .map(({ caller: _, ...block }): Block => block)
      .filter(
        (block) =>
          block["type"] === undefined ||
          /^(text|thinking|redacted_thinking|tool_use)$/.test(textAt(block, "type")),
      )
  );
}

function isThought(block: Block): boolean {
  return "reasoningContent" in block || /thinking$/.test(textAt(block, "type"));
}

/** Neighbouring texts are one: a caller keeps a message, not its pieces. */
function joined(blocks: readonly Block[]): readonly unknown[] {
  const result: unknown[] = [];
  let text = "";
  for (const block of [...blocks, {}]) {
    if ("text" in block) {
      text += textAt(block, "text");
      continue;
    }
    if (text !== "") result.push(text);
    text = "";
    result.push(block);
  }
  return result;
}
