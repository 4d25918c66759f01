import { commonParameters, samplers, type VendorFacts } from "../vendor-facts.ts";
import { refusedByOpenAi } from "./chat/vendor-quirks.ts";

const shaped = ["text", "reasoning", "parallel_tool_calls", "user"];

export const openAiFacts = {
  baseUrl: "https://api.openai.com/v1",
  isKeyed: true,
  lists: true,
  takesServiceTier: true,
  textParameters: [
    "max_output_tokens",
    "temperature",
    "top_p",
    "tools",
    "tool_choice",
    ...shaped,
    "metadata",
    "verbosity",
  ],
  refusedBy: refusedByOpenAi,
} satisfies VendorFacts;

export const azureFacts: VendorFacts = {
  isKeyed: true,
  isCloud: true,
  takesServiceTier: true,
  textParameters: [...commonParameters, ...samplers, ...shaped, "verbosity"],
  refusedBy: refusedByOpenAi,
};

export const mistralFacts = {
  baseUrl: "https://api.mistral.ai/v1",
  isKeyed: true,
  lists: true,
  textParameters: [...commonParameters, ...samplers, "text", "parallel_tool_calls"],
} satisfies VendorFacts;

/** Servers that speak OpenAI's chat completions: `presets` names the known ones. */
export const compatibleFacts: VendorFacts = {
  isKeyed: false,
  lists: true,
  serves: ["text", "embedding", "rerank"],
  takesServiceTier: true,
  textParameters: [...commonParameters, ...samplers, ...shaped],
};

/** A vendor or server that speaks OpenAI's chat completions. */
export interface Preset {
  readonly baseUrl: string;
  readonly isKeyed: boolean;
  /** Hosts at and below these are its own too, besides the address's. */
  readonly domains?: readonly string[];
  readonly embedsImages?: boolean;
}

const vendor = (baseUrl: string, ...domains: readonly string[]): Preset => ({
  baseUrl,
  isKeyed: true,
  domains,
});

/** On the operator's own machine, at the usual port. */
const local = (baseUrl: string): Preset => ({ baseUrl, isKeyed: false });

/** By what `preset` says in `portico.yaml`, or the provider's own name. */
export const presets: Readonly<Record<string, Preset>> = {
  openai: vendor(openAiFacts.baseUrl),
  mistral: vendor(mistralFacts.baseUrl),
  alibaba: vendor("https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "aliyuncs.com"),
  cerebras: vendor("https://api.cerebras.ai/v1"),
  deepinfra: vendor("https://api.deepinfra.com/v1/openai"),
  deepseek: vendor("https://api.deepseek.com"),
  fireworks: vendor("https://api.fireworks.ai/inference/v1"),
  groq: vendor("https://api.groq.com/openai/v1"),
  huggingface: vendor("https://router.huggingface.co/v1"),
  jina: { ...vendor("https://api.jina.ai/v1"), embedsImages: true },
  moonshot: vendor("https://api.moonshot.ai/v1"),
  nvidia: vendor("https://integrate.api.nvidia.com/v1"),
  openrouter: { ...vendor("https://openrouter.ai/api/v1"), embedsImages: true },
  perplexity: vendor("https://api.perplexity.ai"),
  sambanova: vendor("https://api.sambanova.ai/v1"),
  together: vendor("https://api.together.xyz/v1", "together.xyz", "together.ai"),
  "vercel-gateway": vendor("https://ai-gateway.vercel.sh/v1"),
  xai: vendor("https://api.x.ai/v1"),
  zai: vendor("https://api.z.ai/api/paas/v4", "bigmodel.cn"),
  llamacpp: local("http://127.0.0.1:8080/v1"),
  lmstudio: local("http://127.0.0.1:1234/v1"),
  ollama: local("http://127.0.0.1:11434/v1"),
  tei: local("http://127.0.0.1:8080/v1"),
  vllm: local("http://127.0.0.1:8000/v1"),
};

/** The vendor whose host the URL names; servers on the operator's own machine are identified by name. */
export function presetNameAt(baseUrl: string): string | undefined {
  const hostname = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : "";
  const isOf = (host: string) => hostname === host || hostname.endsWith(`.${host}`);
  return Object.keys(presets).find((name) => domainsOf(presets[name]).some(isOf));
}

function domainsOf(preset: Preset | undefined): readonly string[] {
  return preset?.domains === undefined ? [] : [new URL(preset.baseUrl).hostname, ...preset.domains];
}
