import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { EndpointAttempt } from "./trial.ts";

/** Measures an answer for the health of its endpoint, for streams and whole answers alike. */
export class Progress {
  /** The upstream has sent its final event, or the reader wants no more. */
  isOver = false;
  readonly #trial: EndpointAttempt;
  #latencyMs: number | undefined;
  #outputTokens = 0;
  #reasoningTokens = 0;
  readonly #asksForThoughts: boolean;

  constructor(trial: EndpointAttempt, { reasoning }: Pick<RespondCall, "reasoning">) {
    this.#trial = trial;
    this.#asksForThoughts = reasoning !== undefined;
  }

  /** The answer has begun. */
  begin(): void {
    this.#latencyMs ??= this.#trial.elapsedMs();
  }

  note(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.type === "usage") {
        this.#outputTokens = part.usage.outputTokens;
        this.#reasoningTokens = part.usage.reasoningTokens;
      }
      if (part.type === "finish") this.isOver = true;
    }
  }

  succeed(): void {
    const elapsedMs = this.#trial.elapsedMs();
    const tokensPerSecond = this.#outputTokens / Math.max(elapsedMs / 1000, 0.001);
    this.#trial.succeed({
      latencyMs: this.#latencyMs ?? elapsedMs,
      ...(tokensPerSecond > 0 && { tokensPerSecond }),
      ...(this.#reasoningTokens > 0 && !this.#asksForThoughts && { thoughtUnasked: true }),
    });
  }

  endedEarly(): UpstreamError {
    const { provider } = this.#trial.candidate.endpoint;
    return new UpstreamError("cut", `${provider} ended its answer before its end.`);
  }
}
