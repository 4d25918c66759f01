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

let whole: Measure | undefined;
let specified: Measure | undefined;

/** Made once for all suites of a process, which share what is compiled. */
export function wholeContract(): Measure {
  const document = whole?.document ?? loadDocument();
  whole ??= {
    additions: true,
    document,
    judge: createJudge(document),
    reduce: (_operation, _status, body) => body,
  };
  return whole;
}

export function specifiedInterface(): Measure {
  const document = specified?.document ?? stripAdditions(loadDocument());
  specified ??= { additions: false, document, ...createSpecifiedJudge(document) };
  return specified;
}
