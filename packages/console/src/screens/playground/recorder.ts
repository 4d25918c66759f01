import { dataOf, frameSplitter } from "@portico/try-it";

/** One frame of a stream as it came. */
export interface Frame {
  readonly text: string;
  /** What the event says; null for a comment. */
  readonly data: string | null;
  readonly afterMs: number;
}

/** What went over the wire, beside what the client made of it. */
export interface Exchange {
  readonly status: number | null;
  readonly generationId: string | null;
  readonly frames: readonly Frame[];
  readonly endedAfterMs: number | null;
}

const nothing: Exchange = { status: null, generationId: null, frames: [], endedAfterMs: null };

/** A `fetch` for one client, which keeps the frames of the last stream. Those of an earlier one are dropped. */
export class Recorder {
  #exchange = nothing;
  #startedAt = 0;
  #run = 0;
  readonly #listeners = new Set<() => void>();

  readonly exchange = (): Exchange => this.#exchange;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly fetch = async (request: Request): Promise<Response> => {
    this.#run += 1;
    const run = this.#run;
    this.#startedAt = performance.now();
    this.#exchange = nothing;
    const response = await fetch(request);
    this.#show(run, {
      status: response.status,
      generationId: response.headers.get("x-generation-id"),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    if (response.body === null || !isStream) return response;
    return new Response(response.body.pipeThrough(this.#tap(run)), response);
  };

  #tap(run: number): TransformStream<Uint8Array, Uint8Array> {
    const framesIn = frameSplitter();
    const add = (bytes: Uint8Array | undefined) => this.#add(run, framesIn(bytes));
    return new TransformStream({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        add(chunk);
      },
      flush: () => {
        add(undefined);
        this.#show(run, { endedAfterMs: performance.now() - this.#startedAt });
      },
    });
  }

  #add(run: number, texts: readonly string[]): void {
    const afterMs = performance.now() - this.#startedAt;
    const frames = texts
      .filter((text) => text.trim() !== "")
      .map((text) => ({ text, data: dataOf(text)[0] ?? null, afterMs }));
    if (frames.length > 0) this.#show(run, { frames: [...this.#exchange.frames, ...frames] });
  }

  #show(run: number, change: Partial<Exchange>): void {
    if (run !== this.#run) return;
    this.#exchange = { ...this.#exchange, ...change };
    for (const listener of this.#listeners) listener();
  }
}
