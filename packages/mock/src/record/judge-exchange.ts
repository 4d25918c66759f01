import type { OpenApiDocument } from "@portico/contract";
import { createJudge } from "@portico/contract/judge/judge";
import { createRequestJudge } from "@portico/contract/judge/judge-request";
import type { Address } from "./address.ts";

/** A request and its reply as they were sent. A text is null where it was too large to keep. */
export interface Seen {
  readonly address: Address;
  readonly request: { readonly headers: Headers; readonly text: string | null };
  readonly reply: {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string | null;
  };
  readonly isWhole: boolean;
}

/** What breaks the contract in either direction, one sentence each. */
export type ExchangeJudge = (seen: Seen) => string[];

export function createExchangeJudge(document: OpenApiDocument): ExchangeJudge {
  const judgeRequest = createRequestJudge(document);
  const judgeReply = createJudge(document);
  return ({ address: { operation, path, query }, request, reply, isWhole }) => {
    if (operation === null) return [`request: the contract has no such operation.`];
    const { headers, text } = request;
    const asked = text === null ? [] : judgeRequest(operation, { path, query, headers, text });
    // A stream breaks a rule again with every event.
    const answered =
      reply.text === null
        ? []
        : judgeReply(operation, { ...reply, text: reply.text, requestHeaders: headers, isWhole });
    return [
      ...asked.map((problem) => `request: ${problem}`),
      ...answered.slice(0, mostShown).map((problem) => `reply: ${problem}`),
      ...(answered.length > mostShown ? [`reply: ${answered.length - mostShown} more.`] : []),
    ];
  };
}

const mostShown = 5;
