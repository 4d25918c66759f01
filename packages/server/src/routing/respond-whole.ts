import type { Part, Provider } from "../providers/provider.ts";
import { UpstreamError } from "../providers/upstream-error.ts";
import type { RespondAttempt } from "./attempt.ts";
import type { Candidate } from "./candidates.ts";
import type { Trial } from "./trial.ts";

/** Begins to read a candidate's answer; what the reading throws is that candidate's failure. */
export type ReadWhole<Answer> = (candidate: Candidate) => WholeReading<Answer>;

export interface WholeReading<Answer> {
  push(part: Part): void;
  /** The upstream has ended in good order. */
  end(): Answer;
}

/** One try for a caller who sees nothing before the end: until then another provider can still take over. */
export async function respondWhole<Answer>(
  request: RespondAttempt,
  trial: Trial,
  respond: NonNullable<Provider["respond"]>,
  read: ReadWhole<Answer>,
): Promise<Answer> {
  const { candidate } = trial;
  const reading = read(candidate);
  let latencyMs: number | undefined;
  let outputTokens = 0;
  let hasFinished = false;
  for await (const batch of respond(request.call(candidate), request.signal)) {
    latencyMs ??= trial.elapsedMs();
    for (const part of batch) {
      if (part.type === "usage") outputTokens = part.usage.outputTokens;
      if (part.type === "finish") hasFinished = true;
      reading.push(part);
    }
  }
  if (!hasFinished) throw endedEarly(candidate);
  const answer = reading.end();
  const seconds = Math.max(trial.elapsedMs() / 1000, 0.001);
  trial.succeed({
    latencyMs: latencyMs ?? trial.elapsedMs(),
    ...(outputTokens > 0 && { tokensPerSecond: outputTokens / seconds }),
  });
  return answer;
}

function endedEarly({ endpoint: { provider } }: Candidate): UpstreamError {
  return new UpstreamError(provider, "cut", `${provider} ended its answer before its end.`);
}
