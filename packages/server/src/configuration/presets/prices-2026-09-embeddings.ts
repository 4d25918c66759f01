import type { PresetModel } from "./preset-model.ts";

type Row = Omit<PresetModel, "kind" | "endpoints">;

const served = (row: Row, vendor: string, input: string, image?: string): PresetModel => ({
  ...row,
  kind: "embedding",
  endpoints: [
    {
      vendor,
      upstreamModel: row.id.slice(row.id.indexOf("/") + 1),
      price: image === undefined ? { input } : { input, image },
    },
  ],
});

const openai = (suffix: string, dimensions: number, dimensionsAdjustable: boolean, input: string) =>
  served(
    {
      id: `openai/${suffix}`,
      name: `OpenAI ${suffix}`,
      contextLength: 8191,
      dimensions,
      dimensionsAdjustable,
      tokenBound: "cl100k_base",
    },
    "openai",
    input,
  );

const voyage = (suffix: string, input: string, contextLength = 32_000) =>
  served(
    {
      id: `voyage/${suffix}`,
      name: `Voyage ${suffix}`,
      contextLength,
      dimensions: 1024,
      dimensionsAdjustable: true,
    },
    "voyage",
    input,
  );

/** Embedding models and their list prices; date and source stand in prices-2026-09.ts. */
export const embeddingModels: readonly PresetModel[] = [
  openai("text-embedding-3-small", 1536, true, "0.02"),
  openai("text-embedding-3-large", 3072, true, "0.13"),
  openai("text-embedding-ada-002", 1536, false, "0.1"),
  served(
    {
      id: "google/gemini-embedding-001",
      name: "Google Gemini Embedding 001",
      contextLength: 2048,
      dimensions: 3072,
      dimensionsAdjustable: true,
    },
    "gemini",
    "0.15",
  ),
  served(
    {
      id: "mistral/mistral-embed",
      name: "Mistral Embed",
      contextLength: 8192,
      dimensions: 1024,
    },
    "mistral",
    "0.1",
  ),
  served(
    {
      id: "cohere/embed-v4.0",
      name: "Cohere Embed 4",
      contextLength: 128_000,
      dimensions: 1536,
      dimensionsAdjustable: true,
      images: true,
    },
    "cohere",
    "0.12",
  ),
  voyage("voyage-4-large", "0.12"),
  voyage("voyage-4", "0.06"),
  voyage("voyage-4-lite", "0.02"),
  voyage("voyage-3-large", "0.18"),
  voyage("voyage-3.5", "0.06"),
  voyage("voyage-3.5-lite", "0.02"),
  voyage("voyage-code-3", "0.18"),
];
