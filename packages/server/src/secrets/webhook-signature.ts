import { createHmac } from "node:crypto";

/** The headers of a webhook in the form of https://www.standardwebhooks.com, so that receivers can check it with a library. */
export function signedHeaders(
  secret: string,
  { id, body }: { readonly id: string; readonly body: string },
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", keyOf(secret)).update(`${id}.${seconds}.${body}`);
  return {
    "content-type": "application/json",
    "user-agent": "portico",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signature.digest("base64")}`,
  };
}

/** Base64 after `whsec_`, or the text itself. */
function keyOf(secret: string): Buffer {
  const prefix = "whsec_";
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), "base64")
    : Buffer.from(secret);
}
