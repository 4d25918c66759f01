import { GatewayError } from "../failures.ts";

/** What the caller names a request by that is to be paid once. */
export const idempotencyHeader = "idempotency-key";
/** On the replies of named requests: whether the answer is that of an earlier one. */
export const replayedHeader = "idempotent-replayed";

const longestKey = 255;

export function refuseIdempotencyKey(key: string): void {
  if (key.length > 0 && key.length <= longestKey) return;
  const message = `Idempotency-Key must have 1 to ${longestKey} characters.`;
  throw new GatewayError("badRequest", { message, metadata: { field: "Idempotency-Key" } });
}

export function usedForAnother(): GatewayError {
  return conflict(
    "This Idempotency-Key was used for another request. Send a new key with a new request, and the old one only to repeat the same request.",
  );
}

const retryAfterSeconds = 2;

export function stillUnderWay(): GatewayError {
  return new GatewayError("conflict", {
    message:
      "The request with this Idempotency-Key is still being answered. Repeat it later: you will get its answer.",
    retryAfterSeconds,
  });
}

/** It was booked, and there is nothing to give. */
export function answerLost(generationId: string, why: string): GatewayError {
  return new GatewayError("conflict", {
    message: `${why} What it cost is booked as ${generationId}. To ask again, and pay again, send a new Idempotency-Key.`,
    metadata: { generation_id: generationId },
  });
}

function conflict(message: string): GatewayError {
  return new GatewayError("conflict", { message });
}
