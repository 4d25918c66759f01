import type { OpenApiDocument } from "@portico/contract";
import type { RequestHandler } from "express";
import { compressible, sendText, type Text } from "../reply/send-text.ts";
import { askedOrigin } from "../sign-in/asked-origin.ts";

export interface DocumentParts {
  readonly document: () => string;
  readonly basePath: string;
  readonly trustsForwarded: boolean;
}

/** The place of the address in the document's text. */
const placeholder = "http://address.of.the.gateway";
/** Each copy is a third of a megabyte. A gateway has few addresses, but callers can name any number of them. */
const mostKept = 16;

/**
 * The contract's document. Its server is the address that the caller used, so that a client made from the document
 * calls the same gateway; where the request has no address, the path alone.
 */
export function documentPage({
  document,
  basePath,
  trustsForwarded,
}: DocumentParts): RequestHandler {
  let pieces: readonly string[] | undefined;
  const kept = new Map<string, Text>();
  return async (request, response) => {
    pieces ??= piecesOf(document());
    const address = `${askedOrigin(request, trustsForwarded) ?? ""}${basePath}`;
    const text = kept.get(address) ?? compressible(Buffer.from(pieces.join(address)));
    kept.set(address, text);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    response.setHeader("content-type", "application/json");
    // It changes with the gateway's version, and authors of clients want to see that at once.
    response.setHeader("cache-control", "no-cache");
    await sendText(request, response, text);
  };
}

/** The document's text before and after the address. */
function piecesOf(text: string): readonly string[] {
  const document: OpenApiDocument = JSON.parse(text);
  const servers = [{ url: placeholder, description: "This gateway." }];
  return JSON.stringify({ ...document, servers }, null, 2).split(placeholder);
}
