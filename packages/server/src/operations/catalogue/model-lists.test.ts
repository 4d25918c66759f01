import { expect, it } from "vitest";
import type { ListedModel, Provider } from "../../providers/provider.ts";
import { startModelLists } from "./model-lists.ts";

function lists() {
  const clock = { nowMs: 0 };
  const said: string[] = [];
  let models: readonly ListedModel[] | Error = [{ id: "a" }];
  let asked = 0;
  const make = (): Provider => ({
    ...{ name: "p", kind: "fake" },
    async list() {
      asked += 1;
      if (models instanceof Error) throw models;
      return structuredClone(models);
    },
  });
  let provider = make();
  const started = startModelLists({
    providers: () => [provider],
    onChange: (name, count) => said.push(`${name}: ${count}`),
    onProblem: (name, error) => said.push(`${name}: ${String(error)}`),
    nowMs: () => clock.nowMs,
  });
  return {
    started,
    said,
    asked: () => asked,
    set(next: typeof models) {
      models = next;
    },
    replace() {
      provider = make();
    },
    async look(atMs: number) {
      clock.nowMs = atMs;
      started.now();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    },
    ids: () =>
      started
        .current()
        .get("p")
        ?.map(({ id }) => id),
  };
}

it("reads a list again when it is due, and tells only of changes", async () => {
  const { started, said, asked, set, look, ids } = lists();
  await look(0);
  expect([ids(), said]).toEqual([["a"], ["p: 1"]]);
  await look(60_000);
  expect(asked()).toBe(1);
  await look(300_000);
  expect([asked(), said]).toEqual([2, ["p: 1"]]);
  set([{ id: "a" }, { id: "b" }]);
  await look(600_000);
  expect([ids(), said.at(-1)]).toEqual([["a", "b"], "p: 2"]);
  await started.close();
});

it("keeps the last list while it cannot be read, tells of it once, and tries again at each look", async () => {
  const { started, said, asked, set, look, ids } = lists();
  await look(0);
  set(new Error("down"));
  await look(300_000);
  await look(300_001);
  expect([ids(), asked()]).toEqual([["a"], 3]);
  expect(said).toEqual(["p: 1", "p: Error: down"]);
  set([]);
  await look(300_002);
  expect([ids(), said.at(-1)]).toEqual([[], "p: 0"]);
  await started.close();
});

it("reads the list of a provider with other settings at once, and keeps the old one until then", async () => {
  const { started, asked, set, replace, look, ids } = lists();
  await look(0);
  replace();
  set(new Error("not yet"));
  await look(1);
  expect([ids(), asked()]).toEqual([["a"], 2]);
  await started.close();
});
