import type { ContentPart, RespondCall } from "@portico/core/model-call/respond-call";
import { contentOf } from "@portico/core/wires/messages/left-out-of";
import type { Endpoint } from "../../routing/catalog.ts";
import { tokensOfPicture } from "../paid-call/token-bounds.ts";
import { type AskedContent, type InputTexts, textsOf } from "./asked-content.ts";
import { countAllTokens, estimateTokens, type TokenBound } from "./bound-input-tokens.ts";

type ImagePart = Extract<ContentPart, { type: "image" }>;

export interface InputBound {
  readonly tokens: number;
  readonly images: number;
  readonly hasFiles: boolean;
}

/**
 * Tokens that upstreams put in front of a request, and count. The most that recorded answers of two dozen vendors show
 * is 700 tokens, 1,500 beside tools, and 140 more for the form of the answer.
 */
const hiddenTokens = { always: 1_024, withTools: 1_024, withFormat: 256 } as const;
/** OpenAI's models, whose tokens are known exactly, get less: 10 tokens, and 460 beside tools. */
const hiddenOfKnown = 128;

/** A text with more characters than this per token of the context cannot fit, so it need not be counted. */
const charactersPerToken = 16;

/**
 * The most input tokens that one request can have at the endpoints of each of its models. Its texts are counted once per
 * way of counting. None takes more than its context, so that
 * is the bound where the content cannot be counted: a file's pages are unknown before it is opened, data that is
 * called an image may be something else, a block of a vendor's own may name both, and what a searching model finds is
 * in no request.
 */
export class InputBounds {
  readonly #asked: AskedContent;
  readonly #images: readonly ImagePart[];
  readonly #hasFiles: boolean;
  readonly #texts: InputTexts;
  readonly #counted = new Map<TokenBound, number>();

  constructor(asked: AskedContent) {
    const parts = asked.conversation.flatMap(contentOf);
    this.#asked = asked;
    this.#images = parts.filter((part) => part.type === "image");
    this.#hasFiles = parts.some(
      (part) => part.type === "file" || (part.type === "foreign" && !part.isPlain && !part.isFound),
    );
    this.#texts = textsOf(asked);
  }

  at(endpoints: readonly Endpoint[]): InputBound | Promise<InputBound> {
    const contextLength = Math.max(...endpoints.map((endpoint) => endpoint.contextLength));
    const isTooMuch = this.#texts.length > contextLength * charactersPerToken;
    const shape = { images: this.#images.length, hasFiles: this.#hasFiles };
    if (this.#hasFiles || isTooMuch) return { tokens: contextLength, ...shape };
    const most = () => Math.max(...endpoints.map((endpoint) => this.#atOne(endpoint)));
    const counting = this.#countFor(endpoints);
    return counting === undefined
      ? { tokens: most(), ...shape }
      : counting.then(() => ({ tokens: most(), ...shape }));
  }

  /** Its text has been counted. */
  #atOne(endpoint: Endpoint): number {
    if (endpoint.searchCalls !== undefined) return endpoint.contextLength;
    const ofText = (this.#counted.get(endpoint.tokenBound) ?? 0) + this.#texts.wrappingTokens;
    const ofImages = this.#images.reduce((sum, image) => sum + tokensOfPicture(image, endpoint), 0);
    return Math.min(ofText + ofImages + hiddenOf(this.#asked, endpoint), endpoint.contextLength);
  }

  /** Only tokenizers have to be waited for. */
  #countFor(endpoints: readonly Endpoint[]): Promise<unknown> | undefined {
    const { said, defined, layoutTokens } = this.#texts;
    const texts = [...said, ...defined];
    const waits: Promise<void>[] = [];
    for (const { searchCalls, tokenBound } of endpoints) {
      if (searchCalls !== undefined || this.#counted.has(tokenBound)) continue;
      const tokens = countAllTokens(texts, tokenBound);
      const keep = (count: number) => {
        this.#counted.set(tokenBound, count + (tokenBound === "bytes" ? layoutTokens : 0));
      };
      if (tokens instanceof Promise) waits.push(tokens.then(keep));
      else keep(tokens);
    }
    return waits.length === 0 ? undefined : Promise.all(waits);
  }
}

function hiddenOf(
  { conversation, tools, textFormat }: Pick<RespondCall, "conversation" | "tools" | "textFormat">,
  { tokenBound }: Endpoint,
): number {
  const hasTools = tools.length > 0 || conversation.some(({ type }) => type === "call");
  const hasFormat = textFormat !== undefined && textFormat.type !== "text";
  return (
    (tokenBound === "bytes" ? hiddenTokens.always : hiddenOfKnown) +
    (hasTools ? hiddenTokens.withTools : 0) +
    (hasFormat ? hiddenTokens.withFormat : 0)
  );
}

/** What any request to an endpoint is counted as, be its text a single token. */
export function leastInputTokens({ tokenBound, contextLength, searchCalls }: Endpoint): number {
  if (searchCalls !== undefined) return contextLength;
  const hidden = tokenBound === "bytes" ? hiddenTokens.always : hiddenOfKnown;
  return Math.min(hidden + 1, contextLength);
}

/** A picture of a megapixel: small ones count as a tenth of it, and few as five times as much. */
const typicalTokensPerImage = 1_000;

/** An estimate of the count of an upstream that did not send one; not a bound. */
export async function estimateInputTokens(asked: AskedContent, bound: TokenBound): Promise<number> {
  const { said, defined } = textsOf(asked);
  const parts = asked.conversation.flatMap(contentOf);
  const images = parts.filter(({ type }) => type === "image").length * typicalTokensPerImage;
  return images + (await estimateTokens([...said, ...defined].join("\n"), bound));
}
