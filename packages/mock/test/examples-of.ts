import type { OpenApiDocument, OperationFacts } from "@portico/contract";
import { type NamedExample, examplesOf as ofPack } from "@portico/simulated-gateway";
import { packOf } from "@portico/simulated-gateway/packs";

/** The document's examples of one status and media type of an operation. */
export function examplesOf(
  document: OpenApiDocument,
  operation: OperationFacts,
  status: number,
  mediaType?: string,
): readonly NamedExample[] {
  return ofPack(packOf(document, operation.id), status, mediaType);
}
