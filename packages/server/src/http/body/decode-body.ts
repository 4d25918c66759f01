import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { GatewayError } from "../../errors.ts";

type Decoder = (raw: Buffer, options: ZlibOptions) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ["deflate", promisify<Buffer, ZlibOptions, Buffer>(inflate)],
  ["br", promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
]);

/**
 * JSON of ordinary texts grows five to twenty times when decoded, a conversation with many repeats a hundred times.
 * Bytes that grow a thousand times are an attack: cheap to send and costly to decode.
 */
const largestRatio = 100;
/** Every body may grow to this size, however few bytes were sent. */
const anyRatioBytes = 1024 * 1024;
/** Fewer and larger pieces for large bodies. */
const pieceBytes = 256 * 1024;
const smallBytes = 16 * 1024;

/** Decodes a body. Refuses one that grows beyond the size limit or beyond the allowed ratio. */
export async function decodeBody(raw: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(encoding);
  if (decoder === undefined)
    throw new GatewayError("unsupportedMediaType", {
      message: "The body's content encoding must be gzip, deflate, br or none.",
    });
  const inProportion = anyRatioBytes + largestRatio * raw.length;
  const maxOutputLength = Math.min(maxBytes, inProportion);
  try {
    return await decoder(raw, {
      maxOutputLength,
      ...(raw.length > smallBytes && { chunkSize: pieceBytes }),
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxOutputLength, inProportion < maxBytes);
    throw new GatewayError("badRequest", {
      message: `The body cannot be decoded as ${encoding}.`,
      cause: error,
    });
  }
}

function tooLarge(bytes: number, isByRatio: boolean): GatewayError {
  return new GatewayError("tooLarge", {
    message: isByRatio
      ? `The request body decodes to more than ${bytes} bytes, ${largestRatio} times what was sent and 1 MiB. Send it without a content encoding.`
      : `The request body is larger than ${bytes} bytes.`,
  });
}
