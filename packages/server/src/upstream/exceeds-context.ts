/**
 * The words and codes by which vendors say that a request is longer than the model's context: OpenAI, Anthropic, Gemini, Bedrock,
 * Mistral, Cohere, xAI, Groq, vLLM, llama.cpp, Ollama, LM Studio, Moonshot, MiniMax, Alibaba.
 */
const words = [
  "context_length_exceeded",
  "exceed_context_size",
  "model_context_window_exceeded",
  "maximum context length",
  "exceeds? the (?:available |model'?s? )?context",
  "context limit",
  "prompt is too long",
  "input is too long",
  "maximum prompt length",
  "maximum model length",
  "context window exceed",
  "greater than the context length",
  "exceeded model token limit",
  "input token count.{0,40} exceeds",
  "too many (?:input )?tokens",
  "range of input length",
  "tokens exceed the configured limit",
];
const pattern = new RegExp(words.join("|"), "i");

/** Counts that a vendor gives for a minute, and not for one request. */
const rate = /per (?:minute|day|hour)|rate limit/i;

export function exceedsContext(code: string, message: string): boolean {
  const said = `${code} ${message}`;
  return pattern.test(said) && !rate.test(said);
}
