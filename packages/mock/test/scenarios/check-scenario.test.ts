import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { scenarioTable } from "../../generator/scenarios/scenario-files.ts";

const file = "spec/scenarios/out-of-credit.yaml";
const text = readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), "utf8");
const document = JSON.stringify(loadDocument());
const stream = `spec/scenarios/cut-stream.yaml`;
const streamText = readFileSync(
  fileURLToPath(new URL(`../../../../${stream}`, import.meta.url)),
  "utf8",
);

/** Reads a scenario against a contract in which all of one text is another. */
function renamed(from: string, to: string, source = { file, text }): string {
  return scenarioTable(JSON.parse(document.replaceAll(from, to)), [source]);
}

describe("a scenario against the contract", () => {
  it("fits as it is", () => {
    expect(renamed("nothing", "nothing")).toContain('"out-of-credit"');
  });

  it.each([
    [
      "a property of a request",
      '"limit":{"description":"The most that the key may spend',
      '"ceiling":{"description":"The most that the key may spend',
      "step make: the body of createApiKey has no /limit in the contract",
    ],
    [
      "a property of a reply",
      '"is_exhausted"',
      '"is_spent"',
      "step look: the 200 of getCurrentKey has no /data/budgets/0/is_exhausted in the contract",
    ],
    [
      "a property of an error",
      '"metadata"',
      '"facts"',
      "step ask: the 402 of createResponse has no /error/metadata in the contract",
    ],
    [
      "an operation",
      '"createApiKey"',
      '"makeApiKey"',
      "step make: the contract has no operation createApiKey",
    ],
    [
      "a parameter",
      '"name":"hash"',
      '"name":"id"',
      "step see: getApiKey has no parameter hash in path",
    ],
    ["a status", '"402":', '"498":', "step ask: createResponse lists no 402"],
  ])("fails with the place where %s has another name", (_what, from, to, message) => {
    expect(document).toContain(from);
    expect(() => renamed(from, to)).toThrow(`${file}, ${message}.`);
  });

  it("fails with the place where an event has another name", () => {
    expect(() =>
      renamed('"response.failed"', '"response.broken"', { file: stream, text: streamText }),
    ).toThrow(`${stream}, step ask: the contract has no event response.failed.`);
  });

  it("fails with the place where a header is not listed", () => {
    expect(() =>
      renamed('"X-Generation-Id"', '"X-Made-By"', { file: stream, text: streamText }),
    ).toThrow(`${stream}, step ask: the 200 of createResponse has no header X-Generation-Id`);
  });
});

describe("a scenario by itself", () => {
  it.each([
    [
      "an output that is none",
      "$steps.make.outputs.key",
      "$steps.make.outputs.secret",
      "is no output of an earlier step",
    ],
    [
      "a later step",
      "$steps.see.outputs.usage",
      "$steps.raise.outputs.usage",
      "is no output of an earlier step",
    ],
    [
      "an input that is none",
      "{$inputs.management_key}",
      "{$inputs.other_key}",
      "$inputs.other_key is no input of the workflow",
    ],
    [
      "another name than its file",
      "workflowId: out-of-credit",
      "workflowId: no-money",
      "call it as the file",
    ],
    [
      "a condition with two comparisons",
      "$response.body#/error/code == 402",
      "$statusCode == 402 && $statusCode > 1",
      "is no single comparison",
    ],
    [
      "no status",
      "- condition: $statusCode == 402",
      "- condition: $statusCode > 1",
      "it names no status",
    ],
  ])("is refused with %s", (_what, from, to, message) => {
    expect(text).toContain(from);
    const source = { file, text: text.replaceAll(from, to) };
    expect(() => scenarioTable(JSON.parse(document), [source])).toThrow(message);
  });
});
