import { MalformedAnswer } from "@portico/core/answer/answer-limits";
import type { ToldFailure } from "@portico/core/answer/wire";
import { type FailureKind, failures, GatewayError } from "../errors.ts";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.ts";

/** Internal errors are not shown. */
export function explainFailure(error: unknown): ToldFailure {
  if (error instanceof GatewayError)
    return { message: error.message, status: error.status, kind: error.kind };
  if (error instanceof UpstreamError) return told(kindOf[error.failure] ?? "providerFailed", error);
  if (error instanceof MalformedAnswer) return told("providerFailed", error);
  return told("internal", failures.internal);
}

/** Failures after which the same request may succeed. */
const kindOf: Readonly<Partial<Record<UpstreamFailure, FailureKind>>> = {
  connection: "overloaded",
  timeout: "overloaded",
  cut: "overloaded",
  overloaded: "overloaded",
  rateLimited: "rateLimited",
};

function told(kind: FailureKind, { message }: { readonly message: string }): ToldFailure {
  return { message, status: failures[kind].status, kind };
}
