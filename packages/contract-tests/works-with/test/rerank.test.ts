import { CohereClientV2 } from "cohere-ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";
import { cannotRank, rankers, rankings } from "./rankers/capabilities.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe.each(rankers.map((ranker) => [ranker.name, ranker] as const))("%s", (_, ranker) => {
  for (const [capability, prove] of Object.entries(rankings)) {
    const reason = cannotRank(ranker, capability);
    if (reason === undefined) it(capability, () => prove(ranker, gateway));
    else
      it(`${capability}: cannot, because ${reason}`, () =>
        expect(prove(ranker, gateway)).rejects.toThrow());
  }
});

it("cohere-ai's newer client ranks at its own path", async () => {
  const { url, key: token } = gateway.connection;
  const client = new CohereClientV2({ token, environment: url.replace(/\/v1$/, "") });
  const asked = { model: "sandbox/rerank", query: "winter coat", documents: ["a boat", "a coat"] };
  const { results } = await client.rerank({ ...asked, topN: 1 }, { maxRetries: 0 });
  expect(results).toMatchObject([{ index: 1 }]);
});
