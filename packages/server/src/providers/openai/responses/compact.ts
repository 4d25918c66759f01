import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, listOf, textOf } from "../../../json/json-shape.ts";
import { UpstreamError } from "../../../upstream/upstream-error.ts";
import type { PartBatches } from "../../provider.ts";
import { holdsError, malformed } from "../../wire/answer-parts.ts";
import type { AnswerReader } from "../../wire/answer-reader.ts";
import { type AnswerDialect, askByJson } from "../../wire/ask-by-json.ts";
import { fieldsNamed } from "../../wire/count-tokens.ts";
import type { JsonEndpoint } from "../../wire/json-request.ts";
import { askAgain } from "../../wire/without-thoughts.ts";
import { ResponsesReader } from "./reader.ts";
import { toResponsesRequest } from "./request.ts";

/**
 * Who has a call for it, in one form:
 * https://developers.openai.com/api/reference/resources/responses/methods/compact
 * https://learn.microsoft.com/en-us/azure/foundry/reference/rest/compactconversation
 * https://docs.x.ai/developers/advanced-api-usage/context-compaction
 */
const compacting: ReadonlySet<string> = new Set(["openai", "azure", "xai"]);

const taken = [
  "model",
  "input",
  "instructions",
  "prompt_cache_key",
  "prompt_cache_retention",
  "service_tier",
];

type Ask = (call: RespondCall, signal: AbortSignal) => PartBatches;

/** Asks for the vendor's own compaction where the call wants one and the vendor has it; else as `ask` does. */
export function compactingFirst(
  endpoint: JsonEndpoint,
  { path, family, vendor }: { path: string; family: string; vendor: string },
  ask: Ask,
): Ask {
  if (!compacting.has(vendor)) return ask;
  const lacking = new LackingModels();
  const dialect: AnswerDialect = {
    path: () => path,
    body: (call) => fieldsNamed(toResponsesRequest(unasked(call), family, vendor), taken),
    headers: ({ requestId }) => ({ "x-client-request-id": requestId }),
    reader: (_call, scrub) => new CompactionReader(vendor, scrub),
  };
  const askEither: Ask = (call, signal) =>
    call.compacts === true ? askByJson(endpoint, dialect, call, signal) : ask(call, signal);
  return (call, signal) =>
    call.compacts === true && !lacking.has(call)
      ? askAgain(
          call,
          (asked) => askEither(asked, signal),
          (error) => lacking.withoutCompaction(call, error),
        )
      : ask(call, signal);
}

/** Without the wish for a summary, which the last turn is. */
function unasked(call: RespondCall): RespondCall {
  return { ...call, conversation: call.conversation.slice(0, -1) };
}

/** Reads the one item that stands for what went before. The user's messages come back as they were sent. */
class CompactionReader extends ResponsesReader implements AnswerReader {
  readonly #vendor: string;

  constructor(vendor: string, scrub: (text: string) => string) {
    super(scrub);
    this.#vendor = vendor;
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
    parts.push({ type: "carrier", carrier: { family: this.#vendor, of: "compaction", data } });
    this.used(parts, body);
    parts.push({ type: "finish", reason: "stop" });
  }
}

/** Who made it is no field of a request. */
function asSentBack({ created_by: _, ...item }: Fields): Fields {
  return item;
}

/** Servers that speak OpenAI's dialect often lack this call: they are asked once for each model. */
class LackingModels {
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
