import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenApiDocument, OperationId } from "@portico/contract";
import { csvOf, csvType, prefersCsv } from "@portico/contract/csv";
import { csvColumns } from "@portico/contract/csv-columns";
import type { JsonReply } from "../../operations/operation.ts";
import { recordOf } from "../request/request-record.ts";
import { writeHead } from "./head.ts";

interface List {
  readonly data: readonly unknown[];
  readonly links: { readonly next: string | null };
}

/** The table of a list, where the operation has one and the caller asks for it; else null. */
export function csvReply(
  document: OpenApiDocument,
  id: OperationId,
  { headers }: IncomingMessage,
  { status, body }: JsonReply<unknown>,
): CsvReply | null {
  if (!prefersCsv(headers.accept) || status !== 200 || !isList(body)) return null;
  const columns = csvColumns(document, id);
  if (columns === null) return null;
  return { text: csvOf(columns, body.data), next: body.links.next };
}

interface CsvReply {
  readonly text: string;
  readonly next: string | null;
}

export function sendCsv(
  request: IncomingMessage,
  response: ServerResponse,
  { text, next }: CsvReply,
): void {
  const head = {
    "content-type": `${csvType}; charset=utf-8; header=present`,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
    vary: "Accept",
    ...(next !== null && { link: `<${next}>; rel="next"` }),
  };
  writeHead(response, 200, recordOf(request).headers, head);
  response.end(text);
}

function isList(body: unknown): body is List {
  return typeof body === "object" && body !== null && "data" in body && "links" in body;
}
