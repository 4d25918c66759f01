import {
  at,
  itemsAt,
  jsonOf,
  numberAt,
  type ReadCall,
  type Reading,
  sseData,
  textAt,
} from "./reading.ts";

const filtered = new Set([
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
]);

export function readGemini(body: string): Reading {
  const answers = body.trimStart().startsWith("{") ? [jsonOf(body)] : sseData(body);
  const candidates = answers.map((answer) => at(answer, "candidates", 0));
  const parts = candidates.flatMap((candidate) => itemsAt(candidate, "content", "parts"));
  const reason = candidates.map((candidate) => textAt(candidate, "finishReason")).join("");
  const blocked = answers.some((answer) => textAt(answer, "promptFeedback", "blockReason") !== "");
  const usages = answers
    .map((answer) => at(answer, "usageMetadata"))
    .filter((usage) => at(usage, "promptTokenCount") !== undefined);
  const finish = blocked ? "content_filter" : finishOf(reason);
  return {
    text: parts
      .filter((part) => at(part, "thought") !== true)
      .map((part) => textAt(part, "text"))
      .join(""),
    calls: callsIn(parts),
    usage: usageOf(usages.at(-1)),
    finish,
    // A reason that is neither an end nor a filter is a failure, for which the dialect has no status.
    errorStatus: finish === undefined ? 502 : undefined,
    malformed: finish === undefined,
  };
}

function finishOf(reason: string): Reading["finish"] {
  if (filtered.has(reason)) return "content_filter";

  return reason === "STOP" ? "stop" : reason === "MAX_TOKENS" ? "length" : undefined;
}

function callsIn(parts: readonly unknown[]): readonly ReadCall[] {
  const calls: { name: string; arguments: unknown; id: string | undefined }[] = [];
  for (const part of parts) {
    const call = at(part, "functionCall");
    const name = textAt(call, "name");
    if (name !== "")
      calls.push({ name, arguments: at(call, "args") ?? {}, id: textAt(call, "id") || undefined });

    for (const piece of itemsAt(call, "partialArgs")) place(calls.at(-1)?.arguments, piece);
  }
  return calls;
}

/** `$.a[0].b` as the way a, 0, b; texts continue what is there. */
function place(target: unknown, piece: unknown): void {
  const way = textAt(piece, "jsonPath")
    .slice(2)
    .replaceAll("[", ".")
    .replaceAll("]", "")
    .split(".");
  const last = way.pop() ?? "";
  let holder = target;
  for (const [index, step] of way.entries()) {
    if (at(holder, step) === undefined)
      Reflect.set(Object(holder), step, /^\d+$/.test(way[index + 1] ?? last) ? [] : {});

    holder = at(holder, step);
  }
  const added =
    at(piece, "stringValue") ?? at(piece, "numberValue") ?? at(piece, "boolValue") ?? null;
  const before = at(holder, last);
  Reflect.set(
    Object(holder),
    last,
    typeof before === "string" && typeof added === "string" ? before + added : added,
  );
}

function usageOf(usage: unknown): Reading["usage"] {
  if (usage === undefined) return undefined;

  const reasoning = numberAt(usage, "thoughtsTokenCount");
  return {
    input: numberAt(usage, "promptTokenCount") + numberAt(usage, "toolUsePromptTokenCount"),
    output: numberAt(usage, "candidatesTokenCount") + reasoning,
    cached: numberAt(usage, "cachedContentTokenCount"),
    written: 0,
    reasoning,
  };
}
