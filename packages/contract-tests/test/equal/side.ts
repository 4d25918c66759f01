import { type OperationFacts, type OperationId, operations } from "@portico/contract";
import type { Sending } from "../../src/suite/bench.ts";
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
    ask(id, { params = {}, query = {}, body, raw, headers = {}, key, signal }) {
      const { method, path, key: kind }: OperationFacts = operations[id];
      const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(params[name] ?? ""),
      );
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      );
      const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
      const own = kind === "management" ? target.managementKey : target.apiKey;
      return fetch(`${target.baseUrl}${filled}${search.size > 0 ? `?${search}` : ""}`, {
        method: method.toUpperCase(),
        body: sent,
        signal: signal ?? null,
        headers: {
          ...(key === "none" ? {} : { Authorization: `Bearer ${own}` }),
          ...(sent === null ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
      });
    },
  };
}
