import type { Admission, AdmitRequest, Settlement } from "../store.ts";

/** What the process and the thread of its hot statements tell each other, as JSON: cloning objects costs more. */
export type HotJob =
  | { readonly id: number; readonly kind: "admit"; readonly batch: readonly AdmitRequest[] }
  | { readonly id: number; readonly kind: "settle"; readonly batch: readonly Settlement[] };

export type HotOutcome =
  | { readonly id: number; readonly result: readonly Admission[] | readonly Settlement[] }
  | { readonly id: number; readonly failure: HotFailure };

export interface HotAnswer {
  readonly outcomes: readonly HotOutcome[];
  /** All it was sent is committed: it takes the next jobs. */
  readonly isReady: boolean;
}

/** An error loses its class on its way between threads. */
export interface HotFailure {
  readonly isUnavailable: boolean;
  readonly message: string;
}
