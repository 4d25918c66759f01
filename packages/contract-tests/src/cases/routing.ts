import assert from "node:assert/strict";
import type { Bench, Reply } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { NotApplicable, type Routing } from "../targets/target.ts";
import { embed, good, refused, refusedWith } from "./ask.ts";

/** A header names the provider that served; without it a case can only see that the request was served. */
export const routingCases: readonly Case[] = [
  {
    title: "accepts routing preferences, and an order of unknown providers",
    clauses: ["1.routing", "4.3.provider", "4.3.provider.order", "4.3.provider.data_collection"],
    async run(bench) {
      const order = ["no-such-provider"];
      await embed(bench, "x", { provider: { order, allow_fallbacks: true } });
      await embed(bench, "x", { provider: {} });
      if (bench.target.abilities.prefersStatus) return;
      const body = { model: bench.target.embeddingModel, input: "x" };
      const only = { order, allow_fallbacks: false };
      await refused(bench, 404, "createEmbeddings", { body: { ...body, provider: only } });
    },
  },
  {
    title: "tries the providers in the order of preference",
    clauses: ["1.routing", "4.3.provider.order.followed"],
    async run(bench) {
      const { model, providers } = routingOf(bench);
      for (const order of [providers, providers.toReversed()])
        assertServedBy(bench, await ask(bench, model, { order }), order[0] ?? "");
    },
  },
  {
    title: "falls back where a provider is overloaded, unless allow_fallbacks is false",
    clauses: ["4.3.provider.allow_fallbacks.true", "7.529", "4.3.529"],
    async run(bench) {
      const { model, providers, overloaded } = routingOf(bench);
      const order = [overloaded, providers[1]];
      for (const more of [{}, { allow_fallbacks: true }])
        assertServedBy(bench, await ask(bench, model, { order, ...more }), providers[1]);
      const alone = { order: [overloaded], allow_fallbacks: false };
      refusedWith(await ask(bench, model, alone), 529);
    },
  },
  {
    title: "uses no provider that collects data where that is denied",
    clauses: ["4.3.provider.data_collection.deny"],
    async run(bench) {
      const { model, providers, collecting, collectingModel } = routingOf(bench);
      const deny = { data_collection: "deny" };
      const served = servedBy(await ask(bench, model, { ...deny, order: providers }));
      assert.ok(!collecting.includes(served), `${served} collects`);
      refusedWith(await ask(bench, collectingModel, deny), 404);
      servedBy(await ask(bench, collectingModel, { data_collection: "allow" }));
    },
  },
];

function routingOf({ target }: Bench): Routing {
  if (target.routing === null)
    throw new NotApplicable("Nothing is known of a choice of providers at this target.");
  return target.routing;
}

function ask(bench: Bench, model: string, provider: object): Promise<Reply> {
  return bench.send("createEmbeddings", { body: { model, input: "x", provider } });
}

/** The header is an addition. */
function assertServedBy(bench: Bench, reply: Reply, provider: string): void {
  const served = servedBy(reply);
  if (bench.additions) assert.equal(served, provider);
}

function servedBy(reply: Reply): string {
  good(reply);
  return reply.headers.get("x-portico-provider") ?? "";
}
