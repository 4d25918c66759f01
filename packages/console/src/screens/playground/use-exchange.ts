import { createPortico } from "@portico/client";
import {
  type Stream,
  useChatStream,
  useMessageStream,
  useResponseStream,
} from "@portico/react-query";
import { dataOf, frameSplitter } from "@portico/try-it";
import { useMemo, useState, useSyncExternalStore } from "react";
import { apiAddress } from "../../app/address.ts";
import type { WireName } from "../searches.ts";

/** One frame of a stream as it came. */
export interface Frame {
  readonly text: string;
  /** What the event says; null for a comment. */
  readonly data: string | null;
  readonly afterMs: number;
}

/** What went over the wire, beside what the client made of it. */
interface Exchange {
  readonly status: number | null;
  readonly generationId: string | null;
  readonly frames: readonly Frame[];
  readonly endedAfterMs: number | null;
}

const nothing: Exchange = { status: null, generationId: null, frames: [], endedAfterMs: null };

/** A `fetch` for one client, which keeps the frames of the last stream. Those of an earlier one are dropped. */
class Recorder {
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

/** One question and what comes back, on the wire on which it was asked. */
export interface AskedExchange {
  readonly wire: WireName;
  readonly stream: Stream<never, { readonly usage?: unknown }>;
  readonly wireTraffic: Exchange;
  ask(wire: WireName, body: string): void;
}

/** `key` is the one that pays; null for the session's own. */
export function useExchange(key: string | null): AskedExchange {
  const [recorder] = useState(() => new Recorder());
  const client = useMemo(
    () =>
      createPortico({
        baseUrl: apiAddress,
        apiKey: key,
        app: { title: "Portico console" },
        // A refusal is what one wants to see here.
        retry: false,
        fetch: recorder.fetch,
      }),
    [key, recorder],
  );
  const streams = {
    responses: useResponseStream(client),
    chat: useChatStream(client),
    messages: useMessageStream(client),
  };
  const [wire, setWire] = useState<WireName>("responses");
  const wireTraffic = useSyncExternalStore(recorder.subscribe, recorder.exchange);
  const ask = (asked: WireName, body: string) => {
    for (const { stop } of Object.values(streams)) stop();
    setWire(asked);
    // The gateway checks the body, and says what is wrong with it.
    void streams[asked].start(JSON.parse(body));
  };
  return { wire, stream: streams[wire], wireTraffic, ask };
}
