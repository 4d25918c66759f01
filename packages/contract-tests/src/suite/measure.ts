import { loadDocument, type OpenApiDocument, type OperationFacts } from "@portico/contract";
import { createJudge, type Judge } from "@portico/contract/judge/judge";
import { stripAdditions } from "@portico/contract/strip-additions";
import { createSpecifiedJudge } from "../contract/specified-judge.ts";

/** The documents and judges for a service, and the part of its replies that a case sees. */
export interface Measure {
  /** Whether the additions of the contract count too. */
  readonly additions: boolean;
  readonly document: OpenApiDocument;
  readonly judge: Judge;
  readonly reduce: (operation: OperationFacts, status: number, body: unknown) => unknown;
}

export function wholeContract(): Measure {
  const document = loadDocument();
  return {
    additions: true,
    document,
    judge: createJudge(document),
    reduce: (_operation, _status, body) => body,
  };
}

export function specifiedInterface(): Measure {
  const document = stripAdditions(loadDocument());
  return { additions: false, document, ...createSpecifiedJudge(document) };
}
