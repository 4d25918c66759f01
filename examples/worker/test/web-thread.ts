import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * A thread in which the worker finds the web's globals and nothing of Node, as on a worker's platform. Node's own `fetch`
 * needs `Buffer`, so that the names are hidden from the worker's script and not removed.
 */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
delete globalThis.process;
const { script, environment } = workerData;
const hidden = "const process = undefined, Buffer = undefined, global = undefined, setImmediate = undefined;";
const loaded = import("data:text/javascript," + encodeURIComponent(hidden + script));
parentPort.on("message", async ({ url, init }) => {
  try {
    const { default: worker } = await loaded;
    const response = await worker.fetch(new Request(url, init), environment);
    const pieces = [];
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) pieces.push(decoder.decode(bytes, { stream: true }));
    parentPort.postMessage({ status: response.status, headers: [...response.headers], pieces });
  } catch (error) {
    parentPort.postMessage({ status: 0, headers: [], pieces: [String(error.stack)] });
  }
});
`;

export interface WebAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly pieces: readonly string[];
}

export interface WebThread extends AsyncDisposable {
  ask(url: string, init: { method: string; body?: string }): Promise<WebAnswer>;
}

export function webThread(
  script: string,
  environment: Readonly<Record<string, string>>,
): WebThread {
  const thread = new Worker(program, { eval: true, workerData: { script, environment } });
  return {
    async ask(url, init) {
      thread.postMessage({ url, init });
      const [answer]: WebAnswer[] = await once(thread, "message");
      if (answer === undefined) throw new Error("The thread has not answered.");
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
