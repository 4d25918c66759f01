import type { UpstreamRequest } from "./request.ts";

const credentialHeader =
  /^(authorization|.*key|.*token|.*secret.*|x-goog-.*|openai-(organization|project)|cookie)$/i;

/** Whether a header carries a credential, or names the account that pays. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeader.test(name);
}

/** A text without the credentials of the request. */
export function scrubbed(text: string, request: UpstreamRequest): string {
  return secretsOf(request).reduce((clean, secret) => clean.replaceAll(secret, "…"), text);
}

function secretsOf(request: UpstreamRequest): string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const secret = value.replace(/^(Bearer|Basic|Key) +/i, "").trim();
    if (isCredentialHeader(name) && secret.length >= 4) secrets.push(secret);
  }
  const key = URL.canParse(request.url) ? new URL(request.url).searchParams.get("key") : null;
  return key ? [...secrets, key] : secrets;
}
