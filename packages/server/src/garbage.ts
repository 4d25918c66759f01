import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Thoroughness = "regular" | "last-resort";

let collect: ((flavor: Thoroughness) => void) | undefined;

/**
 * Runs a full garbage collection: some milliseconds for each hundred megabytes that are alive. As a last resort several, which
 * leave nothing and give pages back.
 */
export function collectGarbage(flavor: Thoroughness = "regular"): void {
  collect ??= findCollector();
  collect(flavor);
}

/** V8 exposes `gc` only with a flag. */
function findCollector(): (flavor: Thoroughness) => void {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  return (flavor) => {
    if (typeof found === "function") found({ type: "major", flavor });
  };
}

const afterStartMs = 1000;

/**
 * A start leaves 12 MB of garbage and a young generation that has grown, which V8 keeps while little is asked. Where callers are
 * there already, none waits for this.
 */
export function giveStartBack(
  { underWay }: { underWay(): number },
  collectAll = () => collectGarbage("last-resort"),
): void {
  setTimeout(() => {
    if (underWay() === 0) collectAll();
  }, afterStartMs).unref();
}
