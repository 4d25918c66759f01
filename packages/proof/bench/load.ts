import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { type Ask, requestText } from "./client.ts";

/**
 * Keeps a number of connections busy for a while and counts whole replies. It writes prepared bytes to plain
 * sockets and looks for no more than the end of each reply, so that it is never the bottleneck. Runs in a
 * thread of its own.
 */
export interface LoadOrder extends Ask {
  readonly connections: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly replies: number;
  readonly failures: number;
  readonly durationMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytes: number;
}

const endOfHead = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

/** Counts bytes up to the end of one reply; true once it is whole. */
function createReader(): { take(chunk: Buffer): boolean; readonly status: number } {
  let head: Buffer = Buffer.alloc(0);
  let left = -1;
  let chunked = false;
  let tail: Buffer = Buffer.alloc(0);
  let status = 0;
  const body = (chunk: Buffer): boolean => {
    if (!chunked) {
      left -= chunk.length;
      return left <= 0;
    }
    tail = Buffer.concat([tail, chunk]).subarray(-lastChunk.length);
    return tail.equals(lastChunk);
  };
  return {
    get status() {
      return status;
    },
    take(chunk) {
      if (left >= 0 || chunked) return finish(body(chunk));
      head = Buffer.concat([head, chunk]);
      const at = head.indexOf(endOfHead);
      if (at < 0) return false;
      const text = head.subarray(0, at).toString("latin1").toLowerCase();
      status = Number(text.slice(9, 12));
      chunked = text.includes("transfer-encoding: chunked");
      left = Number(/content-length: (\d+)/.exec(text)?.[1] ?? 0);
      const rest = head.subarray(at + endOfHead.length);
      head = Buffer.alloc(0);
      return finish(body(rest));
    },
  };
  function finish(done: boolean): boolean {
    if (done) {
      left = -1;
      chunked = false;
      tail = Buffer.alloc(0);
    }
    return done;
  }
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const { hostname, port } = new URL(order.url);
  const request = Buffer.from(requestText(order));
  const latencies: number[] = [];
  let failures = 0;
  let bytes = 0;
  const startedMs = performance.now();
  const untilMs = startedMs + order.durationMs;
  const worker = (): Promise<void> =>
    new Promise((resolve) => {
      const socket: Socket = connect(Number(port), hostname);
      const reader = createReader();
      let sentMs = 0;
      const send = (): void => {
        sentMs = performance.now();
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.on("connect", send);
      const replied = (): void => {
        if (reader.status === 200) latencies.push(performance.now() - sentMs);
        else failures += 1;
        if (performance.now() < untilMs) send();
        else socket.destroy();
      };
      socket.on("data", (chunk) => {
        bytes += chunk.length;
        if (reader.take(chunk)) replied();
      });
      socket.on("error", () => {
        failures += 1;
      });
      socket.on("close", () => resolve());
    });
  await Promise.all(Array.from({ length: order.connections }, worker));
  const durationMs = performance.now() - startedMs;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    replies: latencies.length,
    failures,
    durationMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bytes,
  };
}

parentPort?.postMessage(await run(workerData as LoadOrder));
