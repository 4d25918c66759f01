import type { KeyCaller } from "../caller.ts";
import { GatewayError } from "../errors.ts";

/** Says that the key itself is not valid, as opposed to how it was sent (RFC 6750, section 3.1). */
export const invalidTokenHeaders = {
  "www-authenticate": 'Bearer realm="api", error="invalid_token"',
} as const;

/** 401 for a key that was sent and is not valid. */
export function invalidToken(message: string): GatewayError {
  return new GatewayError("unauthenticated", { message, headers: invalidTokenHeaders });
}

/** The same for a key that is known: what it asked for is counted as refused under its name. */
export class KeyRefused extends GatewayError {
  readonly caller: KeyCaller;

  constructor(caller: KeyCaller, message: string) {
    super("unauthenticated", { message, headers: invalidTokenHeaders });
    this.caller = caller;
  }
}
