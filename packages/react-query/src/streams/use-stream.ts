"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { type OpenStream, type StreamCallbacks, StreamRun } from "./stream-run.ts";
import { idle, type StreamState } from "./stream-state.ts";

/** The state of a stream, and what a page may do with it. The three functions stay the same over all drawings. */
export interface Stream<Body, Reply> extends StreamState<Reply> {
  /** Asks the model. A stream that is still coming is left. Gives the whole reply, or null where none came. */
  readonly start: (body: Body) => Promise<Reply | null>;
  /** Ends the stream, and with it the generation. */
  readonly stop: () => void;
  /** Starts again with the same body. */
  readonly retry: () => Promise<Reply | null>;
}

/** The state of one stream, for a component. The stream ends with the component. */
export function useStream<Body, Event, Reply>(
  open: OpenStream<Body, Event, Reply>,
  callbacks: StreamCallbacks<Event, Reply>,
): Stream<Body, Reply> {
  const [run] = useState(() => new StreamRun(open, callbacks));
  const state = useSyncExternalStore(run.subscribe, run.state, () => idle);
  useEffect(() => {
    run.open = open;
    run.callbacks = callbacks;
  });
  // Strict mode unmounts each component once for a test: a stream that is started later is not affected.
  useEffect(() => run.stop, [run]);
  const { start, stop, retry } = run;
  return { ...state, start, stop, retry };
}
