import type { components } from "../generated/schema.ts";

export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** Builds a whole reply from the data of its stream. */
export interface Fold<Event, Reply> {
  readonly text: string;
  /** The words of the model's thoughts, where it shows them. */
  readonly thoughts: string;
  /** The calls that the model makes, in their order. */
  readonly calls: readonly CallSoFar[];
  /** The reply, once the service has sent its completion. */
  readonly finished: Reply | null;
  take(data: unknown): Step<Event>;
}

export interface CallSoFar {
  readonly id: string;
  readonly name: string;
  /** JSON text, or the text for a custom tool; it is cut anywhere while more is to come. */
  readonly arguments: string;
  readonly isCustom?: true;
}

/** What one piece of data means; nothing, where it is none of the stream's events. */
export interface Step<Event> {
  readonly event?: Event;
  /** The piece of text in the event, if there is one. */
  readonly piece?: string | null;
  /** Why the reply failed, if it did. */
  readonly failure?: Failure | null;
}

export interface Failure {
  readonly message: string;
  readonly code: string | null;
}

/** The whole reply of a stream; null where the stream did not complete it. */
export function folded<Reply>(fold: Fold<unknown, Reply>, data: readonly unknown[]): Reply | null {
  for (const one of data) fold.take(one);
  return fold.finished;
}
