import { joined } from "./joined.ts";
import type { UpstreamReply } from "./upstream.ts";
import { UpstreamError } from "./upstream-error.ts";

/** The whole body, in the pieces in which it came; a larger one than allowed is not read to its end. */
export function readPieces(
  provider: string,
  reply: UpstreamReply,
  maxBytes: number,
): readonly Uint8Array[] | Promise<readonly Uint8Array[]> {
  // What has come before anybody asked for it is not much.
  return reply.arrived() ?? gathered(provider, reply, maxBytes);
}

async function gathered(
  provider: string,
  reply: UpstreamReply,
  maxBytes: number,
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply.body) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) {
      throw new UpstreamError(provider, "malformed", "The provider's reply is too large.", {
        status: reply.status,
      });
    }
    pieces.push(piece);
  }
  return pieces;
}

const decoder = new TextDecoder();

/** The whole body as JSON of unknown shape. */
export async function readJson(
  provider: string,
  reply: UpstreamReply,
  maxBytes = 64 * 1024 * 1024,
): Promise<unknown> {
  const text = decoder.decode(joined(await readPieces(provider, reply, maxBytes)));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(provider, reply.status, cause);
  }
}

function notJson(provider: string, status: number, cause: unknown): UpstreamError {
  return new UpstreamError(provider, "malformed", "The provider's reply is not JSON.", {
    status,
    cause,
  });
}
