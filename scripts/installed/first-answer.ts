import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";

/** Whether a process of the group runs: npx may end before what it has started. */
function isGroupAlive(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}

/** Runs a command until it answers at an address; how long the machine took to install and to start is in the report. */
export async function firstAnswer(
  command: readonly string[],
  address: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ reply: Response; end: () => Promise<void> }> {
  const [file = "", ...rest] = command;
  const started = Date.now();
  const child: ChildProcess = spawn(file, rest, {
    cwd,
    env,
    // npx starts a process of its own: the group ends with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async () => {
    if (child.pid === undefined) return;
    if (isGroupAlive(child.pid)) process.kill(-child.pid, "SIGTERM");
    await ended;
    while (isGroupAlive(child.pid)) await sleep(50);
  };
  try {
    const ask = async () => {
      if (child.exitCode !== null) throw new Error(`It has ended:\n${said}`);
      return fetch(address);
    };
    // An old Node fetches a new one first.
    const reply = await vi.waitFor(ask, { timeout: 300_000, interval: 50 });
    console.log(`${command.join(" ")}: first answer after ${Date.now() - started} ms`);
    return { reply, end };
  } catch (error) {
    await end();
    throw new Error(`${command.join(" ")} did not answer:\n${said}`, { cause: error });
  }
}
