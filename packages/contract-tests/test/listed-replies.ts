import { type OperationFacts, operations } from "@portico/contract";
import type { Outcome } from "../src/suite/run-suite.ts";

/** What no caller can bring a healthy gateway to: only the mock shows these. */
export const onlyAtMock: Readonly<Record<string, string>> = {
  "getWorkspace 500 application/json": "Needs a defect in the server.",
  "deleteByokCredential 500 application/json": "Needs a defect in the server.",
  "createSession 429 application/json": "Would keep the address from signing in for a minute.",
  "updateConfiguration 200 application/json": "A file decides there.",
  "activateConfiguration 200 application/json": "A file decides there.",
  "getResponse 200 application/json": "Needs an operator who keeps responses.",
  "deleteResponse 200 application/json": "Needs an operator who keeps responses.",
  "refundGeneration 200 application/json": "Needs a process that died in mid-request.",
};

export function listedReplies(): string[] {
  return Object.values(operations).flatMap(({ id, responses }: OperationFacts) =>
    Object.entries(responses)
      .filter(([status]) => status !== "default")
      .flatMap(([status, mediaTypes]) =>
        mediaTypes.map((mediaType: string) => `${id} ${status} ${mediaType}`),
      ),
  );
}

/** The replies that a run of the suite has seen, and that kept the contract. */
export function repliesSeen({ cells }: Outcome): ReadonlySet<string> {
  return new Set(
    cells.flatMap(({ operation, status, mediaType, kept }) =>
      kept > 0 ? [`${operation} ${status} ${mediaType}`] : [],
    ),
  );
}
