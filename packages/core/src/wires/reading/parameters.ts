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

export type Defined<Record> = { [Field in keyof Record]?: NonNullable<Record[Field]> };

/** Without the fields that are null or absent: an upstream gets only what the caller sent. */
export function defined<Given extends object>(given: Given): Defined<Given> {
  const said: Defined<Given> = {};
  for (const name in given) {
    const value = given[name];
    if (value !== null && value !== undefined) said[name] = value;
  }
  return said;
}
