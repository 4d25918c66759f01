import { crc32 } from "node:zlib";

/** One message of an AWS event stream, its headers reduced to those that are texts. */
export interface Frame {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
}

/** https://smithy.io/2.0/aws/amazon-eventstream.html: lengths and their checksum, before everything else. */
const preludeBytes = 12;
const checksumBytes = 4;
/** AWS allows 24 MiB; no event of an answer comes near this. */
const maxFrameBytes = 4 * 1024 * 1024;

/** How many bytes the values of the header types 0 to 9 have; -1 where a length precedes them. */
const valueBytes = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16] as const;
const textType = 7;

/** Cuts the binary stream into messages, over any chunking. */
export class FrameDecoder {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** The decoder waits for this many bytes. */
  #needed = preludeBytes;

  /** The messages that this chunk completes. Throws a RangeError at the first that is damaged. */
  push(chunk: Uint8Array, frames: Frame[]): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#bytes < this.#needed) return;

    let rest = Buffer.concat(this.#chunks, this.#bytes);
    for (let length = frameLength(rest); length !== undefined; length = frameLength(rest)) {
      if (rest.byteLength < length) break;

      frames.push(decode(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
    this.#chunks = [rest];
    this.#bytes = rest.byteLength;
    this.#needed = frameLength(rest) ?? preludeBytes;
  }

  /** Whether the stream ended between two messages. */
  isComplete(): boolean {
    return this.#bytes === 0;
  }
}

/** The length is checked before it is used, because a damaged one would swallow the rest of the stream. */
function frameLength(bytes: Buffer): number | undefined {
  if (bytes.byteLength < preludeBytes) return undefined;

  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8))
    throw new RangeError("A message's prelude does not match its checksum.");

  const length = bytes.readUInt32BE(0);
  const least = preludeBytes + bytes.readUInt32BE(4) + checksumBytes;
  if (length > maxFrameBytes || length < least)
    throw new RangeError("A message's length is not possible.");

  return length;
}

function decode(frame: Buffer): Frame {
  const end = frame.byteLength - checksumBytes;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end))
    throw new RangeError("A message does not match its checksum.");

  const payloadStart = preludeBytes + frame.readUInt32BE(4);
  return {
    headers: decodeHeaders(frame.subarray(preludeBytes, payloadStart)),
    payload: frame.subarray(payloadStart, end),
  };
}

function decodeHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {};
  let at = 0;
  while (at < bytes.byteLength) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString("utf8", at + 1, nameEnd);
    const type = bytes.readUInt8(nameEnd);
    const fixed = valueBytes[type];
    if (fixed === undefined) throw new RangeError("A message has a header of an unknown type.");

    const start = nameEnd + (fixed === -1 ? 3 : 1);
    at = start + (fixed === -1 ? bytes.readUInt16BE(nameEnd + 1) : fixed);
    if (at > bytes.byteLength)
      throw new RangeError("A message's headers are longer than they say.");

    if (type === textType) headers[name] = bytes.toString("utf8", start, at);
  }
  return headers;
}
