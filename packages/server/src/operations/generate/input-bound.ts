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
 * The most input tokens that a request can have at any of these endpoints. None takes more than its context, so that
 * is the bound where the content cannot be counted: a file's pages are unknown before it is opened, data that is
 * called an image may be something else, a block of a vendor's own may name both, and what a searching model finds is
 * in no request.
 */
export async function boundInput(
  asked: AskedContent,
  endpoints: readonly Endpoint[],
): Promise<InputBound> {
  return await new InputBounds(asked).at(endpoints);
}

/** The bounds of one request for the endpoints of several models. Its texts are counted once per way of counting. */
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
      (part) => part.type === "file" || (part.type === "foreign" && !part.isPlain),
    );
    this.#texts = textsOf(asked);
  }

  async at(endpoints: readonly Endpoint[]): Promise<InputBound> {
    const contextLength = Math.max(...endpoints.map((endpoint) => endpoint.contextLength));
    const isTooMuch = this.#texts.length > contextLength * charactersPerToken;
    const shape = { images: this.#images.length, hasFiles: this.#hasFiles };
    if (this.#hasFiles || isTooMuch) return { tokens: contextLength, ...shape };
    const bounds: number[] = [];
    for (const endpoint of endpoints) bounds.push(await this.#atOne(endpoint));
    return { tokens: Math.max(...bounds), ...shape };
  }

  async #atOne(endpoint: Endpoint): Promise<number> {
    if (endpoint.searchCalls !== undefined) return endpoint.contextLength;
    const ofText = (await this.#count(endpoint.tokenBound)) + this.#texts.wrappingTokens;
    const ofImages = this.#images.reduce((sum, image) => sum + tokensOfPicture(image, endpoint), 0);
    return Math.min(ofText + ofImages + hiddenOf(this.#asked, endpoint), endpoint.contextLength);
  }

  async #count(bound: TokenBound): Promise<number> {
    const known = this.#counted.get(bound);
    if (known !== undefined) return known;
    const { said, defined, layoutTokens } = this.#texts;
    const tokens = await countAllTokens([...said, ...defined], bound);
    const counted = tokens + (bound === "bytes" ? layoutTokens : 0);
    this.#counted.set(bound, counted);
    return counted;
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
