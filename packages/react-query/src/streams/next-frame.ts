/** Longer than a frame: a page in the background draws none, and its state must go on all the same. */
const latestMs = 100;

/** Runs a task once, with the next frame that the page draws. Returns how to call it off. */
export function onNextFrame(task: () => void): () => void {
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
