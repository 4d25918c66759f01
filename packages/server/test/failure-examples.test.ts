import { readFileSync, writeFileSync } from "node:fs";
import { loadDocument, type OperationFacts, operations } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { failures, kindOf, wordOf } from "../src/errors.ts";
import { comparable } from "./failure-examples/comparable.ts";
import { examplesIn, type FailureExample } from "./failure-examples/examples-in.ts";
import { provocations } from "./failure-examples/provocations.ts";
import { type Scene, startScene } from "./failure-examples/scene.ts";

/** The examples of failures are what docs, mock and Prism show: they have to be what the gateway says. */
const examples = examplesIn(loadDocument());
/** `WRITE_EXAMPLES=1` takes over what the gateway says, after a message was changed on purpose. */
const isWriting = process.env["WRITE_EXAMPLES"] === "1";

describe("the example of a failure", inOrder, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it.each(placesOf(examples))("$name of $operation is what the gateway says", async (place) => {
    const { name, status, value, operation } = place;
    const provoke = provocations[name];
    if (provoke === undefined) throw new Error(`Say in provocations.ts what provokes "${name}".`);
    const facts: OperationFacts = operations[operation];
    const said = comparable(name, await provoke(scene, facts));
    if (isWriting) writeExample(name, said.body);
    else
      expect(
        said,
        "Correct the gateway, or run this test with WRITE_EXAMPLES=1, then pnpm generate.",
      ).toEqual({ status, body: value });
  });

  it("is there for every kind that the gateway can send, with the status that the contract says", () => {
    const { enum: words, "x-statuses": statuses } = loadDocument().components.schemas[
      "ErrorKind"
    ] ?? { enum: [] };
    const rows = Object.values(failures).map(({ word, status }) => [word, status]);
    expect(Object.fromEntries(rows)).toEqual(statuses);
    const kinds = Object.keys(failures);
    expect(kinds.map(wordOf)).toEqual(rows.map(([word]) => word));
    expect(kinds.map(wordOf).map(kindOf)).toEqual(kinds);
    expect(rows.map(([word]) => word).toSorted()).toEqual(words?.toSorted());
    const shown = examples.map(({ value }) => Reflect.get(errorIn(value), "kind"));
    expect(words?.filter((word) => !shown.includes(word))).toEqual([]);
  });

  it("is provoked for no name that the document does not have", () => {
    const names = new Set(examples.map(({ name }) => name));
    expect(Object.keys(provocations).filter((name) => !names.has(name))).toEqual([]);
  });
});

function errorIn(value: unknown): object {
  const { error } = value as { error: { metadata: object } };
  return error.metadata;
}

/** What is wrong with a request is tried at every operation that shows it; other failures, at one that does. */
function placesOf(all: readonly FailureExample[]): FailureExample[] {
  const tried = new Set<string>();
  return all.filter(({ name, status, isListed }) => {
    const isFirst = !tried.has(name);
    tried.add(name);
    return isFirst || (status === 400 && isListed);
  });
}

function writeExample(name: string, value: unknown): void {
  const file = new URL(`../../../spec/examples/failures/${name}.yaml`, import.meta.url);
  const { summary } = parse(readFileSync(file, "utf8"));
  writeFileSync(file, stringify({ summary, value }, { lineWidth: 0 }));
}
