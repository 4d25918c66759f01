import type { Schema } from "@portico/client";
import type { SeededEndpoint, SeededModel } from "./models.ts";
import { around, pick, type Random } from "./random.ts";
import { minuteMs, outageOf, wobbleOf } from "./time.ts";

type Attempt = Schema<"GenerationAttempt">;

/** How a request went: its attempts, and the endpoint that answered in the end. */
export interface Course {
  readonly failed: Attempt[];
  readonly served: SeededEndpoint | null;
  /** The status for the caller where none answered, and the kind of the failure. */
  readonly status: number;
  readonly code: string | null;
}

interface Trouble {
  readonly failure: string;
  readonly status: number | null;
  readonly latency: number;
}

const statuses = {
  rate_limited: { status: 429, code: "rate_limited" },
  overloaded: { status: 529, code: "overloaded" },
  timeout: { status: 529, code: "overloaded" },
  connection: { status: 529, code: "overloaded" },
  malformed: { status: 500, code: "provider_failed" },
  rejected: { status: 400, code: "bad_request" },
} as const satisfies Record<string, { readonly status: number; readonly code: string }>;

/** Asks one endpoint after another, as the gateway does. */
export function courseOf(
  model: SeededModel,
  ms: number,
  nowMs: number,
  random: Random,
  only: string | undefined,
): Course {
  const own = model.endpoints.filter(({ provider }) => provider === only);
  const all = own.length > 0 ? own : model.endpoints;
  const order = random() < 0.35 ? all.toReversed() : all;
  const failed: Attempt[] = [];
  for (const endpoint of order) {
    if (order.length > 1 && isLeftAlone(endpoint, ms, nowMs) && random() < 0.4) continue;
    const trouble = troubleOf(endpoint, ms, nowMs, random);
    if (trouble === null) return { failed, served: endpoint, status: 200, code: null };
    failed.push(attemptOf(endpoint, trouble, own.length > 0));
    if (trouble.failure === "rejected") break;
  }
  const last = failed.at(-1)?.failure ?? "overloaded";
  const { status, code } = isKnown(last) ? statuses[last] : statuses.overloaded;
  return { failed, served: null, status, code };
}

function isKnown(failure: string): failure is keyof typeof statuses {
  return Object.hasOwn(statuses, failure);
}

/** Its circuit is open. */
function isLeftAlone({ provider }: SeededEndpoint, ms: number, nowMs: number): boolean {
  const { fromMs, toMs } = outageOf(nowMs);
  return provider === "mistral" && ms > fromMs + 3 * minuteMs && ms < toMs;
}

function troubleOf(
  { provider, firstMs }: SeededEndpoint,
  ms: number,
  nowMs: number,
  random: Random,
): Trouble | null {
  const isIn = ({ fromMs, toMs }: ReturnType<typeof outageOf>) => ms >= fromMs && ms < toMs;
  if (provider === "mistral" && isIn(outageOf(nowMs)))
    return pick(random, [
      { failure: "timeout", status: null, latency: 30_000 },
      { failure: "connection", status: null, latency: Math.round(around(random, 14)) },
      { failure: "overloaded", status: 503, latency: Math.round(around(random, 240)) },
    ]);
  if (provider === "azure-eu" && isIn(wobbleOf(nowMs)) && random() < 0.8)
    return { failure: "overloaded", status: 503, latency: Math.round(around(random, 900)) };
  const draw = random();
  const latency = Math.round(around(random, firstMs / 2));
  if (draw < 0.008) return { failure: "rate_limited", status: 429, latency };
  if (draw < 0.012) return { failure: "overloaded", status: 529, latency };
  if (draw < 0.017) return { failure: "rejected", status: 400, latency };
  if (draw < 0.018) return { failure: "malformed", status: 200, latency: latency * 3 };
  return null;
}

export function attemptOf(
  { provider, upstream }: SeededEndpoint,
  {
    failure,
    status,
    latency,
  }: Pick<Trouble, "status" | "latency"> & {
    readonly failure: string | null;
  },
  isByok: boolean,
): Attempt {
  return {
    ...{ status, provider_name: provider, endpoint_id: `${provider}/${upstream}` },
    ...{ is_byok: isByok, latency, tokens_prompt: 0, tokens_completion: 0, estimated: false },
    ...{ cost: 0, thoughts_left_out: 0, failure },
  };
}
