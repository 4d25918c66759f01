/** The parameters that upstreams may have an equivalent for, and that both OpenAI wires can say. */
export type ParameterNames =
  | "parallelToolCalls"
  | "maxOutputTokens"
  | "temperature"
  | "topP"
  | "topK"
  | "presencePenalty"
  | "frequencyPenalty"
  | "seed"
  | "stop"
  | "reasoning"
  | "textFormat"
  | "verbosity"
  | "serviceTier"
  | "metadata"
  | "user";
