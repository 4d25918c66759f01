import type { UpstreamError } from "../upstream/upstream-error.ts";
import type { Candidate } from "./candidate.ts";

/** An attempt whose answer did not reach the caller. Its upstream may bill it all the same. */
export interface LostAttempt {
  readonly candidate: Candidate;
  /** Its index in `attempts`. */
  readonly place: number;
  readonly error: UpstreamError;
  /** The upstream has no streams: it bills answers even if no byte of them has come. */
  readonly answersWhole: boolean;
}
