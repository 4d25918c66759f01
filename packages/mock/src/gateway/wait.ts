/** Waits so long; rejects with the signal's reason once the caller has gone. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", gone);
      resolve();
    }, milliseconds);
    if (signal?.aborted) gone();
    signal?.addEventListener("abort", gone, { once: true });
  });
}
