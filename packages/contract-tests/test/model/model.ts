import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../../src/suite/bench.ts";

/** All that is known of a server's administration. */
export interface Model {
  /** By the key's hash. */
  readonly keys: Map<string, ModelKey>;
  /** Name by credential id. */
  readonly credentials: Map<string, { name: string; disabled: boolean }>;
  /** Slug by workspace id. */
  readonly workspaces: Map<string, string>;
}

export interface ModelKey {
  readonly secret: string;
  name: string;
  limit: number | null;
  disabled: boolean;
}

export interface Real {
  readonly bench: Bench;
  /** Tells one run's slugs from the next one's. */
  readonly run: number;
}

export const emptyModel = (): Model => ({
  keys: new Map(),
  credentials: new Map(),
  workspaces: new Map(),
});

/** What is there in the end is what the model says; then all of it is taken away. */
export async function settle(model: Model, { bench }: Real): Promise<void> {
  for (const [hash, key] of model.keys) {
    const params = { hash };
    const { data } = (await bench.send("getApiKey", { params })).body as Output<"getApiKey">;
    assert.deepEqual([data.name, data.limit, data.disabled], [key.name, key.limit, key.disabled]);
    assert.equal((await bench.send("deleteApiKey", { params })).status, 200);
  }
  const query = { limit: 1000 };
  const listed = (await bench.send("listByokCredentials", { query }))
    .body as Output<"listByokCredentials">;
  // Others may be at work beside this sequence.
  const credentials = listed.data
    .filter(({ id }) => model.credentials.has(id))
    .map(({ id, name, disabled }) => [id, { name, disabled }]);
  assert.deepEqual(Object.fromEntries(credentials), Object.fromEntries(model.credentials));
  for (const id of model.credentials.keys())
    assert.equal((await bench.send("deleteByokCredential", { params: { id } })).status, 200);
  for (const [id, slug] of model.workspaces) {
    const reply = await bench.send("getWorkspace", { params: { id: slug } });
    assert.equal((reply.body as Output<"getWorkspace">).data.id, id);
    assert.equal((await bench.send("deleteWorkspace", { params: { id } })).status, 200);
  }
}
