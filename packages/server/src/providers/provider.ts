import type { Part } from "@portico/core/model-call/parts";
import type { MarkedPlace, RespondCall } from "@portico/core/model-call/respond-call";
import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";
import type { EmbedCall, Embedded } from "../model-call/embed-call.ts";
import type { ModelKind } from "../model-call/endpoint-facts.ts";
import type { RerankCall, Reranked } from "../model-call/rerank-call.ts";
import type { Timeouts } from "../upstream/request.ts";

/** An upstream as the operator configured it. */
export interface Provider extends Adapter {
  /** The operator's name for it in `portico.yaml`. */
  readonly name: string;
  readonly kind: string;
  /** Where it has several credentials: each with what asks by it. Without one of these, it asks by the first. */
  readonly pool?: readonly PooledProvider[];
}

export interface PooledProvider {
  /** Another one for another secret. */
  readonly id: string;
  readonly credential: PooledCredential;
  readonly provider: Provider;
}

/**
 * The port to an upstream. An adapter knows one upstream's wire and nothing of ours:
 * it is given a neutral call and yields neutral parts. Ability is the presence of a method.
 */
export interface Adapter {
  embed?(call: EmbedCall, signal: AbortSignal): Promise<Embedded>;
  rerank?(call: RerankCall, signal: AbortSignal): Promise<Reranked>;
  /**
   * Yields, for each read of the upstream, the parts that it brought, at once.
   * Ends normally only after a `finish` part; anything else throws an UpstreamError.
   * Leaving the loop early or aborting the signal closes the upstream connection.
   */
  respond?(call: RespondCall, signal: AbortSignal): PartBatches;
  /** What it sends of the call's own wire; absent where it sends none of any. */
  taken?(call: OwnWireCall): Taken | undefined;
  /** Whether it sends the marks for prompt caches that stand at these places, all of them; absent where it sends none. */
  keepsMarks?(model: string, places: readonly MarkedPlace[]): boolean;
  /** How many tokens the input of a call has, as the vendor counts; absent where it has no call for that. */
  count?: CountTokens;
  /** It has no streams: an answer comes in one piece even if a stream was asked for. */
  readonly answersWhole?: boolean;
  /**
   * Asks the upstream for something cheap that needs the credential: the operator's, or this one of a workspace. Throws an
   * UpstreamError.
   */
  check?(signal: AbortSignal, credential?: string): Promise<SeenUpstream>;
  /** The models that it has, as it lists them itself. Throws an UpstreamError. */
  list?(signal: AbortSignal): Promise<readonly ListedModel[]>;
}

/** Null where this server is known to have no such call. Throws an UpstreamError. */
export type CountTokens = (call: RespondCall, signal: AbortSignal) => Promise<number | null>;

/** A model of an upstream's own list, with what the list says of it. */
export interface ListedModel {
  readonly id: string;
  /** `other`: it neither writes nor embeds nor ranks. */
  readonly kind?: ModelKind | "other";
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  readonly dimensions?: number;
  readonly readsImages?: boolean;
  readonly takesTools?: boolean;
}

/** An answer's parts: together, those of one read of the upstream. */
export type PartBatches = AsyncIterable<readonly Part[]>;

/** What a check has learnt besides that there is an upstream which takes the credential. */
export interface SeenUpstream {
  /** Every model that it has, where it lists them all. */
  readonly models?: readonly string[];
  /** What may be wrong all the same, for a person. */
  readonly doubt?: string;
}

/** One of several credentials of a provider. */
export interface PooledCredential {
  /** The operator's name for it, which is shown. */
  readonly name: string;
  readonly apiKey: string;
  /** Its share of the sessions, against the weights of the others. */
  readonly weight: number;
  /** What each process asks by it at most; null: no limit. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

/** What the operator configured for one upstream, `${ENV}` already filled in. */
export interface ProviderSettings {
  readonly name: string;
  readonly kind: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Several credentials in place of `apiKey`, at least one. */
  readonly pool?: readonly PooledCredential[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  /** What only some kinds read: `api_version`, `region`, `project`, `preset`, … as configured. */
  readonly options: Readonly<Record<string, unknown>>;
}
