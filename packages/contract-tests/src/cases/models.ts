import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Case } from "../suite/case.ts";
import { good, refusedWith } from "./ask.ts";
import { requireState, validRequest } from "./provoke.ts";

/** One model, the providers that serve it, and what is known of them. */
export const modelCases: readonly Case[] = [
  {
    title: "names a model, and the providers that serve it",
    clauses: [],
    async run(bench) {
      const asked = validRequest(bench, "getModel");
      const { data: model } = good(await bench.send("getModel", asked)) as Output<"getModel">;
      const { data } = good(
        await bench.send("listModelEndpoints", asked),
      ) as Output<"listModelEndpoints">;
      assert.ok(data.endpoints.length > 0, "no provider serves it");
      for (const endpoint of data.endpoints) assert.equal(endpoint.model_id, data.id);
      assert.ok(model.name.length > 0);
      const { data: providers } = good(
        await bench.send("listProviders", {}),
      ) as Output<"listProviders">;
      assert.ok(providers.length > 0, "no provider is listed");
    },
  },
  {
    title: "shows a provider with its endpoints and credentials, and checks its credential",
    clauses: [],
    async run(bench) {
      const { data: providers } = good(
        await bench.send("listProviders", {}),
      ) as Output<"listProviders">;
      const params = { slug: providers[0]?.slug ?? "" };
      const { data } = good(await bench.send("getProvider", { params })) as Output<"getProvider">;
      assert.equal(typeof data.credentials.operator, "boolean");
      requireState(bench);
      assert.equal(data.provider.slug, params.slug);
      const asked = { params, body: {} };
      const { data: check } = good(
        await bench.send("checkProvider", asked),
      ) as Output<"checkProvider">;
      assert.deepEqual([check.provider, check.byok_id], [params.slug, null]);
    },
  },
  {
    title: "knows no provider that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const params = { slug: "nothing" };
      refusedWith(await bench.send("getProvider", { params }), 404);
      refusedWith(await bench.send("checkProvider", { params, body: {} }), 404);
    },
  },
  {
    title: "knows no model that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const absent = { params: { author: "acme", slug: "nothing" } };
      for (const id of ["getModel", "listModelEndpoints"] as const)
        refusedWith(await bench.send(id, absent), 404);
    },
  },
];
