import type { ServerResponse } from "node:http";
import { csvType } from "@portico/contract/csv";
import type { Answer } from "./answer.ts";
import { Failure, refusal } from "./failure.ts";
import { writeBody, writeFrames } from "./frames.ts";
import type { Plan } from "./rehearsal.ts";

/** Writes what was decided, a stream with its plan. */
export async function writeAnswer(
  reply: ServerResponse,
  decided: Answer,
  headers: Record<string, string>,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  if ("frames" in decided) {
    reply.writeHead(decided.status, {
      ...headers,
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache",
    });
    reply.flushHeaders();
    await writeFrames(reply, decided.frames, plan, signal);
  } else {
    const type = "csv" in decided ? `${csvType}; charset=utf-8` : "application/json";
    const body = "csv" in decided ? decided.csv : JSON.stringify(decided.json);
    reply.writeHead(decided.status, { ...headers, "Content-Type": type });
    await writeBody(reply, body, plan, signal);
  }
}

export function writeFailure(
  reply: ServerResponse,
  error: unknown,
  headers: Record<string, string>,
): void {
  const failure =
    error instanceof Failure
      ? error
      : refusal(500, `The mock itself failed: ${error instanceof Error ? error.message : error}`);
  if (reply.headersSent) return void reply.destroy();
  reply.writeHead(failure.status, {
    ...headers,
    ...failure.headers,
    "Content-Type": "application/json",
  });
  // Like the gateway, not like the example: the id is that of this request.
  const body = { user_id: null, ...Object(failure.body) };
  reply.end(JSON.stringify({ ...body, service_metadata: { request_id: headers["X-Request-Id"] } }));
}
