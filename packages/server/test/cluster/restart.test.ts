import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

it("finishes a restart although one of the processes dies before its turn", async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "restarting-process.ts")]);
  try {
    // Sooner than the test gives up, so that nothing is left running.
    const [printed] = await once(child.stdout, "data", { signal: AbortSignal.timeout(50_000) });
    expect(String(printed)).toBe("restarted, 0 kept\n");
  } finally {
    child.kill("SIGKILL");
  }
}, 60_000);
