import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { CallRule } from "./call-rule.ts";
import type { Candidate } from "./catalog.ts";
import { Progress } from "./progress.ts";
import { ToldAtEnd } from "./told-at-end.ts";
import type { EndpointAttempt } from "./trial.ts";

/** Begins to read a candidate's answer. An error that the reading throws counts as that candidate's failure. */
export type ReadWhole<Answer> = (candidate: Candidate) => WholeReading<Answer>;

export type Responder = Pick<Provider, "answersWhole"> & Required<Pick<Provider, "respond">>;

export interface WholeReading<Answer> {
  /** Takes the parts of one read of the upstream. Returns false if no more parts are wanted. */
  take(parts: readonly Part[]): boolean | Promise<boolean>;
  /** The upstream has ended properly, or was closed because no more parts were wanted. */
  end(): Answer;
}

export interface WholeRequest {
  readonly call: (candidate: Candidate) => RespondCall;
  readonly signal: AbortSignal;
  readonly awaitUsageMs: number;
}

/** One attempt for a caller who sees nothing before the end: until then another provider can still take over. */
export async function respondWhole<Answer>(
  request: WholeRequest,
  trial: EndpointAttempt,
  provider: Responder,
  read: ReadWhole<Answer>,
): Promise<Answer> {
  const { candidate } = trial;
  const call = { ...request.call(candidate), left: request.signal };
  const { awaitUsageMs, signal: caller } = request;
  const leaving = new ToldAtEnd(trial, { call, provider, caller, awaitUsageMs });
  try {
    const progress = new Progress(trial, call);
    const reading = read(candidate);
    const rule = new CallRule(candidate.endpoint.provider, call);
    for await (const batch of provider.respond(call, leaving.signal)) {
      progress.begin();
      progress.note(batch);
      if (batch.length > 0) trial.hasParts = true;
      const taking = taken(candidate, reading, batch);
      const isWanted = taking instanceof Promise ? await taking : taking;
      rule.enforce(batch);
      if (!isWanted) {
        progress.isOver = true;
        break;
      }
      if (!progress.isOver) leaving.note(batch);
    }
    if (!progress.isOver) throw progress.endedEarly();
    const answer = understood(candidate, () => reading.end());
    progress.succeed();
    return answer;
  } finally {
    leaving.end();
  }
}

function taken(
  candidate: Candidate,
  reading: WholeReading<unknown>,
  batch: readonly Part[],
): boolean | Promise<boolean> {
  const wanted = understood(candidate, () => reading.take(batch));
  return wanted instanceof Promise
    ? wanted.catch((cause: unknown) => {
        throw notUnderstood(candidate, cause);
      })
    : wanted;
}

/** An error of the reading is a failure of the upstream: its answer could not be understood. */
function understood<Result>(candidate: Candidate, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw notUnderstood(candidate, cause);
  }
}

function notUnderstood({ endpoint: { provider } }: Candidate, cause: unknown): UpstreamError {
  const message = `${provider} could not be understood.`;
  return new UpstreamError("malformed", message, { status: 200, cause });
}
