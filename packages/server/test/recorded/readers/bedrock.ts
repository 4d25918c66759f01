import { readAnthropic, readEvents } from "./anthropic.ts";
import { at, CallPieces, itemsAt, jsonOf, numberAt, type Reading, textAt } from "./reading.ts";

const finishes: Readonly<Record<string, Reading["finish"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  guardrail_intervened: "content_filter",
  content_filtered: "content_filter",
};

export function readConverse(body: string): Reading {
  const answer = jsonOf(body);
  const content = itemsAt(answer, "output", "message", "content");
  return {
    text: content.map((block) => textAt(block, "text")).join(""),
    calls: content
      .filter((block) => at(block, "toolUse") !== undefined)
      .map((block) => ({
        name: textAt(block, "toolUse", "name"),
        arguments: at(block, "toolUse", "input"),
        id: textAt(block, "toolUse", "toolUseId"),
      })),
    usage: usageOf(at(answer, "usage")),
    finish: finishes[textAt(answer, "stopReason")],
  };
}

export function readConverseStream(bytes: Buffer): Reading {
  const calls = new CallPieces();
  const reading: { text: string; usage?: Reading["usage"]; finish?: Reading["finish"] } = {
    text: "",
  };
  for (const payload of payloadsOf(bytes)) {
    const index = at(payload, "contentBlockIndex");
    reading.text += textAt(payload, "delta", "text");
    const begun = at(payload, "start", "toolUse");
    if (begun !== undefined)
      calls.add(index, { name: textAt(begun, "name"), id: textAt(begun, "toolUseId") });

    if (at(payload, "delta", "toolUse") !== undefined)
      calls.add(index, { text: textAt(payload, "delta", "toolUse", "input") });

    reading.finish ??= finishes[textAt(payload, "stopReason")];
    reading.usage ??= usageOf(at(payload, "usage"));
  }
  return { ...reading, calls: calls.all() };
}

/** Claude's own dialect, whole or in wrapped events. */
export function readInvoke(body: string): Reading {
  return readAnthropic(body);
}

export function readInvokeStream(bytes: Buffer): Reading {
  return readEvents(
    payloadsOf(bytes).map((payload) =>
      jsonOf(Buffer.from(textAt(payload, "bytes"), "base64").toString("utf8")),
    ),
  );
}

/** Frames by their lengths alone. */
export function framesOf(bytes: Buffer): readonly Buffer[] {
  const frames: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += bytes.readUInt32BE(start))
    frames.push(bytes.subarray(start, start + bytes.readUInt32BE(start)));

  return frames;
}

function payloadsOf(bytes: Buffer): readonly unknown[] {
  return framesOf(bytes).map((frame) =>
    jsonOf(frame.toString("utf8", 12 + frame.readUInt32BE(4), frame.length - 4)),
  );
}

function usageOf(usage: unknown): Reading["usage"] {
  if (usage === undefined) return undefined;

  const cached = numberAt(usage, "cacheReadInputTokens");
  const written = numberAt(usage, "cacheWriteInputTokens");
  return {
    input: numberAt(usage, "inputTokens") + cached + written,
    output: numberAt(usage, "outputTokens"),
    cached,
    written,
    reasoning: 0,
  };
}
