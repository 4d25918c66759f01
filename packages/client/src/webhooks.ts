import { WebhookError } from "./errors.ts";

/**
 * A notice of the gateway, as its webhook sends it.
 *
 * @example
 * const title = ({ type, timestamp }: WebhookNotice) => `${timestamp} ${type}`;
 */
export interface WebhookNotice {
  /** What it is about, such as `limit_blocking`. */
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
  /** Its facts, by its type. */
  readonly data: Record<string, unknown>;
}

/**
 * A request of the gateway's webhook: its text as it came, its headers, and the secret of the gateway's configuration.
 *
 * @example
 * const received = async (request: Request): Promise<WebhookRequest> =>
 *   ({ body: await request.text(), headers: request.headers, secret: "whsec_…" });
 */
export interface WebhookRequest {
  /** The text as it came: parsed and written again, its signature does not fit. */
  readonly body: string;
  /** As your server's framework has them: a `Headers`, or an object with names in small letters. */
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The secret of the gateway's configuration. */
  readonly secret: string;
  /** The oldest that a notice may be, so that an old one cannot be sent again. Default 300 seconds. */
  readonly toleranceSeconds?: number;
}

/**
 * The notice in a request of the gateway's webhook. Throws a `WebhookError` where its signature is not that of the secret, or
 * where it is too old. A notice may come twice: `webhook-id` tells.
 *
 * @example
 * async function POST(request: Request): Promise<Response> {
 *   const notice = await verifyWebhook({ body: await request.text(), headers: request.headers, secret: "whsec_…" });
 *   console.log(notice.type);
 *   return new Response(null, { status: 204 });
 * }
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookNotice> {
  const { body, secret, toleranceSeconds = 300 } = request;
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headerOf(request, name),
  ) as [string, string, string];
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookError("The notice is too old, or the clocks differ by minutes.");
  const key = await crypto.subtle.importKey(
    "raw",
    keyOf(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(" ")) {
    const [version, text = ""] = signature.split(",");
    const bytes = version === "v1" ? bytesOf(text) : null;
    if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed)))
      return JSON.parse(body);
  }
  throw new WebhookError(
    "The signature is not that of the secret: compare both, and pass the body as it came.",
  );
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  const value = Array.isArray(found) ? found[0] : found;
  if (!value) throw new WebhookError(`The request has no header ${name}.`);
  return value;
}

/** Base64 after `whsec_`, or the text itself, as in the gateway's configuration. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const prefix = "whsec_";
  if (!secret.startsWith(prefix)) return new TextEncoder().encode(secret);
  const bytes = bytesOf(secret.slice(prefix.length));
  if (bytes === null) throw new WebhookError("The secret is no base64 behind whsec_.");
  return bytes;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
