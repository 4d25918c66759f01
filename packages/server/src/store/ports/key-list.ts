import type { Page } from "./page.ts";

export type KeySort = "newest" | "most_spent" | "least_left";

export interface KeyQuery extends Page {
  readonly workspaceId?: string;
  readonly includeDisabled?: boolean;
  /** A part of the name, label, owner or creator in any case; or a number, a hash or the beginning of one. */
  readonly search?: string;
  readonly kind?: "ordinary" | "management";
  readonly isExposed?: boolean;
  /** `newest` if it is absent. */
  readonly sort?: KeySort;
  /** The last key of the page before: this one begins behind it, and `offset` does not count. */
  readonly after?: KeyPlace;
}

/** The place of a key in the list by one sort. Keys that come and go do not change it. */
export interface KeyPlace {
  readonly id: number;
  /** What the list is sorted by; null for `newest`, and for a key without a limit. */
  readonly nanousd: number | null;
}
