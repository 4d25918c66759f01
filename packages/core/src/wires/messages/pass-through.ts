import type { Reading } from "../../answer/wire.ts";
import type { JsonObject, PassThrough } from "../../model-call/respond-call.ts";

/** The vendors that read this wire themselves. */
export const family = "anthropic";

/**
 * Fields that the neutral call has, or that are for the gateway alone. Of `thinking` and `output_config` it has the
 * greater part: the vendor completes with the rest.
 */
const known: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "max_tokens",
  "stream",
  "stop_sequences",
  "temperature",
  "top_p",
  "top_k",
  "metadata",
  "service_tier",
  "thread",
  "models",
  "session_id",
  "provider",
]);

/** Says that a script of a web page may have the key, which is between that page and us. */
const forBrowsers = "anthropic-dangerous-direct-browser-access";

/** What only vendors of this family can read. It is there for every request, because it says that this wire was spoken. */
export function passThroughOf(
  body: object,
  toolChoice: JsonObject | null,
  tools: readonly JsonObject[],
  { headersOf }: Reading,
): PassThrough {
  const { [forBrowsers]: _, ...sent } = headersOf("anthropic-");
  const fields = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !known.has(name) && value !== null),
  );
  // The form of the text is neutral, and too large to be there twice.
  const { format: _format, ...config } = Object(fields["output_config"]);
  if (Object.keys(config).length > 0) fields["output_config"] = config;
  else delete fields["output_config"];
  if (toolChoice !== null) fields["tool_choice"] = toolChoice;
  return { family, headers: sent, fields, ...(tools.length > 0 && { tools }) };
}
