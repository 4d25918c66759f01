import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Headers, JsonReply, PiecesReply, Reply } from "../../operations/operation.ts";
import { recordOf } from "../request/request-record.ts";
import { writeHead } from "./head.ts";
import { sendEvents } from "./sse.ts";

const json = { "content-type": "application/json", "cache-control": "no-store" };
/**
 * Ten packets, which TCP sends at once: a smaller reply arrives no sooner for being compressed, and brotli takes 200 µs of CPU
 * for each, as long as all else of a request (docs/benchmarks).
 */
const worthCompressingBytes = 14_600;
/** Above this size, many pieces are written one by one and not copied together. */
const worthCopyingBytes = 64 * 1024;
/** A caller that reads nothing of a large reply for this long is given up, so that it cannot keep it in memory. */
const longestStallMs = 300_000;

export const compressions = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
} as const;

export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply<unknown>,
): Promise<void> | void {
  const usual = recordOf(request).headers;
  if (reply.type !== "events" && response.destroyed) return;
  if (reply.type === "pieces") return sendPieces(response, reply, usual);
  if (reply.type === "json") return sendJson(request, response, reply, usual);
  return sendEvents(response, reply, usual);
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers = {} }: JsonReply<unknown>,
  usual: Headers,
): Promise<void> | void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const compression = length < worthCompressingBytes ? null : acceptable(request);
  const head = [usual, json, { vary: varyOf(response) }, headers];
  if (compression !== null) return sendCompressed(response, status, head, text, compression);
  if (length > worthCopyingBytes) response.setTimeout(longestStallMs);
  writeHead(response, status, ...head, { "content-length": length });
  // A string goes out in one write with the head. Where each character is one byte, no encoding is needed.
  response.end(text, length === text.length ? "latin1" : "utf8");
}

async function sendCompressed(
  response: ServerResponse,
  status: number,
  head: readonly Headers[],
  text: string,
  compression: keyof typeof compressions,
): Promise<void> {
  const compressed = await compressions[compression](Buffer.from(text));
  const { length } = compressed;
  const framing = { "content-length": length, "content-encoding": compression };
  writeHead(response, status, ...head, framing);
  if (length > worthCopyingBytes) response.setTimeout(longestStallMs);
  response.end(compressed);
}

/** Adds to the `Vary` names of other stages. */
function varyOf(response: ServerResponse): string {
  const before = response.getHeader("vary");
  return before === undefined ? "Accept-Encoding" : `${before}, Accept-Encoding`;
}

/** Vectors are written as they are: their digits compress badly and slowly. */
function sendPieces(
  response: ServerResponse,
  { pieces, headers = {} }: PiecesReply,
  usual: Headers,
): void {
  let size = 0;
  for (const piece of pieces) size += piece.length;
  writeHead(response, 200, usual, json, headers, { "content-length": size });
  if (size <= worthCopyingBytes) {
    // A string goes out in one write with the head; this encoding leaves its bytes as they are.
    response.end(Buffer.concat(pieces, size).toString("latin1"), "latin1");
    return;
  }
  response.setTimeout(longestStallMs);
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}

/** Long enough for the encodings of any client. */
const longestAccepted = 1_000;

/** The best encoding that the caller accepts; `q=0` means not accepted. */
export function acceptable(request: IncomingMessage): keyof typeof compressions | null {
  const accepted = request.headers["accept-encoding"];
  if (typeof accepted !== "string" || accepted.length > longestAccepted) return null;
  const takes = (name: string) =>
    accepted.split(",").some((choice) => {
      const [encoding = "", ...parameters] = choice.trim().toLowerCase().split(";");
      return (
        encoding.trim() === name && !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text))
      );
    });
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : null;
}
