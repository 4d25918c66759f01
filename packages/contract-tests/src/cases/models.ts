import assert from "node:assert/strict";
import type { Case } from "../suite/case.ts";
import { read, refused } from "./ask.ts";
import { requireState, validRequest } from "./provoke.ts";

/** One model, the providers that serve it, and what is known of them. */
export const modelCases: readonly Case[] = [
  {
    title: "names a model, and the providers that serve it",
    clauses: [],
    async run(bench) {
      const asked = validRequest(bench, "getModel");
      const { data: model } = await read(bench, "getModel", asked);
      const { data } = await read(bench, "listModelEndpoints", asked);
      assert.ok(data.endpoints.length > 0, "no provider serves it");
      for (const endpoint of data.endpoints) assert.equal(endpoint.model_id, data.id);
      assert.ok(model.name.length > 0);
      const { data: providers } = await read(bench, "listProviders", {});
      assert.ok(providers.length > 0, "no provider is listed");
    },
  },
  {
    title: "shows a provider with its endpoints and credentials, and checks its credential",
    clauses: [],
    async run(bench) {
      const { data: providers } = await read(bench, "listProviders", {});
      const params = { slug: providers[0]?.slug ?? "" };
      const { data } = await read(bench, "getProvider", { params });
      assert.equal(typeof data.credentials.operator, "boolean");
      requireState(bench);
      assert.equal(data.provider.slug, params.slug);
      const asked = { params, body: {} };
      const { data: check } = await read(bench, "checkProvider", asked);
      assert.deepEqual([check.provider, check.byok_id], [params.slug, null]);
    },
  },
  {
    title: "knows no provider that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const params = { slug: "nothing" };
      await refused(bench, 404, "getProvider", { params });
      await refused(bench, 404, "checkProvider", { params, body: {} });
    },
  },
  {
    title: "knows no model that does not exist",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const absent = { params: { author: "acme", slug: "nothing" } };
      for (const id of ["getModel", "listModelEndpoints"] as const)
        await refused(bench, 404, id, absent);
    },
  },
];
