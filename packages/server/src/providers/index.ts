import { hash } from "node:crypto";
import type { Upstream } from "../upstream/upstream.ts";
import { createAnthropic } from "./anthropic/anthropic.ts";
import { createBedrock } from "./bedrock/bedrock.ts";
import { createCohere } from "./cohere/cohere.ts";
import { isKind, type ProviderKind } from "./facts.ts";
import { createGemini } from "./gemini/gemini.ts";
import { createOllama } from "./ollama/ollama.ts";
import { createAzure } from "./openai/azure.ts";
import { createOpenAi } from "./openai/openai.ts";
import { createMistral, createOpenAiCompatible } from "./openai/openai-compatible.ts";
import type { Adapter, PooledProvider, Provider, ProviderSettings } from "./provider.ts";
import { createSandbox } from "./sandbox/sandbox.ts";
import { createVertex } from "./vertex/vertex.ts";
import { createVoyage } from "./voyage/voyage.ts";

type Factory = (settings: ProviderSettings, upstream: Upstream) => Adapter;

const factories: Readonly<Record<ProviderKind, Factory>> = {
  anthropic: createAnthropic,
  bedrock: createBedrock,
  cohere: createCohere,
  gemini: createGemini,
  openai: createOpenAi,
  "openai-compatible": createOpenAiCompatible,
  azure: createAzure,
  mistral: createMistral,
  ollama: createOllama,
  sandbox: createSandbox,
  vertex: createVertex,
  voyage: createVoyage,
};

/** Makes the provider that the operator configured; an unknown kind is a mistake in the configuration. */
export function createProvider(settings: ProviderSettings, upstream: Upstream): Provider {
  const { pool: credentials = [], ...alone } = settings;
  const pool = credentials.map((credential) => ({
    id: `${alone.name} ${credential.name} ${hash("sha256", credential.apiKey, "base64")}`,
    credential,
    provider: createWithOne({ ...alone, apiKey: credential.apiKey }, upstream),
  }));
  const [first] = pool;
  if (first === undefined) return createWithOne(alone, upstream);
  return { ...first.provider, pool, list: (signal) => listBy(pool, signal) };
}

/** By the first credential that the upstream takes. */
async function listBy(pool: readonly PooledProvider[], signal: AbortSignal) {
  let failure: unknown;
  for (const { provider } of pool)
    try {
      return (await provider.list?.(signal)) ?? [];
    } catch (error) {
      failure = error;
    }
  throw failure;
}

function createWithOne(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  if (!isKind(kind)) throw new RangeError(`There is no provider kind "${kind}".`);

  return { name, kind, ...factories[kind](settings, upstream) };
}
