import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

it.each([
  // Its own replacement is the only one there will be.
  { moment: "before its turn", replaced: 1 },
  // The restart has replaced it already: another one would be one too many.
  { moment: "while its replacement starts", replaced: 0 },
])("finishes a restart although a process dies $moment", async ({ moment, replaced }) => {
  const program = join(import.meta.dirname, "restarting-process.ts");
  const child = spawn(process.execPath, [program, moment]);
  try {
    // Sooner than the test gives up, so that nothing is left running.
    const [printed] = await once(child.stdout, "data", { signal: AbortSignal.timeout(110_000) });
    expect(String(printed)).toBe(`restarted, 0 kept, ${replaced} replaced for their death\n`);
  } finally {
    child.kill("SIGKILL");
  }
});
