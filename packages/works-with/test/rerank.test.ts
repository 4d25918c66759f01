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
