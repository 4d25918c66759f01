import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, listOf, textOf } from "../../../json/json-shape.ts";
import { UpstreamError } from "../../../upstream/upstream-error.ts";
import { holdsError, malformed } from "../../wire/answer-parts.ts";
import type { AnswerReader } from "../../wire/answer-reader.ts";
import type { AnswerDialect } from "../../wire/ask-by-json.ts";
import { fieldsNamed } from "../../wire/count-tokens.ts";
import { ResponsesReader } from "./reader.ts";
import { toResponsesRequest } from "./request.ts";

/** https://developers.openai.com/api/reference/resources/responses/methods/compact */
const taken = [
  "model",
  "input",
  "instructions",
  "prompt_cache_key",
  "prompt_cache_retention",
  "service_tier",
];

/** OpenAI's own compaction of a conversation. */
export function compactionDialect(family: string): AnswerDialect {
  return {
    path: () => "/responses/compact",
    body: (call) => fieldsNamed(toResponsesRequest(unasked(call), family), taken),
    headers: ({ requestId }) => ({ "x-client-request-id": requestId }),
    reader: (_call, scrub) => new CompactionReader(family, scrub),
  };
}

/** Without the wish for a summary, which the last turn is. */
function unasked(call: RespondCall): RespondCall {
  return { ...call, conversation: call.conversation.slice(0, -1) };
}

/** Reads the one item that stands for what went before. The user's messages come back as they were sent. */
class CompactionReader extends ResponsesReader implements AnswerReader {
  readonly #family: string;

  constructor(family: string, scrub: (text: string) => string) {
    super(scrub);
    this.#family = family;
  }

  override whole(body: unknown, parts: Part[]): void {
    if (holdsError(fieldsOf(body))) {
      super.whole(body, parts);
      return;
    }
    const items = listOf(fieldsOf(body)["output"])
      .map(fieldsOf)
      .filter(({ role }) => role !== "user")
      .map(asSentBack);
    const isCompacted = items.some(
      ({ type, encrypted_content: content }) => type === "compaction" && textOf(content),
    );
    if (!isCompacted) throw malformed("The provider's reply holds no compaction.");
    const data = JSON.stringify(items);
    parts.push({ type: "carrier", carrier: { family: this.#family, of: "compaction", data } });
    this.used(parts, body);
    parts.push({ type: "finish", reason: "stop" });
  }
}

/** Who made it is no field of a request. */
function asSentBack({ created_by: _, ...item }: Fields): Fields {
  return item;
}

/** Servers that speak OpenAI's dialect often lack this call: they are asked once for each model. */
export class LackingModels {
  readonly #models = new Set<string>();

  has({ model }: RespondCall): boolean {
    return this.#models.has(model);
  }

  /** The same call for a summary by the model itself; undefined where something else has failed. */
  withoutCompaction(call: RespondCall, error: unknown): RespondCall | undefined {
    const status = error instanceof UpstreamError ? error.status : undefined;
    if (status === undefined || ![404, 405, 501].includes(status)) return undefined;
    // A workspace's own account may lack the model alone.
    if (call.credential === undefined && this.#models.size < mostRemembered)
      this.#models.add(call.model);
    const { compacts: _, ...asking } = call;
    return asking;
  }
}

const mostRemembered = 1_000;
