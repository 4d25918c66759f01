import { fieldsOf } from "@portico/core/json/shape";
import { formatUsd, toNanousd } from "@portico/core/rules/amounts";
import type { Answer, Call } from "./call.ts";

type Headers = Readonly<Record<string, string>>;

const unsniffed = { "X-Content-Type-Options": "nosniff" };

/** Of every reply that is not a stream. */
export const wholeHeaders: Headers = { "Cache-Control": "no-store", ...unsniffed };

/** Of a stream, which no proxy is to hold back. */
export const streamHeaders: Headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  ...unsniffed,
};

/** Of a refusal because the key has asked too often. */
export const rateHeaders: Headers = {
  "X-RateLimit-Limit": "60",
  "X-RateLimit-Remaining": "0",
  "X-RateLimit-Reset": "1",
};

/** Who has answered a call of a model, and for how much; what a stream costs is known only at its end. */
export function servedHeaders(decided: Answer, call: Call, served: Call): Headers {
  const [wanted, answered] = [call, served].map(({ body }) => fieldsOf(body)["model"]);
  const { cost } = fieldsOf(fieldsOf("json" in decided ? decided.json : {})["usage"]);
  return {
    "X-Portico-Provider": "sandbox",
    "X-Portico-Attempts": String((served.failed?.length ?? 0) + 1),
    ...(wanted !== answered && {
      "X-Portico-Notice": `${answered} answered in place of ${wanted}.`,
    }),
    ...(typeof cost === "number" && { "X-Portico-Cost": formatUsd(toNanousd(cost)) }),
  };
}
