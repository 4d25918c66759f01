import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Headers, JsonReply, Reply } from "../operations/operation.ts";
import { sendEvents } from "./sse.ts";

/** Below it compressing costs more than the bytes it saves: about one packet. */
const worthCompressingBytes = 1400;
/** Above it many pieces are written one by one instead of being copied together. */
const worthCopyingBytes = 64 * 1024;

const compressions = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
} as const;

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply<unknown>,
): Promise<void> {
  if (reply.type === "events") await sendEvents(response, reply);
  else if (reply.type === "pieces") sendPieces(response, reply.pieces, reply.headers);
  else await sendJson(request, response, reply);
}

async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: JsonReply<unknown>,
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(body));
  const compression = plain.length < worthCompressingBytes ? null : acceptable(request);
  const sent = compression === null ? plain : await compressions[compression](plain);
  const encoding = compression === null ? {} : { "content-encoding": compression };
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": sent.length,
    "cache-control": "no-store",
    vary: varyOf(response),
    ...encoding,
    ...headers,
  });
  response.end(sent);
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
  headers: Headers | undefined,
): void {
  let size = 0;
  for (const piece of pieces) size += piece.length;
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": size,
    "cache-control": "no-store",
    ...headers,
  });
  if (size <= worthCopyingBytes) {
    response.end(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, size));
    return;
  }
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
