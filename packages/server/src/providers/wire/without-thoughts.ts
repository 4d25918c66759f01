import type { Part } from "@portico/core/model-call/parts";
import type { ContentPart, RespondCall } from "@portico/core/model-call/respond-call";
import { Source, sourceOf, type Taker } from "../../source.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { PartBatches } from "../provider.ts";

type Respond = (call: RespondCall) => PartBatches;

/**
 * Answers a call. If the upstream refuses the thoughts of earlier turns, it is asked once more without them: another
 * account, another model or a changed conversation makes a valid signature invalid. Only a refusal before the first
 * part is answered so, and such a refusal costs nothing.
 */
export function askAgainWithoutThoughts(call: RespondCall, respond: Respond): PartBatches {
  return call.conversation.some((turn) => turn.type === "thought")
    ? askAgain(call, respond, (error) =>
        isRefusalOfThoughts(error) ? withoutThoughts(call) : undefined,
      )
    : respond(call);
}

/** Answers a call. Where it fails before the first part, `other` may give another call to be asked once in its place. */
export function askAgain(
  call: RespondCall,
  respond: Respond,
  other: (error: unknown) => RespondCall | undefined,
): PartBatches {
  return new TwiceAsked(call, respond, other);
}

/** What OpenAI says of the trace of a tool whose thought it does not get, or that it cannot read. */
const refusesTraces =
  /was provided without its required|\binput\[\d+\]|\bitem (?:with id )?\W?[a-z]+_\w+.{0,80}not (?:found|valid)/is;

/** The same call without what tools of the vendor have left, where it is refused for that; undefined where it is not. */
export function withoutTraces(call: RespondCall, error: unknown): RespondCall | undefined {
  const conversation = call.conversation.filter((turn) => !isTraceAlone(turn));
  const isRefused = isRefusal(error) && refusesTraces.test(error.message);
  return isRefused && conversation.length < call.conversation.length
    ? { ...call, conversation }
    : undefined;
}

function isTraceAlone(turn: RespondCall["conversation"][number]): boolean {
  return turn.type === "message" && turn.content.length > 0 && turn.content.every(isTrace);
}

/** A computer's would leave the model without what it has done, a compaction without all that was said. */
function isTrace(part: ContentPart): boolean {
  return part.type === "foreign" && !/^comp(?:uter_|action$)/.test(String(part.block["type"]));
}

/** The same call as if no earlier turn had had thoughts. */
export function withoutThoughts(call: RespondCall): RespondCall {
  return { ...call, conversation: call.conversation.filter((turn) => turn.type !== "thought") };
}

/**
 * What the vendors say of a thought that they cannot use.
 * Anthropic, Bedrock, Vertex: https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting and
 * …/preserved-thinking/fix-bound-to-a-different-conversation. OpenAI, xAI: `invalid_encrypted_content`.
 * Google: https://ai.google.dev/gemini-api/docs/thought-signatures
 * Converse: models that have no place for `reasoningContent`, and thoughts without words where it wants some.
 */
const refusals: readonly RegExp[] = [
  /invalid\W{0,3}signature\W{1,3}in\W{1,3}(?:redacted_)?thinking/i,
  /thinking\W{1,3}blocks? .{0,60}cannot be modified/i,
  /expected \W?(?:redacted_)?thinking\W.{0,40}but found/i,
  /must start with a thinking block/i,
  /the block is bound to a different conversation/i,
  /encrypted[_ ]content\b.{0,300}(?:could not be|cannot be|not valid|invalid|did not match)/is,
  /(?:could not|cannot|failed to|unable to) (?:decrypt|verify|parse)\b.{0,100}encrypted[_ ]content/is,
  /thought[_ ]?signature\b.{0,60}\b(?:not valid|invalid|expired|corrupt)/i,
  /(?:invalid|corrupt(?:ed)?|expired)\b.{0,30}\bthought[_ ]?signature/i,
  /doesn't support the reasoningContent\b/i,
  /reasoningContent\b.{0,60}failed to satisfy constraint/i,
  /of type \W?reasoning\W? was provided without its required following item/i,
  /reasoning input items can only be provided to a reasoning/i,
  /\breasoning(?:_content|_details)?\W{1,3}is unsupported/i,
  /\breasoning_(?:content|details)\b.{0,80}\bnot (?:supported|permitted|allowed)/is,
  /\b(?:unrecognized|unexpected|unknown|unsupported|extra)\b.{0,80}\breasoning_(?:content|details)\b/is,
];

function isRefusalOfThoughts(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.failure === "rejected" &&
    refusals.some((pattern) => pattern.test(error.message))
  );
}

/** Only its first part differs from the answer's own. */
class TwiceAsked extends Source<readonly Part[]> {
  readonly #respond: Respond;
  readonly #other: (error: unknown) => RespondCall | undefined;
  #parts: Source<readonly Part[]>;
  #hasBegun = false;
  #isOver = false;

  constructor(
    call: RespondCall,
    respond: Respond,
    other: (error: unknown) => RespondCall | undefined,
  ) {
    super();
    this.#respond = respond;
    this.#other = other;
    this.#parts = sourceOf(respond(call));
  }

  pull(taker: Taker<readonly Part[]>): void {
    if (this.#hasBegun) this.#parts.pull(taker);
    else
      this.#parts.pull({
        take: (parts) => taker.take(parts),
        end: () => taker.end(),
        fail: (error) => this.#askAgain(error, taker),
      });
    this.#hasBegun = true;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#parts.close();
  }

  #askAgain(error: unknown, taker: Taker<readonly Part[]>): void {
    const other = this.#isOver ? undefined : this.#other(error);
    if (other === undefined) {
      taker.fail(error);
      return;
    }
    this.#parts = sourceOf(this.#respond(other));
    this.#parts.pull(taker);
  }
}

/** https://help.openai.com/en/articles/10910291-api-organization-verification */
const refusesSummaries = /verified to (?:generate|stream) reasoning summar|\breasoning\.summary\b/i;
/** A deployment's own name does not say whether its model has thoughts. */
const refusesEncryption = /encrypted content is not supported/i;

/**
 * The same call without what was refused of the thoughts that it asked to see: an answer without them is worth more
 * than none. Undefined where something else was refused.
 */
export function askingForLess(call: RespondCall, error: unknown): RespondCall | undefined {
  const { thoughts, ...unasked } = call;
  if (thoughts === undefined || !isRefusal(error)) return undefined;
  if (refusesEncryption.test(error.message)) return unasked;
  return thoughts.text && refusesSummaries.test(error.message)
    ? { ...unasked, thoughts: { ...thoughts, text: false } }
    : undefined;
}

function isRefusal(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.failure === "rejected";
}
