import type { ProviderSettings } from "../../src/providers/provider.ts";
import { isEmbeddingsApi } from "./readers/embeddings.ts";
import { isTextApi } from "./readers/read-recording.ts";
import type { Recording } from "./recording.ts";

/** The provider that the recording is replayed to, as an operator would configure it. */
export interface Target {
  readonly kind: string;
  readonly apiKey: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The upstream's name of the model. */
  readonly model: string;
}

export type Coverage =
  | { readonly covered: true; readonly target: Target }
  | { readonly covered: false; readonly reason: string };

const awsKey = JSON.stringify({
  access_key_id: "AKIDEXAMPLE",
  secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
});

/** Recordings that the gateway has no use for, with the reason. */
function reasonAgainst({ api, kind }: Recording): string | undefined {
  if (!isTextApi(api) && !isEmbeddingsApi(api)) return `no provider kind speaks ${api}`;

  if (kind === "audio-output")
    return "the answer is audio alone, for which the interface has no item";

  return undefined;
}

export function coverageOf(recording: Recording): Coverage {
  const reason = reasonAgainst(recording);
  return reason === undefined
    ? { covered: true, target: targetOf(recording) }
    : { covered: false, reason };
}

function targetOf(recording: Recording): Target {
  const { provider, api } = recording;
  const model = recording.model || "unknown";
  const plain = { apiKey: "test-key", options: {}, model };
  switch (provider) {
    case "anthropic":
    case "gemini":
    case "cohere":
    case "voyage":
    case "mistral":
      return { ...plain, kind: provider };
    case "vertex":
      return {
        kind: "vertex",
        apiKey: "ya29.test",
        options: { project: "example-project" },
        model: model.replace(/^(claude.*)-(\d{8})$/, "$1@$2"),
      };
    case "bedrock":
      return bedrockTarget(recording);
    case "azure":
      return { ...plain, kind: "azure", options: azureOptions(api) };
    case "ollama":
      return api.startsWith("ollama")
        ? { ...plain, kind: "ollama" }
        : { ...plain, kind: "openai-compatible", options: { preset: "ollama" } };
    default:
      return api === "openai.responses" || provider.startsWith("openai-")
        ? openAiTarget(recording)
        : { ...plain, kind: "openai-compatible", options: presetOptions(provider) };
  }
}

/** Vendors of whom nothing is known that differs from the common form. */
const unlisted = new Set(["avian", "crusoe", "gpustack"]);

function presetOptions(provider: string): Readonly<Record<string, unknown>> {
  return unlisted.has(provider) ? {} : { preset: provider };
}

function bedrockTarget({ api, request, ...recording }: Recording): Target {
  const model = recording.model || "unknown";
  if (api === "openai.responses") return { kind: "openai", apiKey: "test-key", options: {}, model };

  const named = decodeURIComponent(request?.path?.split("/")[2] ?? model);
  const invokes = api.startsWith("bedrock.invoke");
  return {
    kind: "bedrock",
    apiKey: awsKey,
    options: { region: "us-east-1", ...(invokes ? { api: "invoke" } : {}) },
    model: invokes && !named.includes(".") ? `anthropic.${named}` : named,
  };
}

function openAiTarget({ api, ...recording }: Recording): Target {
  const model = recording.model || "unknown";
  return api === "openai.chat"
    ? { kind: "openai-compatible", apiKey: "test-key", options: { preset: "openai" }, model }
    : { kind: "openai", apiKey: "test-key", options: {}, model };
}

function azureOptions(api: string): Readonly<Record<string, unknown>> {
  return api === "openai.chat" ? { api: "chat" } : {};
}

export function settingsFor(target: Target, baseUrl: string): ProviderSettings {
  return {
    name: "recorded",
    kind: target.kind,
    baseUrl,
    apiKey: target.apiKey,
    timeouts: { connectMs: 5_000, firstByteMs: 10_000, idleMs: 10_000, totalMs: 60_000 },
    options: target.options,
  };
}
