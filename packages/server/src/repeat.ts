/** Work that is done again and again, and never twice at a time. */
export interface Repeated {
  /** Does the work now; where it is under way already, once more behind that. */
  now(): void;
  /** Waits for the work that is under way. */
  close(): Promise<void>;
}

export interface RepeatOptions {
  readonly everyMs: number;
  /** The work has failed: it is done again at its next time. */
  readonly onProblem: (error: unknown) => void;
}

export function repeat(
  work: () => Promise<unknown>,
  { everyMs, onProblem }: RepeatOptions,
): Repeated {
  let isWanted = false;
  let isClosed = false;
  let running: Promise<void> | null = null;

  const run = async () => {
    do {
      isWanted = false;
      await work();
    } while (isWanted && !isClosed);
  };
  const begin = () => {
    running ??= run()
      .catch(onProblem)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(begin, everyMs).unref();
  return {
    now() {
      isWanted = true;
      if (!isClosed) begin();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
