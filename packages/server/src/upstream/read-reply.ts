import { concatChunks } from "../json/concat-chunks.ts";
import { scanJson, scanSmallJson } from "../json/json-scan.ts";
import { NotJson } from "../json/not-json.ts";
import { parseJson } from "../json/parse-json.ts";
import { opensJson } from "./opening.ts";
import type { UpstreamReply } from "./request.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Reads the whole body, as the pieces in which it came; `head` was read of it before. Throws for a body larger than `maxBytes`. */
export function readPieces(
  reply: UpstreamReply,
  maxBytes: number,
  head: readonly Uint8Array[] = [],
): readonly Uint8Array[] | Promise<readonly Uint8Array[]> {
  // What has already arrived is small, so it needs no limit.
  const rest = reply.arrived();
  if (rest === undefined) return gathered(reply, maxBytes, head);
  return head.length === 0 ? rest : [...head, ...rest];
}

async function gathered(
  reply: UpstreamReply,
  maxBytes: number,
  head: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const pieces = [...head];
  let bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  try {
    for await (const piece of reply.body) {
      bytes += piece.byteLength;
      pieces.push(piece);
      if (bytes > maxBytes)
        throw new UpstreamError("malformed", "The provider's reply is too large.", {
          status: reply.status,
        });
    }
  } catch (error) {
    throw error instanceof UpstreamError ? unread(error, pieces) : error;
  }
  return pieces;
}

export interface WholeLimits {
  readonly maxBytes: number;
  readonly maxValues: number;
}

/** Adds to a failure how many bytes of an answer had come. A body that does not begin like JSON is not an answer. */
export function unread(error: UpstreamError, pieces: readonly Uint8Array[]): UpstreamError {
  if (opensJson(pieces))
    error.unreadBytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);

  return error;
}

/** Limits for a whole answer, many times what a model writes. */
export const answerLimits: WholeLimits = { maxBytes: 16 * 1024 * 1024, maxValues: 100_000 };
/** Limits for dialects that send vectors inside other JSON: a hundred of the longest vectors. */
export const vectorsLimits: WholeLimits = { maxBytes: 32 * 1024 * 1024, maxValues: 1_000_000 };

const mark = Buffer.of(0xef, 0xbb, 0xbf);

/** The whole body as JSON of unknown shape. A large one is read in turns, and other requests are served in between. */
export async function readJsonReply(
  reply: UpstreamReply,
  { maxBytes, maxValues }: WholeLimits = answerLimits,
  head: readonly Uint8Array[] = [],
): Promise<unknown> {
  const read = readPieces(reply, maxBytes, head);
  const pieces = read instanceof Promise ? await read : read;
  const bytes = bufferOf(concatChunks(pieces));
  const json = bytes.subarray(0, mark.length).equals(mark) ? bytes.subarray(mark.length) : bytes;
  const limits = { maxDepth: upstreamLimits.maxDepth, maxValues };
  const excess = json.length < worthScanning ? null : await scanJson(json, limits);
  if (excess !== null) throw unread(notJson(reply.status, excess), pieces);

  try {
    const parsing = parseJson(json);
    return parsing instanceof Promise ? await parsing : parsing;
  } catch (cause) {
    throw unread(notJson(reply.status, cause), pieces);
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function notJson(status: number, cause: unknown): UpstreamError {
  return new UpstreamError("malformed", "The provider's reply is not JSON.", {
    status,
    cause,
  });
}

/** Limits for one piece of an upstream's answer; real answers and events are a hundred times smaller. */
const upstreamLimits = { maxDepth: 64, maxValues: 50_000 };
/** Shorter texts are not scanned: they cannot hold many values. */
const worthScanning = 4_000;

/** Parses one event, line or frame of an upstream. Throws for invalid JSON and for JSON that is expensive to read. */
export function parseUpstreamJson(text: string): unknown {
  if (text.length > worthScanning && scanSmallJson(text, upstreamLimits) !== null)
    throw new NotJson(undefined);

  return JSON.parse(text);
}
