import type { OpenApiDocument, OperationFacts } from "@portico/contract";
import { type NamedExample, examplesOf as ofPack } from "../src/gateway/index.ts";
import { packOf } from "../src/gateway/packs.ts";

/** The document's examples of one status and media type of an operation. */
export function examplesOf(
  document: OpenApiDocument,
  operation: OperationFacts,
  status: number,
  mediaType?: string,
): readonly NamedExample[] {
  return ofPack(packOf(document, operation.id), status, mediaType);
}
