import type { Schema } from "@portico/contract/facts";
import { fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import type { Call } from "./call.ts";
import { exampleFailure, type Failure } from "./failure.ts";
import { canaryFor, noteCanary } from "./world/canaries.ts";

type Attempt = Schema<"GenerationAttempt">;

/** Statuses after which the gateway asks the next model; the kind of failure that a generation shows for each. */
const passedOn: Readonly<Record<number, NonNullable<Attempt["failure"]>>> = {
  401: "credential",
  402: "unpaid",
  403: "credential",
  404: "model_not_found",
  408: "overloaded",
  413: "too_large",
  429: "rate_limited",
};

export interface Rehearsed {
  /** As it is answered: with another model, where the first has failed. */
  readonly call: Call;
  /** The failure that no other model makes up for. */
  readonly failure: Failure | null;
}

/**
 * A failing model of the sandbox gives way to the next of `models`, as it does at the gateway, and one that breaks off does
 * so. A caller who gets the answer whole has not seen how it began: then the next model is asked after that, too.
 */
export function rehearsed(call: Call): Rehearsed {
  const body = fieldsOf(call.body);
  const failed: Attempt[] = [];
  const asked = textOf(body["model"]) ?? "";
  const canary = canaryFor(call, asked);
  const models = modelsOf(body, asked, canary?.to);
  for (const [place, name] of models.entries()) {
    const isLast = place === models.length - 1;
    const attempt = attemptThatFails(name, body["stream"] === true || isLast);
    if (attempt === null) {
      noteCanary(call.world, canary, place > 0 || breakOf(name) !== null);
      return { call: servedBy(call, name, { asked, failed }), failure: null };
    }
    failed.push(attempt);
    // What a canary refuses, the usual model may answer.
    if (attempt.failure === "rejected" && models[place] !== canary?.to) break;
  }
  // The caller is shown the last failure.
  const failure = exampleFailure(call.pack, failed.at(-1)?.status ?? 500);
  return { call: { ...call, failed, fault: null }, failure };
}

function modelsOf(
  body: ReturnType<typeof fieldsOf>,
  asked: string,
  canary: string | undefined,
): readonly string[] {
  const others = listOf(body["models"]).map((model) => textOf(model) ?? "");
  return [...(canary === undefined ? [] : [canary]), asked, ...others];
}

interface Tried {
  readonly asked: string;
  readonly failed: readonly Attempt[];
}

function servedBy(call: Call, model: string, { asked, failed }: Tried): Call {
  const isUsual = failed.length === 0 && model === asked;
  const answered = isUsual ? call : { ...call, failed, body: { ...fieldsOf(call.body), model } };
  return { ...answered, fault: call.fault ?? breakOf(model) };
}

/** `isShown`: what a model that breaks off has said by then is the answer. */
function attemptThatFails(model: string, isShown: boolean): Attempt | null {
  const status = Number(/^sandbox\/(?:embed-|rerank-)?fail-(\d{3})$/.exec(model)?.[1]);
  if (!Number.isNaN(status)) {
    const failure = passedOn[status] ?? (status < 500 ? "rejected" : "overloaded");
    return { ...attemptAt(model, status), failure };
  }
  return breakOf(model) === null || isShown ? null : brokenAttempt(model);
}

function breakOf(model: string): "fail" | null {
  return /^sandbox\/(?:fail|cut)-midstream$/.test(model) ? "fail" : null;
}

/** An attempt whose answer broke off: the tokens until then are counted, as nothing says how many there were. */
export function brokenAttempt(model: string): Attempt {
  const failure = model === "sandbox/fail-midstream" ? "overloaded" : "cut";
  return { ...attemptAt(model, null), failure, estimated: true };
}

/** An attempt that has cost nothing, and has not failed. */
export function attemptAt(model: string, status: number | null): Attempt {
  return {
    status,
    provider_name: "sandbox",
    endpoint_id: model,
    is_byok: false,
    latency: 1,
    tokens_prompt: 0,
    tokens_completion: 0,
    estimated: false,
    cost: 0,
    thoughts_left_out: 0,
    failure: null,
  };
}
