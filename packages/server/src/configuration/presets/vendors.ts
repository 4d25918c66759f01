/** A vendor that `portico.yaml` may name without saying where it is. */
export interface Vendor {
  readonly kind: string;
  /** For kinds whose adapter has no address of its own. */
  readonly baseUrl?: string;
  /** Its own hosts: only there do the preset models and prices hold. */
  readonly hosts: readonly string[];
  /** The environment variable that its own libraries read the key from. */
  readonly keyVariable?: string;
}

const compatible = (baseUrl: string, keyVariable?: string): Vendor => ({
  kind: "openai-compatible",
  baseUrl,
  hosts: [new URL(baseUrl).host],
  ...(keyVariable === undefined ? {} : { keyVariable }),
});

/** By preset name: the kind itself, or what `preset` says for `openai-compatible`. */
export const vendors: Readonly<Record<string, Vendor>> = {
  openai: { kind: "openai", hosts: ["api.openai.com"], keyVariable: "OPENAI_API_KEY" },
  anthropic: { kind: "anthropic", hosts: ["api.anthropic.com"], keyVariable: "ANTHROPIC_API_KEY" },
  gemini: {
    kind: "gemini",
    hosts: ["generativelanguage.googleapis.com"],
    keyVariable: "GEMINI_API_KEY",
  },
  cohere: { kind: "cohere", hosts: ["api.cohere.com"], keyVariable: "COHERE_API_KEY" },
  mistral: { kind: "mistral", hosts: ["api.mistral.ai"], keyVariable: "MISTRAL_API_KEY" },
  voyage: { kind: "voyage", hosts: ["api.voyageai.com"], keyVariable: "VOYAGE_API_KEY" },
  cerebras: compatible("https://api.cerebras.ai/v1", "CEREBRAS_API_KEY"),
  deepinfra: compatible("https://api.deepinfra.com/v1/openai", "DEEPINFRA_API_KEY"),
  deepseek: compatible("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
  fireworks: compatible("https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"),
  groq: compatible("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
  huggingface: compatible("https://router.huggingface.co/v1", "HF_TOKEN"),
  jina: compatible("https://api.jina.ai/v1", "JINA_API_KEY"),
  moonshot: compatible("https://api.moonshot.ai/v1", "MOONSHOT_API_KEY"),
  nvidia: compatible("https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY"),
  openrouter: compatible("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
  perplexity: compatible("https://api.perplexity.ai", "PERPLEXITY_API_KEY"),
  sambanova: compatible("https://api.sambanova.ai/v1", "SAMBANOVA_API_KEY"),
  together: compatible("https://api.together.xyz/v1", "TOGETHER_API_KEY"),
  xai: compatible("https://api.x.ai/v1", "XAI_API_KEY"),
  // On the operator's own machines: no key, and the usual port.
  llamacpp: compatible("http://127.0.0.1:8080/v1"),
  lmstudio: compatible("http://127.0.0.1:1234/v1"),
  ollama: compatible("http://127.0.0.1:11434/v1"),
  tei: compatible("http://127.0.0.1:8080/v1"),
  vllm: compatible("http://127.0.0.1:8000/v1"),
};

/** Every kind that a provider may have. */
export const kinds = [
  "openai",
  "openai-compatible",
  "azure",
  "anthropic",
  "gemini",
  "cohere",
  "mistral",
  "voyage",
  "bedrock",
  "vertex",
  "sandbox",
] as const;

/** Kinds that answer nobody without a credential. The others may have none, or find their own. */
export const keyedKinds: ReadonlySet<string> = new Set([
  "openai",
  "azure",
  "anthropic",
  "gemini",
  "cohere",
  "mistral",
  "voyage",
]);
