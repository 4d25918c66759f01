import { production, research } from "./people.ts";

/** What a key is for, and how much it asks. */
export interface SeededKey {
  readonly name: string;
  readonly workspace: string;
  /** Its part of the traffic; absent: none. */
  readonly weight?: number;
  readonly models?: readonly string[];
  readonly app?: number;
  readonly streams?: number;
  /** Requests name end users and sessions. */
  readonly named?: true;
  /** Asks with the workspace's own credential for this provider. */
  readonly byok?: string;
  readonly owner?: string;
  readonly kind?: "management";
  readonly scope?: "read_only" | "spend";
  /** The limit is what it has spent by this share of it. */
  readonly spentShare?: number;
  readonly limit?: number;
  readonly reset?: "daily" | "weekly" | "monthly";
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** Days from now; negative: it has expired. */
  readonly expiresIn?: number;
  /** The day before now on which its traffic ended. */
  readonly endedDaysAgo?: number;
  readonly disabled?: true;
  readonly rotatedDaysAgo?: number;
  readonly overlapDays?: number;
  readonly exposedDaysAgo?: number;
  readonly allowedModels?: readonly string[];
  readonly allowedProviders?: readonly string[];
  readonly allowedNetworks?: readonly string[];
  readonly maxOutputTokens?: number;
  readonly maxInFlight?: number;
  readonly keepsNothing?: true;
}

const chat = ["openai/gpt-5-mini", "openai/gpt-5.4", "anthropic/claude-haiku-5"];
const code = ["anthropic/claude-sonnet-5", "openai/gpt-5.4"];
const european = ["mistral/mistral-large", "mistral/mistral-small"];
const search = [
  "openai/text-embedding-3-small",
  "openai/text-embedding-3-small",
  "cohere/rerank-v3.5",
];

const ofProduction = (name: string, key: Omit<SeededKey, "name" | "workspace">): SeededKey => ({
  ...{ name, workspace: production, ...key },
});
const ofResearch = (name: string, key: Omit<SeededKey, "name" | "workspace">): SeededKey => ({
  ...{ name, workspace: research, ...key },
});

/** In the order of their numbers, from 1. The first two are those to sign in with. */
export const keys: readonly SeededKey[] = [
  ofProduction("Operations", { kind: "management", owner: "ops@example.com" }),
  ofProduction("Shop assistant", {
    ...{ weight: 30, models: chat, app: 0, streams: 0.9, named: true, reset: "monthly" },
    ...{ spentShare: 0.62, requestsPerMinute: 600, tokensPerMinute: 400_000 },
    owner: "shop@example.com",
  }),
  ofProduction("Support desk", {
    ...{ weight: 18, models: ["anthropic/claude-haiku-5", ...european], app: 1, streams: 0.7 },
    ...{ named: true, spentShare: 0.93, owner: "support@example.com" },
  }),
  ofProduction("Product search", { weight: 24, models: search, app: 0, requestsPerMinute: 1200 }),
  ofProduction("Crawler", {
    ...{ weight: 7, models: european, app: 2, spentShare: 0.99, maxOutputTokens: 2048 },
  }),
  ofProduction("Nightly reports", {
    ...{ weight: 5, models: code, app: 4, reset: "daily", limit: 25, owner: "data@example.com" },
  }),
  ofProduction("Mobile app", {
    ...{ weight: 9, models: chat, app: 0, streams: 1, named: true, rotatedDaysAgo: 2 },
    ...{ overlapDays: 5, maxInFlight: 40, owner: "mobile@example.com" },
  }),
  ofProduction("Translations", {
    ...{ weight: 6, models: european, byok: "mistral", owner: "l10n@example.com" },
  }),
  ofProduction("Checkout fraud check", {
    ...{ weight: 3, models: ["local/qwen3-14b"], allowedNetworks: ["10.20.0.0/16"] },
    ...{ allowedModels: ["local/*"], allowedProviders: ["local"], keepsNothing: true },
  }),
  ofProduction("Old shop", {
    ...{ weight: 4, models: chat, app: 0, endedDaysAgo: 9, expiresIn: -9, limit: 200 },
  }),
  ofProduction("Campaign 2026-10", { weight: 3, models: chat, endedDaysAgo: 14, disabled: true }),
  ofProduction("Contractor", {
    ...{ weight: 2, models: code, exposedDaysAgo: 4, endedDaysAgo: 4, disabled: true },
    owner: "contractor@example.com",
  }),
  ofProduction("Staging", { weight: 2, models: chat, spentShare: 0.4, expiresIn: 12 }),
  ofProduction("Auditors", { kind: "management", scope: "read_only", expiresIn: 20 }),
  ofProduction("Finance", { kind: "management", scope: "spend", owner: "finance@example.com" }),
  ofProduction("Zürich office", { weight: 2, models: european, limit: 50, reset: "weekly" }),
  ofProduction("Feedback form", { limit: 10, requestsPerMinute: 30 }),
  ofProduction("Load test", { limit: 1, disabled: true }),
  ofResearch("Notebooks", {
    ...{ weight: 14, models: [...code, "mistral/mistral-large"], app: 3, streams: 0.5 },
    ...{ spentShare: 0.82, reset: "monthly", owner: "lab@example.com" },
  }),
  ofResearch("Evaluation runs", {
    ...{ weight: 12, models: [...code, ...chat], app: 3, tokensPerMinute: 2_000_000 },
    spentShare: 1,
  }),
  ofResearch("Agents", {
    ...{ weight: 10, models: code, app: 3, streams: 1, named: true, byok: "anthropic" },
    owner: "agents@example.com",
  }),
  ofResearch("Embeddings of papers", { weight: 6, models: ["mistral/mistral-embed"], app: 3 }),
  ofResearch("Thesis Novák", { weight: 2, models: code, limit: 20, rotatedDaysAgo: 20 }),
  ofResearch("Thesis Okafor", { weight: 2, models: european, limit: 20, spentShare: 0.51 }),
  ofResearch("Workshop", {
    ...{ weight: 1, models: ["openai/gpt-5-mini"], limit: 5, expiresIn: 0.2 },
    ...{ allowedModels: ["openai/gpt-5-mini"], maxOutputTokens: 512 },
  }),
  ofResearch("Lab administration", { kind: "management", owner: "lab@example.com" }),
  ofResearch("Local models", { weight: 3, models: ["local/qwen3-14b"], streams: 1 }),
  ofResearch("Benchmark 2026", { weight: 2, models: code, endedDaysAgo: 20, disabled: true }),
  ofResearch("Visitor", { limit: 2, expiresIn: -60 }),
  ofResearch("Poster session", { weight: 1, models: chat, endedDaysAgo: 6 }),
];
