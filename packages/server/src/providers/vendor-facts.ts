import type { ModelKind } from "../model-call/endpoint-facts.ts";

/** The kinds of models that most vendors have. */
export const usualKinds: readonly ModelKind[] = ["text", "embedding"];

/** What is known of a kind of upstream without asking it. The configuration reads it as adapters do. */
export interface VendorFacts {
  /** Where it is unless `portico.yaml` says otherwise; absent where each customer has an address of its own. */
  readonly baseUrl?: string;
  /** It answers no request without a credential. */
  readonly isKeyed: boolean;
  /** No server of an operator's own speaks it: what answers is a cloud, which opens by credential. */
  readonly isCloud?: boolean;
  /** Its own library finds a credential on the operator's machine: `credentials: default`. */
  readonly findsCredentials?: boolean;
  /** The kinds of models that it has; absent where they are `usualKinds`. */
  readonly serves?: readonly ModelKind[];
  /** It lists its models. */
  readonly lists?: true;
  /** Rerank requests can say where a document is cut. */
  readonly cutsDocuments?: true;
  /** It makes vectors of images too. */
  readonly embedsImages?: boolean;
  /** Requests for text can name a service tier. */
  readonly takesServiceTier?: boolean;
  /** Of the optional parameters of a request for text, those that it has an equivalent for. */
  readonly textParameters: readonly string[];
  /** Those of `textParameters` that this model does not take. */
  readonly refusedBy?: (upstreamModel: string) => readonly string[];
}

/** What most have an equivalent for. */
export const commonParameters: readonly string[] = [
  "max_output_tokens",
  "temperature",
  "top_p",
  "tools",
  "tool_choice",
  "stop",
];

export const samplers: readonly string[] = ["presence_penalty", "frequency_penalty", "seed"];
