import type { Target } from "../../src/targets/target.ts";

/** A target that a test has started, and stops. */
export interface RunningTarget extends AsyncDisposable {
  readonly target: Target;
}
