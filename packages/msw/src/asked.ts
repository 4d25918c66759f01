import type { Call } from "@portico/mock/gateway";

/** What the test's own function is called with. */
export function askedOf({ params, query, headers, body }: Call) {
  return { params, query, headers, body };
}

/** A function of the test's own; what the contract has as a body is never one. */
export function isMaker(body: unknown): body is (asked: unknown) => unknown {
  return typeof body === "function";
}
