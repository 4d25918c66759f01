import { expect } from "vitest";
import { type ErrorStatus, errorStatuses } from "../client.ts";
import { dearRanker, type Gateway } from "../gateway.ts";
import { cohereRanker } from "./cohere.ts";
import { openrouterRanker } from "./openrouter.ts";
import type { AskingForRanking, Ranker } from "./ranker.ts";

export const rankers: readonly Ranker[] = [openrouterRanker, cohereRanker];

type Capability = (ranker: Ranker, gateway: Gateway) => Promise<void>;

const query = "How do I feed a sourdough starter?";
const documents = [
  "The bridge was opened in 1932.",
  "Feeding a sourdough starter",
  "A car's starter",
];
const best = [1, 2, 0];

const askingOf = ({ connection }: Gateway): AskingForRanking => ({
  ...connection,
  ...{ model: "sandbox/rerank", query, documents },
});

async function ranking(ranker: Ranker, gateway: Gateway): Promise<void> {
  const ranked = await ranker.rank(askingOf(gateway));
  expect(ranked.map(({ index }) => index)).toEqual(best);
  expect(ranked.map(({ text }) => text)).toEqual(best.map((index) => documents[index]));
  expect(ranked.map(({ score }) => score)).toEqual(
    ranked.map(({ score }) => score).toSorted((one, other) => other - one),
  );
}

async function objects(ranker: Ranker, gateway: Gateway): Promise<void> {
  const asObjects = documents.map((text) => ({ text }));
  const asking = { ...askingOf(gateway), documents: asObjects };
  expect(await ranker.rank(asking)).toEqual(await ranker.rank(askingOf(gateway)));
}

async function bestOnly(ranker: Ranker, gateway: Gateway): Promise<void> {
  const ranked = await ranker.rank({ ...askingOf(gateway), topN: 1 });
  expect(ranked.map(({ index }) => index)).toEqual(best.slice(0, 1));
}

async function withoutDocuments(ranker: Ranker, gateway: Gateway): Promise<void> {
  const ranked = await ranker.rankWithoutDocuments?.(askingOf(gateway));
  expect(ranked?.map(({ index, text }) => [index, text])).toEqual(
    best.map((index) => [index, undefined]),
  );
}

const failures: Readonly<
  Record<ErrorStatus, (gateway: Gateway) => Promise<Partial<AskingForRanking>>>
> = {
  400: async () => ({ model: "sandbox/rerank-fail-400" }),
  401: async () => ({ key: "ptc_unknown" }),
  402: async (gateway) => ({ model: dearRanker, key: (await gateway.newKey(1)).key }),
  404: async () => ({ model: "sandbox/unknown" }),
  429: async () => ({ model: "sandbox/rerank-fail-429" }),
  529: async () => ({ model: "sandbox/rerank-fail-529" }),
};

const fails =
  (status: ErrorStatus): Capability =>
  async (ranker, gateway) => {
    const asking = { ...askingOf(gateway), ...(await failures[status](gateway)) };
    const error = await ranker.rank(asking).then(
      (answer) => Promise.reject(new Error(`It answered ${JSON.stringify(answer)}.`)),
      (thrown: unknown) => thrown,
    );
    expect(ranker.told(error)).toEqual({ kind: ranker.errors[status], status });
  };

const errors = Object.fromEntries(
  errorStatuses.map((status): [string, Capability] => [`error ${status}`, fails(status)]),
);

/** In the order of the table's columns. */
export const rankings: Readonly<Record<string, Capability>> = {
  ranking,
  "documents as objects": objects,
  "best only": bestOnly,
  "without documents": withoutDocuments,
  ...errors,
};

/** The reason why a library cannot, or undefined where it can. */
export function cannotRank(ranker: Ranker, capability: string): string | undefined {
  return capability === "without documents" && ranker.rankWithoutDocuments === undefined
    ? "it always reads the documents"
    : undefined;
}
