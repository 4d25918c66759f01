import type { Part, Provider } from "../providers/provider.ts";
import type { RespondAttempt } from "./attempt.ts";
import type { Candidate } from "./candidates.ts";
import type { Trial } from "./trial.ts";

type Parts = AsyncIterable<readonly Part[]>;

/** Reads a candidate's answer to its end; what it throws is that candidate's failure. */
export type ReadWhole<Answer> = (parts: Parts, candidate: Candidate) => Promise<Answer>;

/** One try for a caller who sees nothing before the end: until then another provider can still take over. */
export async function respondWhole<Answer>(
  request: RespondAttempt,
  trial: Trial,
  respond: NonNullable<Provider["respond"]>,
  read: ReadWhole<Answer>,
): Promise<Answer> {
  const { candidate } = trial;
  let firstMs: number | undefined;
  let outputTokens = 0;
  async function* observed(parts: Parts): AsyncGenerator<readonly Part[]> {
    for await (const batch of parts) {
      firstMs ??= trial.elapsedMs();
      for (const part of batch) if (part.type === "usage") outputTokens = part.usage.outputTokens;
      yield batch;
    }
  }
  const answer = await read(observed(respond(request.call(candidate), request.signal)), candidate);
  const seconds = Math.max(trial.elapsedMs() / 1000, 0.001);
  trial.succeed({
    latencyMs: firstMs ?? trial.elapsedMs(),
    ...(outputTokens > 0 && { tokensPerSecond: outputTokens / seconds }),
  });
  return answer;
}
