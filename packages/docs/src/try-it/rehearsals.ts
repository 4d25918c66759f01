/** Kinds of simulated models. */
type SandboxKind = "text" | "embed" | "rerank";

/** By the tag of an operation; an operation of another tag calls a model of texts. */
export function sandboxOf(tag: string): SandboxKind {
  if (tag.startsWith("Embeddings")) return "embed";
  return tag.startsWith("Rerank") ? "rerank" : "text";
}

const failures = ["402", "429", "503", "529"];

/**
 * The simulated models that a gateway has without any provider, the usual one first; the others rehearse what goes
 * wrong. test/try-it-facts.test.ts compares the names with the gateway's own.
 */
export const sandboxModels: Readonly<Record<SandboxKind, readonly string[]>> = {
  text: [
    "text",
    "think",
    "slow",
    "stall",
    "fail-midstream",
    "cut-midstream",
    ...failures.map((status) => `fail-${status}`),
  ].map((name) => `sandbox/${name}`),
  embed: ["embed", ...failures.map((status) => `embed-fail-${status}`)].map(
    (name) => `sandbox/${name}`,
  ),
  rerank: ["rerank", ...failures.map((status) => `rerank-fail-${status}`)].map(
    (name) => `sandbox/${name}`,
  ),
};

/** The faults of the mock, with what each does. The same test compares them with the mock's own. */
export const mockFaults: Readonly<Record<string, string>> = {
  "rate-limit": "answers 429 with Retry-After",
  "no-credits": "answers 402: the key's credits are used up",
  overload: "answers 529 with Retry-After: the provider is overloaded",
  unavailable: "answers 503 with Retry-After",
  error: "answers 500: an unexpected server error",
  refuse: "closes the connection without an answer",
  cut: "closes the connection half-way through the answer",
  stall: "stops half-way through the answer and leaves the connection open",
  malformed: "puts a line that is no JSON into the stream; the rest is right",
  fail: "ends the stream with the failure events",
  incomplete: "ends the answer as when its tokens ran out",
};
