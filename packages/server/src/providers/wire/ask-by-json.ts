import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { PartBatches } from "../provider.ts";
import { type AnswerReader, askAnswer, type EventSource } from "./answer-reader.ts";
import { type JsonEndpoint, postJson } from "./json-request.ts";
import { askAgainWithoutThoughts } from "./without-thoughts.ts";

/** How a dialect of JSON asks for an answer and reads it; made once for each provider. */
export interface AnswerDialect {
  path(call: RespondCall): string;
  body(call: RespondCall): object | Promise<object>;
  /** `scrub` removes credentials from what an upstream says. */
  reader(call: RespondCall, scrub: (text: string) => string): AnswerReader;
  headers?(call: RespondCall): Readonly<Record<string, string>>;
  /** Absent for server-sent events. */
  readonly source?: EventSource<unknown>;
}

/** Posts a call and gives the parts of its answer. */
export function askByJson(
  endpoint: JsonEndpoint,
  dialect: AnswerDialect,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  return askAgainWithoutThoughts(call, (asked) => askOnceByJson(endpoint, dialect, asked, signal));
}

export function askOnceByJson(
  endpoint: JsonEndpoint,
  dialect: AnswerDialect,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  return askAnswer(async () => {
    const reply = await postJson(endpoint, dialect.path(call), await dialect.body(call), call, {
      signal,
      whole: !call.stream,
      headers: dialect.headers?.(call),
    });
    return { reply, reader: dialect.reader(call, (text) => reply.scrub(text)) };
  }, dialect.source);
}
