import type { PriceOrigin } from "../../money/price-origin.ts";
import type { PriceEntry } from "../schema.ts";
import type { PresetModel } from "./preset-model.ts";

export const sandboxProvider = "sandbox";

/** The sandbox costs nothing. Its price is small but not zero, so that limits can be rehearsed. */
const price: PriceEntry = { input: "0.01", output: "0.02" };

export const sandboxOrigin: PriceOrigin = {
  by: "preset",
  source: "the sandbox, where nothing is bought",
  asOf: null,
  version: "sandbox",
};

const failures = [
  400, 401, 402, 403, 404, 408, 409, 413, 422, 424, 429, 500, 501, 502, 503, 504, 520, 524, 529,
] as const;

const text = (suffix: string, name: string): PresetModel => ({
  id: `sandbox/${suffix}`,
  name: `Sandbox: ${name} (simulated)`,
  kind: "text",
  contextLength: 131_072,
  maxOutputTokens: 16_384,
  images: true,
  files: true,
  endpoints: [{ vendor: sandboxProvider, upstreamModel: suffix, price }],
});

const embedding = (suffix: string, name: string): PresetModel => ({
  id: `sandbox/${suffix}`,
  name: `Sandbox: ${name} (simulated)`,
  kind: "embedding",
  contextLength: 8192,
  dimensions: 384,
  dimensionsAdjustable: true,
  images: true,
  endpoints: [{ vendor: sandboxProvider, upstreamModel: suffix, price: { input: price.input } }],
});

const rerank = (suffix: string, name: string): PresetModel => ({
  id: `sandbox/${suffix}`,
  name: `Sandbox: ${name} (simulated)`,
  kind: "rerank",
  contextLength: 8192,
  endpoints: [
    {
      vendor: sandboxProvider,
      upstreamModel: suffix,
      // Both units in which vendors bill, so that both can be rehearsed.
      price: { input: price.input, search_unit: "0.000001" },
    },
  ],
});

/** Built in, without a network: for first runs, tests, and the rehearsal of every failure. */
export const sandboxModels: readonly PresetModel[] = [
  embedding("embed", "embeddings"),
  rerank("rerank", "reranking"),
  text("text", "text"),
  { ...text("think", "text with signed thoughts"), thinks: true },
  text("slow", "slow text"),
  text("stall", "an answer that stalls"),
  text("fail-midstream", "an answer that fails midway"),
  text("cut-midstream", "an answer that is cut midway"),
  ...failures.map((status) => text(`fail-${status}`, `fails with ${status}`)),
  ...failures.map((status) => embedding(`embed-fail-${status}`, `fails with ${status}`)),
  ...failures.map((status) => rerank(`rerank-fail-${status}`, `fails with ${status}`)),
];
