import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Fields } from "../../../json/json-shape.ts";
import type { Caching } from "./cache-marks.ts";
import { echoed, type ThoughtForm } from "./thought-form.ts";

/** A parameter of a chat completion that some upstreams refuse. */
export type ChatParameter =
  | "temperature"
  | "top_p"
  | "top_k"
  | "presence_penalty"
  | "frequency_penalty"
  | "seed"
  | "stop"
  | "user"
  | "service_tier"
  | "parallel_tool_calls"
  | "strict"
  | "stream_options"
  | "response_format"
  | "reasoning"
  | "verbosity";

/** The differences of one vendor's chat completions from the others'. */
export interface ChatDialect {
  readonly maxTokens: "max_tokens" | "max_completion_tokens";
  readonly leaveOut: ReadonlySet<ChatParameter>;
  /** What of `tool_choice` is understood. What is not is brought about by the tools that are offered. */
  readonly toolChoice: "all" | "auto";
  /** The word for "some tool must be called". */
  readonly required: "required" | "any";
  /** JSON by a schema, JSON without one, or neither. A schema that cannot be sent is described in words. */
  readonly json: "schema" | "schemaOnly" | "object";
  readonly verbosity: boolean;
  readonly seed: "seed" | "random_seed";
  /** Thoughts come inside the text, between <think> and </think>. */
  readonly thinkTags: boolean;
  /** How an effort is asked for; parameters to merge into the body. */
  reasoning(reasoning: NonNullable<RespondCall["reasoning"]>, model: string): Fields;
  /** Where the thoughts are not within the maximum: how it is divided between them and the answer. */
  output?(call: RespondCall): Fields;
  /** Parameters that this model refuses. */
  refusedBy(model: string): readonly ChatParameter[];
  /** How thoughts of earlier turns go back to this model. */
  thoughts(model: string): ThoughtForm | undefined;
  readonly caching: Caching;
  /** The form that this upstream wants for ids of calls. */
  callId(id: string): string;
}

export const plainDialect: ChatDialect = {
  maxTokens: "max_tokens",
  // Fields that an unknown server might refuse, and that are not needed.
  leaveOut: new Set<ChatParameter>(["user", "strict"]),
  toolChoice: "all",
  required: "required",
  json: "schema",
  verbosity: false,
  seed: "seed",
  thinkTags: false,
  reasoning: ({ effort }) => (effort === undefined ? {} : { reasoning_effort: effort }),
  refusedBy: () => [],
  thoughts: () => echoed,
  caching: {},
  callId: (id) => id,
};

export function dialect(differences: Partial<ChatDialect>): ChatDialect {
  return { ...plainDialect, ...differences };
}

export function leavingOut(...parameters: ChatParameter[]): ReadonlySet<ChatParameter> {
  return new Set(parameters);
}

/** A message of a chat completion. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  content: unknown;
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: readonly Fields[];
  tool_calls?: Fields[];
  tool_call_id?: string;
}
