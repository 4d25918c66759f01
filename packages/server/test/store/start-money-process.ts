import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Order, Start, Told } from "./money-process.ts";

export interface MoneyProcess extends AsyncDisposable {
  readonly told: readonly Told[];
  order(order: Order): void;
  /** The next matching report; rejects if the process ends before. */
  until<Wanted extends Told>(is: (told: Told) => told is Wanted): Promise<Wanted>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Sends SIGKILL; resolves with all reports. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL("money-process.ts", import.meta.url));

export async function startMoneyProcess(start: Start): Promise<MoneyProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(start)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const started = follow(child);
  await started.until((told) => "ready" in told);
  return started;
}

function follow(child: ChildProcess): MoneyProcess {
  const told: Told[] = [];
  const listeners = new Set<(one: Told) => void>();
  const complaints: string[] = [];
  child.stderr?.on("data", (chunk) => complaints.push(String(chunk)));
  if (child.stdout === null) throw new Error("The process has no output.");
  const closed = once(child, "close");
  createInterface(child.stdout).on("line", (line) => {
    const one: Told = JSON.parse(line);
    told.push(one);
    for (const listener of listeners) listener(one);
  });
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  return {
    told,
    order: (order) => child.stdin?.write(`${JSON.stringify(order)}\n`),
    until<Wanted extends Told>(is: (one: Told) => one is Wanted): Promise<Wanted> {
      const { promise, resolve, reject } = Promise.withResolvers<Wanted>();
      const listener = (one: Told) => {
        if (!is(one)) return;
        listeners.delete(listener);
        resolve(one);
      };
      listeners.add(listener);
      void closed.then(() => reject(new Error(`The process has ended: ${complaints.join("")}`)));
      return promise;
    },
    signal: (name) => void child.kill(name),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
