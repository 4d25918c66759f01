import type { RespondCall } from "@portico/core/model-call/respond-call";
import { fieldsOf } from "../../../json/json-shape.ts";
import type { Adapter, PartBatches } from "../../provider.ts";
import { type AnswerDialect, askOnceByJson } from "../../wire/ask-by-json.ts";
import type { JsonEndpoint } from "../../wire/json-request.ts";
import {
  askAgain,
  askAgainWithoutThoughts,
  askingForLess,
  withoutTraces,
} from "../../wire/without-thoughts.ts";
import { EitherReader } from "../detect-dialect.ts";
import { compactingFirst } from "./compact.ts";
import { passedTo, takenBy } from "./passed.ts";
import { toResponsesRequest } from "./request.ts";

interface ResponsesVendor {
  /** The vendors whose encrypted thoughts it reads. */
  readonly family: string;
  /** Whose compactions and hosted tools are its own; absent where these are the family's. */
  readonly vendor?: string;
  pathOf?(path: string): string;
}

/** The Responses of one provider, compaction included. */
export function responsesAt(
  endpoint: JsonEndpoint,
  { family, vendor = family, pathOf = (path) => path }: ResponsesVendor,
): Required<Pick<Adapter, "respond" | "taken">> {
  const dialect: AnswerDialect = {
    path: () => pathOf("/responses"),
    body: (call) => ({
      ...toResponsesRequest(call, family, vendor),
      ...fieldsOf(endpoint.settings.options["extra_body"]),
    }),
    headers: ({ requestId }) => ({ "x-client-request-id": requestId }),
    reader: (call, scrub) =>
      new EitherReader({
        thinkTags: false,
        scrub,
        carriers: call.thoughts?.carriers === true ? family : undefined,
        hosted: passedTo(call, vendor) !== undefined,
      }),
  };
  const place = { path: pathOf("/responses/compact"), family, vendor };
  return {
    respond: compactingFirst(endpoint, place, (call, signal) =>
      askResponses(endpoint, dialect, call, signal),
    ),
    taken: (call) => takenBy(call, vendor),
  };
}

/** Asks for a response and gives its parts. */
function askResponses(
  endpoint: JsonEndpoint,
  responses: AnswerDialect,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const ask = (asked: RespondCall) => askOnceByJson(endpoint, responses, asked, signal);
  const once = (asked: RespondCall) =>
    asked.passThrough === undefined
      ? ask(asked)
      : askAgain(asked, ask, (error) => withoutTraces(asked, error));
  return askAgainWithoutThoughts(call, (asked) =>
    asked.thoughts === undefined
      ? once(asked)
      : askAgain(asked, once, (error) => askingForLess(asked, error)),
  );
}
