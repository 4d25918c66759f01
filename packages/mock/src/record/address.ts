import { type OperationFacts, operations } from "@portico/contract";
import { fitsPath } from "@portico/contract/fits-path";
import { basePath, contractAddress } from "../gateway/address.ts";

/** What a request is for. */
export interface Address {
  /** Null for a path that the contract does not have. */
  readonly operation: OperationFacts | null;
  /** Below the base path, as the contract has it. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Null for what is not below the base path: pages beside the API. */
export function addressOf(method: string, target: string): Address | null {
  const { pathname, searchParams: query } = contractAddress(new URL(target, "http://mock").href);
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const path = pathname.slice(basePath.length);
  const [operation = null] = Object.values<OperationFacts>(operations)
    .filter((known) => known.method === method.toLowerCase() && fitsPath(known.path, path))
    // `/embeddings/models` before `/{…}`: the path with fewer parameters is meant.
    .toSorted((one, other) => one.pathParameters.length - other.pathParameters.length);
  return { operation, path, query };
}
