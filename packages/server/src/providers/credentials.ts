import type { UpstreamRequest } from "./upstream.ts";

const credentialHeader = /^(authorization|.*api-?key|.*token|.*secret.*|x-goog-.*|cookie)$/i;

/** A text without what of a request must never be repeated to anybody. */
export function scrubbed(text: string, request: UpstreamRequest): string {
  return secretsOf(request).reduce((clean, secret) => clean.replaceAll(secret, "…"), text);
}

function secretsOf(request: UpstreamRequest): string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const secret = value.replace(/^(Bearer|Basic|Key) +/i, "").trim();
    if (credentialHeader.test(name) && secret.length >= 4) {
      secrets.push(secret);
    }
  }
  const key = URL.canParse(request.url) ? new URL(request.url).searchParams.get("key") : null;
  return key ? [...secrets, key] : secrets;
}
