import type { Schema } from "@portico/client";
import { notRecorded } from "@portico/core/rules/generations";
import { attemptOf, type Course, courseOf } from "./attempts.ts";
import { type CostParts, costOf, type Usage } from "./costs.ts";
import { keys, type SeededKey } from "./keys.ts";
import { asOf, models, type SeededEndpoint, type SeededModel } from "./models.ts";
import { apps, endUsers } from "./people.ts";
import { around, generationId, pick, pickWeighted, type Random } from "./random.ts";
import { dayMs, iso, momentsOf } from "./time.ts";

type Generation = Schema<"Generation">;

interface Asking {
  readonly id: number;
  readonly key: SeededKey;
  readonly weight: number;
}

/** A month of requests, in the order of their booking. */
export function requestsOf(nowMs: number, random: Random): Generation[] {
  const asking = keys.flatMap((key, index): Asking[] =>
    key.weight === undefined ? [] : [{ id: index + 1, key, weight: key.weight }],
  );
  const made = momentsOf(nowMs, random).map((ms) => {
    const active = asking.filter(({ key }) => ms < nowMs - (key.endedDaysAgo ?? 0) * dayMs);
    return requestAt(ms, nowMs, pickWeighted(random, active), random);
  });
  return made.toSorted((one, other) =>
    (one.settled_at ?? "") < (other.settled_at ?? "") ? -1 : 1,
  );
}

function requestAt(ms: number, nowMs: number, { id, key }: Asking, random: Random): Generation {
  const name = pick(random, key.models ?? ["openai/gpt-5-mini"]);
  const model = models.find((one) => one.id === name);
  if (model === undefined) throw new Error(`There is no model ${name}.`);
  const course = courseOf(model, ms, nowMs, random, key.byok);
  const { served } = course;
  const isStream = model.kind === "text" && random() < (key.streams ?? 0.2);
  const isByok = served !== null && served.provider === key.byok;
  const usage = usageOf(model, served, isStream, random);
  const cost = costOf(usage, served?.rates, isByok);
  const times = timesOf(course, usage, isStream, random);
  return {
    ...unknown,
    ...whoAsked(key, random),
    id: generationId(random, ms),
    api_key_id: id,
    api_key_name: key.name,
    workspace_id: key.workspace,
    model: model.id,
    streamed: isStream,
    ...operationOf(model, key, random),
    ...{ provider_name: served?.provider ?? null, attempts: 0 },
    ...endOf(course, usage),
    ...tokensOf(usage),
    ...moneyOf(cost, isByok),
    configuration_version: 3,
    tags: key.app === undefined ? null : { project: `project-${key.app}` },
    price: served === null ? null : priceName(model, served, nowMs),
    provider_responses: inTurn([
      ...course.failed,
      ...servedAttempt(served, usage, cost, times, isByok),
    ]),
    ...{ latency: times.firstMs, generation_time: times.wholeMs },
    ...{ created_at: iso(ms), settled_at: iso(Math.min(ms + times.wholeMs + 40, nowMs)) },
    ...(course.failed.length > 0 || served
      ? { attempts: course.failed.length + (served ? 1 : 0) }
      : {}),
  };
}

function operationOf({ kind }: SeededModel, { app }: SeededKey, random: Random) {
  if (kind === "embedding") return { operation: "embeddings", api_type: "embeddings" } as const;
  if (kind === "rerank") return { operation: "rerank", api_type: "rerank" } as const;
  const wire = app === 3 ? ["messages", "responses"] : ["chat", "chat", "responses"];
  return { operation: pick(random, wire), api_type: "completions" } as const;
}

function whoAsked({ app, named }: SeededKey, random: Random) {
  const from = app === undefined ? undefined : apps[app];
  return {
    ...{ http_referer: from?.url ?? null, app_title: from?.title ?? null },
    origin: from?.url ?? "",
    external_user: named ? pick(random, endUsers) : null,
    session_id: named && random() < 0.4 ? `session-${Math.floor(random() * 400)}` : null,
  };
}

/** How much was asked and answered: most answers are whole, some were left by their callers, few broke off. */
function usageOf(
  model: SeededModel,
  served: SeededEndpoint | null,
  isStream: boolean,
  random: Random,
): Usage {
  if (served === null) return { input: 0, cached: 0, output: 0, reasoning: 0, end: "failed" };
  if (model.kind !== "text") {
    const input = Math.max(3, Math.round(around(random, 900, 0.9)));
    return { input, cached: 0, output: 0, reasoning: 0, end: "whole" };
  }
  return { ...asked(model, random), ...answered(model, isStream, random) };
}

