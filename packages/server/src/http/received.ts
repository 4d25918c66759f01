import type { RequestHandler } from "express";
import type { RequestRecord } from "./request-record.ts";
import { openRecord } from "./request-record.ts";

export interface Ended {
  readonly record: RequestRecord;
  readonly method: string;
  /** 499 where the caller hung up before the reply was whole. */
  readonly status: number;
  readonly endedAtMs: number;
}

const hungUp = 499;

/** Every request gets an id, and is told of when it has ended. */
export function received(onEnd: (ended: Ended) => void, isDraining: () => boolean): RequestHandler {
  return (request, response, next) => {
    const record = openRecord(request);
    response.setHeader("x-request-id", record.requestId);
    response.setHeader("x-content-type-options", "nosniff");
    // A process that is about to end asks its callers to open their next connection elsewhere.
    if (isDraining()) response.setHeader("connection", "close");
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : hungUp;
      onEnd({ record, method: request.method, status, endedAtMs: Date.now() });
    });
    next();
  };
}
