import { Counter, Histogram, type Registry } from "prom-client";

/** From a cached reply to a long stream. */
export const secondBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The gateway's own part of a request is milliseconds. */
const overheadBuckets = [
  0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
];

/** All metrics that grow by what happens: metrics.ts says when. */
export function countersIn(registers: Registry[]) {
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  return {
    ...histogramsIn(registers),
    ...noticesAndJudgementsIn(registers),
    requests: counter("portico_requests_total", "Requests answered, by operation and status.", [
      "operation",
      "status",
    ]),
    refused: counter(
      "portico_refused_total",
      "Calls of models that were answered with an error before anything was held for them, by operation and kind of error.",
      ["operation", "reason"],
    ),
    attempts: counter(
      "portico_upstream_attempts_total",
      "Attempts at upstreams, by provider and outcome.",
      ["provider", "outcome"],
    ),
    credentials: counter(
      "portico_credential_attempts_total",
      "Attempts by each credential of a provider that has several (api_keys), by outcome. One attempt at an upstream may try several.",
      ["provider", "credential", "outcome"],
    ),
    tokens: counter("portico_tokens_total", "Tokens used, by model and direction.", [
      "model",
      "direction",
    ]),
    signInHeadersIgnored: counter(
      "portico_sign_in_headers_ignored_total",
      "Requests whose header names a person for the console, from an address that is no trusted proxy's.",
    ),
    ioLogDropped: counter(
      "portico_io_log_dropped_total",
      "Entries of the I/O log that were lost because the store could not keep up.",
    ),
    exposed: counter(
      "portico_keys_exposed_total",
      "API keys that were reported as exposed, each once.",
    ),
    keptVectors: counter(
      "portico_embeddings_cache_inputs_total",
      "Inputs for which a kept vector was looked up: hit where there was one, miss where there was none.",
      ["outcome"],
    ),
    notifications: counter(
      "portico_notifications_total",
      "Attempts to send a notice, by channel and outcome: sent, retried, failed.",
      ["channel", "outcome"],
    ),
    cost: counter("portico_cost_usd_total", "What requests cost, by model.", ["model"]),
    unbilled: counter(
      "portico_unbilled_usd_total",
      "What upstreams billed above what was held, and no key was charged for.",
      ["model", "provider"],
    ),
  };
}

function histogramsIn(registers: Registry[]) {
  const histogram = (name: string, help: string, label: string, buckets = secondBuckets) =>
    new Histogram({ name, help, labelNames: [label], buckets, registers });
  return {
    durations: histogram(
      "portico_request_duration_seconds",
      "From the request's first byte to the reply's last.",
      "operation",
    ),
    firstTokens: histogram(
      "portico_first_token_seconds",
      "From a streamed request's first byte to the first content for its caller, by model.",
      "model",
    ),
    overheads: histogram(
      "portico_overhead_seconds",
      "What the gateway added to calls of models: from their arrival to the beginning of the reply, without the time in which an upstream was asked.",
      "operation",
      overheadBuckets,
    ),
    attemptDurations: histogram(
      "portico_upstream_attempt_duration_seconds",
      "From asking a provider to the end of its answer, or to its failure.",
      "provider",
    ),
  };
}

function noticesAndJudgementsIn(registers: Registry[]) {
  return {
    alerts: new Counter({
      name: "portico_alerts_total",
      help: "Alerts whose notices were written, by kind: budget, limit_blocking, unbilled, provider_down, canary_rolled_back, key_exposed.",
      labelNames: ["kind"],
      registers,
    }),
    judgements: new Counter({
      name: "portico_guardrail_judgements_total",
      help: "Judgements that were asked of guardrails, by outcome: allowed, replaced, refused, failed.",
      labelNames: ["guardrail", "outcome"],
      registers,
    }),
    judgementDurations: new Histogram({
      name: "portico_guardrail_duration_seconds",
      help: "From asking a guardrail to its judgement, or to the end of its time. Part of the overhead where it comes before the reply begins.",
      labelNames: ["guardrail"],
      buckets: secondBuckets,
      registers,
    }),
  };
}
