import type { Schema } from "@portico/contract";
import { type FailureKind, failures, GatewayError } from "@portico/core/failures";

export {
  absent,
  contextExceeded,
  type FailureDetails,
  type FailureKind,
  failures,
  GatewayError,
  inField,
  kindOf,
  type Noun,
  shown,
  shownMetadata,
  wordOf,
} from "@portico/core/failures";

failures satisfies Record<FailureKind, { readonly word: Schema<"ErrorKind"> }>;

/** The reason why the gateway ended a running request; null where its caller has left, or where it goes on. */
export function stopReason({ aborted, reason }: AbortSignal): GatewayError | null {
  return aborted && reason instanceof GatewayError ? reason : null;
}

/** The caller hung up, so its request needs no answer. */
export class CallerGone extends Error {
  override readonly name: string = "CallerGone";

  constructor(options?: ErrorOptions) {
    super("The caller has left.", options);
  }
}

/** The reason of a signal whose caller has hung up. What is still awaited without it ends when `stopped` is aborted. */
export class HungUp extends CallerGone {
  override readonly name = "HungUp";
  readonly stopped: AbortSignal;

  constructor(stopped: AbortSignal) {
    super();
    this.stopped = stopped;
  }
}
