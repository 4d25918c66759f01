import type { Agent, Dispatcher } from "undici";
import { concatChunks } from "../json/concat-chunks.ts";
import { Source, type Taker } from "../source.ts";
import { connectionFailure } from "./connection-failure.ts";
import { decoded } from "./content-encoding.ts";
import { ReplyClock } from "./reply-clock.ts";
import type { DispatchOptions, UpstreamReply, UpstreamRequest } from "./request.ts";
import { scrubbed } from "./scrub-secrets.ts";
import { UpstreamError, type UpstreamFailure } from "./upstream-error.ts";
import { Writing } from "./writing.ts";

/** Bytes that are read ahead of the consumer before the socket is paused. */
const readAheadBytes = 64 * 1024;
/** Limits for draining leftover bytes after the final event, so that the connection can be reused. */
const tailBytes = 16 * 1024;
const tailMs = 100;

/** Cheaper than `queueMicrotask`, which creates a trace object for each call. */
const behindThisRead = Promise.resolve();

type Waiter<T> = Pick<PromiseWithResolvers<T>, "resolve" | "reject">;

/**
 * One request and its reply: undici's handler, the reply and the source of its body in one object,
 * because an object is created for each of many thousand requests.
 */
export class Exchange extends Source<Uint8Array> implements UpstreamReply {
  status = 0;
  headers: Readonly<Record<string, string | string[] | undefined>> = {};
  readonly #request: UpstreamRequest;
  #controller: Dispatcher.DispatchController | undefined;
  readonly #writing = new Writing();
  #start: Waiter<UpstreamReply> | undefined;
  #taker: Taker<Uint8Array> | undefined;
  #chunks: Uint8Array[] = [];
  #queuedBytes = 0;
  #flushing = false;
  #ended = false;
  #released = false;
  #draining = false;
  #failure: UpstreamError | undefined;
  #clock: ReplyClock | undefined;
  #tail: NodeJS.Timeout | undefined;

  constructor(request: UpstreamRequest) {
    super();
    this.#request = request;
  }

  start(agent: Agent, options: DispatchOptions): Promise<UpstreamReply> {
    const { signal, left, timeouts } = this.#request;
    return new Promise((resolve, reject) => {
      this.#start = { resolve, reject };
      if (signal.aborted || left?.aborted === true) {
        this.#onAbort();
        return;
      }
      signal.addEventListener("abort", this.#onAbort, { once: true });
      left?.addEventListener("abort", this.#onLeft, { once: true });
      this.#clock = new ReplyClock(timeouts, this.#onTimeout, this.#isBusy);
      agent.dispatch(options, this);
    });
  }

  get body(): AsyncIterable<Uint8Array> {
    return decoded(this, this.headers["content-encoding"]);
  }

  arrived(): readonly Uint8Array[] | undefined {
    const isPlain = this.headers["content-encoding"] === undefined;
    return this.#ended && isPlain ? this.#chunks : undefined;
  }

  release(): void {
    this.#released = true;
  }

  scrub(text: string): string {
    return scrubbed(text, this.#request);
  }

  // The source of the body.

  pull(taker: Taker<Uint8Array>): void {
    if (this.#chunks.length > 0) taker.take(this.#take());
    else if (this.#failure !== undefined) taker.fail(this.#failure);
    else if (this.#ended) taker.end();
    else {
      this.#clock?.progress();
      this.#taker = taker;
    }
  }

  close(): void {
    this.#chunks = [];
    this.#queuedBytes = 0;
    if (!this.#released) this.#abandon();
    else if (!this.#ended && this.#failure === undefined) {
      this.#draining = true;
      this.#clock?.stop();
      this.#tail = setTimeout(() => this.#abandon(), tailMs);
      this.#controller?.resume();
    }
  }

  // undici's handler.

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#clock?.enter("waiting");
    if (this.#failure === undefined) this.#writing.begin();
    else controller.abort(this.#failure);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.#clock?.enter("reading");
    this.#start?.resolve(this);
    this.#start = undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#queuedBytes += chunk.byteLength;
    if (this.#draining) {
      if (this.#queuedBytes > tailBytes) this.#abandon();
      return;
    }
    this.#chunks.push(chunk);
    if (this.#queuedBytes > readAheadBytes) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#settle();
    this.#wake();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#failure === undefined) {
      const began = this.status !== 0;
      this.#failure = connectionFailure(error, began);
      this.#settle();
      this.#deliverFailure();
    }
  }

  /** Delivers all chunks of one socket read together: they come in one tick. */
  #wake(): void {
    if (this.#taker !== undefined && !this.#flushing) {
      this.#flushing = true;
      void behindThisRead.then(this.#flush);
    }
  }

  readonly #flush = (): void => {
    this.#flushing = false;
    const taker = this.#taker;
    this.#taker = undefined;
    if (taker !== undefined) this.pull(taker);
  };

  #take(): Uint8Array {
    const chunks = this.#chunks;
    const whole = concatChunks(chunks);
    const wasPaused = this.#queuedBytes > readAheadBytes;
    this.#chunks = [];
    this.#queuedBytes = 0;
    if (wasPaused)
      // `resume` delivers the next chunks before it returns.
      this.#controller?.resume();

    return whole;
  }

  readonly #onAbort = (): void => {
    const { signal, left = signal } = this.#request;
    const { reason } = signal.aborted ? signal : left;
    this.#leave("connection", "The request was abandoned.", reason);
  };

  readonly #onLeft = (): void => {
    if (!this.#wasSent()) this.#onAbort();
  };

  readonly #onTimeout = (message: string): void => {
    this.#leave("timeout", message);
  };

  readonly #isBusy = (): boolean => this.#taker === undefined;

  /** The gateway ends the exchange. An upstream that has the whole request bills its input. */
  #leave(failure: UpstreamFailure, message: string, cause?: unknown): void {
    if (this.#ended || this.#failure !== undefined) return;
    this.#fail(new UpstreamError(failure, message, { wasLeft: this.#wasSent(), cause }));
  }

  #abandon(): void {
    this.#leave("cut", "The reply was left unread.");
  }

  #wasSent(): boolean {
    return this.status !== 0 || this.#writing.isWhole();
  }

  #fail(failure: UpstreamError): void {
    this.#failure = failure;
    this.#chunks = [];
    this.#settle();
    this.#controller?.abort(failure);
    this.#deliverFailure();
  }

  #deliverFailure(): void {
    this.#start?.reject(this.#failure);
    this.#start = undefined;
    this.#wake();
  }

  #settle(): void {
    this.#clock?.stop();
    clearTimeout(this.#tail);
  }
}
