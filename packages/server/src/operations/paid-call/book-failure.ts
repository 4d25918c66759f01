import { GatewayError } from "../../errors.ts";
import { CallerLeft, FailedAttempt, type Tried } from "../../routing/attempt-failed.ts";
import { callerGoneStatus } from "../../store/ports/generation.ts";
import type { Context } from "../operation.ts";
import type { Admitted, Plan } from "./admit.ts";
import { loggedContent, type Outcome, type Said, settle } from "./settle.ts";

/** A failed request, with the bills of its attempts. */
interface Failed
  extends Pick<Outcome, "operation" | "model" | "isStreamed" | "attempts" | "billed"> {
  readonly said: Said;
}

/** Books a request that got no answer. The row is durable when this resolves. */
export async function bookFailure(
  context: Context,
  admitted: Admitted<Plan>,
  { said, ...failed }: Failed,
  error: unknown,
): Promise<void> {
  const isGone = error instanceof CallerLeft;
  const failure = error instanceof GatewayError ? error : null;
  await settle(context, admitted, {
    ...failed,
    finishReason: null,
    firstTokenMs: null,
    status: isGone ? callerGoneStatus : (failure?.status ?? 500),
    errorKind: isGone ? "callerGone" : (failure?.kind ?? "internal"),
    content: () => loggedContent(said, failure === null ? "" : envelopeOf(failure)),
  });
}

/** The attempts before a request failed; null where the error does not have them. */
export function triedBefore(error: unknown): Tried | null {
  return error instanceof FailedAttempt || error instanceof CallerLeft ? error : null;
}

function envelopeOf({ status, message }: GatewayError): string {
  return JSON.stringify({ error: { code: status, message } });
}
