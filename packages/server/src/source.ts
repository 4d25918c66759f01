/** Takes what a source gives: for each `pull` one of these is called, once, perhaps before `pull` returns. None throws. */
export interface Taker<Value> {
  take(value: Value): void;
  end(): void;
  fail(error: unknown): void;
}

const over = { done: true, value: undefined } as const;

/**
 * Values that come one at a time, each after it was asked for. An answer passes several layers every few bytes: here one
 * calls the next, where each layer of async iterators would make promises and wait for a turn. Who is in no hurry iterates.
 */
export abstract class Source<Value> implements AsyncIterableIterator<Value> {
  /** Asks for the next value. Not to be called again before the taker was. */
  abstract pull(taker: Taker<Value>): void;

  /** No more is wanted. */
  abstract close(): Promise<void> | void;

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    return new Promise((resolve, reject) =>
      this.pull({
        take: (value) => resolve({ done: false, value }),
        end: () => resolve(over),
        fail: reject,
      }),
    );
  }

  async return(): Promise<IteratorResult<Value, undefined>> {
    await this.close();
    return over;
  }
}

export function sourceOf<Value>(values: AsyncIterable<Value>): Source<Value> {
  return values instanceof Source ? values : new Iterated(values[Symbol.asyncIterator]());
}

/** Closes what has failed: that may fail too, and only the first failure counts. */
export async function closed(source: Source<unknown>): Promise<void> {
  try {
    await source.close();
  } catch {
    // The source behind it is closed in any case.
  }
}

class Iterated<Value> extends Source<Value> {
  readonly #values: AsyncIterator<Value>;

  constructor(values: AsyncIterator<Value>) {
    super();
    this.#values = values;
  }

  pull(taker: Taker<Value>): void {
    this.#values.next().then(
      (read) => (read.done === true ? taker.end() : taker.take(read.value)),
      (error: unknown) => taker.fail(error),
    );
  }

  async close(): Promise<void> {
    await this.#values.return?.();
  }
}
