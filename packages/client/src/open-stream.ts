import { type CallInit, type Result, succeed } from "./call.ts";
import { toApiError } from "./errors.ts";
import { PendingCall } from "./pending-call.ts";
import { replyFacts } from "./reply-facts.ts";
import type { StreamFacts } from "./reply-stream.ts";

/** Of an answer that your own server passed on. Throws an `ApiError` for an error status. */
export async function streamFactsOf(answer: Response | Promise<Response>): Promise<StreamFacts> {
  const response = await answer;
  if (!response.ok) throw toApiError(response, await response.json().catch(() => null));
  // An answer without a body is a stream that stops at once.
  return factsOf(response, response.body ?? new Blob().stream());
}

/** A call that asks for a stream. */
export function streamed(init: CallInit) {
  const headers = { ...init.headers, Accept: "text/event-stream" };
  return { ...init, headers, parseAs: "stream" as const };
}

/** A call whose answer is a stream: it is there when the headers have come. */
export function opened<Stream>(
  reply: Promise<Result<ReadableStream<Uint8Array> | null>>,
  make: (facts: StreamFacts) => Stream,
  idleTimeoutMs?: number,
): PendingCall<Stream> {
  const begun = succeed(reply).then(({ data: body, response }) => ({
    data: make(factsOf(response, body, idleTimeoutMs)),
    response,
  }));
  return new PendingCall(begun);
}

function factsOf(
  response: Response,
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs = 60_000,
): StreamFacts {
  return { ...replyFacts(response), body, idleTimeoutMs };
}
