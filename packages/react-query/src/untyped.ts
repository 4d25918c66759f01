import type { Portico } from "@portico/client";
import type { Client } from "openapi-fetch";
import type { OpenapiQueryClient } from "openapi-react-query";
import createOpenapiQuery from "openapi-react-query";
import type { OperationId } from "./operation-types.ts";

interface AnyOperation {
  readonly parameters: {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly path?: Readonly<Record<string, string>>;
  };
  readonly requestBody?: { readonly content: { readonly "application/json": unknown } };
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": unknown } };
  };
}

type Methods = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

/** The paths of any API: what the code that serves all operations alike knows of them. */
type AnyPaths = Record<string, Record<Methods, AnyOperation>>;

/** What any operation takes. */
export interface AnyInit {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> };
  readonly [field: string]: unknown;
}

export interface Backend {
  readonly fetchClient: Client<AnyPaths, "application/json">;
  readonly queryClient: OpenapiQueryClient<AnyPaths, "application/json">;
}

/** The libraries beneath, which throw a PorticoError where the service answers with an error. */
export function backendOf(client: Portico): Backend {
  const fetchClient = forAnyPath(client.throwing);
  return { fetchClient, queryClient: createOpenapiQuery(fetchClient) };
}

/**
 * The same client without the types of its paths. One function serves all operations here, and callers see the types of
 * `PorticoQuery`, which are generated from the same document as the table that the function reads.
 */
function forAnyPath(client: Portico["throwing"]): Client<AnyPaths, "application/json">;
function forAnyPath(client: object): object {
  return client;
}

/** How a list goes on. */
export interface Pages {
  readonly by: "offset" | "cursor";
  /** The property of the reply that holds the list, where the reply is not the list itself. */
  readonly in?: string;
}

/** One row of the operation table. */
export interface Row {
  readonly method: "get" | "put" | "post" | "delete" | "patch";
  readonly path: string;
  readonly pages?: Pages;
  readonly invalidates?: readonly OperationId[];
}
