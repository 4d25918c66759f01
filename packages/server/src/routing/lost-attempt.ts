import type { UpstreamError } from "../upstream/upstream-error.ts";
import type { Candidate } from "./candidate.ts";

/** An attempt whose answer did not reach the caller. Its upstream may bill it all the same. */
export interface LostAttempt {
  readonly candidate: Candidate;
  /** Its index in `attempts`. */
  readonly place: number;
  readonly error: UpstreamError;
  /** The answer would have come in one piece: the upstream bills it even if no byte has come. */
  readonly answersWhole: boolean;
}
