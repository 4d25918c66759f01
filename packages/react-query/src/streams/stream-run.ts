import type { CallOptions, CallSoFar, PorticoError, ReplySoFar } from "@portico/client";

/** Where a stream is: no request yet; asked, but nothing has come; coming; complete; stopped by you; failed. */
export type StreamStatus = "idle" | "connecting" | "streaming" | "done" | "stopped" | "failed";

/** What a page shows of a stream. A new object for each change. */
export interface StreamState<Reply> {
  readonly status: StreamStatus;
  /** The text up to now. It stays when the stream is stopped or fails. */
  readonly text: string;
  /** The words of the model's thoughts up to now, where it shows them. */
  readonly thoughts: string;
  /** The calls that the model makes, each with its arguments up to now. */
  readonly calls: readonly CallSoFar[];
  /** The whole reply with its usage and cost, once it is complete. */
  readonly reply: Reply | null;
  /** Why it failed: a PorticoError, or what your own callback threw. */
  readonly error: PorticoError | Error | null;
  /** Of the reply that carries the stream: quote it when you report a problem. */
  readonly requestId: string | null;
}

export const idle: StreamState<never> = {
  status: "idle",
  text: "",
  thoughts: "",
  calls: [],
  reply: null,
  error: null,
  requestId: null,
};

/** Longer than a frame: a page in the background draws none, and its state must go on all the same. */
const latestMs = 100;

/** Runs a task once, with the next frame that the page draws. Returns how to call it off. */
function onNextFrame(task: () => void): () => void {
  const frames = "requestAnimationFrame" in globalThis;
  const run = (): void => {
    cancel();
    task();
  };
  const timer = setTimeout(run, frames ? latestMs : 0);
  const frame = frames ? requestAnimationFrame(run) : 0;
  const cancel = (): void => {
    clearTimeout(timer);
    if (frames) cancelAnimationFrame(frame);
  };
  return cancel;
}

/** A stream of the client, of any wire. */
interface OpenedStream<Event, Reply> {
  readonly stream: AsyncIterable<Event> & {
    readonly requestId: string | null;
    readonly soFar: ReplySoFar;
  };
  /** The whole reply, after the last event. */
  reply(): Promise<Reply>;
}

/** Asks for a stream. */
export type OpenStream<Body, Event, Reply> = (
  body: Body,
  options: CallOptions,
) => Promise<OpenedStream<Event, Reply>>;

export interface StreamCallbacks<Event, Reply> {
  /** Called for each event as it comes, and so more often than the component is drawn. */
  readonly onEvent?: (event: Event) => void;
  /** Called once with the whole reply. */
  readonly onDone?: (reply: Reply) => void;
}

/** What belongs to one start. */
interface Run {
  readonly abort: AbortController;
  /** What has come, once something can come. */
  soFar: () => Partial<ReplySoFar>;
  cancelFrame: (() => void) | null;
}

/**
 * One place of a page that shows one stream at a time. It knows nothing of React. Only the run that was started last
 * changes the state, so a late answer to an earlier start has no effect.
 */
export class StreamRun<Body, Event, Reply> {
  /** Those of the component's last drawing. */
  callbacks: StreamCallbacks<Event, Reply>;
  open: OpenStream<Body, Event, Reply>;
  #state: StreamState<Reply> = idle;
  #current: Run | null = null;
  #last: { readonly body: Body } | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(open: OpenStream<Body, Event, Reply>, callbacks: StreamCallbacks<Event, Reply>) {
    this.open = open;
    this.callbacks = callbacks;
  }

  readonly state = (): StreamState<Reply> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks for a stream, and leaves the one before. Gives the whole reply, or null where it failed or was stopped. */
  readonly start = async (body: Body): Promise<Reply | null> => {
    this.#leave();
    const run: Run = { abort: new AbortController(), soFar: () => ({}), cancelFrame: null };
    this.#current = run;
    this.#last = { body };
    this.#show({ ...idle, status: "connecting" });
    try {
      return await this.#read(body, run);
    } catch (error) {
      this.#end(run, { status: "failed", error: asError(error) });
      return null;
    } finally {
      // An error of a callback ends the loop early: its connection must not stay open.
      run.abort.abort();
    }
  };

  /** Ends the stream and its connection. What has come stays. */
  readonly stop = (): void => {
    const run = this.#current;
    if (run === null) return;
    this.#end(run, { status: "stopped" });
    run.abort.abort();
  };

  /** Starts again with the same body; does nothing where there was no start. */
  readonly retry = async (): Promise<Reply | null> =>
    this.#last ? this.start(this.#last.body) : null;

  async #read(body: Body, run: Run): Promise<Reply | null> {
    const { stream, reply: whole } = await this.open(body, { signal: run.abort.signal });
    run.soFar = () => stream.soFar;
    if (this.#isCurrent(run))
      this.#show({ ...this.#state, status: "streaming", requestId: stream.requestId });
    for await (const event of stream) {
      if (!this.#isCurrent(run)) return null;
      this.callbacks.onEvent?.(event);
      this.#showWithNextFrame(run);
    }
    const reply = await whole();
    if (!this.#isCurrent(run)) return null;
    this.callbacks.onDone?.(reply);
    this.#end(run, { status: "done", reply });
    return reply;
  }

  /** Events come faster than a page is drawn: what came between two frames is shown at once. */
  #showWithNextFrame(run: Run): void {
    run.cancelFrame ??= onNextFrame(() => {
      run.cancelFrame = null;
      this.#show({ ...this.#state, ...run.soFar() });
    });
  }

  #isCurrent(run: Run): boolean {
    return this.#current === run;
  }

  #end(run: Run, change: Partial<StreamState<Reply>>): void {
    if (!this.#isCurrent(run)) return;
    this.#current = null;
    run.cancelFrame?.();
    this.#show({ ...this.#state, ...run.soFar(), ...change });
  }

  #leave(): void {
    const run = this.#current;
    this.#current = null;
    run?.cancelFrame?.();
    run?.abort.abort();
  }

  #show(state: StreamState<Reply>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
