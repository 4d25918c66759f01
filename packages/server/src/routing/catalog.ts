import type { ModelKind } from "../model-call/endpoint-facts.ts";
import type { PriceOrigin } from "../money/price-origin.ts";
import type { Price } from "../money/rates.ts";
import type { ShadowRule } from "./shadow.ts";

export type { ModelKind };

/** The configured models, the endpoints that serve each, and their prices. Never changed: new prices make a new one. */
export interface Catalog {
  readonly models: ReadonlyMap<string, Model>;
  /** Other names of models; none is the id of one. */
  readonly aliases?: ReadonlyMap<string, readonly AliasTarget[]>;
  /** Absent where there are none. */
  readonly canaries?: readonly CanaryRule[];
  /** Absent where there are none. */
  readonly shadows?: readonly ShadowRule[];
  /** Models that a provider lists and no caller may use, because they have no price: by id, its provider. */
  readonly unpriced?: ReadonlyMap<string, string>;
}

export interface AliasTarget {
  readonly modelId: string;
  /** Its share of the sessions, against the weights of the others. */
  readonly weight: number;
}

/** Sends a share of the requests for a model or an alias to another model. */
export interface CanaryRule {
  /** The name that requests ask for. */
  readonly route: string;
  /** The id of the other model. */
  readonly to: string;
  /** Its share of the sessions. */
  readonly percent: number;
  /** The keys whose requests all go there, by number. */
  readonly keys: ReadonlySet<number>;
  readonly rollBack: RollBackMarks;
}

/** Beyond one of these the other model gets no further requests. */
export interface RollBackMarks {
  readonly failurePercent: number;
  /** So many times the usual model's median; null: however slow it is. */
  readonly slower: number | null;
  /** Fewer count as so many. */
  readonly requests: number;
  readonly windowMs: number;
}

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly kind: ModelKind;
  /** Seconds since 1970. */
  readonly created: number;
  readonly contextLength: number;
  readonly maxOutputTokens?: number;
  /** For embedding models. All endpoints of a model have the same length, because a model is one vector family. */
  readonly dimensions?: number;
  /** Whether the caller may ask for fewer dimensions. */
  readonly dimensionsAdjustable: boolean;
  readonly inputModalities: readonly ("text" | "image" | "file")[];
  /** An input that is too long is refused with its index, or cut by the upstream. */
  readonly tooLong: "reject" | "truncate";
  /** A notice asks callers to use another one. */
  readonly deprecation?: Deprecation;
  /** A simulated model of the sandbox. Not listed where real models are configured. */
  readonly isRehearsal?: boolean;
  readonly endpoints: readonly Endpoint[];
}

export interface Deprecation {
  /** The last day on which it is served: `2027-01-31`. */
  readonly ends?: string | undefined;
  /** The model to use in its place. */
  readonly use?: string | undefined;
}

export interface Endpoint {
  /** The configured provider's name. */
  readonly provider: string;
  readonly upstreamModel: string;
  readonly price: Price;
  readonly priceOrigin: PriceOrigin;
  /** The preset price of the same model there, where the operator states another one. */
  readonly listPrice?: Pick<Endpoint, "price" | "priceOrigin">;
  readonly dataCollection: "allow" | "deny";
  /** Only where the operator says so: absent, it counts as false. */
  readonly zeroDataRetention?: boolean;
  readonly contextLength: number;
  readonly maxOutputTokens?: number;
  /** The most input tokens that one still picture counts as; absent where the vendor publishes no number. */
  readonly tokensPerImage?: number;
  readonly abilities: Abilities;
  /** Request parameters for which the upstream has an equivalent; for `require_parameters`. */
  readonly supportedParameters: readonly string[];
  /** How an upper bound of the input tokens is computed before the call: with a tokenizer, or from bytes. */
  readonly tokenBound: "o200k_base" | "cl100k_base" | "bytes";
  /**
   * It searches by itself: how many times one request calls a model at most. What it finds counts as input, and may fill
   * the context of each call.
   */
  readonly searchCalls?: number;
  /** What its name says of a model that thinks; absent where it says nothing. */
  readonly thinking?: Thinking;
}

/** Thoughts count as output, also those that are not shown. */
export interface Thinking {
  /** It thinks without being asked to. */
  readonly unasked: boolean;
  /** What it shows of its thoughts is a summary, in no part marked as one. */
  readonly summarised: boolean;
}

export interface Abilities {
  readonly tools: boolean;
  readonly images: boolean;
  readonly files: boolean;
}

/** An endpoint that may serve a request, and the credential to use. */
export interface Candidate {
  readonly model: Model;
  readonly endpoint: Endpoint;
  /** True: with the workspace's own credential for this provider. */
  readonly byok: boolean;
}

/** Names an endpoint in statistics and circuits. Provider names hold no space, so the key is unambiguous. */
export function endpointKey(endpoint: Pick<Endpoint, "provider" | "upstreamModel">): string {
  return `${endpoint.provider} ${endpoint.upstreamModel}`;
}
