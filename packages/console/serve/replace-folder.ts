import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";

/** Puts a finished folder in the place of another one. */
export async function replaceFolder(finished: string, place: string): Promise<void> {
  const old = `${place}.${process.pid}.old`;
  try {
    if (existsSync(place)) await rename(place, old);
    await rename(finished, place);
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}
