import type { OpenApiDocument } from "@portico/contract";
import { codeOf, type PlannedRequest } from "@portico/try-it";
import type { OperationFacts } from "../panel/facts.ts";
import { withPython } from "./python-sample.ts";
import type { Sample } from "./sample.ts";
import { tryItFacts } from "./try-it/facts.ts";

const kinds = [
  { kind: "curl", language: "bash" },
  { kind: "Python", language: "python" },
  { kind: "@portico/client", language: "ts" },
] as const;

/**
 * The samples of every operation: its own, or else what the panel to try it copies for the contract's first example,
 * so that an operation has samples from the day on which the contract has it.
 */
export function withMadeSamples(
  own: ReadonlyMap<string, Sample[]>,
  document: OpenApiDocument,
): Map<string, Sample[]> {
  const { operations } = tryItFacts(document);
  return new Map(
    Object.entries(operations).map(([id, facts]) => {
      const written = own.get(id);
      return [id, written ? withPython(written) : madeSamples(id, facts)];
    }),
  );
}

function madeSamples(id: string, facts: OperationFacts): Sample[] {
  const request = firstRequest(id, facts);
  return kinds.map(({ kind, language }) => ({
    language,
    attributes: { norun: "the tests run it as the code that is copied" },
    source: codeOf(kind, request).trimEnd(),
    line: 1,
    place: `made for ${id}`,
  }));
}

function firstRequest(operationId: string, facts: OperationFacts): PlannedRequest {
  const { method, path, key, parameters, examples } = facts;
  const [first] = examples ?? [];
  return {
    operationId,
    method,
    path,
    key,
    baseUrl: "http://127.0.0.1:8787/api/v1",
    parameters: parameters
      .filter(({ required }) => required)
      .map(({ name, in: place, type, example = "1" }) => ({
        name,
        in: place,
        type,
        value: example,
      })),
    body: first === undefined ? null : JSON.stringify(first.value, null, 2),
    extraHeaders: {},
    wantsCsv: false,
  };
}
