import type { Schema } from "@portico/contract/facts";
import type { Wire } from "../../answer/wire.ts";
import { GatewayError } from "../../failures.ts";
import type { JsonObject, Turn } from "../../model-call/respond-call.ts";
import type { ResponseFrame } from "./reply.ts";
import { responsesWire } from "./wire.ts";

type Request = Schema<"ResponseRequest">;
type Item = Exclude<Request["input"], string>[number];
type User = Schema<"UserMessage">;

/** Of the seals that hold summaries, as vendors' families are of those that hold thoughts. */
export const summaryFamily = "summary";

export const summaryNotice = {
  "x-portico-notice":
    "Compacted by the model's own summary, which every model can go on from: it is no provider's compaction.",
} as const;

export function vendorsNotice(provider: string) {
  const notice = `Compacted by ${provider}: only a model there can go on from it.`;
  return { "x-portico-notice": notice };
}

const wish =
  "Sum up our conversation so far for yourself. You will go on from your summary alone, beside my own messages: say what was asked, " +
  "decided and done, what is known (names, paths, numbers, code that matters) and what is still to do. Answer with the summary only.";

/**
 * The request for a summary: the conversation, and the wish last, so that a cached prompt is found. What bounds or forms an answer is
 * not meant for it: OpenAI's call has no such fields.
 */
export function summaryRequest(body: Request): Request {
  const { text: _text, max_output_tokens: _most, ...rest } = body;
  const input: Item[] = [...itemsOf(body.input), { role: "user", content: wish }];
  return { ...rest, input, stream: false, store: false, tool_choice: "none" };
}

export interface Compaction {
  readonly response: Schema<"Response">;
  /** The vendor's own compaction, sealed; null where the model was asked for a summary. */
  readonly vendors: string | null;
}

/** `POST /responses/compact` on its way to a model, until its summary is sealed. */
export const compactionWire: Wire<Request, ResponseFrame, Compaction> = {
  ...responsesWire,
  read(body, reading) {
    const { call, ...request } = responsesWire.read(summaryRequest(body), reading);
    return { ...request, call: { ...call, compacts: true } };
  },
  reply(frame, ended) {
    const vendors = ended.items.find((item) => item.type === "thought" && item.of === "compaction");
    return {
      response: responsesWire.reply(frame, ended),
      vendors: (vendors?.type === "thought" && vendors.seal) || null,
    };
  },
};

/** Null where the model has written no whole summary. */
export function summaryIn({ status, output }: Schema<"Response">): string | null {
  const texts = output.flatMap((item) =>
    item.type === "message" ? item.content.map(({ text }) => text) : [],
  );
  const summary = texts.join("");
  return status === "completed" && summary.trim() !== "" ? summary : null;
}

export function noSummary(): GatewayError {
  return new GatewayError("providerFailed", {
    message:
      "The model has not summed up the conversation, or not to the end. Ask again, or name another model.",
  });
}

export function compacted(
  body: Request,
  { id, created_at, usage }: Schema<"Response">,
  seal: string,
): Schema<"CompactedResponse"> {
  if (usage === null) throw new TypeError("A response that has ended has its usage.");
  return {
    id,
    object: "response.compaction",
    created_at,
    usage,
    output: [
      ...itemsOf(body.input).flatMap(userMessage),
      { type: "compaction", id: id.replace(/^gen-/, "cmp_"), encrypted_content: seal },
    ],
  };
}

function itemsOf(input: Request["input"]): readonly Item[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : input;
}

function userMessage(item: Item): User[] {
  if (!("role" in item) || item.role !== "user") return [];
  const { content } = item;
  const parts: readonly Schema<"EasyContentPart">[] =
    typeof content === "string" ? [{ type: "input_text", text: content }] : content;
  return [{ type: "message", role: "user", content: parts.map(toInputPart) }];
}

function toInputPart(part: Schema<"EasyContentPart">): User["content"][number] {
  return part.type === "output_text" ? { type: "input_text", text: part.text } : part;
}

/** What the model reads of a summary. */
export function summaryTurn(summary: string): Turn {
  const text = `This is your summary of our conversation so far:\n\n${summary}`;
  return { type: "message", role: "user", content: [{ type: "text", text }] };
}

/** A vendor's compaction, for the vendor that made it: as the items that it gave out. */
export function compactionTurn(family: string, items: readonly JsonObject[], place: string): Turn {
  const content = items.map(
    (block) => ({ type: "foreign", family, block, place, isPlain: true }) as const,
  );
  return { type: "message", role: "assistant", content };
}

/** For a summary that does not open: nothing else says what went before. */
export function refuseSummary(place: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${place} is a compaction that this workspace cannot open: only the service that made it can read it. Send the items that it stands for, or a summary as a message.`,
    metadata: { field: place },
  });
}
