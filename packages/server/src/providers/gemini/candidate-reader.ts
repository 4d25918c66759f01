import type { Carrier } from "@portico/core/model-call/carrier";
import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  positive,
  textOf,
} from "../../json/json-shape.ts";
import { refusalInside } from "../../upstream/read-upstream-error.ts";
import { callPart, holdsError, malformed } from "../wire/answer-parts.ts";
import type { AnswerReader } from "../wire/answer-reader.ts";
import { UnreadKinds } from "../wire/unread-kinds.ts";
import { PartialArguments } from "./partial-arguments.ts";
import { signatureCarrier } from "./signatures.ts";

/** The fields of a part that are read. Any other is named in a notice. */
const readFields: ReadonlySet<string> = new Set([
  "text",
  "thought",
  "thoughtSignature",
  "functionCall",
]);

type Scrub = (text: string) => string;

interface OpenCall {
  readonly key: string;
  readonly arguments: PartialArguments;
}

/** Reads the answers of generateContent and of streamGenerateContent, whose events are alike. */
export class CandidateReader implements AnswerReader {
  readonly #scrub: Scrub;
  #calls = 0;
  /** A call whose arguments come in pieces. */
  #open: OpenCall | undefined;
  readonly #carries: boolean;
  #hasText = false;
  readonly #unread = new UnreadKinds();

  /** `carries`: with the signatures of its parts. */
  constructor(scrub: Scrub, carries = false) {
    this.#scrub = scrub;
    this.#carries = carries;
  }

  event(event: unknown, parts: Part[]): void {
    const answer = fieldsOf(event);
    if (holdsError(answer)) throw refusalInside(answer, this.#scrub);

    const candidate = firstCandidate(answer);
    const finish = this.#finishOf(answer, candidate);
    for (const part of listOf(fieldsOf(candidate["content"])["parts"]))
      this.#add(fieldsOf(part), parts);

    if (finish !== undefined) this.#close(parts);

    this.used(parts, answer);
    if (finish !== undefined)
      parts.push({ type: "finish", reason: finish, ...this.#unread.notice });
  }

  whole(body: unknown, parts: Part[]): void {
    this.event(body, parts);
  }

  used(parts: Part[], said?: unknown): void {
    const usage = fieldsOf(fieldsOf(said)["usageMetadata"]);
    if (countOf(usage["promptTokenCount"]) !== undefined)
      parts.push({ type: "usage", usage: toUsage(usage) });
  }

  #finishOf(answer: Fields, candidate: Fields): FinishReason | undefined {
    const reason = textOf(candidate["finishReason"]);
    if (reason !== undefined) return this.#reasonOf(reason, candidate);

    // A prompt that is blocked gets no candidate at all.
    const blocked = textOf(fieldsOf(answer["promptFeedback"])["blockReason"]);
    return blocked === undefined ? undefined : "content_filter";
  }

  #reasonOf(reason: string, candidate: Fields): FinishReason {
    if (reason === "STOP") return "stop";

    if (reason === "MAX_TOKENS" || reason === "CONTINUATION") return "length";

    if (/SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED|SPII|ARMOR|ESCALATION/.test(reason))
      return "content_filter";

    const said = this.#scrub(textOf(candidate["finishMessage"]) ?? "").slice(0, 500);
    const message = `The provider ended its answer with ${reason.slice(0, 60)}.`;
    throw malformed(said ? `${message} ${said}` : message);
  }

  #add(part: Fields, parts: Part[]): void {
    this.#noteUnread(part);
    const call = part["functionCall"];
    const signature = textOf(part["thoughtSignature"]);
    if (isFields(call)) {
      if (signature !== undefined && textOf(call["name"]) !== undefined) {
        this.#close(parts);
        this.#sign(signatureCarrier("call", signature), parts);
      }
      this.#addCall(call, parts);
      return;
    }
    const text = textOf(part["text"]);
    const isThought = part["thought"] === true;
    if (text !== undefined) {
      parts.push(isThought ? { type: "reasoning", text, isSummary: true } : { type: "text", text });
      this.#hasText ||= !isThought;
    }
    if (signature !== undefined) {
      const isOfText = !isThought && this.#hasText;
      const carrier = isOfText
        ? signatureCarrier("text", signature, text?.length ?? 0)
        : signatureCarrier("thought", signature);
      this.#sign(carrier, parts);
    }
  }

  #noteUnread(part: Fields): void {
    for (const name of Object.keys(part))
      if (!readFields.has(name) && part[name] != null) {
        const { mimeType, toolType } = fieldsOf(part[name]);
        this.#unread.add(name, mimeType ?? toolType);
      }
  }

  #sign(carrier: Carrier, parts: Part[]): void {
    if (this.#carries) parts.push({ type: "carrier", carrier });
  }

  #addCall(call: Fields, parts: Part[]): void {
    const name = textOf(call["name"]);
    if (name !== undefined) this.#begin(name, call, parts);

    if (this.#open === undefined) return;

    if (!this.#open.arguments.add(call["partialArgs"]))
      throw malformed("The provider sent arguments that cannot be put together.");
    if (call["willContinue"] !== true) this.#close(parts);
  }

  #begin(name: string, call: Fields, parts: Part[]): void {
    this.#close(parts);
    const key = String(this.#calls);
    this.#calls += 1;
    parts.push(callPart(key, name, call["id"]));
    if (isFields(call["args"]) || call["willContinue"] !== true) {
      const delta = JSON.stringify(call["args"] ?? {});
      parts.push({ type: "arguments", key, delta });
    } else this.#open = { key, arguments: new PartialArguments() };
  }

  #close(parts: Part[]): void {
    if (this.#open !== undefined) {
      const { key, arguments: pieces } = this.#open;
      parts.push({ type: "arguments", key, delta: pieces.toJson() });
      this.#open = undefined;
    }
  }
}

/** Of several candidates the first; in a stream each event says whose it is. */
function firstCandidate(answer: Fields): Fields {
  const candidates = listOf(answer["candidates"]).map(fieldsOf);
  return candidates.find((candidate) => (candidate["index"] ?? 0) === 0) ?? {};
}

/** The dialect counts thoughts apart from the answer, and what its own tools read apart from the prompt. */
function toUsage(usage: Fields): TokenUsage {
  const thoughts = countOf(usage["thoughtsTokenCount"]) ?? 0;
  return {
    inputTokens:
      (countOf(usage["promptTokenCount"]) ?? 0) + (countOf(usage["toolUsePromptTokenCount"]) ?? 0),
    outputTokens: (countOf(usage["candidatesTokenCount"]) ?? 0) + thoughts,
    cachedInputTokens: countOf(usage["cachedContentTokenCount"]) ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens: thoughts,
    ...positive("audioInputTokens", audioTokens(usage["promptTokensDetails"])),
  };
}

function audioTokens(details: unknown): number {
  return listOf(details)
    .map(fieldsOf)
    .filter(({ modality }) => modality === "AUDIO")
    .reduce((sum, { tokenCount }) => sum + (countOf(tokenCount) ?? 0), 0);
}
