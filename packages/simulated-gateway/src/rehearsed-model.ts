import type { Schema } from "@portico/contract/facts";
import { fieldsOf, listOf, textOf } from "@portico/json/shape";
import type { Call } from "./call.ts";
import { exampleFailure } from "./failure.ts";

type Attempt = Schema<"GenerationAttempt">;

/** Statuses after which the gateway asks the next model; the kind of failure that a generation shows for each. */
const passedOn: Readonly<Record<number, NonNullable<Attempt["failure"]>>> = {
  401: "credential",
  402: "unpaid",
  403: "credential",
  404: "modelNotFound",
  408: "overloaded",
  429: "rateLimited",
};

/**
 * The call as it is answered: a failing model of the sandbox gives way to the next of `models`, as it does at the
 * gateway, and one that breaks off does so. Throws the failure that no other model makes up for.
 */
export function rehearsed(call: Call): Call {
  const body = fieldsOf(call.body);
  const failed: Attempt[] = [];
  for (const model of [body["model"], ...listOf(body["models"])]) {
    const name = textOf(model) ?? "";
    const status = Number(/^sandbox\/(?:embed-|rerank-)?fail-(\d{3})$/.exec(name)?.[1]);
    if (Number.isNaN(status)) {
      const answered = failed.length === 0 ? call : { ...call, failed, body: { ...body, model } };
      return { ...answered, fault: call.fault ?? breakOf(name) };
    }
    failed.push(failedAttempt(name, status));
    if (passedOn[status] === undefined && status < 500) throw exampleFailure(call.pack, status);
  }
  throw exampleFailure(call.pack, statusOf(failed));
}

/** The caller is shown the last failure. */
function statusOf(failed: readonly Attempt[]): number {
  return failed.at(-1)?.status ?? 500;
}

function breakOf(model: string): "fail" | null {
  return /^sandbox\/(?:fail|cut)-midstream$/.test(model) ? "fail" : null;
}

function failedAttempt(model: string, status: number): Attempt {
  return { ...attemptAt(model, status), failure: passedOn[status] ?? "overloaded" };
}

/** An attempt that has cost nothing, and has not failed. */
export function attemptAt(model: string, status: number): Attempt {
  return {
    ...{ status, provider_name: "sandbox", endpoint_id: model, is_byok: false, latency: 1 },
    ...{ tokens_prompt: 0, tokens_completion: 0, estimated: false, cost: 0 },
    ...{ thoughts_left_out: 0, failure: null },
  };
}
