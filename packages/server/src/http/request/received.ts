import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { discardRest } from "../body/unread-body.ts";
import type { ReplyState } from "../exchange.ts";
import { openRecord, type RequestRecord, recordOf } from "./request-record.ts";

export interface EndedRequest {
  readonly record: RequestRecord;
  readonly method: string;
  /** 499 where the caller hung up before the reply was whole. */
  readonly status: number;
  readonly endedAtMs: number;
}

const hungUp = 499;

export interface ReceivedParts {
  readonly onEnd: (ended: EndedRequest) => void;
  readonly isDraining: () => boolean;
  /** Spans of requests are exported. */
  readonly isTraced: boolean;
}

/**
 * Every request gets an id, and `onEnd` reports its end. Where the caller has left, that is when its operation has
 * ended, because its cost is known then.
 */
export function received({ onEnd, isDraining, isTraced }: ReceivedParts) {
  return (
    request: IncomingMessage,
    response: ReplyState & { readonly statusCode: number },
  ): void => {
    const record = openRecord(request, { isLast: isDraining(), isTraced });
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : hungUp;
      const ended = { record, method: request.method ?? "", status, endedAtMs: Date.now() };
      if (record.isServed) record.whenServed = () => onEnd(ended);
      else onEnd(ended);
      discardRest(request);
    });
  };
}

/** For the pages beside the contract, whose replies are not written here. */
export const setUsualHeaders: RequestHandler = (request, response, next) => {
  for (const [name, value] of Object.entries(recordOf(request).headers))
    response.setHeader(name, value);
  next();
};
