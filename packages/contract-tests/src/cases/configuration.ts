import assert from "node:assert/strict";
import type { Case } from "../suite/case.ts";
import { good, read, refusedWith } from "./ask.ts";

/** What the gateway serves, as versions: an addition to the interface. */
export const configurationCases: readonly Case[] = [
  {
    title: "makes a version of the configuration and goes back to it, unless a file decides",
    clauses: [],
    async run(bench) {
      const { data: before } = await read(bench, "getConfiguration");
      await read(bench, "planConfiguration", { body: { yaml: before.yaml } });
      const tried = await bench.send("planConfiguration", {
        body: { yaml: before.yaml, check: "sandbox" },
      });
      if (before.read_only) refusedWith(tried, 409);
      else good(tried);
      const body = { yaml: before.yaml, parent: before.in_use, note: "The same again" };
      const change = await bench.send("updateConfiguration", { body });
      if (before.read_only) refusedWith(change, 409);
      else good(change);
      const query = { limit: "1" };
      const { data: versions } = await read(bench, "listConfigurationVersions", { query });
      const version = String(versions[0]?.version);
      const params = { version };
      const { data: kept } = await read(bench, "getConfigurationVersion", { params });
      assert.equal(kept.active, true);
      const activation = await bench.send("activateConfiguration", { params, body: {} });
      if (before.read_only) refusedWith(activation, 409);
      else good(activation);
      const absent = { params: { version: "999999" } };
      refusedWith(await bench.send("getConfigurationVersion", absent), 404);
      refusedWith(await bench.send("activateConfiguration", { ...absent, body: {} }), 404);
      const late = { ...body, parent: 999_999 };
      refusedWith(await bench.send("updateConfiguration", { body: late }), 409);
    },
  },
];
