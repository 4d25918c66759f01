import type { Part } from "@portico/core/model-call/parts";
import type { Embedded } from "../../src/model-call/embed-call.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { createAttempt } from "../../src/routing/attempt.ts";
import { FailedAttempt } from "../../src/routing/attempt-failed.ts";
import { createCircuits } from "../../src/routing/circuits.ts";
import { CredentialPools } from "../../src/routing/credential-pools.ts";
import { createHealth } from "../../src/routing/health.ts";
import { createRetryBudget } from "../../src/routing/retry-budget.ts";
import {
  UpstreamError,
  type UpstreamErrorDetails,
  type UpstreamFailure,
} from "../../src/upstream/upstream-error.ts";
import { sampleAsker, sampleCandidate } from "./sample-candidate.ts";

export type Fault = readonly [UpstreamFailure, UpstreamErrorDetails?];
export type Script =
  | Fault
  | "serves"
  | (() => Promise<Embedded>)
  | readonly (readonly Part[] | Fault)[];

export const vector = { format: "floats" as const, values: new Float32Array(2), dimensions: 2 };
const isFault = (script: unknown): script is Fault =>
  Array.isArray(script) && typeof script[0] === "string";

function fail(name: string, [failure, details]: Fault): never {
  throw new UpstreamError(failure, `${name} says ${failure}`, details);
}

class Fake implements Provider {
  readonly kind = "fake";
  readonly name: string;
  readonly script: Script;
  calls = 0;
  closed = 0;

  constructor(name: string, script: Script) {
    this.name = name;
    this.script = script;
  }

  async embed(): Promise<Embedded> {
    this.calls += 1;
    if (typeof this.script === "function") return this.script();
    if (isFault(this.script)) fail(this.name, this.script);
    return { vectors: [vector], inputTokens: 3 };
  }

  async *respond(): AsyncIterable<readonly Part[]> {
    this.calls += 1;
    try {
      if (isFault(this.script)) fail(this.name, this.script);
      if (typeof this.script !== "object") return;
      for (const step of this.script)
        if (isFault(step)) fail(this.name, step);
        else yield step as readonly Part[];
    } finally {
      this.closed += 1;
    }
  }
}

/** Attempts at providers that follow their scripts. */
export function gateway(scripts: Readonly<Record<string, Script>>, byok: readonly string[] = []) {
  const clock = { nowMs: 0 };
  const nowMs = () => clock.nowMs;
  const fakes = Object.entries(scripts).map(([name, script]) => new Fake(name, script));
  const circuit = createCircuits({ failuresToOpen: 3, openMs: 1000, nowMs });
  const health = createHealth({ circuit, nowMs });
  const providers = new Map<string, Provider>(fakes.map((fake) => [fake.name, fake]));
  const attempt = createAttempt({
    providers,
    circuit,
    health,
    nowMs,
    pools: new CredentialPools({ nowMs }),
    retryBudget: createRetryBudget(),
    noAttemptAfterMs: 1000,
    awaitUsageMs: 0,
  });
  const list = fakes.map(({ name }) => sampleCandidate(name, byok.includes(name)));
  const abort = new AbortController();
  const call = () => ({ model: "m", requestId: "r" });
  return {
    fakes,
    clock,
    circuit,
    health,
    abort,
    calls: () => fakes.map((fake) => fake.calls),
    embed: () =>
      attempt.embed({
        candidates: list,
        asker: sampleAsker,
        call: () => ({
          ...call(),
          inputs: [{ type: "text", text: "one" }],
          encoding: "float",
          truncate: false,
          expectedDimensions: 2,
        }),
        signal: abort.signal,
      }),
    respond: () =>
      attempt.respond({
        candidates: list,
        asker: sampleAsker,
        call: () => ({
          ...call(),
          stream: true,
          conversation: [],
          tools: [],
          toolChoice: "auto",
        }),
        onLost: () => undefined,
        signal: abort.signal,
      }),
  };
}

/** The failure of a promise that must reject. */
export async function failureOf(promise: Promise<unknown>): Promise<FailedAttempt> {
  const error = await promise.then(
    () => new Error("It did not fail."),
    (thrown: unknown) => thrown,
  );
  if (error instanceof FailedAttempt) return error;
  throw error;
}
