/** Requests that are being served. A drain waits also for their work after their connection has closed. */
export class RequestCounter {
  #count = 0;
  #none: PromiseWithResolvers<void> | null = null;

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#none?.resolve();
  }

  /** Resolves when there are none. */
  none(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    this.#none ??= Promise.withResolvers();
    return this.#none.promise;
  }
}
