import type { UpstreamError } from "../upstream/upstream-error.ts";
import type { Candidate } from "./candidate.ts";

/** An attempt whose answer did not reach the caller. Its upstream may bill it all the same. */
export interface UnansweredAttempt {
  readonly candidate: Candidate;
  /** Its index in `attempts`. */
  readonly place: number;
  readonly error: UpstreamError;
  /** Only the end of the answer would have said what it cost: the upstream bills it even if no byte has come. */
  readonly isToldAtEnd: boolean;
}
