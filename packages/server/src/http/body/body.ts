import type { IncomingMessage } from "node:http";
import { GatewayError } from "../../errors.ts";
import { freeMemory, type Intake, readBytes } from "./body-bytes.ts";
import { decodeBody } from "./decode-body.ts";
import { type ParseLimits, parseBody } from "./parse-body.ts";
import { hasNoBody } from "./unread-body.ts";

export interface BodyLimits extends ParseLimits {
  readonly maxBytes: number;
  /** Gets the bytes as they were sent, before they are decoded. An error that it throws refuses the body. */
  readonly check?: (raw: Uint8Array) => void;
}

/** Reads a request's JSON body, after its announced size and its media type have been checked. */
export function readJson(request: IncomingMessage, limits: BodyLimits, intake: Intake): unknown {
  const { headers } = request;
  if (hasNoBody(request)) throw missingBody();
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  checkMediaType(headers["content-type"]);
  const read = (raw: Buffer) => {
    limits.check?.(raw);
    if (raw.length === 0) throw missingBody();
    if (encoding === "identity") return parseAndFree(raw, limits);
    return decodeBody(raw, encoding, limits.maxBytes).then((decoded) => {
      intake.take(Math.max(decoded.length - raw.length, 0));
      freeMemory(raw);
      return parseAndFree(decoded, limits);
    });
  };
  const raw = readBytes(request, limits.maxBytes, intake);
  return raw instanceof Promise ? raw.then(read) : read(raw);
}

/** Frees the bytes as soon as they are parsed, because the request may take minutes. */
function parseAndFree(bytes: Buffer, limits: BodyLimits): unknown {
  let parsing: unknown;
  try {
    parsing = parseBody(bytes, limits);
  } catch (error) {
    freeMemory(bytes);
    throw error;
  }
  if (parsing instanceof Promise) return parsing.finally(() => freeMemory(bytes));
  freeMemory(bytes);
  return parsing;
}

function missingBody(): GatewayError {
  return new GatewayError("badRequest", { message: "A JSON body is required." });
}

function checkMediaType(contentType: string | undefined): void {
  // Nearly every request has exactly this value.
  if (contentType === "application/json") return;
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/json") throw new GatewayError("unsupportedMediaType");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw new GatewayError("unsupportedMediaType", { message: "The body must be in UTF-8." });
}
