import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Headers, JsonReply, Reply } from "../operations/operation.ts";
import { recordOf } from "./request-record.ts";
import { sendEvents } from "./sse.ts";

const json = { "content-type": "application/json", "cache-control": "no-store" };
/** Below it compressing costs more than the bytes it saves: about one packet. */
const worthCompressingBytes = 1400;
/** Above it many pieces are written one by one instead of being copied together. */
const worthCopyingBytes = 64 * 1024;
/** Who reads nothing of a large reply for this long is not reading any more, and must not keep it in memory. */
const longestStallMs = 300_000;

export const compressions = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
} as const;

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply<unknown>,
): Promise<void> {
  const { headers } = recordOf(request);
  if (reply.type === "pieces") {
    sendPieces(response, reply.pieces, { ...headers, ...json, ...reply.headers });
    return;
  }
  if (reply.type === "json") {
    await sendJson(request, response, reply, headers);
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  await sendEvents(response, reply);
}

async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: JsonReply<unknown>,
  usual: Headers,
): Promise<void> {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const compression = length < worthCompressingBytes ? null : acceptable(request);
  const compressed = compression && (await compressions[compression](Buffer.from(text)));
  const sentBytes = compressed?.length ?? length;
  response.writeHead(status, {
    ...usual,
    ...json,
    "content-length": sentBytes,
    vary: varyOf(response),
    ...(compression !== null && { "content-encoding": compression }),
    ...headers,
  });
  if (sentBytes > worthCopyingBytes) response.setTimeout(longestStallMs);
  if (compressed !== null) response.end(compressed);
  // A string goes out in one write with the head, and where each character is a byte nothing has to be encoded.
  else response.end(text, length === text.length ? "latin1" : "utf8");
}

/** Beside what other stages have said that the reply depends on. */
function varyOf(response: ServerResponse): string {
  const before = response.getHeader("vary");
  return before === undefined ? "Accept-Encoding" : `${before}, Accept-Encoding`;
}

/** Vectors are written as they are: their digits compress badly and slowly. */
function sendPieces(
  response: ServerResponse,
  pieces: readonly Uint8Array[],
  headers: Headers,
): void {
  let size = 0;
  for (const piece of pieces) size += piece.length;
  response.writeHead(200, { ...headers, "content-length": size });
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

/** The better of the encodings that the caller takes; one with `q=0` is refused. */
export function acceptable(request: IncomingMessage): keyof typeof compressions | null {
  const accepted = request.headers["accept-encoding"];
  if (typeof accepted !== "string") return null;
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
