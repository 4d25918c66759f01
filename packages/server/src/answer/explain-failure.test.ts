import { MalformedAnswer } from "@portico/core/answer/answer-limits";
import { expect, it } from "vitest";
import { GatewayError } from "../errors.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { explainFailure } from "./explain-failure.ts";

it.each([
  [new UpstreamError("cut", "p was cut."), "p was cut.", 529, "overloaded"],
  [new UpstreamError("rateLimited", "Later."), "Later.", 429, "rateLimited"],
  [new UpstreamError("malformed", "No."), "No.", 500, "providerFailed"],
  [new GatewayError("unavailable"), "The service is temporarily unavailable.", 503, "unavailable"],
  [new MalformedAnswer("No JSON."), "No JSON.", 500, "providerFailed"],
  [new Error("SQLITE_BUSY: /var/lib/secret.db"), "Unexpected server error.", 500, "internal"],
  ["thrown", "Unexpected server error.", 500, "internal"],
])("the explanation of a failure hides internal errors: %s", (error, message, status, kind) => {
  expect(explainFailure(error)).toEqual({ message, status, kind });
});
