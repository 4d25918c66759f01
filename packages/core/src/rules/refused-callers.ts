import { GatewayError } from "../failures.ts";

/** The same for a deleted key and one that never existed, so that callers cannot find out which keys there were. */
export const unknownKey =
  "The API key is not valid here: it was deleted, or another gateway made it. Use a key that this gateway made.";
export const mistypedKey =
  "The API key is not valid: it is mistyped or incomplete. Copy all of it.";
export const disabledKey = "The API key is disabled.";
export const expiredKey = "The API key has expired.";
export const endedSecret = "The API key was rotated, and this secret has ended. Use the new one.";

export const endedSession = "The session has ended. Sign in again.";
export const foreignPage =
  "A session counts only in requests from the gateway's own pages. Programs send an API key: Authorization: Bearer <API_KEY>.";

export const noKeyInHeaders =
  "No API key was sent. Send it as the header Authorization: Bearer <API_KEY> or x-api-key: <API_KEY>.";
export const twoKeys =
  "Two different API keys were sent, one in Authorization and one in x-api-key. Send one of them.";

/** Says that the key itself is not valid, as opposed to how it was sent (RFC 6750, section 3.1). */
export const invalidTokenHeaders = {
  "www-authenticate": 'Bearer realm="api", error="invalid_token"',
} as const;

/** 401 for a key that was sent and is not valid. */
export function invalidToken(message: string): GatewayError {
  return new GatewayError("unauthenticated", { message, headers: invalidTokenHeaders });
}
