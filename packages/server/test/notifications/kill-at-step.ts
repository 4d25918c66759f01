import { spawn } from "node:child_process";
import { once } from "node:events";
import type { StorePlace } from "../../src/store/open-store.ts";
import { rawSql } from "../store/raw-sql.ts";

/** Runs the program until it says that it stands at its step, or until `reached`; then kills it with SIGKILL. */
export async function killAtStep(
  program: string,
  start: object,
  reached: Promise<void> | null,
): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(start)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints: string[] = [];
  child.stderr.on("data", (chunk) => complaints.push(String(chunk)));
  const closed = once(child, "close");
  const gone = closed.then(() => {
    throw new Error(`The process has ended by itself: ${complaints.join("")}`);
  });
  await Promise.race([reached ?? standsStill(child.stdout), gone]);
  child.kill("SIGKILL");
  await closed;
  gone.catch(() => {});
}

async function standsStill(output: AsyncIterable<Buffer>): Promise<void> {
  let said = "";
  for await (const chunk of output) {
    said += String(chunk);
    if (said.includes('{"at":')) return;
  }
}

/** What a killed process was sending is due now: skips a wait of five minutes. */
export async function leasesEnd(place: StorePlace): Promise<void> {
  await rawSql(place, "update outbox set due_at_ms = 1 where due_at_ms is not null");
}
