import { isUtf8 } from "node:buffer";
import { GatewayError } from "../../errors.ts";
import { type JsonExcess, type JsonLimits, scanJson } from "../../json/json-scan.ts";
import { NotJson } from "../../json/not-json.ts";
import { parseJson } from "../../json/parse-json.ts";

export type ParseLimits = JsonLimits;

/**
 * A body as the value that it holds. Its cost is bounded before it is parsed: by its bytes (body.ts), and by how deep
 * it nests and how many values and names it has. A large one is parsed in turns with the work of other requests.
 */
export function parseBody(sent: Buffer, limits: ParseLimits): unknown {
  if (!isUtf8(sent))
    throw new GatewayError("badRequest", { message: "The body is not valid UTF-8." });
  // PowerShell and .NET put a byte order mark in front of UTF-8 text. It has no meaning there.
  const bytes = hasByteOrderMark(sent) ? sent.subarray(byteOrderMark.length) : sent;
  const scanned = scanJson(bytes, limits);
  if (scanned instanceof Promise)
    return scanned.then((excess) => parseWithin(bytes, excess, limits)).catch(refuse);
  try {
    const parsing = parseWithin(bytes, scanned, limits);
    return parsing instanceof Promise ? parsing.catch(refuse) : parsing;
  } catch (error) {
    return refuse(error);
  }
}

const byteOrderMark = Buffer.from("\uFEFF");

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === byteOrderMark[0] && bytes.subarray(0, 3).equals(byteOrderMark);
}

function parseWithin(bytes: Buffer, excess: JsonExcess | null, limits: ParseLimits): unknown {
  if (excess === null) return parseJson(bytes);
  throw new GatewayError("badRequest", {
    message:
      excess === "depth"
        ? `The body nests deeper than ${limits.maxDepth} levels.`
        : `The body holds more than ${limits.maxValues} values and names. Send less at once.`,
  });
}

function refuse(error: unknown): never {
  if (!(error instanceof NotJson)) throw error;
  const where = error.position === undefined ? "" : `: wrong at position ${error.position}`;
  throw new GatewayError("badRequest", {
    message: `The body is not valid JSON${where}.`,
    cause: error,
  });
}
