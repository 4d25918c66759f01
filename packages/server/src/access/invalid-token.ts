import { invalidTokenHeaders } from "@portico/core/rules/refused-callers";
import type { KeyCaller } from "../caller.ts";
import { GatewayError } from "../errors.ts";

/** 401 for a key that is known and not valid: what it asked for is counted as refused under its name. */
export class KeyRefused extends GatewayError {
  readonly caller: KeyCaller;

  constructor(caller: KeyCaller, message: string) {
    super("unauthenticated", { message, headers: invalidTokenHeaders });
    this.caller = caller;
  }
}
