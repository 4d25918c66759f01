import type { OperationId } from "./operation-types.ts";

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
