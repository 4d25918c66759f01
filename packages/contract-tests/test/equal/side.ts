import { type OperationFacts, type OperationId, operations } from "@portico/contract";
import { pathOf, requestTo, type Sending } from "../../src/suite/request-to.ts";
import type { Target } from "../../src/targets/target.ts";

/** One reading of the contract that answers requests. */
export interface Side {
  readonly target: Target;
  /** Rejects where the connection is refused. */
  ask(id: OperationId, sending: Sending): Promise<Response>;
}

export function sideOf(target: Target): Side {
  return {
    target,
    ask(id, sending) {
      const operation: OperationFacts = operations[id];
      const method = operation.method.toUpperCase();
      return fetch(requestTo(target, operation, method, pathOf(operation, sending), sending));
    },
  };
}