function asked({ thinks = false }: SeededModel, random: Random) {
  const input = Math.max(3, Math.round(around(random, thinks ? 9000 : 2600, 0.9)));
  const cached = random() < 0.35 ? Math.floor(input * (0.4 + random() * 0.5)) : 0;
  return { input, cached };
}

function answered({ thinks = false }: SeededModel, isStream: boolean, random: Random) {
  const draw = isStream ? random() : 1;
  const end = draw < 0.014 ? "left" : draw < 0.019 ? "cut" : "whole";
  const share = end === "whole" ? 1 : 0.1 + random() * 0.6;
  const output = Math.max(1, Math.round(around(random, thinks ? 900 : 380, 0.8) * share));
  const reasoning = thinks && random() < 0.5 ? Math.floor(output * (0.2 + random() * 0.5)) : 0;
  return { output, reasoning, end } as const;
}

interface Times {
  readonly firstMs: number;
  readonly wholeMs: number;
  /** Of the attempt that answered, until its end. */
  readonly attemptMs: number;
}

function timesOf(
  { failed, served }: Course,
  { output, input }: Usage,
  isStream: boolean,
  random: Random,
): Times {
  const lost = failed.reduce((sum, { latency = 0 }) => sum + latency, 0);
  if (served === null) return { firstMs: lost, wholeMs: lost, attemptMs: 0 };
  const firstMs = Math.round(around(random, served.firstMs, 0.35));
  const tokens = output > 0 ? output : input;
  const writing = Math.round((tokens / around(random, served.speed, 0.2)) * 1000);
  const wholeMs = lost + firstMs + writing;
  return { firstMs: isStream ? lost + firstMs : wholeMs, wholeMs, attemptMs: firstMs + writing };
}

function endOf({ status, code }: Course, { end }: Usage) {
  if (code !== null)
    return {
      ...{ status, error: { code, message: `Status ${status}.` }, cancelled: false },
      ...{ finish_reason: null, native_finish_reason: null },
    };
  const ends = {
    whole: { status: 200, error: null, cancelled: false, reason: "completed" },
    left: {
      ...{ status: 499, error: { code: "caller_gone", message: "Status 499." } },
      ...{ cancelled: true, reason: null },
    },
    cut: {
      ...{ status: 200, error: { code: "provider_failed", message: "Status 200." } },
      ...{ cancelled: false, reason: "failed" },
    },
    failed: { status: 500, error: null, cancelled: false, reason: null },
  }[end];
  const { reason, ...rest } = ends;
  return { ...rest, finish_reason: reason, native_finish_reason: reason };
}

function tokensOf({ input, cached, output, reasoning, end }: Usage) {
  return {
    ...{ tokens_prompt: input, tokens_completion: output },
    ...{ native_tokens_prompt: input, native_tokens_completion: output },
    ...{ native_tokens_cached: cached, native_tokens_reasoning: reasoning },
    estimated: end === "left" || end === "cut",
  };
}

function moneyOf({ charged, held, upstream, details }: CostParts, isByok: boolean) {
  return {
    ...{ total_cost: charged, usage: charged, held, unbilled: 0, is_byok: isByok },
    ...{ upstream_inference_cost: upstream, cost_details: details },
  };
}

function servedAttempt(
  served: SeededEndpoint | null,
  { input, output, end }: Usage,
  { charged }: CostParts,
  { attemptMs }: Times,
  isByok: boolean,
) {
  if (served === null) return [];
  const failure = end === "cut" ? "cut" : end === "left" ? "aborted" : null;
  const attempt = attemptOf(served, { failure, status: 200, latency: attemptMs }, isByok);
  return [
    {
      ...attempt,
      ...{ tokens_prompt: input, tokens_completion: output, cost: charged },
      estimated: end !== "whole",
    },
  ];
}

/** Each attempt begins when the one before it has ended. */
function inTurn(attempts: readonly Schema<"GenerationAttempt">[]) {
  let start = 2;
  return attempts.map((attempt) => {
    const begun = { ...attempt, start };
    start += attempt.latency ?? 0;
    return begun;
  });
}

function priceName({ id }: SeededModel, { provider, source }: SeededEndpoint, nowMs: number) {
  const version =
    source === "operator" ? "portico.yaml-4f1c09ab77de" : `prices-${asOf(source, nowMs)}`;
  return `${id}@${provider} ${version}`;
}

/** As the gateway books a request of which nothing more is known. */
const unknown = {
  ...notRecorded,
  ...({ request_id: null, state: "settled" } as const),
  ...{ cache_discount: null, content: null },
};
